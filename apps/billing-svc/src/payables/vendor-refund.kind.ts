/** Vendor refunds as documents: their events and their desired entries. */
import type { VendorRefund as RefundMessage } from '@pacioli/protos/billing'
import { announcing, type Change, type DocumentKind } from '../documents/document-kind.ts'
import { liveOf } from '../documents/document.ts'
import { pick, toState } from '../documents/wire-format.ts'
import { bankCandidate } from '../matches/match-candidate.ts'
import type { DesiredEntries } from '../posting/post-differences.ts'
import { tagState } from '../tags/tags.ts'
import type { PayableAccounts } from './bill.postings.ts'
import { presentVendorRefunds, shownOfRefund } from './present-vendor-refunds.ts'
import { entriesOfVendorRefund, sourceOfRefund } from './vendor-refund.postings.ts'
import { VENDOR_REFUND_STORE } from './vendor-refund.store.ts'
import type { VendorRefund } from './vendor-refund.ts'

/** Money that came in through the clearing account, split by the tags of its lines there. */
const candidateOf = (refund: VendorRefund) => ({
  ...bankCandidate(refund, {
    isOpen: refund.deletedAt === null,
    direction: 'CREDIT',
    amount: refund.amount,
    date: refund.documentDate,
    clearingAccountId: refund.clearingAccountId,
    vendorId: refund.contactId,
    parts: refund.allocations.map(({ amount, postedTags }) => ({ amount, tags: postedTags })),
  }),
  customer_external_id: null,
})

const stateOfVendorRefund = (refund: VendorRefund) => ({
  ...toState({ ...shownOfRefund(refund), businessId: refund.businessId }),
  vendor_id: refund.contactId,
  payment_clearing_account_id: refund.clearingAccountId,
  allocations: liveOf(refund.allocations).map((one) =>
    toState(pick(one, ['id', 'paymentId', 'vendorCreditId', 'amount'])),
  ),
  transaction_tags: refund.tags.map(tagState),
  match_candidate: candidateOf(refund),
})

/** A deleted refund has no entries, so no accounts are needed. */
const entriesOf = ({ after }: Change<VendorRefund>, accounts: () => PayableAccounts): DesiredEntries[] => [
  { source: sourceOfRefund(after), desired: after.deletedAt === null ? entriesOfVendorRefund(after, accounts()) : [] },
]

export const VENDOR_REFUNDS = {
  table: 'vendor_refunds',
  noun: 'vendor refund',
  notFound: 'VendorRefundNotFound',
  parameter: 'vendorRefundId',
  ...VENDOR_REFUND_STORE,
  sourcesOf: (document) => [sourceOfRefund(document)],
  partyOf: ({ contactId }) => ({ vendorId: contactId }),
  entriesOf,
  announcementsOf: announcing('vendor_refund', stateOfVendorRefund),
  present: presentVendorRefunds,
} satisfies DocumentKind<VendorRefund, RefundMessage, PayableAccounts>
