/** What must be true of banking, and of the books that it posts to, after any fault. */
import { waitFor } from '@pacioli/testing'
import { expect } from 'vitest'
import { Banking } from './banking.ts'
import type { BankingLoad, Expected } from './banking-load.ts'
import type { Books } from './books.ts'
import { CATCH_UP_MS, expectReportedAsKept } from './fault-checks.ts'
import { sidesOnLedger } from './trial-balances.ts'

/**
 * Every acknowledged transaction is there once and in the state last acknowledged; every posting is in the journal,
 * none was refused; the balances of the ledger are exactly what the states say, and so are the sums and counts kept; the
 * trial balance comes to tell the same.
 */
export async function expectSoundBanking(books: Books, load: BankingLoad): Promise<void> {
  const banking = new Banking(books)
  await expectAllPosted(books)
  const transactions = await banking.all()
  expect(new Map(transactions.map(({ id, categorizationStatus }) => [id, categorizationStatus]))).toEqual(
    new Map([...load.expected].map(([id, { status }]) => [id, status])),
  )
  const expected = [...load.expected.values()]
  expect(await sidesOnLedger(books)).toEqual(await sidesOf(books, expected))
  const waiting = expected.filter(({ status }) => status === 'READY_FOR_INPUT')
  await expectSums(banking, waiting)
  await expectCounted(books, waiting.length)
  await expectReportedAsKept(books)
}

/** Pending postings are delivered by the relay; a refused one would be a defect. */
export async function expectAllPosted(books: Books): Promise<void> {
  const count = async (status: string): Promise<number> =>
    (await books.api.call('listPostings', { query: { status, limit: 1 } })).body.meta.pagination.total_count
  await waitFor('every posting to be delivered', async () => (await count('PENDING')) === 0, {
    timeoutMs: CATCH_UP_MS,
    everyMs: 50,
  })
  expect(await count('FAILED')).toBe(0)
}

/** Debits less credits of each account, from what each transaction was acknowledged as. */
async function sidesOf(books: Books, expected: readonly Expected[]): Promise<Record<string, number>> {
  const accountIds = new Map((await books.accounts()).map(({ id, stable_name }) => [stable_name?.stable_name, id.id]))
  const sides: Record<string, number> = {}
  const add = (accountId: string, amount: number): void => {
    sides[accountId] = (sides[accountId] ?? 0) + amount
  }
  for (const { status, account, direction, amount, posted } of expected) {
    const sign = direction === 'CREDIT' ? 1 : -1
    for (const [stableName, part] of Object.entries(posted)) add(accountIds.get(stableName) ?? stableName, -sign * part)
    if (status === 'MATCHED' || Object.keys(posted).length > 0) add(account.ledger_account_id, sign * amount)
  }
  // An account whose entries were all taken back is told with zero, one that never had any is not: both are zero here.
  for (const id of Object.keys(await sidesOnLedger(books))) add(id, 0)
  return sides
}

async function expectSums(banking: Banking, waiting: readonly Expected[]): Promise<void> {
  const sums = new Map<string, number>()
  for (const { account, direction, amount } of waiting)
    sums.set(account.id, (sums.get(account.id) ?? 0) + (direction === 'CREDIT' ? amount : -amount))
  for (const { external_accounts } of await banking.bankAccounts())
    for (const { id, uncategorized_transaction_sum } of external_accounts)
      expect([id, uncategorized_transaction_sum]).toEqual([id, sums.get(id) ?? 0])
}

async function expectCounted(books: Books, waiting: number): Promise<void> {
  let counted = -1
  const equal = async (): Promise<boolean> => {
    counted = (await books.api.call('getBusinessNotifications')).body.data.uncategorized_transactions_all_time
    return counted === waiting
  }
  await waitFor('the notifications to catch up', equal, { timeoutMs: CATCH_UP_MS, everyMs: 50 }).catch(() => undefined)
  expect(counted).toBe(waiting)
}
