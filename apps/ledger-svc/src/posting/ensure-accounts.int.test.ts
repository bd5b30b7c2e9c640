import { DomainError } from '@pacioli/errors'
import type { BusinessWrite } from '@pacioli/rpc'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestBusiness, replicaOf, requestFor, startTestLedger, type TestLedger } from '../ledger.test-helpers.ts'
import { resolveBooks } from './resolve-books.ts'
import { ensureAccounts } from './ensure-accounts.ts'
import { getBalances } from './get-balances.ts'
import { postPostings } from './post-postings.ts'
import {
  archiveBusiness,
  postJournalEntry,
  reverseEntry,
  updateAccount,
  updateBusiness,
} from '../use-cases.test-helpers.ts'

let ledger: TestLedger
let business: BusinessWrite

beforeAll(async () => {
  ledger = await startTestLedger()
})
beforeEach(async () => {
  business = await openTestBusiness(ledger)
})
afterAll(() => ledger.stop())

const refusal = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'accepted',
    (error: unknown) => (error instanceof DomainError ? error.errorEnum : String(error)),
  )

const checking = (more: object = {}) => ({
  account_id: ledger.newId(),
  name: 'Checking',
  account_subtype: 'BANK_ACCOUNTS',
  ...more,
})

const change = (fields: object) => updateBusiness(ledger, business, { cleared: [], ...fields })

const eventsOf = async (accountId: string): Promise<string[]> =>
  (
    await ledger.relayDb.transact(business, (tx) =>
      tx.rows<{ subject: string }>(
        'SELECT subject FROM events WHERE business_id = $1 AND aggregate_id = $2 ORDER BY position',
        [business.businessId, accountId],
      ),
    )
  ).map(({ subject }) => subject.split('.').slice(2).join('.'))

describe('accounts of another service', () => {
  test('are opened once, announced once and postable at once, however often they are requested', async () => {
    const other = replicaOf(ledger)
    await other.books.get(business)
    const before = await resolveBooks(ledger, business, [])
    const requested = checking()
    const first = await ensureAccounts(ledger, business, [requested])
    expect(first.accounts).toMatchObject([{ id: requested.account_id, name: 'Checking', normality: 'DEBIT' }])
    expect([first.timeZone, first.currency]).toEqual(['UTC', 'USD'])
    expect((await ensureAccounts(ledger, business, [requested])).accounts).toEqual(first.accounts)
    expect(await eventsOf(requested.account_id)).toEqual(['account.created'])
    const { epoch } = await resolveBooks(ledger, business, [{ type: 'AccountId', id: requested.account_id }])
    expect(epoch).toBe(before.epoch + 1)
    const posting = {
      posting_key: 'k',
      source_type: 'bank_transaction',
      source_id: ledger.newId(),
      entry_type: 'BANK',
      basis: 'BOTH',
      agent: 'API',
      entry_at: '2026-03-01T00:00:00Z',
      line_items: [
        {
          account_identifier: { type: 'AccountId', id: requested.account_id },
          amount: 5,
          direction: 'DEBIT',
          tags: [],
        },
        {
          account_identifier: { type: 'StableName', stable_name: 'SALES' },
          amount: 5,
          direction: 'CREDIT',
          tags: [],
        },
      ],
      tags: [],
    }
    const { data } = await postPostings(other, business, { decisionEpoch: epoch, postings: [posting] })
    expect(data).toMatchObject([{ created: true }])
    expect(await refusal(reverseEntry(ledger, business, { entryId: data[0]?.entry_id ?? '', memo: null }))).toBe(
      'EntryOwned',
    )
  })

  test('are opened once for concurrent requests', async () => {
    const requested = checking()
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        ensureAccounts(index % 2 ? ledger : replicaOf(ledger), business, [requested]),
      ),
    )
    expect(new Set(answers.map(({ accounts }) => accounts[0]?.id))).toEqual(new Set([requested.account_id]))
    expect(await eventsOf(requested.account_id)).toEqual(['account.created'])
  })

  test('are all opened or none', async () => {
    const [good, bad] = [checking(), checking({ account_subtype: 'SOCK' })]
    expect(await refusal(ensureAccounts(ledger, business, [good, bad]))).toBe('AccountTypeMismatch')
    expect(await refusal(getBalances(ledger, business, [good.account_id], 'ACCRUAL'))).toBe('AccountNotFound')
  })

  test('of archived books are answered, but not opened', async () => {
    const requested = checking()
    await ensureAccounts(ledger, business, [requested])
    await archiveBusiness(ledger, business)
    expect((await ensureAccounts(ledger, business, [requested])).accounts).toHaveLength(1)
    expect(await refusal(ensureAccounts(ledger, business, [requested, checking()]))).toBe('BusinessArchived')
  })

  test('of a business of another client are those of an unknown one', async () => {
    const stranger = requestFor(ledger.newId(), business.businessId)
    expect(await refusal(ensureAccounts(ledger, stranger, [checking()]))).toBe('BusinessNotFound')
    expect(await refusal(ensureAccounts(ledger, business, []))).toBe('InvalidPayload')
    const tooMany = Array.from({ length: 1_001 }, () => checking())
    expect(await refusal(ensureAccounts(ledger, business, tooMany))).toBe('InvalidPayload')
    expect((await ensureAccounts(ledger, business, tooMany.slice(1))).accounts).toHaveLength(1_000)
  })
})

