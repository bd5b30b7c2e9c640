import type { DomainError } from '@pacioli/errors'
import {
  OAuthProviderDouble,
  QUICKBOOKS_TYPES as TYPES,
  quickbooksAccount as account,
  QuickbooksCompany,
  quickbooksEntry as entry,
  quickbooksLine as line,
  startOAuthServer,
  startQuickbooksDouble,
  testDirectory,
  waitFor,
  type QuickbooksBooks,
  type QuickbooksServer,
} from '@pacioli/testing'
import { createHash, randomInt } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { archiveBusiness } from '../businesses/update-business.ts'
import { loadAccounts } from '../chart-of-accounts/account.store.ts'
import type { Account } from '../chart-of-accounts/account.ts'
import { createAccount } from '../chart-of-accounts/create-account.ts'
import { updateAccount } from '../chart-of-accounts/update-account.ts'
import { updateConfiguration } from '../configuration/update-accounting-configuration.ts'
import { completeAuthorization } from '../connections/complete-authorization.ts'
import { parseProviders } from '../connections/provider-settings.ts'
import { startAuthorization } from '../connections/start-authorization.ts'
import { unlink } from '../connections/unlink.ts'
import { loadEntries } from '../journal/entry.store.ts'
import { listEntries } from '../journal/read-entries.ts'
import { reverseEntry } from '../journal/reverse-entry.ts'
import type { Ledger } from '../ledger.ts'
import { openTestBusiness, replicaOf, requestFor, startTestLedger, type TestLedger } from '../ledger.test-helpers.ts'
import type { EntryRequest } from '../write-request.ts'
import { startSync } from './start-sync.ts'
import { asOf, LEASE_MS, type Sync, type SyncCounts } from './sync.ts'
import { loadSyncState } from './sync.store.ts'
import { SyncRuns } from './sync-runs.ts'

let oauthServer: Awaited<ReturnType<typeof startOAuthServer>>
let double: QuickbooksServer
let ledger: TestLedger
let oauth: OAuthProviderDouble
let company: QuickbooksCompany
let tenant: EntryRequest
let books: QuickbooksBooks
/** How long the imports would have waited. */
let waits: number[]

const imports = {
  timeoutMs: 300,
  random: () => 1,
  wait: async (ms: number) => void waits.push(ms),
}

beforeAll(async () => {
  oauthServer = await startOAuthServer(testDirectory('oauth'))
  double = await startQuickbooksDouble()
  ledger = await startTestLedger({ imports })
})
afterAll(async () => {
  await ledger.stop()
  await double.stop()
  await oauthServer.stop()
})

const [CHECKING, RECEIVABLES, SERVICES, RENT, LOAN] = ['35', '84', '1', '7', '90']

/** A chart of a few accounts, two entries, and a connection to it. */
beforeEach(async () => {
  waits = []
  oauth = new OAuthProviderDouble(oauthServer.url)
  company = new QuickbooksCompany(double.url, String(randomInt(1_000_000_000)))
  const [provider] = parseProviders(JSON.stringify([oauth.settings({ api_url: double.url })]))
  if (provider) ledger.providers = new Map([[provider.name, provider]])
  tenant = await openTestBusiness(ledger, { time_zone: 'America/New_York' })
  books = {
    Account: [
      account(CHECKING, 'Main checking', TYPES.checking, { AcctNum: '1' }),
      account(RECEIVABLES, 'Accounts Receivable (A/R)', TYPES.receivables),
      account(SERVICES, 'Services', TYPES.services, { AcctNum: '4' }),
      account(RENT, 'Rent', TYPES.rent),
      account(LOAN, 'Bank loan', TYPES.loan),
    ],
    JournalEntry: [
      entry('11', '2026-01-15', [line('Debit', CHECKING, 100.1), line('Credit', SERVICES, 100.1)], {
        DocNumber: 'JE-11',
        PrivateNote: 'January',
      }),
      entry('12', '2026-02-01', [line('Debit', RENT, 40), line('Credit', CHECKING, 40)]),
    ],
  }
  await company.keep(books)
  await connect()
})

async function connect(to = company.id, provider = 'quickbooks'): Promise<void> {
  const { redirect_url } = await startAuthorization(ledger, tenant, provider)
  const parameters = Object.fromEntries((await oauth.visit(redirect_url ?? '', { company: to })).searchParams)
  await completeAuthorization(ledger, { provider, state: parameters['state'] ?? '', parameters })
}

const stateOf = (of = tenant) => ledger.db.transact(of, (tx) => loadSyncState(tx, of.businessId, 'quickbooks'))

