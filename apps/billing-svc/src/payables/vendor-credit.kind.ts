/** Vendor credits as documents: their events and their desired entries. */
import type { VendorCredit as CreditMessage } from '@pacioli/protos/billing'
import { announcing, type Change, type DocumentKind } from '../documents/document-kind.ts'
import { pick, toState } from '../documents/wire-format.ts'
import type { DesiredEntries } from '../posting/post-differences.ts'
import { tagState } from '../tags/tags.ts'
import type { PayableAccounts } from './bill.postings.ts'
import { CREDIT_LINE, presentCredits, shownOfCredit } from './present-vendor-credits.ts'
import { entriesOfVendorCredit, sourceOfCredit } from './vendor-credit.postings.ts'
import { CREDIT_STORE } from './vendor-credit.store.ts'
import { liveOf } from '../documents/document.ts'
import { refundedOf } from './refunded-part.ts'
import { unallocatedOf, type VendorCredit } from './vendor-credit.ts'

export const stateOfCredit = (credit: VendorCredit) => ({
  ...toState({ ...shownOfCredit(credit), businessId: credit.businessId }),
  vendor_id: credit.contactId,
  line_items: credit.lineItems.map((line) => ({
    ...toState(pick(line, [...CREDIT_LINE, 'accountId'])),
    transaction_tags: line.tags.map(tagState),
  })),
  refunded_amount: refundedOf(credit),
  unallocated_amount: credit.deletedAt === null ? unallocatedOf(credit) : 0,
  allocations: liveOf(credit.allocations).map((one) => ({
    ...toState(pick(one, ['id', 'amount', 'allocatedAt'])),
    bill_id: one.documentId,
  })),
  transaction_tags: credit.tags.map(tagState),
})

/** A deleted credit has no entries, so no accounts are needed. */
const entriesOf = ({ after }: Change<VendorCredit>, accounts: () => PayableAccounts): DesiredEntries[] => [
  { source: sourceOfCredit(after), desired: after.deletedAt === null ? entriesOfVendorCredit(after, accounts()) : [] },
]

export const VENDOR_CREDITS = {
  table: 'vendor_credits',
  noun: 'vendor credit',
  notFound: 'VendorCreditNotFound',
  parameter: 'vendorCreditId',
  ...CREDIT_STORE,
  sourcesOf: (document) => [sourceOfCredit(document)],
  partyOf: ({ contactId }) => ({ vendorId: contactId }),
  entriesOf,
  announcementsOf: announcing('vendor_credit', stateOfCredit),
  present: presentCredits,
} satisfies DocumentKind<VendorCredit, CreditMessage, PayableAccounts>
