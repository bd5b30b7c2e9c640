/** What stood on an account before its first transaction, in the books. */
import { MAX_AMOUNT } from '@pacioli/money'
import type { BusinessWrite } from '@pacioli/rpc'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  openTestBusiness,
  requestFor,
  startTestBanking,
  withMortalLedger,
  type TestBanking,
} from '../banking.test-helpers.ts'
import { archiveBankAccount } from './archive-bank-account.ts'
import { ledgerBalances, openTestAccount, refusal, type TestAccount } from './bank-accounts.test-helpers.ts'
import { createOpeningBalance } from './create-opening-balance.ts'
import { deleteOpeningBalance } from './delete-opening-balance.ts'
import { getOpeningBalance } from './get-opening-balance.ts'

let banking: TestBanking
let request: BusinessWrite
let account: TestAccount
beforeAll(async () => {
  banking = await startTestBanking()
})
afterAll(async () => {
  expect(banking.refusedPostings).toEqual([])
  await banking.stop()
})
beforeEach(async () => {
  request = await openTestBusiness(banking, { time_zone: 'America/New_York' })
  account = await openTestAccount(banking, request)
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
const equityId = async (): Promise<string> => {
  const books = await banking.desk.askBooks(request, {
    accounts: [{ identifier: { type: 'StableName', stable_name: 'OPENING_BALANCE_EQUITY' } }],
  })
  return books.account({ type: 'StableName', stable_name: 'OPENING_BALANCE_EQUITY' }).id
}
const standing = async (of = account): Promise<number[]> =>
  ledgerBalances(banking, request, [of.ledgerAccountId, await equityId()])
const close = (closing_date: string) =>
  banking.ledger.configuration.UpdateAccountingConfiguration({ closing_date, cleared: [] }, { context: request })
const withKey = (key: string) => requestFor(request.clientId, request.businessId, { key, requestHash: 'h' })

test('money on the account raises it and equity by one entry of both bases, and is read back as it was said', async () => {
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
      'SELECT posting, source_id, entry_at FROM postings',
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

test('a day means its start in the zone of the business; no moment, and a balance out of range, are refused', async () => {
  expect(await refusal(create(2 ** 53))).toBe('AmountOutOfRange')
  expect(await refusal(create(5, '2026-02-30'))).toBe('InvalidPayload')
  expect((await create(5, '2026-01-01')).data?.effective_at).toBe('2026-01-01T05:00:00.000Z')
})

test('any balance on either kind of account is what the books say, and nothing once it is deleted', async () => {
  const checking = account
  const card = await openTestAccount(banking, request, { account_type: 'CREDIT', account_subtype: 'CREDIT_CARD' })
  const balances = fc.oneof(
    fc.maxSafeInteger(),
    fc.integer({ min: -1_000, max: 1_000 }),
    fc.constantFrom(0, 1, -1, MAX_AMOUNT, -MAX_AMOUNT),
  )
  await fc.assert(
    fc.asyncProperty(balances, fc.boolean(), async (balance, onCard) => {
      account = onCard ? card : checking
      const sign = onCard ? -1 : 1
      expect(await create(balance)).toMatchObject({ created: true, posting: 'posted' })
      const [bank = NaN, equity = NaN] = await standing()
      expect([bank - sign * balance, equity - balance]).toEqual([0, 0])
      expect(await remove()).toMatchObject({ posting: 'posted' })
      expect(await standing()).toEqual([0, 0])
    }),
    {
      numRuns: 6,
      examples: [
        [MAX_AMOUNT, true],
        [-MAX_AMOUNT, false],
      ],
    },
  )
})

test('nothing is posted for nothing, even in a closed period', async () => {
  await close('2026-06-30')
  expect(await create(0)).toMatchObject({ created: true, data: { balance: 0 } })
  const posted = await banking.db.transact(request, (tx) => tx.rows('SELECT 1 FROM postings'))
  expect(posted).toEqual([])
  expect(await refusal(remove())).toBe('none')
})

test('of several at the same moment one is taken, and several deletions reverse it once', async () => {
  const outcomes = await Promise.all([1, 2, 3, 4, 5].map((balance) => refusal(create(balance))))
  expect(outcomes.filter((outcome) => outcome === 'none')).toHaveLength(1)
  expect(outcomes.filter((outcome) => outcome === 'DuplicateOpeningBalance')).toHaveLength(4)
  const { data } = await get()
  expect(await standing()).toEqual([data?.balance, data?.balance])
  const deletions = await Promise.all([1, 2, 3].map(() => refusal(remove())))
  expect(deletions.sort()).toEqual(['OpeningBalanceNotFound', 'OpeningBalanceNotFound', 'none'])
  expect(await standing()).toEqual([0, 0])
})

test('an account has one opening balance at a time, and what was deleted is gone', async () => {
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

test('nothing opens in a closed period; what is there can still be deleted, in the first open instant', async () => {
  await create(5, '2026-06-30T12:00:00Z')
  await close('2026-06-30T12:00:00.000Z')
  expect(await remove()).toMatchObject({ posting: 'posted' })
  expect(await standing()).toEqual([0, 0])
  expect(await refusal(create(5, '2026-06-30T12:00:00.000Z'))).toBe('PeriodClosed')
  expect(await refusal(get())).toBe('OpeningBalanceNotFound')
  expect(await refusal(create(5, '2026-06-30T12:00:00.001Z'))).toBe('none')
})

test('an archived account is not opened, but what it was opened with can be taken back', async () => {
  const archived = account
  await create(5)
  await archiveBankAccount(banking, request, account.bankAccountId)
  expect(await refusal(remove())).toBe('none')
  expect(await standing()).toEqual([0, 0])
  expect(await refusal(create(5))).toBe('BankAccountArchived')
  account = await openTestAccount(banking, request)
  expect(account.bankAccountId).not.toBe(archived.bankAccountId)
  expect(await refusal(create(5))).toBe('none')
})

test('feeds of one bank account open what they feed together', async () => {
  const other = await openTestAccount(banking, request, { bank_account_id: account.bankAccountId })
  await create(5)
  account = other
  await create(-2)
  expect(await standing()).toEqual([3, 3])
})

test('an archived account of the chart takes no opening', async () => {
  await banking.ledger.accounts.UpdateAccount(
    { account_id: account.ledgerAccountId, archived: true },
    { context: request },
  )
  expect(await refusal(create(5))).toBe('AccountArchived')
  expect(await refusal(create(0))).toBe('none')
})

test('a repeated request is answered as the first one, also after it was deleted', async () => {
  const first = await createOpeningBalance(banking, withKey('c'), inputOf(5))
  expect(await createOpeningBalance(banking, withKey('c'), inputOf(5))).toEqual(first)
  const deleted = await deleteOpeningBalance(banking, withKey('d'), account.externalAccountId)
  expect(await deleteOpeningBalance(banking, withKey('d'), account.externalAccountId)).toEqual(deleted)
  expect(await createOpeningBalance(banking, withKey('c'), inputOf(5))).toEqual(first)
  expect(await standing()).toEqual([0, 0])
})

test('an opening that is committed when the ledger dies is pending, and repeats say so and deliver it', async () => {
  const { mortal, kill, close } = await withMortalLedger(banking)
  // The ledger dies after it was asked: before the delivery of what is committed by then.
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