describe('currency and time zone', () => {
  test('stay once another service keeps an account, although nothing was posted', async () => {
    await change({ time_zone: 'Asia/Tokyo', currency: 'JPY' })
    const kept = await ensureAccounts(ledger, business, [checking()])
    expect([kept.timeZone, kept.currency]).toEqual(['Asia/Tokyo', 'JPY'])
    expect(await refusal(change({ time_zone: 'UTC' }))).toBe('BusinessFieldLocked')
    expect(await refusal(change({ currency: 'USD' }))).toBe('BusinessFieldLocked')
    expect(await refusal(change({ time_zone: 'Asia/Tokyo', legal_name: 'New & Co' }))).toBe('accepted')
  })

  test('stay although the account was in the chart already', async () => {
    const known = (await ledger.books.get(business)).chart.byStableName.get('BANK_ACCOUNTS')
    await ensureAccounts(ledger, business, [checking({ account_id: known?.id ?? '' })])
    expect(await refusal(change({ time_zone: 'Asia/Tokyo' }))).toBe('BusinessFieldLocked')
  })

  test('are what the service received, whichever of both requests was first', async () => {
    const seen = new Set<string>()
    for (let round = 0; round < 12; round++) {
      business = await openTestBusiness(ledger)
      const ensure = () => ensureAccounts(ledger, business, [checking()])
      const move = () => refusal(change({ time_zone: 'Asia/Tokyo' }))
      const [kept, moved] =
        round % 2
          ? await Promise.all([ensure(), move()])
          : await Promise.all([move(), ensure()]).then(([second, first]) => [first, second] as const)
      const { timeZone } = await ledger.books.get(business)
      expect(kept.timeZone).toBe(moved === 'accepted' ? 'Asia/Tokyo' : 'UTC')
      expect(timeZone).toBe(kept.timeZone)
      seen.add(moved)
    }
    expect([...seen].every((outcome) => ['accepted', 'BusinessFieldLocked'].includes(outcome))).toBe(true)
  })
})

describe('balances', () => {
  const entry = (amount: number, debit: string, credit: string, month = '03') => ({
    entry_at: `2026-${month}-01T10:00:00Z`,
    line_items: [
      { account_identifier: { type: 'StableName', stable_name: debit }, amount, direction: 'DEBIT', tags: [] },
      { account_identifier: { type: 'StableName', stable_name: credit }, amount, direction: 'CREDIT', tags: [] },
    ],
    tags: [{ key: 'site', value: 'north' }],
  })
  const idOf = async (stableName: string): Promise<string> =>
    (await ledger.books.get(business)).chart.byStableName.get(stableName)?.id ?? ''

  test('are in the normality of each account, in the requested order, zero where nothing was posted', async () => {
    await postJournalEntry(ledger, business, entry(700, 'CASH', 'CREDIT_CARD'))
    await postJournalEntry(ledger, business, entry(300, 'SALES', 'CASH', '07'))
    const ids = await Promise.all(['CREDIT_CARD', 'CASH', 'INVENTORY', 'CASH', 'SALES'].map(idOf))
    const found = await getBalances(ledger, business, [ids[0]?.toUpperCase() ?? '', ...ids.slice(1)], 'ACCRUAL')
    expect(found).toEqual([700, 400, 0, 400, -300].map((balance, index) => ({ account_id: ids[index], balance })))
  })

  test('are of the books of one basis', async () => {
    const { epoch } = await resolveBooks(ledger, business, [])
    const { tags, ...rest } = entry(50, 'CASH', 'SALES')
    const posting = (basis: string, line_items = rest.line_items) => ({
      posting_key: basis,
      source_type: 'bill',
      source_id: ledger.newId(),
      entry_type: 'MANUAL',
      agent: 'API',
      basis,
      entry_at: rest.entry_at,
      line_items,
      tags,
    })
    const more = entry(7, 'CASH', 'SALES').line_items
    await postPostings(ledger, business, {
      decisionEpoch: epoch,
      postings: [posting('ACCRUAL'), posting('CASH', more)],
    })
    const cash = await idOf('CASH')
    const balanceIn = async (basis: string) => (await getBalances(ledger, business, [cash], basis))[0]?.balance
    expect([await balanceIn('ACCRUAL'), await balanceIn('CASH')]).toEqual([50, 7])
    expect(await refusal(getBalances(ledger, business, [cash], 'BOTH'))).toBe('InvalidPayload')
  })

  test('of accounts that the business does not have are refused by name; so are those of other clients', async () => {
    const cash = await idOf('CASH')
    const foreign = (await ledger.books.get(await openTestBusiness(ledger))).chart.byStableName.get('CASH')?.id ?? ''
    const error: unknown = await getBalances(ledger, business, [cash, foreign, 'x'], 'ACCRUAL').catch((e: unknown) => e)
    expect(error).toBeInstanceOf(DomainError)
    expect((error as DomainError).problems.map(({ error_enum, meta }) => [error_enum, meta.field])).toEqual([
      ['AccountNotFound', 'account_ids.1'],
      ['AccountNotFound', 'account_ids.2'],
    ])
    expect(await refusal(getBalances(ledger, requestFor(ledger.newId(), business.businessId), [cash], 'CASH'))).toBe(
      'BusinessNotFound',
    )
    const thousand = Array.from({ length: 1_000 }, () => cash)
    expect(await getBalances(ledger, business, thousand, 'ACCRUAL')).toHaveLength(1_000)
    expect(await refusal(getBalances(ledger, business, [...thousand, cash], 'ACCRUAL'))).toBe('InvalidPayload')
  })

  test('of an archived account are answered, too', async () => {
    const requested = checking()
    await ensureAccounts(ledger, business, [requested])
    await updateAccount(ledger, business, {
      account_id: requested.account_id,
      archived: true,
      cleared: [],
      parent_id: null,
    })
    expect(await getBalances(ledger, business, [requested.account_id], 'ACCRUAL')).toEqual([
      { account_id: requested.account_id, balance: 0 },
    ])
  })
})
