import type { Tx } from '@pacioli/db'
import type { DocumentTable } from '../documents/document-kind.ts'

/** A page of all ids of the table, in order; null starts. */
export async function findIdsAfter(
  tx: Tx,
  table: DocumentTable,
  { afterId, limit }: { afterId: string | null; limit: number },
): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(
    `SELECT id FROM ${table} WHERE business_id = $1 AND ($2::uuid IS NULL OR id > $2) ORDER BY id LIMIT $3`,
    [tx.businessId, afterId, limit],
  )
  return rows.map(({ id }) => id)
}
