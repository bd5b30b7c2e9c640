/** Importing the books of a company from QuickBooks, which a server with answers of its shape stands in for. */
import {
  OAuthProviderDouble,
  QUICKBOOKS_TYPES as TYPES,
  quickbooksAccount as account,
  QuickbooksCompany,
  quickbooksEntry as entry,
  quickbooksLine as line,
  sharedStack,
  waitFor,
  type QuickbooksBooks,
} from '@pacioli/testing'
import { randomInt } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  newClient,
  platformToken,
  sidesOf,
  target,
  type Api,
  type Books,
  type ProviderConnection,
  type TestClient,
} from './src/index.ts'

let client: TestClient
let books: Books
let api: Api
let company: QuickbooksCompany

const path = { provider: 'quickbooks' }
/** The one that tests of this file make misbehave. */
const moody = { provider: 'moody-books' }

const doubleOf = ({ provider }: typeof path) =>
  new OAuthProviderDouble(sharedStack().providers.oauthServerUrl, provider)

beforeAll(async () => {
  client = await newClient(target(), 'imports')
})

beforeEach(async () => {
  books = await client.books({ time_zone: 'America/New_York' })
  api = books.api
  company = new QuickbooksCompany(sharedStack().providers.quickbooksUrl, String(randomInt(1_000_000_000)))
})

/** A person connects the business to the company. */
async function connect(to = path): Promise<void> {
  const { redirect_url } = (await api.call('authorizeConnection', { path: to })).body.data
  const query = Object.fromEntries((await doubleOf(to).visit(redirect_url, { company: company.id })).searchParams)
  await api.as(undefined).call('completeConnection', { path: to, query })
}

const status = async (of = path): Promise<ProviderConnection> =>
  (await api.call('getConnectionStatus', { path: of })).body.data

/** One import, to its end. */
async function sync(from = path) {
  const started = await api.call('syncConnection', { path: from })
  expect(started.status).toBe(202)
  const { id } = started.body.data.last_sync ?? {}
  await waitFor('the import to end', async () => !(await status(from)).is_syncing)
  const { last_sync } = await status(from)
  expect(last_sync?.id).toBe(id)
  if (!last_sync) throw new Error('There is no import.')
  return last_sync
}

const [CHECKING, RECEIVABLES, SERVICES, RENT, PAYABLES] = ['35', '84', '1', '7', '33']

/** A company with entries of three months, of which one cannot be imported. */
const companyBooks = (): QuickbooksBooks => ({
  Account: [
    account(CHECKING, 'Main checking', TYPES.checking),
    account(RECEIVABLES, 'Accounts Receivable (A/R)', TYPES.receivables),
    account(SERVICES, 'Services', TYPES.services),
    account(RENT, 'Rent (deleted)', TYPES.rent, { Active: false }),
  ],
  JournalEntry: [
    ...Array.from({ length: 3 }, (_, month) => {
      const day = `2024-0${month + 1}-28`
      return entry(String(month + 1), day, [
        line('Debit', RECEIVABLES, 100.1),
        line('Credit', SERVICES, 100.1),
        line('Debit', RENT, 40),
        line('Credit', CHECKING, 40),
      ])
    }),
    entry('99', '2025-12-31', [line('Debit', CHECKING, 1), line('Credit', '404', 1)]),
  ],
})

/** What stands on the accounts of the company, by our names for them. */
const expected = {
  'Accounts Receivable': 30_030,
  'Main checking': -12_000,
  'Rent (deleted)': 12_000,
  Services: -30_030,
}

/** What the trial balance says, by name of account. */
async function reported(): Promise<Record<string, number>> {
  const [sides, accounts] = [sidesOf(await books.trialBalance()), await books.accounts({ include_archived: true })]
  const names = new Map(accounts.map(({ id, name }) => [id.id, name]))
  return Object.fromEntries(Object.entries(sides).map(([id, side]) => [names.get(id), side]))
}

test('a connected company is imported once, and its trial balance is the same here', async () => {
  await company.keep(companyBooks())
  await connect()
  const first = await sync()
  expect(first).toMatchObject({
    status: 'SUCCEEDED',
    accounts: { created: 3, updated: 0, unchanged: 1, refused: 0 },
    journal_entries: { created: 3, updated: 0, unchanged: 0, refused: 1 },
    error: null,
  })
  expect(first.refused).toEqual([
    {
      item_type: 'JOURNAL_ENTRY',
      external_id: '99',
      error_enum: 'AccountNotFound',
      description: 'The entry posts to account 404, which was not imported.',
    },
  ])
  expect((await status()).last_synced_at).toBe(first.finished_at)
  await waitFor('the trial balance to be that of the company', async () =>
    isDeepStrictEqual(await reported(), expected),
  )

  const [chart, entries, balances] = [await books.accounts(), await books.allEntries(), await books.snapshot()]
  expect(await sync()).toMatchObject({
    status: 'SUCCEEDED',
    accounts: { created: 0, updated: 0, unchanged: 4, refused: 0 },
    journal_entries: { created: 0, updated: 0, unchanged: 3, refused: 1 },
  })
  expect([await books.accounts(), await books.allEntries(), await books.snapshot()]).toEqual([chart, entries, balances])

  // Nor is anything of it reversed here.
  const [imported] = entries
  expect(imported).toMatchObject({ source_type: 'quickbooks_journal_entry', source_id: '1' })
  expect((await books.reverse(imported?.id ?? '')).refusal).toMatchObject({ status: 422, error_enum: 'EntryOwned' })
})