async function lastSync(): Promise<Sync> {
  const { last } = await stateOf()
  if (!last) throw new Error('There is no import.')
  return last
}

/** One import, to its end. */
async function sync(at: Ledger = ledger): Promise<Sync> {
  await startSync(at, tenant, 'quickbooks')
  await at.imports.idle()
  return lastSync()
}

const refusal = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'no refusal',
    (error: DomainError) => error.errorEnum ?? String(error),
  )

const told = ({ created, updated, unchanged, refused }: SyncCounts) => `${created}/${updated}/${unchanged}/${refused}`
/** Status, then accounts, then entries: created/updated/unchanged/refused. */
const counts = ({ status, accounts, journalEntries }: Sync) => [status, told(accounts), told(journalEntries)]

const chart = (): Promise<Account[]> => ledger.db.transact(tenant, (tx) => loadAccounts(tx, tenant.businessId))

const accountCalled = async (name: string): Promise<Account | undefined> =>
  (await chart()).find((one) => one.name === name)

const entriesOf = async () => (await listEntries(ledger, tenant, { page: { limit: 500 } })).entries

/** Debits less credits by name of account. */
async function balances(): Promise<Record<string, number>> {
  const rows = await ledger.db.transact(tenant, (tx) =>
    tx.rows<{ name: string; balance: string }>(
      `SELECT a.name, sum(CASE l.direction WHEN 'DEBIT' THEN l.amount ELSE -l.amount END) AS balance
         FROM line_items l JOIN accounts a ON a.business_id = l.business_id AND a.id = l.account_id
        GROUP BY a.name`,
    ),
  )
  return Object.fromEntries(rows.map(({ name, balance }) => [name, Number(balance)]).filter(([, balance]) => balance))
}

const TABLES = [
  'accounts',
  'journal_entries',
  'line_items',
  'line_item_tags',
  'account_balances',
  'tag_dimensions',
  'tag_definitions',
  'imported_accounts',
  'imported_entries',
  'businesses',
]

/** Everything but the import itself, and how many events tell of it. */
async function everything(): Promise<Record<string, string>> {
  const hashes = await ledger.db.transact(tenant, async (tx) => {
    const hashOf = async (table: string): Promise<[string, string]> => {
      const rows = await tx.rows<{ row: string }>(`SELECT t::text AS row FROM ${table} t ORDER BY 1`)
      return [table, createHash('sha256').update(JSON.stringify(rows)).digest('hex')]
    }
    const found: [string, string][] = []
    for (const table of TABLES) found.push(await hashOf(table))
    return found
  })
  const events = await ledger.relayDb.transact({}, (tx) =>
    tx.row<{ count: string }>('SELECT count(*) AS count FROM outbox WHERE business_id = $1', [tenant.businessId]),
  )
  return { ...Object.fromEntries(hashes), events: events?.count ?? '' }
}

const violations = () => ledger.db.call('SELECT * FROM check_books($1, $2)', [tenant.clientId, tenant.businessId])

