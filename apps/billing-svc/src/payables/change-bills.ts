/** Changes of bills, with the payments and credits that are allocated to them. */
import type { Tx } from '@pacioli/db'
import type { Source } from '@pacioli/postings'
import type { Deciding } from '../document-writes/create-document.ts'
import type { Change, Update } from '../documents/document-kind.ts'
import { nextVersionOf } from '../documents/document.ts'
import { realChanges } from '../documents/record-documents.ts'
import { countsFrom } from './allocate-to-bills.ts'
import type { Bill } from './bill.ts'
import { payableAccounts } from './payable-accounts.ts'
import { recognizedAgain } from './payments-on-bills.ts'
import { recordPayables } from './record-payables.ts'
import { lockCredits } from './vendor-credit.store.ts'
import type { VendorCredit } from './vendor-credit.ts'

/**
 * Writes changed bills and, where that changes, the amounts that their payments recognize and when their credits count. The
 * caller has locked the bills; unchanged versions are skipped. Returns all of them afterwards.
 * @throws what `recordDocuments` throws
 */
export async function changeBills(
  deciding: Deciding,
  changes: readonly Update<Bill>[],
): Promise<{ bills: Bill[]; sources: Source[] }> {
  const { tx, billing, books } = deciding
  const now = billing.now()
  const real = realChanges(changes) as Update<Bill>[]
  const payments = await recognizedAgain(tx, () => payableAccounts(books), real, now)
  const { bills, credits } = await withMovedCredits(tx, real, now)
  const sources = await recordPayables(deciding, { bills, payments, credits })
  const became = new Map(bills.map(({ after }) => [after.id, after]))
  return { bills: changes.map(({ after }) => became.get(after.id) ?? after), sources }
}

/** When a credit counts from depends on the bill's date. Such credits are locked. */
async function withMovedCredits(
  tx: Tx,
  changes: readonly Update<Bill>[],
  now: Date,
): Promise<{ bills: Update<Bill>[]; credits: Change<VendorCredit>[] }> {
  const moved = changes.filter(
    ({ before, after }) => before.credited.length > 0 && before.documentDate.getTime() !== after.documentDate.getTime(),
  )
  const creditIds = moved.flatMap(({ before }) => before.credited.map(({ vendorCreditId }) => vendorCreditId))
  const credits = await lockCredits(tx, [...new Set(creditIds)])
  const creditOf = new Map(credits.map((credit) => [credit.id, credit]))
  const at = new Map<string, Date>()
  const after = new Map(
    moved.map((change): [string, Bill] => {
      const credited = change.after.credited.map((part) => {
        const credit = creditOf.get(part.vendorCreditId)
        const allocatedAt = credit ? countsFrom(credit, change.after) : part.allocatedAt
        if (allocatedAt.getTime() !== part.allocatedAt.getTime()) at.set(part.id, allocatedAt)
        return { ...part, allocatedAt }
      })
      return [change.after.id, { ...change.after, credited }]
    }),
  )
  return {
    bills: changes.map((change) => ({ ...change, after: after.get(change.after.id) ?? change.after })),
    credits: credits.flatMap((before): Change<VendorCredit>[] => {
      if (!before.allocations.some(({ id }) => at.has(id))) return []
      const allocations = before.allocations.map((one) => {
        const allocatedAt = at.get(one.id)
        return allocatedAt ? { ...one, allocatedAt } : one
      })
      return [{ before, after: nextVersionOf(before, { allocations }, now) }]
    }),
  }
}
