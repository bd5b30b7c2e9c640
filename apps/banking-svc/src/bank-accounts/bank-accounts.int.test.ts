/** Bank accounts and their feeds after they were opened: what they show, and how they change. */
import type { Tx } from '@pacioli/db'
import type { UpdateBankAccountRequest__Output, UpdateConnectionRequest__Output } from '@pacioli/protos/banking'
import type { BusinessWrite } from '@pacioli/rpc'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestBusiness, requestFor, startTestBanking, type TestBanking } from '../banking.test-helpers.ts'
import { loadBankAccountsAfter } from './bank-account.store.ts'
import {
  announced,
  ledgerAccountsOf,
  openTestAccount,
  refusal,
  type SeenEvent,
  type TestAccount,
} from './bank-accounts.test-helpers.ts'
import { loadExternalAccountsAfter, lockExternalAccount } from './external-account.store.ts'
import { moveTotals } from '../bank-transactions/totals.store.ts'
import { recordLatestBalance } from './update-connection.ts'
import {
  applyTagsToBankAccounts as applyTags,
  archiveBankAccount,
  archiveExternalAccount,
  createOpeningBalance,
  deleteOpeningBalance,
  getBankAccount,
  getOpeningBalance,
  listBankAccounts,
  listExternalAccounts,
  removeTagsFromBankAccounts as removeTags,
  updateBankAccount,
  updateConnection,
} from '../use-cases.test-helpers.ts'

let banking: TestBanking
let shared: BusinessWrite
let request: BusinessWrite
let account: TestAccount
beforeAll(async () => {
  banking = await startTestBanking()
  shared = await openTestBusiness(banking)
})
afterAll(() => banking.stop())
beforeEach(async () => {
  request = shared
  account = await openTestAccount(banking, request)
})

const get = async (id = account.bankAccountId) => (await getBankAccount(banking, request, id)).data
const list = async (withArchived = false) => (await listBankAccounts(banking, request, withArchived)).data ?? []
const feeds = async (filter = {}) => (await listExternalAccounts(banking, request, filter)).data ?? []
const updateOf = (change: Partial<UpdateBankAccountRequest__Output>): UpdateBankAccountRequest__Output => ({
  bank_account_id: account.bankAccountId,
  institution: null,
  cleared: [],
  ...change,
})
const update = async (change: Partial<UpdateBankAccountRequest__Output>) =>
  (await updateBankAccount(banking, request, updateOf(change))).data
const connectionOf = (news: Partial<UpdateConnectionRequest__Output>): UpdateConnectionRequest__Output => ({
  external_account_id: account.externalAccountId,
  latest_balance: null,
  cleared: [],
  ...news,
})
const connect = async (news: Partial<UpdateConnectionRequest__Output>) =>
  (await updateConnection(banking, request, connectionOf(news))).data
const events = (type: string, id: string): Promise<SeenEvent[]> =>
  announced(banking.relayDb, request.businessId, type).then((seen) => seen.filter(({ subject }) => subject === id))
const nameInChart = async () =>
  (await ledgerAccountsOf(banking, request)).find(({ id }) => id === account.ledgerAccountId)?.name
const withKey = (key: string) => requestFor(request.clientId, request.businessId, { key, requestHash: 'h' })
const move = (count: number, sum: bigint, externalAccountId = account.externalAccountId) =>
  banking.db.transact(request, (tx) =>
    moveTotals(tx, [{ externalAccountId, count, sum, uncategorizedCount: count, uncategorizedSum: sum }]),
  )