describe('an import', () => {
  test('brings accounts and entries, and is told of', async () => {
    expect(counts(await sync())).toEqual(['SUCCEEDED', '4/0/1/0', '2/0/0/0'])
    expect(await balances()).toEqual({ 'Main checking': 6010, Services: -10010, Rent: 4000 })
    expect(await accountCalled('Main checking')).toMatchObject({
      accountNumber: '1',
      subtype: 'BANK_ACCOUNTS',
      normality: 'DEBIT',
    })
    const [first] = await entriesOf()
    expect(first).toMatchObject({
      basis: 'BOTH',
      entryType: 'MANUAL',
      agent: 'API',
      sourceType: 'quickbooks_journal_entry',
      sourceId: '11',
      postingKey: `quickbooks_journal_entry:${company.id}:11:imported:1`,
      referenceNumber: 'JE-11',
      memo: 'January',
      entryAt: new Date('2026-01-15T05:00:00Z'),
    })
    expect((await stateOf()).lastSucceededAt).not.toBeNull()
    expect(await violations()).toEqual([])
  })

  test('a second time changes nothing', async () => {
    await sync()
    const before = await everything()
    expect(counts(await sync())).toEqual(['SUCCEEDED', '0/0/5/0', '0/0/2/0'])
    expect(await everything()).toEqual(before)
  })

  test('posts to the account that every business has for what every company has', async () => {
    books.JournalEntry.push(entry('13', '2026-03-01', [line('Debit', RECEIVABLES, 5), line('Credit', SERVICES, 5)]))
    await company.keep(books)
    await sync()
    const receivables = (await chart()).filter(({ subtype }) => subtype === 'ACCOUNTS_RECEIVABLE')
    expect(receivables.map(({ stableName }) => stableName)).toEqual(['ACCOUNTS_RECEIVABLE'])
    expect((await balances())['Accounts Receivable']).toBe(500)
  })

  test('opens a second account of such a kind, since one account stands for one', async () => {
    books.Account.push(account('85', 'Receivables, abroad', TYPES.receivables))
    await company.keep(books)
    await sync()
    expect(await accountCalled('Receivables, abroad')).toMatchObject({
      subtype: 'ACCOUNTS_RECEIVABLE',
      stableName: null,
    })
  })

  test('nests accounts as they are nested there, whichever comes first', async () => {
    books.Account.push(
      account('100', 'Child', TYPES.rent, { ParentRef: { value: '101' } }),
      account('101', 'Parent', TYPES.rent, { ParentRef: { value: '102' } }),
      account('102', 'Grandparent', TYPES.rent),
    )
    await company.keep(books)
    await sync()
    expect((await accountCalled('Child'))?.parentId).toBe((await accountCalled('Parent'))?.id)
    expect((await accountCalled('Parent'))?.parentId).toBe((await accountCalled('Grandparent'))?.id)
  })

  test('leaves out a number that another account has', async () => {
    await createAccount(ledger, tenant, { name: 'Ours', account_subtype: 'CASH', account_number: '4' })
    await sync()
    expect((await accountCalled('Services'))?.accountNumber).toBeNull()
    const before = await everything()
    expect(counts(await sync())).toEqual(['SUCCEEDED', '0/0/5/0', '0/0/2/0'])
    expect(await everything()).toEqual(before)
  })

  test('turns classes and locations into tags with names to read', async () => {
    const filed = { ClassRef: { value: '500', name: 'Retail' }, DepartmentRef: { value: '3', name: 'Boston' } }
    books.JournalEntry = [
      entry('14', '2026-03-01', [
        line('Debit', CHECKING, 1, { detail: filed, Description: 'filed' }),
        line('Credit', SERVICES, 1),
      ]),
    ]
    await company.keep(books)
    await sync()
    const [posted] = await entriesOf()
    expect(
      posted?.lines.map(({ memo, tags }) => [memo, tags.map((tag) => [tag.key, tag.value, tag.valueDisplayName])]),
    ).toEqual([
      [
        'filed',
        [
          ['quickbooks_class', '500', 'Retail'],
          ['quickbooks_location', '3', 'Boston'],
        ],
      ],
      [null, []],
    ])
  })

  test.each([999, 1_000, 1_001, 2_000])('reads %s entries, page after page', async (count) => {
    books.JournalEntry = Array.from({ length: count }, (_, index) =>
      entry(String(index + 1), '2026-01-15', [line('Debit', CHECKING, 0.01), line('Credit', SERVICES, 0.01)]),
    )
    await company.keep(books)
    expect(counts(await sync())).toEqual(['SUCCEEDED', '4/0/1/0', `${count}/0/0/0`])
    expect(await balances()).toEqual({ 'Main checking': count, Services: -count })
    expect(counts(await sync())).toEqual(['SUCCEEDED', '0/0/5/0', `0/0/${count}/0`])
    expect(await violations()).toEqual([])
  })
})

