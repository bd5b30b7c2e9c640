/** What must be true of banking, and of the books that it posts to, after any fault. */
import { waitFor } from '@pacioli/testing'
import { expect } from 'vitest'
import { Banking } from './banking.ts'
import type { BankingLoad } from './banking-load.ts'
import type { Books } from './books.ts'
import { CATCH_UP_MS, expectReportedAsKept } from './fault-checks.ts'
import { expectRightBooks } from './model/documents.ts'

/**
 * Every acknowledged transaction is there once and in the state last acknowledged; every posting is in the journal, none was
 * refused; the product finds nothing wrong, the trial balance comes to tell the same, and so do the notifications.
 */
export async function expectSoundBanking(postgresAdminUrl: string, books: Books, load: BankingLoad): Promise<void> {
  const transactions = await new Banking(books).all()
  expect(new Map(transactions.map(({ id, categorizationStatus }) => [id, categorizationStatus]))).toEqual(load.expected)
  await expectRightBooks(postgresAdminUrl, books)
  await expectCounted(books, [...load.expected.values()].filter((status) => status === 'READY_FOR_INPUT').length)
  await expectReportedAsKept(books)
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
