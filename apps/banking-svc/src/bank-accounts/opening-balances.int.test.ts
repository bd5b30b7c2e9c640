/** Opening balances in the books. */
import { MAX_AMOUNT } from '@pacioli/money'
import type { BusinessWrite } from '@pacioli/rpc'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  openTestBusiness,
  requestFor,
  startTestBanking,
  withMortalLedger,
  type TestBanking,
} from '../banking.test-helpers.ts'
import { ledgerBalances, openTestAccount, refusal, type TestAccount } from './bank-accounts.test-helpers.ts'
import {
  archiveBankAccount,
  createOpeningBalance,
  deleteOpeningBalance,
  getOpeningBalance,
} from '../use-cases.test-helpers.ts'

let banking: TestBanking
let request: BusinessWrite
let account: TestAccount
let equity: string
let equityBefore: number
const EQUITY = { type: 'StableName', stable_name: 'OPENING_BALANCE_EQUITY' }
beforeAll(async () => {
  banking = await startTestBanking()
  request = await openTestBusiness(banking, { time_zone: 'America/New_York' })
  equity = (await banking.postingSession.askBooks(request, { accounts: [{ identifier: EQUITY }] })).account(EQUITY).id
})
afterAll(async () => {
  expect(banking.refusedPostings).toEqual([])
  await banking.stop()
})
beforeEach(async () => {
  account = await openTestAccount(banking, request)
  equityBefore = (await ledgerBalances(banking, request, [equity]))[0] ?? NaN
})

const inputOf = (balance: number, effective_at = '2026-01-01T00:00:00Z', memo = 'As of the statement') => ({
  external_account_id: account.externalAccountId,
  balance,
  effective_at,
  memo,
})
const create = (balance: number, effectiveAt?: string) =>
  createOpeningBalance(banking, request, inputOf(balance, effectiveAt))
const remove = () => deleteOpeningBalance(banking, request, account.externalAccountId)
const get = () => getOpeningBalance(banking, request, account.externalAccountId)
/** The account, and the effect of its opening on equity. */
const standing = async (): Promise<number[]> => {
  const [bank = NaN, now = NaN] = await ledgerBalances(banking, request, [account.ledgerAccountId, equity])
  return [bank, now - equityBefore]
}
const close = (closing_date: string) =>
  banking.ledger.configuration.UpdateAccountingConfiguration({ closing_date, cleared: [] }, { context: request })
const withKey = (key: string) => requestFor(request.clientId, request.businessId, { key, requestHash: 'h' })

// First: the books hold no more than this.
test('the debt of a card lowers equity, up to the largest amount', async () => {
  account = await openTestAccount(banking, request, { account_type: 'CREDIT', account_subtype: 'CREDIT_CARD' })
  expect(await create(-MAX_AMOUNT)).toMatchObject({ created: true, posting: 'posted' })
  expect(await standing()).toEqual([MAX_AMOUNT, -MAX_AMOUNT])
  expect(await remove()).toMatchObject({ posting: 'posted' })
  expect(await standing()).toEqual([0, 0])
})

test('money on the account raises it and equity by one entry of both bases, and is read back as requested', async () => {
  const { data, created, posting } = await create(12_345)
  expect({ created, posting }).toEqual({ created: true, posting: 'posted' })
  expect(data).toMatchObject({
    external_account_id: account.externalAccountId,
    balance: 12_345,
    effective_at: '2026-01-01T00:00:00.000Z',
    memo: 'As of the statement',
  })
  expect((await get()).data).toEqual(data)
  expect(await standing()).toEqual([12_345, 12_345])
  const [row] = await banking.db.transact(request, (tx) =>
    tx.rows<{ posting: string; source_id: string; entry_at: Date }>(
      'SELECT posting, source_id, entry_at FROM postings WHERE source_id = $1',
      [data?.id],
    ),
  )
  expect(row).toMatchObject({ source_id: data?.id, entry_at: new Date('2026-01-01T00:00:00Z') })
  expect(JSON.parse(row?.posting ?? '')).toMatchObject({
    posting_key: `opening_balance:${data?.id}:opened:1`,
    source_type: 'opening_balance',
    entry_type: 'OPENING_BALANCE',
    basis: 'BOTH',
    memo: 'As of the statement',
  })
})

test("a day means its start in the business's time zone; invalid dates and a balance out of range are refused", async () => {
  expect(await refusal(create(2 ** 53))).toBe('AmountOutOfRange')
  expect(await refusal(create(5, '2026-02-30'))).toBe('InvalidPayload')
  expect((await create(5, '2026-01-01')).data?.effective_at).toBe('2026-01-01T05:00:00.000Z')
})