describe('what has changed at the provider', () => {
  test('is changed here: names, numbers, places and what is in use', async () => {
    await sync()
    books.Account[0] = account(CHECKING, 'Checking, renamed', TYPES.checking, { AcctNum: '4' })
    books.Account[2] = account(SERVICES, 'Services', TYPES.services, { AcctNum: '1' })
    books.Account[3] = account(RENT, 'Rent (deleted)', TYPES.rent, { Active: false })
    await company.keep(books)
    expect(counts(await sync())).toEqual(['SUCCEEDED', '0/3/2/0', '0/0/2/0'])
    expect(await accountCalled('Checking, renamed')).toMatchObject({ accountNumber: '4' })
    expect(await accountCalled('Services')).toMatchObject({ accountNumber: '1' })
    expect((await accountCalled('Rent (deleted)'))?.archivedAt).toBeInstanceOf(Date)
    const before = await everything()
    expect(counts(await sync())).toEqual(['SUCCEEDED', '0/0/5/0', '0/0/2/0'])
    expect(await everything()).toEqual(before)

    books.Account[3] = account(RENT, 'Rent', TYPES.rent)
    await company.keep(books)
    expect(counts(await sync())).toEqual(['SUCCEEDED', '0/1/4/0', '0/0/2/0'])
    expect((await accountCalled('Rent'))?.archivedAt).toBeNull()
  })

  test('is imported with its entries although it is no longer in use', async () => {
    books.Account[3] = account(RENT, 'Rent (deleted)', TYPES.rent, { Active: false })
    await company.keep(books)
    expect(counts(await sync())).toEqual(['SUCCEEDED', '4/0/1/0', '2/0/0/0'])
    expect((await accountCalled('Rent (deleted)'))?.archivedAt).toBeInstanceOf(Date)
    expect(await balances()).toMatchObject({ 'Rent (deleted)': 4000 })
  })

  test('archives sub-accounts before their parents', async () => {
    books.Account.push(
      account('100', 'Child', TYPES.rent, { ParentRef: { value: '101' } }),
      account('101', 'Parent', TYPES.rent),
    )
    await company.keep(books)
    await sync()
    for (const one of books.Account.slice(-2)) one['Active'] = false
    await company.keep(books)
    expect(counts(await sync())).toEqual(['SUCCEEDED', '0/2/5/0', '0/0/2/0'])
    for (const name of ['Child', 'Parent']) expect((await accountCalled(name))?.archivedAt).toBeInstanceOf(Date)
  })

  test('leaves alone what people have changed here', async () => {
    await sync()
    const rent = await accountCalled('Rent')
    await updateAccount(ledger, tenant, { account_id: rent?.id ?? '', name: 'Rent, ours', cleared: [] })
    await sync()
    expect(await accountCalled('Rent, ours')).toBeDefined()
  })

  test('reverses an entry and posts it anew', async () => {
    await sync()
    books.JournalEntry[1] = entry('12', '2026-02-02', [line('Debit', RENT, 45), line('Credit', CHECKING, 45)], {
      SyncToken: '1',
    })
    await company.keep(books)
    expect(counts(await sync())).toEqual(['SUCCEEDED', '0/0/5/0', '0/1/1/0'])
    expect(await balances()).toEqual({ 'Main checking': 5510, Services: -10010, Rent: 4500 })
    const found = await ledger.db.transact(tenant, (tx) =>
      loadEntries(tx, tenant.businessId, 'postingKeys', [
        `quickbooks_journal_entry:${company.id}:12:superseded:1`,
        `quickbooks_journal_entry:${company.id}:12:imported:2`,
      ]),
    )
    expect(found.map(({ entryAt, reversalOfId }) => [entryAt.toISOString(), reversalOfId !== null])).toEqual([
      ['2026-02-01T05:00:00.000Z', true],
      ['2026-02-02T05:00:00.000Z', false],
    ])
    const before = await everything()
    await sync()
    expect(await everything()).toEqual(before)
    expect(await violations()).toEqual([])
  })

  test('is not changed by a new version with the same content', async () => {
    await sync()
    const before = await everything()
    books.JournalEntry[1] = { ...books.JournalEntry[1], Id: '12', SyncToken: '7', MetaData: {} }
    await company.keep(books)
    await sync()
    expect(await everything()).toEqual(before)
  })

  test('a voided entry, all of whose amounts are zero, is reversed and comes back when it is restored', async () => {
    await sync()
    const [, original] = books.JournalEntry
    books.JournalEntry[1] = entry('12', '2026-02-01', [line('Debit', RENT, 0), line('Credit', CHECKING, 0)])
    await company.keep(books)
    expect(counts(await sync())).toEqual(['SUCCEEDED', '0/0/5/0', '0/1/1/0'])
    expect(await balances()).toEqual({ 'Main checking': 10010, Services: -10010 })
    expect(counts(await sync())).toEqual(['SUCCEEDED', '0/0/5/0', '0/0/2/0'])
    if (original) books.JournalEntry[1] = original
    await company.keep(books)
    expect(counts(await sync())).toEqual(['SUCCEEDED', '0/0/5/0', '1/0/1/0'])
    expect(await balances()).toMatchObject({ Rent: 4000 })
  })

  test('moves a correction of a closed period to the first open instant', async () => {
    await sync()
    await updateConfiguration(ledger, tenant, { closing_date: '2026-02-28', cleared: [] })
    books.JournalEntry[1] = entry('12', '2026-02-01', [line('Debit', RENT, 45), line('Credit', CHECKING, 45)])
    await company.keep(books)
    expect(counts(await sync())).toEqual(['SUCCEEDED', '0/0/5/0', '0/1/1/0'])
    expect(await balances()).toMatchObject({ Rent: 4500 })
    const late = (await entriesOf()).filter(({ entryAt }) => entryAt > new Date('2026-03-01T04:00:00Z'))
    expect(late.map(({ entryAt }) => entryAt.toISOString())).toEqual([
      '2026-03-01T05:00:00.000Z',
      '2026-03-01T05:00:00.000Z',
    ])
  })

  test('of another company is apart, although it has the same ids', async () => {
    await sync()
    const other = new QuickbooksCompany(double.url, String(randomInt(1_000_000_000)))
    await other.keep(books)
    await connect(other.id)
    expect(counts(await sync())).toEqual(['SUCCEEDED', '4/0/1/0', '2/0/0/0'])
    expect((await balances())['Rent']).toBe(8000)
  })

  test('of a company that is connected under another name goes on where it was', async () => {
    await sync()
    const quickbooks = ledger.providers.get('quickbooks')
    if (!quickbooks) throw new Error('There is no provider.')
    await company.keep({
      ...books,
      JournalEntry: [entry('11', '2026-01-15', [line('Debit', CHECKING, 200), line('Credit', SERVICES, 200)])],
    })
    await sync()
    await company.keep(books)
    ledger.providers = new Map([['renamed', { ...quickbooks, name: 'renamed' }]])
    await connect(company.id, 'renamed')
    await startSync(ledger, tenant, 'renamed')
    await ledger.imports.idle()
    const { last } = await ledger.db.transact(tenant, (tx) => loadSyncState(tx, tenant.businessId, 'renamed'))
    expect(last && counts(last)).toEqual(['SUCCEEDED', '0/0/5/0', '0/1/1/0'])
    expect(await balances()).toEqual({ 'Main checking': 6010, Services: -10010, Rent: 4000 })
    expect(await violations()).toEqual([])
  })

  test('an imported entry is changed there, not reversed here', async () => {
    await sync()
    const [first] = await entriesOf()
    expect(await refusal(reverseEntry(ledger, tenant, { entryId: first?.id ?? '', memo: null }))).toBe('EntryOwned')
  })
})

