/** Vendor credits as callers see them. */
import { tagsWithLines } from '../line-items/carried-by-lines.ts'
import type { Tx } from '@pacioli/db'
import type { VendorCredit as CreditMessage } from '@pacioli/protos/billing'
import type { Moment } from '../documents/moment.ts'
import { pick, toSendable } from '../documents/wire-format.ts'
import { toAccountSummary } from '../posting/present-accounts.ts'
import { loadDocumentNames, type DocumentNames, type Named } from '../presenting/document-names.ts'
import { toDocumentTags } from '../tags/present-tags.ts'
import type { CreditHead } from './vendor-credit.store.ts'
import { liveOf } from '../documents/document.ts'
import { refundedOf } from './refunded-part.ts'
import { totalOf, unallocatedOf, type VendorCredit } from './vendor-credit.ts'
import { REMARKS } from '../requests/remarks.ts'

export const CREDIT_LINE = ['id', 'amount', ...REMARKS] as const

/** Fields that events and answers share. */
export const shownOfCredit = (credit: Omit<VendorCredit, 'allocations' | 'refunded'>) => ({
  ...pick(credit, ['id', 'externalId', ...REMARKS, 'createdAt', 'updatedAt', 'deletedAt']),
  receivedAt: credit.documentDate,
  totalAmount: totalOf(credit),
})

/** What must be loaded to present a credit. */
export const namedByCredit = (credit: CreditHead | VendorCredit): Named => ({
  vendorIds: [credit.contactId],
  accountIds: credit.lineItems.map(({ accountId }) => accountId),
  tags: tagsWithLines(credit),
})

/** Without its allocations. A deleted one has no unallocated amount. */
export const toCreditMessage = (credit: CreditHead, names: DocumentNames): CreditMessage => ({
  ...toSendable(shownOfCredit(credit)),
  vendor: names.vendors.get(credit.contactId),
  line_items: credit.lineItems.map((line) => ({
    ...toSendable(pick(line, CREDIT_LINE)),
    ledger_account: toAccountSummary(line.accountId, names.accounts),
    transaction_tags: toDocumentTags(line.tags, names.tags),
  })),
  allocations: [],
  transaction_tags: toDocumentTags(credit.tags, names.tags),
  refunded_amount: credit.refundedAmount,
  unallocated_amount: credit.deletedAt === null ? credit.unallocatedAmount : 0,
})

/** With the allocations that are not deleted. */
export async function presentCredits(tx: Tx, credits: readonly VendorCredit[], at: Moment): Promise<CreditMessage[]> {
  const names = await loadDocumentNames(tx, credits.map(namedByCredit), at)
  return credits.map((credit) => ({
    ...toCreditMessage(
      { ...credit, refundedAmount: refundedOf(credit), unallocatedAmount: unallocatedOf(credit) },
      names,
    ),
    allocations: liveOf(credit.allocations).map((one) => ({
      ...toSendable(pick(one, ['id', 'vendorCreditId', 'amount', 'allocatedAt'])),
      bill_id: one.documentId,
    })),
  }))
}
