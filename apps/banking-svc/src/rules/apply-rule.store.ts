import type { Database, Tx } from '@pacioli/db'

/** The next transactions that wait, by id. */
export async function findUncategorized(tx: Tx, after: string | null, limit: number): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(
    `SELECT id FROM bank_transactions
      WHERE business_id = $1 AND status = 'READY_FOR_INPUT' AND ($2::uuid IS NULL OR id > $2)
      ORDER BY id LIMIT $3`,
    [tx.businessId, after, limit],
  )
  return rows.map(({ id }) => id)
}

/** Rules that are being applied, of all tenants, in rotation. Run as the relay's role. */
export async function findApplying(
  relayDb: Database,
  limit: number,
): Promise<{ clientId: string; businessId: string; ruleId: string }[]> {
  const rows: { client_id: string; business_id: string; id: string }[] = []
  for (const part of await relayDb.parts())
    rows.push(
      ...(await part.call<(typeof rows)[number]>(
        `SELECT b.client_id, r.business_id, r.id FROM categorization_rules r JOIN businesses b USING (business_id)
          WHERE r.is_applying ORDER BY random() LIMIT $1`,
        [limit],
      )),
    )
  return rows.map((row) => ({ clientId: row.client_id, businessId: row.business_id, ruleId: row.id }))
}