describe('what cannot be imported', () => {
  const usual = () => [line('Debit', CHECKING, 1), line('Credit', SERVICES, 1)]

  test('is counted and named, and the rest goes on', async () => {
    await updateConfiguration(ledger, tenant, { closing_date: '2025-12-31', cleared: [] })
    books.Account.push(
      account('200', 'Estimates', ['Non-Posting', 'Estimates', 'Asset']),
      account('201', 'Euro account', TYPES.checking, { CurrencyRef: { value: 'EUR', name: 'Euro' } }),
    )
    books.JournalEntry.push(
      entry('20', '2025-12-31', usual()),
      entry('21', '2026-01-01', [line('Debit', CHECKING, 2), line('Credit', SERVICES, 1)]),
      entry('22', '2026-01-01', [line('Debit', CHECKING, 1), line('Credit', '999', 1)]),
      entry('23', '2026-01-01', usual(), { CurrencyRef: { value: 'EUR', name: 'Euro' } }),
      entry('24', '2026-01-01', [line('Debit', CHECKING, 1.001), line('Credit', SERVICES, 1.001)]),
      entry('25', '2026-01-01', [line('Debit', CHECKING, 1), line('Credit', '200', 1)]),
      entry('26', 'yesterday', usual()),
      entry('27', '2026-01-01', [line('Debit', '201', 1), line('Credit', SERVICES, 1)], { CurrencyRef: undefined }),
      entry(
        '28',
        '2026-01-01',
        Array.from({ length: 1_001 }, () => line('Debit', CHECKING, 1)),
      ),
      entry('29', '2026-01-01', [line('Debit', CHECKING, -3), line('Debit', SERVICES, 3), line('Credit', RENT, 0)]),
      entry('30', '2026-01-01', [line('Debit', CHECKING, 1e14), line('Credit', SERVICES, 1e14)]),
    )
    await company.keep(books)
    const done = await sync()
    expect(counts(done)).toEqual(['SUCCEEDED', '5/0/1/1', '3/0/0/10'])
    expect(done.refused.map(({ itemType, externalId, errorEnum }) => [itemType, externalId, errorEnum])).toEqual([
      ['ACCOUNT', '200', 'AccountTypeMismatch'],
      ['JOURNAL_ENTRY', '26', 'InvalidPayload'],
      ['JOURNAL_ENTRY', '20', 'PeriodClosed'],
      ['JOURNAL_ENTRY', '21', 'UnbalancedEntry'],
      ['JOURNAL_ENTRY', '22', 'AccountNotFound'],
      ['JOURNAL_ENTRY', '23', 'InvalidPayload'],
      ['JOURNAL_ENTRY', '24', 'InvalidPayload'],
      ['JOURNAL_ENTRY', '25', 'AccountNotFound'],
      ['JOURNAL_ENTRY', '27', 'InvalidPayload'],
      ['JOURNAL_ENTRY', '28', 'PayloadTooLarge'],
      ['JOURNAL_ENTRY', '30', 'AmountOutOfRange'],
    ])
    expect(await balances()).toEqual({ 'Main checking': 6010 - 300, Services: -10010 + 300, Rent: 4000 })
    const before = await everything()
    expect(counts(await sync())).toEqual(['SUCCEEDED', '0/0/6/1', '0/0/3/10'])
    expect(await everything()).toEqual(before)
  })

  test('is imported once what stood against it is gone', async () => {
    await updateConfiguration(ledger, tenant, { closing_date: '2026-01-31', cleared: [] })
    expect(counts(await sync())).toEqual(['SUCCEEDED', '4/0/1/0', '1/0/0/1'])
    await updateConfiguration(ledger, tenant, { cleared: ['closing_date'] })
    expect(counts(await sync())).toEqual(['SUCCEEDED', '0/0/5/0', '1/0/1/0'])
  })

  test('is named up to a hundred times', async () => {
    books.JournalEntry = Array.from({ length: 130 }, (_, index) => entry(String(index + 1), 'never', usual()))
    await company.keep(books)
    const { refused, journalEntries } = await sync()
    expect([refused.length, journalEntries.refused]).toEqual([100, 130])
  })

  test('an entry that would lead beyond what can be told exactly leaves the others alone', async () => {
    const huge = 90_071_992_547_400
    books.JournalEntry = [
      entry('1', '2026-01-01', usual()),
      entry('2', '2026-01-01', [line('Debit', CHECKING, huge), line('Credit', SERVICES, huge)]),
      entry('3', '2026-01-01', [line('Debit', CHECKING, huge), line('Credit', SERVICES, huge)]),
      entry('4', '2026-01-01', usual()),
    ]
    await company.keep(books)
    const done = await sync()
    expect(counts(done)).toEqual(['SUCCEEDED', '4/0/1/0', '3/0/0/1'])
    expect(done.refused.map(({ externalId, errorEnum }) => [externalId, errorEnum])).toEqual([
      ['3', 'AmountOutOfRange'],
    ])
  })
})

