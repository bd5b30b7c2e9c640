import type { Tx } from '@pacioli/db'
import type { Institution } from './bank-account.ts'

/**
 * The institution of this name, ignoring case; inserted with this id if missing. A given logo becomes the
 * institution's.
 */
export async function findOrMakeInstitution(
  tx: Tx,
  { name, logo }: { name: string; logo?: string | undefined },
  id: string,
  now: Date,
): Promise<Institution> {
  const row = await tx.row<Institution>(
    `INSERT INTO institutions AS i (business_id, id, name, logo, created_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (business_id, lower(name)) DO UPDATE SET logo = coalesce(excluded.logo, i.logo)
     RETURNING i.id, i.name, i.logo`,
    [tx.businessId, id, name, logo ?? null, now],
  )
  if (!row) throw new Error(`no institution ${name}`)
  return row
}
