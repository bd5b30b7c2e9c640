/** Journal entries of a vendor credit (docs/POSTING-RULES.md, "Payables"). Pure. */
import { credit, debit, type Source } from '@pacioli/postings'
import { prepaidSharesOf } from '../allocations/recognition.ts'
import { liveOf } from '../documents/document.ts'
import { inBothIfZero, tagged, type DesiredEntry } from '../posting/standing-entries.ts'
import { mergedTags } from '../tags/tags.ts'
import type { PayableAccounts } from './bill.postings.ts'
import { totalOf, type VendorCredit, type VendorCreditAllocation } from './vendor-credit.ts'

export const sourceOfCredit = ({ id }: Pick<VendorCredit, 'id'>): Source => ({ type: 'vendor_credit', id })

/**
 * Desired entries of a credit: none of a deleted one. The accrual books have it when it is received, the cash books as bills
 * get it.
 */
export function entriesOfVendorCredit(
  vendorCredit: VendorCredit,
  { accountsPayable }: Pick<PayableAccounts, 'accountsPayable'>,
): DesiredEntry[] {
  const { id, deletedAt, documentDate: entryAt, memo, referenceNumber } = vendorCredit
  if (deletedAt !== null) return []
  const total = totalOf(vendorCredit)
  const received: DesiredEntry = {
    event: 'received',
    basis: 'ACCRUAL',
    entryAt,
    memo,
    referenceNumber,
    lines: [
      tagged(debit(accountsPayable, total, { documentId: id }), mergedTags(vendorCredit.tags)),
      ...vendorCredit.lineItems.map((line) =>
        tagged(credit(line.accountId, line.amount, { memo: line.memo }), mergedTags(line.tags, vendorCredit.tags)),
      ),
    ],
  }
  return [
    ...inBothIfZero(received, total),
    ...liveOf(vendorCredit.allocations).flatMap((allocation) => entriesOfAllocation(vendorCredit, allocation)),
  ]
}

/**
 * In the cash books a bill gets what it was for against what the credit was for. What it gets before it is received waits on
 * the prepayment accounts of its lines, as what is paid does.
 */
function entriesOfAllocation(
  { memo, referenceNumber }: Pick<VendorCredit, 'memo' | 'referenceNumber'>,
  { id, allocatedAt, documentDate, shares, creditShares }: VendorCreditAllocation,
): DesiredEntry[] {
  const prepaid = prepaidSharesOf({ shares })
  const head = { basis: 'CASH', memo, referenceNumber } as const
  return [
    {
      ...head,
      event: `allocated.cash:${id}`,
      entryAt: allocatedAt,
      lines: [
        ...shares.map(({ accountId, prepaymentAccountId, amount, tags }) =>
          tagged(debit(prepaymentAccountId ?? accountId, amount), tags),
        ),
        ...creditShares.map(({ accountId, amount, tags }) => tagged(credit(accountId, amount), tags)),
      ],
    },
    {
      ...head,
      event: `prepaid.cash:${id}`,
      entryAt: documentDate,
      lines: prepaid.flatMap(({ accountId, prepaymentAccountId, amount, tags }) => [
        tagged(debit(accountId, amount), tags),
        tagged(credit(prepaymentAccountId, amount), tags),
      ]),
    },
  ]
}
