/** Changes of bills, with the payments and credits that are allocated to them. */
import type { Source } from '@pacioli/postings'
import type { Deciding } from '../document-writes/create-document.ts'
import type { Update } from '../documents/document-kind.ts'
import { realChanges } from '../documents/record-documents.ts'
import type { Bill } from './bill.ts'
import { payableAccounts } from './payable-accounts.ts'
import { recognizedAgain } from './givers-on-bills.ts'
import { recordPayables } from './record-payables.ts'

/**
 * Writes changed bills and, where that changes, what their payments and credits recognize, and when credits count. The caller
 * has locked the bills; unchanged versions are skipped. Returns all of them afterwards.
 * @throws what `recordDocuments` throws
 */
export async function changeBills(
  deciding: Deciding,
  changes: readonly Update<Bill>[],
): Promise<{ bills: Bill[]; sources: Source[] }> {
  const { tx, billing, books } = deciding
  const now = billing.now()
  const real = realChanges(changes) as Update<Bill>[]
  const change = await recognizedAgain(tx, () => payableAccounts(books), real, now)
  const sources = await recordPayables(deciding, change)
  const became = new Map(change.bills.map(({ after }) => [after.id, after]))
  return { bills: changes.map(({ after }) => became.get(after.id) ?? after), sources }
}