describe('a provider that fails', () => {
  test('is asked again after the time it names', async () => {
    await company.fail({ status: 429, retryAfter: '7' }, { status: 503, retryAfter: '2' })
    expect(counts(await sync())).toEqual(['SUCCEEDED', '4/0/1/0', '2/0/0/0'])
    expect(waits).toEqual([7_000, 2_000])
  })

  test('is asked again after a while where it names no time, each time later', async () => {
    await company.fail({ status: 500 }, { status: 429 }, { body: '<html>' })
    expect(counts(await sync())).toEqual(['SUCCEEDED', '4/0/1/0', '2/0/0/0'])
    expect(waits).toEqual([500, 1_000, 2_000])
  })

  test('that rejects a token gets a fresh one', async () => {
    await company.fail({ status: 401 })
    expect(counts(await sync())).toEqual(['SUCCEEDED', '4/0/1/0', '2/0/0/0'])
    const { tokens } = await company.asked()
    expect(new Set(tokens).size).toBe(2)
    expect(tokens[1]).not.toBe(tokens[0])
    expect((await oauth.requests()).filter(({ grantType }) => grantType === 'refresh_token')).toHaveLength(1)
  })

  test('that rejects the fresh token too wants to be connected again', async () => {
    await company.fail({ status: 401 }, { status: 401 })
    const { status, error } = await sync()
    expect([status, error?.errorEnum]).toEqual(['FAILED', 'ReauthorizationRequired'])
    expect(await refusal(startSync(ledger, tenant, 'quickbooks'))).toBe('ReauthorizationRequired')
  })

  test('that gives no fresh token makes the import fail', async () => {
    await oauth.behave({ mode: 'refuse', refusal: 'invalid_grant' })
    await company.fail({ status: 401 })
    const { status, error } = await sync()
    expect([status, error?.errorEnum]).toEqual(['FAILED', 'ReauthorizationRequired'])
    expect(await refusal(startSync(ledger, tenant, 'quickbooks'))).toBe('ReauthorizationRequired')
  })

  test.each([
    ['never answers', { hangs: true } as const],
    ['always fails', { status: 500 }],
    ['answers with something else', { body: 'not JSON' }],
  ])('and %s is given up in the end, and people can read why', async (_what, fault) => {
    await company.fail(...Array.from({ length: 6 }, () => fault))
    const { status, error, finishedAt } = await sync()
    expect([status, error?.errorEnum, error?.itemType]).toEqual(['FAILED', 'ProviderUnavailable', 'SYNC'])
    expect(error?.description).toMatch(/^Quickbooks .*, after 6 tries/)
    expect(finishedAt).toBeInstanceOf(Date)
    const { tokens } = await company.asked()
    for (const secret of [...tokens, 'detail that nobody repeats']) expect(error?.description).not.toContain(secret)
    expect(counts(await sync())).toEqual(['SUCCEEDED', '4/0/1/0', '2/0/0/0'])
  })

  test.each([
    ['refuses the query', { status: 400 }],
    ['forbids it', { status: 403 }],
    ['answers with a fault', { body: '{"QueryResponse":{"Fault":{}}}' }],
    ['sends us elsewhere', { status: 302, location: 'http://127.0.0.1:1/' }],
    ['wants to be asked next year', { status: 429, retryAfter: '31536000' }],
  ])('and %s is not asked again', async (_what, fault) => {
    await company.fail(fault)
    expect((await sync()).error?.errorEnum).toBe('ProviderUnavailable')
    expect((await company.asked()).queries).toHaveLength(1)
  })

  test('half way keeps what was imported, and goes on there', async () => {
    books.JournalEntry = Array.from({ length: 1_200 }, (_, index) =>
      entry(String(index + 1), '2026-01-15', [line('Debit', CHECKING, 1), line('Credit', SERVICES, 1)]),
    )
    await company.keep(books)
    await startSync(ledger, tenant, 'quickbooks')
    await waitFor('the second page to be asked for', async () => (await company.asked()).queries.length >= 2)
    await company.fail(...Array.from({ length: 6 }, () => ({ status: 500 })))
    await ledger.imports.idle()
    const failed = await lastSync()
    expect(failed.status).toBe('FAILED')
    const next = await sync()
    expect(next.status).toBe('SUCCEEDED')
    expect(failed.journalEntries.created + next.journalEntries.created).toBe(1_200)
    expect(await balances()).toEqual({ 'Main checking': 120_000, Services: -120_000 })
  })
})

