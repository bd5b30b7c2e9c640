/** The counterparties of a business, by name: one row per name, whatever its case. */
import type { Tx } from '@pacioli/db'

export type Counterparty = { id: string; name: string }

/** The known ones of these names, by the name as given. */
export async function findCounterparties(tx: Tx, names: readonly string[]): Promise<Map<string, Counterparty>> {
  if (names.length === 0) return new Map()
  const rows = await tx.rows<Counterparty & { asked: string }>(
    `SELECT asked.name AS asked, c.id, c.name
       FROM unnest($2::text[]) AS asked(name)
       JOIN counterparties c ON c.business_id = $1 AND lower(c.name) = lower(asked.name)`,
    [tx.businessId, [...new Set(names)]],
  )
  return new Map(rows.map(({ asked, id, name }) => [asked, { id, name }]))
}

/**
 * The counterparties of these names, inserted where they are missing. Rows are inserted in one order, so that two
 * requests with the same names never deadlock; a request that also changes transactions locks those first.
 */
export async function findOrMakeCounterparties(
  tx: Tx,
  names: readonly string[],
  { now, newId }: { now: Date; newId: () => string },
): Promise<Map<string, Counterparty>> {
  const known = await findCounterparties(tx, names)
  const missing = [...new Set(names)].filter((name) => !known.has(name))
  if (missing.length === 0) return known
  await tx.rows(
    `INSERT INTO counterparties (business_id, id, name, created_at)
     SELECT $1, m.id, m.name, $4
       FROM (SELECT DISTINCT ON (lower(n.name) COLLATE "C") n.id, n.name
               FROM unnest($2::uuid[], $3::text[]) WITH ORDINALITY AS n(id, name, place)
              ORDER BY lower(n.name) COLLATE "C", n.place) AS m
     ON CONFLICT (business_id, lower(name)) DO NOTHING`,
    [tx.businessId, missing.map(newId), missing, now],
  )
  return findCounterparties(tx, names)
}
