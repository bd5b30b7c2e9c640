/** What a vendor credit says in the journal (posting-rules.md, "Payables"). Pure. */
import { credit, debit } from '@pacioli/postings'
import type { PayableAccounts } from './bill.postings.ts'
import { tagged, type Wanted } from '../posting/standing-entries.ts'
import { mergedTags } from '../tags/tags.ts'
import { totalOf, type VendorCredit } from './vendor-credit.ts'

/** What has to stand of a credit, in the accrual books alone: nothing of a deleted one. Allocations post nothing. */
export function entriesOfVendorCredit(
  vendorCredit: VendorCredit,
  { accountsPayable }: Pick<PayableAccounts, 'accountsPayable'>,
): Wanted[] {
  if (vendorCredit.deletedAt !== null) return []
  return [
    {
      event: 'received',
      basis: 'ACCRUAL',
      entryAt: vendorCredit.receivedAt,
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