describe('one import at a time', () => {
  test('starting one while one runs answers the running one', async () => {
    await company.hold(true)
    const first = await startSync(ledger, tenant, 'quickbooks')
    const second = await startSync(ledger, tenant, 'quickbooks')
    expect([first.is_syncing, second.last_sync?.id]).toEqual([true, first.last_sync?.id])
    expect(second.last_sync).toMatchObject({ status: 'RUNNING', refused: [] })
    await company.hold(false)
    await ledger.imports.idle()
    expect((await lastSync()).status).toBe('SUCCEEDED')
  })

  test('two replicas that start at once start one', async () => {
    const replicas = [ledger, replicaOf(ledger), replicaOf(ledger), replicaOf(ledger)]
    const answers = await Promise.all(
      replicas.flatMap((replica) => [0, 1].map(() => startSync(replica, tenant, 'quickbooks'))),
    )
    await ledger.imports.idle()
    const rows = await ledger.db.transact(tenant, (tx) => tx.rows('SELECT id FROM provider_syncs'))
    expect(rows).toHaveLength(1)
    expect(new Set(answers.map(({ last_sync }) => last_sync?.id)).size).toBe(1)
    expect((await company.asked()).queries).toHaveLength(2)
    expect(await balances()).toEqual({ 'Main checking': 6010, Services: -10010, Rent: 4000 })
  })

  test('a key that comes twice starts one, and answers the same', async () => {
    const keyed = () => requestFor(tenant.clientId, tenant.businessId, { key: 'once', requestHash: 'h' })
    const first = await startSync(ledger, keyed(), 'quickbooks')
    await ledger.imports.idle()
    const second = await startSync(ledger, keyed(), 'quickbooks')
    expect(second.last_sync?.id).toBe(first.last_sync?.id)
    expect((await lastSync()).id).toBe(first.last_sync?.id)
  })

  test('a process that ends interrupts its imports, and the next one goes on', async () => {
    const imports = new SyncRuns((error) => {
      throw error
    })
    const leaving: Ledger = { ...ledger, imports }
    await company.hold(true)
    await startSync(leaving, tenant, 'quickbooks')
    await waitFor('the provider to be asked', async () => (await company.asked()).queries.length > 0)
    await imports.stop()
    expect(await lastSync()).toMatchObject({ status: 'INTERRUPTED', error: null })
    await company.hold(false)
    expect(counts(await sync())).toEqual(['SUCCEEDED', '4/0/1/0', '2/0/0/0'])
  })

  test('a process that dies is noticed when its lease runs out, and what it does later is not counted', async () => {
    const dead = new SyncRuns(() => undefined)
    await company.hold(true)
    await startSync({ ...ledger, imports: dead }, tenant, 'quickbooks')
    const abandoned = await lastSync()
    const later = new Date(Date.now() + LEASE_MS + 1_000)
    expect([asOf(abandoned, new Date()).status, asOf(abandoned, later).status]).toEqual(['RUNNING', 'INTERRUPTED'])
    const runs = new SyncRuns((error) => {
      throw error
    }, imports)
    const afterwards: Ledger = { ...ledger, now: () => new Date(later), imports: runs }
    const next = await startSync(afterwards, tenant, 'quickbooks')
    expect(next.last_sync).toMatchObject({ status: 'RUNNING' })
    expect(next.last_sync?.id).not.toBe(abandoned.id)
    await company.hold(false)
    await runs.idle()
    await dead.idle()
    const rows = await ledger.db.transact(tenant, (tx) =>
      tx.rows<{ id: string; status: string }>('SELECT id, status FROM provider_syncs ORDER BY started_at'),
    )
    expect(rows.map(({ status }) => status)).toEqual(['INTERRUPTED', 'SUCCEEDED'])
    expect(await balances()).toEqual({ 'Main checking': 6010, Services: -10010, Rent: 4000 })
    expect(await violations()).toEqual([])
  })

  test('what was posted before a crash could note it is found by its posting key', async () => {
    await sync()
    await ledger.db.transact(tenant, (tx) =>
      tx.rows('UPDATE imported_entries SET settled = false, standing_revision = NULL, entry_id = NULL'),
    )
    const before = await entriesOf()
    await sync()
    expect(await entriesOf()).toEqual(before)
    const [row] = await ledger.db.transact(tenant, (tx) =>
      tx.rows<{ settled: boolean }>(
        'SELECT bool_and(settled AND entry_id IS NOT NULL) AS settled FROM imported_entries',
      ),
    )
    expect(row?.settled).toBe(true)
  })

  test('and is corrected when it has changed since', async () => {
    await sync()
    await ledger.db.transact(tenant, (tx) =>
      tx.rows('UPDATE imported_entries SET settled = false, standing_revision = NULL, entry_id = NULL'),
    )
    books.JournalEntry[1] = entry('12', '2026-02-01', [line('Debit', RENT, 45), line('Credit', CHECKING, 45)])
    await company.keep(books)
    await sync()
    expect(await balances()).toEqual({ 'Main checking': 5510, Services: -10010, Rent: 4500 })
  })
})

