import type { Database, SomeRows, Tx } from '@pacioli/db'

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

/** How long a look waits for a part of a cluster that is being moved, which is left for the next time. */
const HELD_MS = 200

const APPLYING: SomeRows = { table: 'categorization_rules', where: ['is_applying'] }

/** Whose rule it is that is being applied. */
export type ApplyingRule = { clientId: string; businessId: string; ruleId: string }

/**
 * Rules that are being applied, of all tenants, in rotation. Run as the relay's role.
 * @param limit of each part of the rows
 * @returns also why some parts of a cluster could not be looked through
 */
export async function findApplying(
  relayDb: Database,
  limit: number,
): Promise<{ rules: ApplyingRule[]; failures: unknown[] }> {
  const { done, failures } = await relayDb.inPartsWith(APPLYING, (part) =>
    part.read({ lockTimeoutMs: HELD_MS }, (tx) =>
      tx.rows<ApplyingRule>(
        `SELECT b.client_id AS "clientId", r.business_id AS "businessId", r.id AS "ruleId"
           FROM categorization_rules r JOIN businesses b USING (business_id)
          WHERE r.is_applying ORDER BY random() LIMIT $1`,
        [limit],
      ),
    ),
  )
  return { rules: done.flat(), failures }
}
