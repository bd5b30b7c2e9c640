/** What must be true of payables, and of the books that they are posted to, after any fault. */
import { expect } from 'vitest'
import { expectAllPosted } from './banking-checks.ts'
import type { Books } from './books.ts'
import { byName, documentsOf, expectRepeatsChangeNothing, namesOf, type Row } from './document-checks.ts'
import { expectReportedAsKept } from './fault-checks.ts'
import type { PayablesLoad } from './payables-load.ts'
import {
  accrualSidesOf,
  cashSidesOf,
  outstandingOf,
  statusOf,
  totalOf,
  unallocatedOf,
  type Family,
} from './payables-model.ts'
import { without0 } from './sides.ts'
import { sidesOnLedger } from './trial-balances.ts'

const PAYMENTS = 'bills/bill-payments?include_deleted=true&'
const CREDITS = 'bills/vendor-credits?include_deleted=true&'

/**
 * Every acknowledged document is there once and says what was acknowledged last; every posting is in the journal, none
 * was refused; the ledger has exactly what follows from the documents, in both books; and what is sent again changes
 * nothing.
 */
export async function expectSoundPayables(books: Books, load: PayablesLoad): Promise<void> {
  await expectAllPosted(books)
  await expectDocuments(books, load.families)
  const sides = await sidesOnLedger(books, { reporting_basis: 'ACCRUAL' })
  const names = await namesOf(books)
  expect(byName(sides, names)).toEqual(without0(accrualSidesOf(load.families)))
  const cash = byName(await sidesOnLedger(books, { reporting_basis: 'CASH' }), names)
  for (const [account, amount] of cashSidesOf(load.families))
    expect([account, cash.get(account) ?? 0]).toEqual([account, amount])
  await expectReportedAsKept(books)
  await expectRepeatsChangeNothing(
    books,
    load.sent,
    ['vendors?', 'bills?', PAYMENTS, CREDITS, 'postings?'],
    deletedIn(load.families),
  )
}

const deletedIn = (families: readonly Family[]): Set<string> =>
  new Set(
    families
      .flatMap(({ payments, credits }) => [...payments, ...credits])
      .flatMap((one) => (one.isDeleted ? [one.id] : [])),
  )

async function expectDocuments(books: Books, families: readonly Family[]): Promise<void> {
  const bills = await documentsOf(books, 'bills?', (row) => [row.status, row.total_amount, row.outstanding_balance])
  expect(bills).toEqual(
    new Map(
      families.flatMap((family) =>
        family.bills.map((bill) => [bill.id, [statusOf(family, bill), totalOf(bill), outstandingOf(family, bill)]]),
      ),
    ),
  )
  const given = (amount: string) => (row: Row) =>
    row.deleted_at === null ? [row[amount], row.unallocated_amount] : 'deleted'
  for (const [list, amount, kind] of [
    [PAYMENTS, 'amount', 'payments'],
    [CREDITS, 'total_amount', 'credits'],
  ] as const)
    expect(await documentsOf(books, list, given(amount))).toEqual(
      new Map(
        families
          .flatMap((family) => [...family[kind]])
          .map((one) => [one.id, one.isDeleted ? 'deleted' : [one.amount, unallocatedOf(one)]]),
      ),
    )
}