describe('an account shows', () => {
  test('its uncategorized transactions, and that it has no opening balance', async () => {
    expect((await get())?.external_accounts).toMatchObject([{ notifications: [], uncategorized_transaction_sum: 0 }])
    await move(2, -1_500n)
    expect((await get())?.external_accounts).toMatchObject([
      {
        notifications: [{ type: 'OPENING_BALANCE_MISSING', scope: 'USER' }],
        uncategorized_transaction_sum: -1_500,
      },
    ])
    await createOpeningBalance(banking, request, {
      external_account_id: account.externalAccountId,
      balance: 700,
      effective_at: '2026-01-01T00:00:00Z',
    })
    expect(await get()).toMatchObject({
      current_ledger_balance: 700,
      external_accounts: [{ notifications: [], current_ledger_balance: 700 }],
    })
  })

  test('a sum outside the safe integers is refused rather than rounded', async () => {
    await move(2, 2n * 9_007_199_254_740_991n)
    expect(await refusal(get())).toBe('AmountOutOfRange')
    await move(-2, -2n * 9_007_199_254_740_991n)
  })

  test('a broken feed disconnects it until it is repaired', async () => {
    expect(await connect({ connection_needs_repair_as_of: '2026-05-01T10:00:00+02:00' })).toMatchObject({
      connection_needs_repair_as_of: '2026-05-01T08:00:00.000Z',
      notifications: [{ type: 'CONNECTION_NEEDS_REPAIR', scope: 'USER' }],
    })
    expect(await get()).toMatchObject({ is_disconnected: true })
    await connect({ cleared: ['connection_needs_repair_as_of'] })
    expect(await get()).toMatchObject({ is_disconnected: false, external_accounts: [{ notifications: [] }] })
  })

  test('lists are in the order of creation, and leave out archived accounts unless requested', async () => {
    request = await openTestBusiness(banking)
    expect(await list()).toEqual([])
    expect(await feeds()).toEqual([])
    account = await openTestAccount(banking, request)
    const second = await openTestAccount(banking, request, { account_name: 'Second' })
    const extra = await openTestAccount(banking, request, { bank_account_id: second.bankAccountId })
    await archiveExternalAccount(banking, request, extra.externalAccountId)
    await archiveBankAccount(banking, request, account.bankAccountId)
    expect(await list()).toMatchObject([
      { id: second.bankAccountId, external_accounts: [{ id: second.externalAccountId }] },
    ])
    expect((await list())[0]?.external_accounts).toHaveLength(1)
    expect(await list(true)).toMatchObject([
      { id: account.bankAccountId, external_accounts: [{ id: account.externalAccountId }] },
      {
        id: second.bankAccountId,
        external_accounts: [{ id: second.externalAccountId }, { id: extra.externalAccountId }],
      },
    ])
    expect((await get(second.bankAccountId))?.external_accounts).toHaveLength(2)
    expect((await feeds()).map(({ id }) => id)).toEqual([second.externalAccountId])
    expect(await feeds({ include_archived: true })).toHaveLength(3)
    expect(await feeds({ include_archived: true, bank_account_id: account.bankAccountId })).toHaveLength(1)
    expect(await feeds({ bank_account_id: banking.newId() })).toEqual([])
    expect(await feeds({ bank_account_id: 'nonsense' })).toEqual([])
    const [first] = await feeds()
    expect(await feeds({ external_id: first?.external_account_external_id })).toEqual([first])
  })
})

describe('updating a bank account', () => {
  test('changes fields that are present, keeps absent ones, and clears cleared ones', async () => {
    const full = {
      notes: 'n',
      memo: 'm',
      metadata: '{"a": 1}',
      reference_number: 'r',
      notify_when_disconnected: true,
      institution: { name: 'Bank', logo: 'l' },
    }
    expect(await update(full)).toMatchObject(full)
    expect(await update({ memo: 'other' })).toMatchObject({ ...full, memo: 'other' })
    const cleared = await update({ cleared: ['notes', 'memo', 'metadata', 'reference_number', 'institution'] })
    for (const field of ['notes', 'memo', 'metadata', 'reference_number', 'institution'] as const)
      expect(cleared?.[field]).toBeUndefined()
    expect(cleared?.notify_when_disconnected).toBe(true)
    expect(await get()).toEqual(cleared)
    // An update without a change, or one that is refused, makes no version.
    await update({ notify_when_disconnected: true })
    await update({})
    expect(await refusal(update({ account_name: ' ' }))).toBe('InvalidPayload')
    expect(await refusal(update({ cleared: ['account_name'] }))).toBe('InvalidPayload')
    const versions = (await events('bank_account', account.bankAccountId)).map(({ data }) => data.version)
    expect(versions).toEqual([1, 2, 3, 4])
  })

  test('renames its ledger account with it', async () => {
    expect(await update({ account_name: 'Payroll' })).toMatchObject({ account_name: 'Payroll' })
    expect(await nameInChart()).toBe('Payroll')
  })

  test('once: a repeated request does not rename it back', async () => {
    const rename = updateOf({ account_name: 'Payroll' })
    const first = await updateBankAccount(banking, withKey('k'), rename)
    await update({ account_name: 'Rent' })
    expect(await updateBankAccount(banking, withKey('k'), rename)).toEqual(first)
    expect(await nameInChart()).toBe('Rent')
    expect(await get()).toMatchObject({ account_name: 'Rent' })
  })

  test('of all fields concurrently loses nothing', async () => {
    const fields = ['notes', 'memo', 'reference_number'] as const
    await Promise.all(fields.map((field) => update({ [field]: field })))
    expect(await get()).toMatchObject({ notes: 'notes', memo: 'memo', reference_number: 'reference_number' })
    const versions = (await events('bank_account', account.bankAccountId)).map(({ data }) => data.version)
    expect(versions).toEqual([1, 2, 3, 4])
  })
})

