import type { Tx } from '@pacioli/db'

/** What never changes of a bill, and whose it is as long as nothing is allocated to it. */
export type NamedBill = { id: string; externalId: string | null; vendorId: string | null; isExpense: boolean }

type Row = { id: string; external_id: string | null; vendor_id: string | null; is_expense: boolean }

/** Those that have one of the ids or of the external ids. */
export async function loadNamedBills(
  tx: Tx,
  businessId: string,
  { ids, externalIds }: { ids: readonly string[]; externalIds: readonly string[] },
): Promise<NamedBill[]> {
  if (ids.length + externalIds.length === 0) return []
  const rows = await tx.rows<Row>(
    `SELECT id, external_id, vendor_id, is_expense FROM bills WHERE business_id = $1 AND id = ANY ($2::uuid[])
     UNION
     SELECT id, external_id, vendor_id, is_expense FROM bills WHERE business_id = $1 AND external_id = ANY ($3::text[])`,
    [businessId, ids, externalIds],
  )
  return rows.map((row) => ({
    id: row.id,
    externalId: row.external_id,
    vendorId: row.vendor_id,
    isExpense: row.is_expense,
  }))
}