test('of several concurrent ones one succeeds, and several deletions reverse it once', async () => {
  const outcomes = await Promise.all([1, 2, 3].map((balance) => refusal(create(balance))))
  expect(outcomes.filter((outcome) => outcome === 'none')).toHaveLength(1)
  expect(outcomes.filter((outcome) => outcome === 'DuplicateOpeningBalance')).toHaveLength(2)
  const { data } = await get()
  expect(await standing()).toEqual([data?.balance, data?.balance])
  const deletions = await Promise.all([1, 2].map(() => refusal(remove())))
  expect(deletions.sort()).toEqual(['OpeningBalanceNotFound', 'none'])
  expect(await standing()).toEqual([0, 0])
})

test('an account has one opening balance at a time, and a deleted one is gone', async () => {
  expect(await refusal(get())).toBe('OpeningBalanceNotFound')
  expect(await refusal(remove())).toBe('OpeningBalanceNotFound')
  const { data } = await create(5)
  await expect(create(5)).rejects.toMatchObject({
    errorEnum: 'DuplicateOpeningBalance',
    problems: [{ meta: { opening_balance_id: data?.id } }],
  })
  const deleted = await remove()
  expect(deleted.data).toMatchObject({ id: data?.id, balance: 5 })
  expect(deleted.data?.deleted_at).toBeDefined()
  expect(await refusal(get())).toBe('OpeningBalanceNotFound')
  expect(await refusal(remove())).toBe('OpeningBalanceNotFound')
  const second = await create(7)
  expect(second.data?.id).not.toBe(data?.id)
  expect(await standing()).toEqual([7, 7])
})

test('an archived account cannot be opened, but its opening balance can be deleted', async () => {
  await create(5)
  await archiveBankAccount(banking, request, account.bankAccountId)
  expect(await refusal(remove())).toBe('none')
  expect(await standing()).toEqual([0, 0])
  expect(await refusal(create(5))).toBe('BankAccountArchived')
})

test('the feeds of one bank account open it together', async () => {
  const other = await openTestAccount(banking, request, { bank_account_id: account.bankAccountId })
  await create(5)
  account = other
  await create(-2)
  expect(await standing()).toEqual([3, 3])
})

test('an archived ledger account takes no opening balance', async () => {
  await banking.ledger.accounts.UpdateAccount(
    { account_id: account.ledgerAccountId, archived: true },
    { context: request },
  )
  expect(await refusal(create(5))).toBe('AccountArchived')
  expect(await refusal(create(0))).toBe('none')
})

test('a repeated request gets the first answer, even after a deletion', async () => {
  const first = await createOpeningBalance(banking, withKey('c'), inputOf(5))
  expect(await createOpeningBalance(banking, withKey('c'), inputOf(5))).toEqual(first)
  const deleted = await deleteOpeningBalance(banking, withKey('d'), account.externalAccountId)
  expect(await deleteOpeningBalance(banking, withKey('d'), account.externalAccountId)).toEqual(deleted)
  expect(await createOpeningBalance(banking, withKey('c'), inputOf(5))).toEqual(first)
  expect(await standing()).toEqual([0, 0])
})

test('an opening that is committed when the ledger crashes is pending, and repeats report that and deliver it', async () => {
  const { mortal, kill, close } = await withMortalLedger(banking)
  // The ledger crashes between the query and the delivery.
  const dying = {
    ...mortal,
    newId: () => {
      kill()
      return banking.newId()
    },
  }
  const first = await createOpeningBalance(dying, withKey('k'), inputOf(5))
  expect(first).toMatchObject({ created: true, posting: 'pending' })
  expect(await createOpeningBalance(dying, withKey('k'), inputOf(5))).toEqual(first)
  close()
  expect(await createOpeningBalance(banking, withKey('k'), inputOf(5))).toEqual({ ...first, posting: 'posted' })
  expect(await standing()).toEqual([5, 5])
})

test('in a closed period only a zero balance can open an account; existing ones can still be deleted, at the first open instant', async () => {
  await create(5, '2026-06-30T12:00:00Z')
  await close('2026-06-30T12:00:00.000Z')
  expect(await remove()).toMatchObject({ posting: 'posted' })
  expect(await standing()).toEqual([0, 0])
  expect(await refusal(create(5, '2026-06-30T12:00:00.000Z'))).toBe('PeriodClosed')
  expect(await refusal(get())).toBe('OpeningBalanceNotFound')
  const { data, created } = await create(0, '2026-06-30T12:00:00.000Z')
  expect([data?.balance, created]).toEqual([0, true])
  const posted = await banking.db.transact(request, (tx) =>
    tx.rows('SELECT 1 FROM postings WHERE source_id = $1', [data?.id]),
  )
  expect(posted).toEqual([])
  expect(await refusal(remove())).toBe('none')
  expect(await refusal(create(5, '2026-06-30T12:00:00.001Z'))).toBe('none')
})
