/** Journal entries of a vendor credit (docs/POSTING-RULES.md, "Payables"). Pure. */
import { credit, debit, type Source } from '@pacioli/postings'
import type { PayableAccounts } from './bill.postings.ts'
import { tagged, type DesiredEntry } from '../posting/standing-entries.ts'
import { mergedTags } from '../tags/tags.ts'
import { totalOf, type VendorCredit } from './vendor-credit.ts'

export const sourceOfCredit = ({ id }: Pick<VendorCredit, 'id'>): Source => ({ type: 'vendor_credit', id })

/** Desired entries of a credit, in the accrual books alone: none of a deleted one. Allocations post nothing. */
export function entriesOfVendorCredit(
  vendorCredit: VendorCredit,
  { accountsPayable }: Pick<PayableAccounts, 'accountsPayable'>,
): DesiredEntry[] {
  if (vendorCredit.deletedAt !== null) return []
  return [
    {
      event: 'received',
      basis: 'ACCRUAL',
      entryAt: vendorCredit.documentDate,
      memo: vendorCredit.memo,
      referenceNumber: vendorCredit.referenceNumber,
      lines: [
        tagged(
          debit(accountsPayable, totalOf(vendorCredit), { documentId: vendorCredit.id }),
          mergedTags(vendorCredit.tags),
        ),
        ...vendorCredit.lineItems.map((line) =>
          tagged(credit(line.accountId, line.amount, { memo: line.memo }), mergedTags(line.tags, vendorCredit.tags)),
        ),
      ],
    },
  ]
}
