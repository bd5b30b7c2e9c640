/** Vendor refunds as callers see them. */
import type { Tx } from '@pacioli/db'
import type { VendorRefund as RefundMessage } from '@pacioli/protos/billing'
import type { Moment } from '../documents/moment.ts'
import { liveOf } from '../documents/document.ts'
import { pick, toSendable } from '../documents/wire-format.ts'
import { toAccountSummary } from '../posting/present-accounts.ts'
import { loadDocumentNames } from '../presenting/document-names.ts'
import { REMARKS } from '../requests/remarks.ts'
import { toDocumentTags } from '../tags/present-tags.ts'
import type { VendorRefund } from './vendor-refund.ts'

/** Fields that events and answers share. */
export const shownOfRefund = (refund: VendorRefund) => ({
  ...pick(refund, ['id', 'externalId', 'method', 'processor', 'amount', ...REMARKS]),
  ...pick(refund, ['importedAt', 'updatedAt', 'deletedAt']),
  receivedAt: refund.documentDate,
})

/** With the allocations that are not deleted. */
export async function presentVendorRefunds(
  tx: Tx,
  refunds: readonly VendorRefund[],
  at: Moment,
): Promise<RefundMessage[]> {
  const names = await loadDocumentNames(
    tx,
    refunds.map(({ contactId, clearingAccountId, tags }) => ({
      vendorIds: [contactId],
      accountIds: [clearingAccountId],
      tags,
    })),
    at,
  )
  return refunds.map((refund) => ({
    ...toSendable(shownOfRefund(refund)),
    vendor: names.vendors.get(refund.contactId),
    payment_clearing_account: toAccountSummary(refund.clearingAccountId, names.accounts),
    allocations: liveOf(refund.allocations).map((one) => ({
      ...toSendable(pick(one, ['id', 'paymentId', 'vendorCreditId', 'amount'])),
      vendor_refund_id: refund.id,
    })),
    transaction_tags: toDocumentTags(refund.tags, names.tags),
  }))
}
