/** What must be true of receivables, and of the books that they are posted to, after any fault. */
import { expect } from 'vitest'
import { expectAllPosted } from './banking-checks.ts'
import type { Books } from './books.ts'
import { byName, documentsOf, expectRepeatsChangeNothing, namesOf } from './document-checks.ts'
import { expectReportedAsKept } from './fault-checks.ts'
import type { ReceivablesLoad } from './receivables-load.ts'
import {
  accrualSidesOf,
  cashSidesOf,
  creditOf,
  outstandingOf,
  owedOf,
  statusOf,
  totalOf,
  type Family,
} from './receivables-model.ts'
import { Receivables } from './receivables.ts'
import { without0 } from './sides.ts'
import { sidesOnLedger } from './trial-balances.ts'

/** All that could be there twice. */
const LISTS = ['customers?', 'invoices?', 'invoices/payments?', 'invoices/refunds?', 'payouts?', 'postings?']

/**
 * Every acknowledged document is there once and says what was acknowledged last; every posting is in the journal, none
 * was refused; the ledger has exactly what follows from the documents, in both books; and what is sent again changes
 * nothing.
 */
export async function expectSoundReceivables(books: Books, { families, sent }: ReceivablesLoad): Promise<void> {
  await expectAllPosted(books)
  await expectDocuments(books, families)
  await expectRefundPayments(books, families)
  const sides = await sidesOnLedger(books, { reporting_basis: 'ACCRUAL' })
  const names = await namesOf(books)
  expect(byName(sides, names)).toEqual(without0(accrualSidesOf(families)))
  const cash = byName(await sidesOnLedger(books, { reporting_basis: 'CASH' }), names)
  for (const [account, amount] of cashSidesOf(families))
    expect([account, cash.get(account) ?? 0]).toEqual([account, amount])
  await expectReportedAsKept(books)
  await expectRepeatsChangeNothing(books, sent, LISTS, undoneIn(families))
}

/** Write-offs whose external ids are free again: they were undone, or their invoice was voided. */
const undoneIn = (families: readonly Family[]): Set<string> =>
  new Set(
    families.flatMap(({ invoices }) =>
      invoices.flatMap(({ isVoided, writeOffs }) =>
        writeOffs.flatMap(({ id, isUndone }) => (isVoided || isUndone ? [id] : [])),
      ),
    ),
  )

async function expectDocuments(books: Books, families: readonly Family[]): Promise<void> {
  expect(await documentsOf(books, 'customers?', (row) => row.credit_balance)).toEqual(
    new Map(families.map((family) => [family.customerId, creditOf(family)])),
  )
  const invoices = await documentsOf(books, 'invoices?', (row) => [
    row.status,
    row.total_amount,
    row.outstanding_balance,
  ])
  expect(invoices).toEqual(
    new Map(
      families.flatMap((family) =>
        family.invoices.map((one) => [one.id, [statusOf(family, one), totalOf(one), outstandingOf(family, one)]]),
      ),
    ),
  )
  expect(
    await documentsOf(books, 'invoices/payments?', (row) => [row.amount, row.fee, row.payout_id !== null]),
  ).toEqual(
    new Map(families.flatMap(({ payments }) => payments).map((one) => [one.id, [one.amount, one.fee, one.isInPayout]])),
  )
  expect(await documentsOf(books, 'invoices/refunds?', (row) => [row.total_amount, row.outstanding_balance])).toEqual(
    new Map(families.flatMap(({ refunds }) => refunds).map((one) => [one.id, [one.amount, owedOf(one)]])),
  )
  expect(await documentsOf(books, 'payouts?', (row) => [row.paid_out_amount, row.fee])).toEqual(
    new Map(families.flatMap(({ payouts }) => payouts).map((one) => [one.id, [one.amount, one.fee]])),
  )
}

/** By endpoint 16, link after link. */
async function expectRefundPayments(books: Books, families: readonly Family[]): Promise<void> {
  const listed = await new Receivables(books).refundPayments()
  const shown = listed.map((one) => [one.external_id, [one.refunded_amount, one.fee, one.payout_id !== null]] as const)
  const paidOut = families.flatMap(({ refunds }) => refunds).flatMap((refund) => refund.paidOut)
  expect(shown).toHaveLength(paidOut.length)
  expect(new Map(shown)).toEqual(new Map(paidOut.map((one) => [one.externalId, [one.amount, one.fee, one.isInPayout]])))
}
