/** Vendor credits as callers see them. */
import type { Tx } from '@pacioli/db'
import type {
  VendorCredit as CreditMessage,
  VendorCreditAllocation as AllocationMessage,
} from '@pacioli/protos/billing'
import { loadDocumentNames, type DocumentNames, type Named } from '../presenting/document-names.ts'
import { toAccountSummary } from '../posting/present-accounts.ts'
import { toDocumentTags } from '../tags/present-tags.ts'
import type { CreditHead } from './vendor-credit.store.ts'
import { totalOf, unallocatedOf, type VendorCredit, type VendorCreditAllocation } from './vendor-credit.ts'

/** What has to be loaded to show a credit. */
export const namedByCredit = (credit: CreditHead | VendorCredit): Named => ({
  vendorIds: [credit.vendorId],
  accountIds: credit.lineItems.map(({ accountId }) => accountId),
  tags: [...credit.tags, ...credit.lineItems.flatMap((line) => line.tags)],
})

const toAllocationMessage = (allocation: VendorCreditAllocation): AllocationMessage => ({
  id: allocation.id,
  vendor_credit_id: allocation.vendorCreditId,
  amount: allocation.amount,
  bill_id: allocation.billId,
  allocated_at: allocation.allocatedAt.toISOString(),
})

/** Without its allocations. Of a deleted one nothing waits to be allocated. */
export const toCreditMessage = (credit: CreditHead, names: DocumentNames): CreditMessage => ({
  id: credit.id,
  external_id: credit.externalId ?? undefined,
  vendor: names.vendors.get(credit.vendorId),
  received_at: credit.receivedAt.toISOString(),
  line_items: credit.lineItems.map((line) => ({
    id: line.id,
    amount: line.amount,
    ledger_account: toAccountSummary(line.accountId, names.accounts),
    memo: line.memo ?? undefined,
    metadata: line.metadata ?? undefined,
    reference_number: line.referenceNumber ?? undefined,
    transaction_tags: toDocumentTags(line.tags, names.tags),
  })),
  allocations: [],
  created_at: credit.createdAt.toISOString(),
  updated_at: credit.updatedAt.toISOString(),
  deleted_at: credit.deletedAt?.toISOString(),
  transaction_tags: toDocumentTags(credit.tags, names.tags),
  memo: credit.memo ?? undefined,
  metadata: credit.metadata ?? undefined,
  reference_number: credit.referenceNumber ?? undefined,
  total_amount: totalOf(credit),
  unallocated_amount: credit.deletedAt === null ? credit.unallocatedAmount : 0,
})

/** With the allocations that stand, in the order given, in a constant number of statements. */
export async function presentCredits(
  tx: Tx,
  businessId: string,
  credits: readonly VendorCredit[],
): Promise<CreditMessage[]> {
  const names = await loadDocumentNames(tx, businessId, credits.map(namedByCredit))
  return credits.map((credit) => ({
    ...toCreditMessage({ ...credit, unallocatedAmount: unallocatedOf(credit) }, names),
    allocations: credit.allocations.filter(({ deletedAt }) => deletedAt === null).map(toAllocationMessage),
  }))
}