describe('archiving', () => {
  test('a bank account archives its feeds, even with uncategorized transactions, and repeats its answer', async () => {
    await move(1, 100n)
    await connect({ is_syncing: true })
    const { data } = await archiveBankAccount(banking, request, account.bankAccountId)
    expect(data?.archived_at).toBeDefined()
    expect(data?.external_accounts).toMatchObject([
      { archived_at: data?.archived_at, is_syncing: false, uncategorized_transaction_sum: 100, notifications: [] },
    ])
    expect((await archiveBankAccount(banking, request, account.bankAccountId)).data).toEqual(data)
    const [external] = (await events('external_account', account.externalAccountId)).slice(-1)
    expect(external?.data).toMatchObject({ archived_at: data?.archived_at, version: 3 })
    // Its transactions can still be categorized, which posts to it.
    expect(await nameInChart()).toBe('Checking')
    expect(await refusal(update({ memo: 'closed' }))).toBe('none')
  })

  test('the last feed leaves the bank account in place, and an archived one reports nothing', async () => {
    const { data } = await archiveExternalAccount(banking, request, account.externalAccountId)
    expect(data?.archived_at).toBeDefined()
    expect((await archiveExternalAccount(banking, request, account.externalAccountId)).data).toEqual(data)
    expect((await list()).find(({ id }) => id === account.bankAccountId)?.external_accounts).toEqual([])
    expect(await refusal(connect({ is_syncing: true }))).toBe('BankAccountArchived')
  })
})

describe('a feed', () => {
  test('reports its connection, each report a version', async () => {
    const connection_id = banking.newId()
    const data = await connect({
      requires_user_confirmation_as_of: '2026-05-01T00:00:00Z',
      reconnect_with_new_credentials: true,
      connection_id,
      connection_external_id: 'c-1',
      is_syncing: true,
      latest_balance: { balance: -2_500, at: '2026-05-01T00:00:00Z' },
    })
    expect(data).toMatchObject({
      requires_user_confirmation_as_of: '2026-05-01T00:00:00.000Z',
      notifications: [{ type: 'REQUIRES_USER_CONFIRMATION', scope: 'USER' }],
      reconnect_with_new_credentials: true,
      connection_id,
      connection_external_id: 'c-1',
      is_syncing: true,
      latest_balance_timestamp: {
        external_account_external_id: data?.external_account_external_id,
        external_account_source: 'custom',
        balance: -2_500,
        at: '2026-05-01T00:00:00.000Z',
      },
    })
    await connect({ is_syncing: true })
    const late = { latest_balance: { balance: 7, at: '2026-04-30T00:00:00Z' } }
    expect(await connect(late)).toMatchObject({ latest_balance_timestamp: { balance: -2_500 } })
    const seen = await events('external_account', account.externalAccountId)
    expect(seen).toHaveLength(2)
    expect(seen[1]?.data).toMatchObject({
      version: 2,
      latest_balance: { balance: -2_500 },
      requires_user_confirmation_as_of: '2026-05-01T00:00:00.000Z',
    })
    expect((await connect({ cleared: ['latest_balance'] }))?.latest_balance_timestamp).toBeUndefined()
  })

  test('cannot report invalid values', async () => {
    expect(await refusal(connect({ connection_needs_repair_as_of: 'yesterday' }))).toBe('InvalidPayload')
    expect(await refusal(connect({ connection_id: 'x' }))).toBe('InvalidPayload')
    expect(await refusal(connect({ cleared: ['is_syncing'] }))).toBe('InvalidPayload')
    expect(await refusal(connect({ latest_balance: { balance: 2 ** 53, at: '2026-05-01' } }))).toBe('AmountOutOfRange')
  })

  test('a statement brings a balance, too', async () => {
    const record = (balance: number, at: Date) =>
      banking.db.transact(request, async (tx) => {
        const external = await lockExternalAccount(tx, account.externalAccountId)
        return external && recordLatestBalance(tx, banking, external, { balance, at })
      })
    await record(900, new Date('2026-05-31T23:59:59.999Z'))
    await record(100, new Date('2026-04-30T23:59:59.999Z'))
    expect(await feeds({ bank_account_id: account.bankAccountId })).toMatchObject([
      { latest_balance_timestamp: { balance: 900, at: '2026-05-31T23:59:59.999Z' } },
    ])
  })
})