test('whom an imported receivable or payable concerns is a customer or a vendor here, and stands in the agings', async () => {
  const entity = (Type: string, value: string, name: string) => ({
    detail: { Entity: { Type, EntityRef: { value, name } } },
  })
  await company.keep({
    Account: [...companyBooks().Account, account(PAYABLES, 'Accounts Payable (A/P)', TYPES.payables)],
    JournalEntry: [
      entry('1', '2024-01-28', [
        line('Debit', RECEIVABLES, 100.1, entity('Customer', '3', "Amy's Bird Sanctuary")),
        line('Credit', SERVICES, 100.1, entity('Customer', '3', "Amy's Bird Sanctuary")),
        line('Debit', CHECKING, 30),
        line('Credit', PAYABLES, 30, entity('Vendor', '56', 'Brosnahan Insurance')),
      ]),
    ],
  })
  await connect()
  expect((await sync()).status).toBe('SUCCEEDED')
  const [posted] = await books.allEntries()
  const named = posted?.line_items.flatMap(({ customer_id, vendor_id }) => customer_id ?? vendor_id ?? [])
  const of = async (operation: 'listCustomers' | 'listVendors', id: string) =>
    (await api.call(operation, { query: { external_id: `quickbooks:${company.id}:${id}` } })).body.data[0]
  await expect
    .poll(async () => [await of('listCustomers', '3'), await of('listVendors', '56')], { timeout: 10_000 })
    .toMatchObject([
      { company_name: "Amy's Bird Sanctuary", balance: 10_010 },
      { company_name: 'Brosnahan Insurance', balance: 3_000 },
    ])
  expect([(await of('listCustomers', '3'))?.id, (await of('listVendors', '56'))?.id]).toEqual(named)
  const rowsOf = async (operation: 'getArAging' | 'getApAging') =>
    (await api.call(operation, { query: { effective_date: '2024-02-01' } })).body.data.rows.map(
      ({ display_name }) => display_name,
    )
  await expect
    .poll(async () => [await rowsOf('getArAging'), await rowsOf('getApAging')], { timeout: 10_000 })
    .toEqual([
      ["Amy's Bird Sanctuary", 'Total'],
      ['Brosnahan Insurance', 'Total'],
    ])
})

test('an import that fails is told of without a secret, and tried again', async () => {
  await company.keep(companyBooks())
  await connect()
  await company.fail({ status: 403 })
  const failed = await sync()
  expect(failed).toMatchObject({ status: 'FAILED', error: { item_type: 'SYNC', error_enum: 'ProviderUnavailable' } })
  const { tokens } = await company.asked()
  expect(tokens).toHaveLength(1)
  expect(JSON.stringify(await status())).not.toContain(tokens[0])
  expect((await status()).last_synced_at).toBeNull()
  expect((await sync()).status).toBe('SUCCEEDED')
})

test('while an import runs, another one is answered as the one that runs', async () => {
  await company.keep(companyBooks())
  await connect()
  await company.hold(true)
  const answers = await Promise.all(Array.from({ length: 3 }, () => api.call('syncConnection', { path })))
  expect(new Set(answers.map(({ body }) => body.data.last_sync?.id)).size).toBe(1)
  expect(answers.map(({ body }) => body.data.is_syncing)).toEqual([true, true, true])
  await company.hold(false)
  await waitFor('the import to end', async () => !(await status()).is_syncing)
  expect((await status()).last_sync?.status).toBe('SUCCEEDED')
})

describe('an import is refused', () => {
  const refusal = async (of: Api = api) => (await of.call('syncConnection', { path })).refusal

  test('for a business that is not connected, or no longer', async () => {
    expect(await refusal()).toMatchObject({ status: 422, error_enum: 'NotConnected' })
    await connect()
    await api.call('unlinkConnection', { path })
    expect(await refusal()).toMatchObject({ status: 422, error_enum: 'NotConnected' })
  })

  test('once the provider takes the tokens no more', async () => {
    await connect(moody)
    await company.fail({ status: 401 })
    await doubleOf(moody).behave({ mode: 'refuse', refusal: 'invalid_grant' })
    expect(await sync(moody)).toMatchObject({ status: 'FAILED', error: { error_enum: 'ReauthorizationRequired' } })
    expect(await status(moody)).toMatchObject({ status: 'NEEDS_REAUTHORIZATION', is_connected: false })
    const answer = await api.call('syncConnection', { path: moody })
    expect(answer.refusal).toMatchObject({ status: 422, error_enum: 'ReauthorizationRequired' })
  })

  test('for an archived business', async () => {
    await connect()
    await api.call('archiveBusiness', {})
    expect(await refusal()).toMatchObject({ status: 422, error_enum: 'BusinessArchived' })
  })

  test('for a business of another client, as for one that does not exist', async () => {
    const stranger = await newClient(target(), 'imports-stranger')
    expect(await refusal(stranger.api.of(books.id))).toMatchObject({ status: 404, error_enum: 'BusinessNotFound' })
  })

  test('from a provider that nobody has configured', async () => {
    const answer = await api.call('syncConnection', { path: { provider: 'sage' } })
    expect(answer.refusal).toMatchObject({ status: 404, error_enum: 'ProviderNotFound' })
  })

  test('without a token, and with one that may only read', async () => {
    expect((await refusal(api.as(undefined))).status).toBe(401)
    const reader = await platformToken(client.api, client.id, client.secret, 'books:read')
    expect(await refusal(api.as(reader))).toMatchObject({ status: 403, error_enum: 'InsufficientScope' })
  })
})
