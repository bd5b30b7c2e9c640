/** What bills have got of payments and vendor credits. */
import type { Tx } from '@pacioli/db'
import { toAmount } from '@pacioli/money'
import type { CreditPart, PaymentPart } from './stored-bill.ts'

type PartRow = { id: string; bill_id: string; document_id: string; amount: string; allocated_at: Date }

/** The allocations of a table that are not deleted, for each of the bills, in the order in which they were made. */
const loadParts = (
  tx: Tx,
  businessId: string,
  billIds: readonly string[],
  table: string,
  document: string,
): Promise<PartRow[]> =>
  tx.rows<PartRow>(
    `SELECT a.id, a.bill_id, a.${document} AS document_id, a.amount, a.allocated_at
       FROM unnest($2::uuid[]) AS b(id)
      CROSS JOIN LATERAL (SELECT * FROM ${table} k WHERE k.business_id = $1 AND k.bill_id = b.id AND k.deleted_at IS NULL
                           ORDER BY k.place OFFSET 0) AS a`,
    [businessId, billIds],
  )

const toPart = ({ id, amount, allocated_at }: PartRow) => ({ id, amount: toAmount(amount), allocatedAt: allocated_at })

/** By the id of the bill. */
export async function loadBillParts(
  tx: Tx,
  businessId: string,
  billIds: readonly string[],
): Promise<{ paid: Map<string, PaymentPart[]>; credited: Map<string, CreditPart[]> }> {
  const paid = new Map<string, PaymentPart[]>()
  const credited = new Map<string, CreditPart[]>()
  for (const row of await loadParts(tx, businessId, billIds, 'bill_payment_allocations', 'payment_id'))
    add(paid, row.bill_id, { ...toPart(row), paymentId: row.document_id })
  for (const row of await loadParts(tx, businessId, billIds, 'vendor_credit_allocations', 'vendor_credit_id'))
    add(credited, row.bill_id, { ...toPart(row), vendorCreditId: row.document_id })
  return { paid, credited }
}

/** What an allocation of a payment says besides its amount. Its tags come separately. */
export type AllocationWords = { memo: string | null; metadata: string | null; referenceNumber: string | null }

/** By the id of the allocation. */
export async function loadAllocationWords(
  tx: Tx,
  businessId: string,
  allocationIds: readonly string[],
): Promise<Map<string, AllocationWords>> {
  if (allocationIds.length === 0) return new Map()
  const rows = await tx.rows<{
    id: string
    memo: string | null
    metadata: string | null
    reference_number: string | null
  }>(
    `SELECT id, memo, metadata::text AS metadata, reference_number
       FROM bill_payment_allocations WHERE business_id = $1 AND id = ANY ($2::uuid[])`,
    [businessId, allocationIds],
  )
  return new Map(
    rows.map((row) => [row.id, { memo: row.memo, metadata: row.metadata, referenceNumber: row.reference_number }]),
  )
}

function add<Part>(parts: Map<string, Part[]>, billId: string, part: Part): void {
  const there = parts.get(billId)
  if (there) there.push(part)
  else parts.set(billId, [part])
}