describe('tags of bank accounts', () => {
  const tagging = (entity_ids: string[], ...key_values: { key: string; value: string }[]) => ({
    entity_type: 'BANK_ACCOUNT',
    entity_ids,
    key_values,
  })
  const apply = (ids: string[], ...tags: { key: string; value: string }[]) =>
    applyTags(banking, request, tagging(ids, ...tags))
  const remove = (ids: string[], ...tags: { key: string; value: string }[]) =>
    removeTags(banking, request, tagging(ids, ...tags))
  const site = (value: string) => ({ key: 'site', value })

  test('are defined when applied, shown with the account, and removed again', async () => {
    const { data } = await apply([account.bankAccountId], site('north'), { key: 'area', value: 'a' })
    expect(data).toMatchObject([
      {
        entity_type: 'BANK_ACCOUNT',
        entity_id: account.bankAccountId,
        transaction_tags: [{ key: 'area', value: 'a' }, site('north')],
      },
    ])
    expect((await get())?.entity_tags).toEqual(data?.[0]?.transaction_tags)
    expect((await apply([account.bankAccountId], site('north'))).data).toEqual(data)
    await remove([account.bankAccountId], site('south'))
    const { data: left } = await remove([account.bankAccountId], site('north'), { key: 'none', value: 'x' })
    expect(left?.[0]?.transaction_tags).toMatchObject([{ key: 'area', value: 'a' }])
    expect(await get()).toMatchObject({ entity_tags: left?.[0]?.transaction_tags })
    const seen = await events('bank_account', account.bankAccountId)
    expect(seen.map(({ data: { entity_tags } }) => (entity_tags as unknown[]).length)).toEqual([0, 2, 1])
  })

  test('are one value per dimension, on all of the accounts or on none', async () => {
    const second = await openTestAccount(banking, request)
    await apply([second.bankAccountId], site('north'))
    await expect(apply([account.bankAccountId, second.bankAccountId], site('south'))).rejects.toMatchObject({
      errorEnum: 'DuplicateTagDimension',
      problems: [{ meta: { field: 'key_values.0', value: 'south' } }],
    })
    expect((await get())?.entity_tags).toEqual([])
    expect(await refusal(apply([account.bankAccountId], site('a'), site('b')))).toBe('DuplicateTagDimension')
  })

  test('cannot be applied to unknown accounts, and are not defined then', async () => {
    const unknown = banking.newId()
    const nowhere = { key: 'nowhere', value: 'x' }
    await expect(apply([account.bankAccountId, unknown, 'nonsense'], nowhere)).rejects.toMatchObject({
      errorEnum: 'EntityNotFound',
      problems: [{ meta: { field: 'entity_ids.1', value: unknown } }, { meta: { field: 'entity_ids.2' } }],
    })
    expect(await refusal(remove([unknown], nowhere))).toBe('EntityNotFound')
    expect(await refusal(applyTags(banking, request, { ...tagging([]), entity_type: 'BILL' }))).toBe('InvalidPayload')
    const [dimensions] = await banking.db.transact(request, (tx) =>
      tx.rows<{ count: string }>("SELECT count(*) FROM tag_dimensions WHERE key = 'nowhere'"),
    )
    expect(Number(dimensions?.count)).toBe(0)
  })

  test('that race leave one value of a dimension', async () => {
    const outcomes = await Promise.all(
      ['a', 'b', 'c'].map((value) => refusal(apply([account.bankAccountId], site(value)))),
    )
    expect(outcomes.sort()).toEqual(['DuplicateTagDimension', 'DuplicateTagDimension', 'none'])
    expect((await get())?.entity_tags).toHaveLength(1)
  })

  test('are applied to many accounts at once, answered in the order of the request', async () => {
    const ids = [account.bankAccountId]
    ids.unshift((await openTestAccount(banking, request)).bankAccountId)
    const { data } = await apply([...ids, account.bankAccountId.toUpperCase()], site('north'))
    expect(data?.map(({ entity_id }) => entity_id)).toEqual([...ids, account.bankAccountId])
    expect(data?.every(({ transaction_tags }) => transaction_tags?.length === 1)).toBe(true)
  })
})

