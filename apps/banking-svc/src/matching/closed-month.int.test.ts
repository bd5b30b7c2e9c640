/** What was matched in a closed month, and is decided again. */
import type { BusinessWrite } from '@pacioli/rpc'
import { waitFor } from '@pacioli/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestBanking, type TestBanking } from '../banking.test-helpers.ts'
import type { BankTransaction } from '../bank-transactions/bank-transaction.ts'
import {
  asCategory,
  closeBooks,
  entriesOf,
  importOne,
  openTestBooks,
  standing,
  type TestBooks,
} from '../categorization/categorization.test-helpers.ts'
import { categorizeTransaction, matchTransaction, uncategorizeTransaction } from '../use-cases.test-helpers.ts'
import { candidatesNow, postByHand, reverseByHand, startConsumer, transactionNow } from './matching.test-helpers.ts'
import { refusalOf } from './payables.test-helpers.ts'

let banking: TestBanking
let intake: { stop: () => Promise<void> }
beforeAll(async () => {
  banking = await startTestBanking()
  intake = startConsumer(banking)
})
afterAll(async () => {
  await intake.stop()
  await banking.stop()
})

type Matched = { paid: BankTransaction; entryId: string; lineId: string }

/** A transaction of 29 January, and a manual entry for it. */
async function paidByHand(books: TestBooks, amount: number, entryAt: string): Promise<Matched> {
  const { request, account } = books
  const paid = await importOne(banking, books, { direction: 'DEBIT', amount, date: '2026-01-29T00:00:00Z' })
  const lines = [
    { stableName: 'OPERATING_EXPENSES', amount, direction: 'DEBIT' },
    { accountId: account.ledgerAccountId, amount, direction: 'CREDIT' },
  ] as const
  const { entryId, lineIds } = await postByHand(banking, request, lines, { entryAt })
  const lineId = lineIds[1] ?? ''
  await waitFor('the entry to be known', async () =>
    (await candidatesNow(banking, request)).some(({ id }) => id === lineId),
  )
  return { paid, entryId, lineId }
}

const confirm = (request: BusinessWrite, { paid, lineId }: Matched) =>
  matchTransaction(banking, request, { transaction_id: paid.id, match_id: lineId })
const categorize = (request: BusinessWrite, { paid }: Matched) =>
  categorizeTransaction(banking, request, asCategory(paid.id))

test('a match that posted nothing excuses a posting in a closed month only once an entry of that month is gone', async () => {
  const books = await openTestBooks(banking)
  const { request } = books
  const inside = await paidByHand(books, 300, '2026-01-30T00:00:00Z')
  const outside = await paidByHand(books, 400, '2026-02-01T00:00:00Z')
  await closeBooks(banking, request, '2026-01-31')
  for (const one of [inside, outside]) {
    await confirm(request, one)
    await uncategorizeTransaction(banking, request, one.paid.id)
    expect(await refusalOf(categorize(request, one))).toBe('PeriodClosed')
    await confirm(request, one)
    await reverseByHand(banking, request, one.entryId)
    await waitFor('the match to end', async () => (await transactionNow(banking, request, one.paid)).matchId === null)
  }
  await categorize(request, inside)
  const [posted] = await entriesOf(banking, request, [inside.paid.id])
  expect(posted?.entry_at).toBe('2026-02-01T00:00:00.000Z')
  expect(await standing(banking, books)).toEqual([-300, 300, 0])
  // The books of January never had this one.
  expect(await refusalOf(categorize(request, outside))).toBe('PeriodClosed')
})