describe('an import is refused', () => {
  test('for a business that is not connected, or no longer', async () => {
    await unlink(ledger, tenant, 'quickbooks')
    expect(await refusal(startSync(ledger, tenant, 'quickbooks'))).toBe('NotConnected')
    const other = await openTestBusiness(ledger)
    expect(await refusal(startSync(ledger, other, 'quickbooks'))).toBe('NotConnected')
  })

  test('from a provider that nobody has configured', async () => {
    expect(await refusal(startSync(ledger, tenant, 'sage'))).toBe('ProviderNotFound')
  })

  test('for a business of somebody else', async () => {
    const stranger = await openTestBusiness(ledger)
    const knocking = requestFor(stranger.clientId, tenant.businessId)
    expect(await refusal(startSync(ledger, knocking, 'quickbooks'))).toBe('BusinessNotFound')
    expect((await stateOf()).last).toBeUndefined()
  })

  test('for an archived business, also one archived while it runs', async () => {
    await company.hold(true)
    await startSync(ledger, tenant, 'quickbooks')
    await archiveBusiness(ledger, tenant)
    await company.hold(false)
    await ledger.imports.idle()
    expect((await lastSync()).error?.errorEnum).toBe('BusinessArchived')
    expect(await refusal(startSync(ledger, tenant, 'quickbooks'))).toBe('BusinessArchived')
    expect(await entriesOf()).toEqual([])
  })

  test('and one that runs ends when the business is unlinked', async () => {
    await company.hold(true)
    await startSync(ledger, tenant, 'quickbooks')
    await unlink(ledger, tenant, 'quickbooks')
    await company.hold(false)
    await ledger.imports.idle()
    expect(await lastSync()).toMatchObject({ status: 'FAILED', error: { errorEnum: 'NotConnected' } })
  })
})