test('everything is replayed in pages, as in its last event', async () => {
  await update({ memo: 'm' })
  const PAGE = 7
  type Versioned = { id: string; version: number }
  const all = async (load: (tx: Tx, afterId: string | null) => Promise<Versioned[]>): Promise<Versioned[]> => {
    const found: Versioned[] = []
    for (;;) {
      const page = await banking.db.transact(request, (tx) => load(tx, found.at(-1)?.id ?? null))
      expect(page.length).toBeLessThanOrEqual(PAGE)
      if (page.length === 0) return found
      found.push(...page)
    }
  }
  const lastVersions = async (type: string) => {
    const seen = await announced(banking.relayDb, request.businessId, type)
    return new Map(seen.map(({ subject, data }) => [subject, data.version]))
  }
  const banks = await all((tx, afterId) => loadBankAccountsAfter(tx, afterId, PAGE))
  expect(banks.length).toBeGreaterThan(PAGE)
  expect(new Map(banks.map(({ id, version }) => [id, version]))).toEqual(await lastVersions('bank_account'))
  const externals = await all((tx, afterId) => loadExternalAccountsAfter(tx, afterId, PAGE))
  expect(new Map(externals.map(({ id, version }) => [id, version]))).toEqual(await lastVersions('external_account'))
})

describe("another business's accounts", () => {
  let theirs: TestAccount
  beforeAll(async () => {
    const neighbour = await openTestBusiness(banking)
    theirs = await openTestAccount(banking, neighbour, { external_id: 'same' })
    await createOpeningBalance(banking, neighbour, {
      external_account_id: theirs.externalAccountId,
      balance: 1,
      effective_at: '2026-01-01',
    })
  })

  test.each(['theirs', 'unknown', 'nonsense'])('are not found: %s', async (which) => {
    const [bank, external] =
      which === 'theirs'
        ? [theirs.bankAccountId, theirs.externalAccountId]
        : which === 'unknown'
          ? [banking.newId(), banking.newId()]
          : [which, which]
    const tags = { entity_type: 'BANK_ACCOUNT', entity_ids: [bank], key_values: [{ key: 'k', value: 'v' }] }
    const opening = { external_account_id: external, balance: 1, effective_at: '2026-01-01' }
    expect(await refusal(get(bank))).toBe('BankAccountNotFound')
    expect(await refusal(update({ bank_account_id: bank, account_name: 'x' }))).toBe('BankAccountNotFound')
    expect(await refusal(archiveBankAccount(banking, request, bank))).toBe('BankAccountNotFound')
    expect(await refusal(applyTags(banking, request, tags))).toBe('EntityNotFound')
    expect(await refusal(removeTags(banking, request, tags))).toBe('EntityNotFound')
    expect(await feeds({ bank_account_id: bank })).toEqual([])
    expect(await refusal(archiveExternalAccount(banking, request, external))).toBe('ExternalAccountNotFound')
    expect(await refusal(connect({ external_account_id: external }))).toBe('ExternalAccountNotFound')
    expect(await refusal(createOpeningBalance(banking, request, opening))).toBe('ExternalAccountNotFound')
    expect(await refusal(getOpeningBalance(banking, request, external))).toBe('ExternalAccountNotFound')
    expect(await refusal(deleteOpeningBalance(banking, request, external))).toBe('ExternalAccountNotFound')
  })

  test('share no external_id, and no list shows them', async () => {
    const mine = await openTestAccount(banking, request, { external_id: 'same' })
    expect(mine.externalAccountId).not.toBe(theirs.externalAccountId)
    expect((await list(true)).map(({ id }) => id)).not.toContain(theirs.bankAccountId)
    expect((await feeds()).map(({ id }) => id)).not.toContain(theirs.externalAccountId)
  })

  test('and a business of another client is not found', async () => {
    const stranger = { ...request, clientId: banking.newId() }
    expect(await refusal(listBankAccounts(banking, stranger, false))).toBe('BusinessNotFound')
    expect(await refusal(archiveBankAccount(banking, stranger, account.bankAccountId))).toBe('BusinessNotFound')
  })
})
