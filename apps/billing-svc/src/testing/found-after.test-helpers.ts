/** Violations that the check finds in books altered behind the service's back. */
import type { Violation } from '@pacioli/postings/checking'
import type { Tenant } from '@pacioli/rpc'
import { withClient } from '@pacioli/testing'
import { expect } from 'vitest'

/** A superuser's connection to where the rows of the business are. */
type Admin = { query: (sql: string, bind?: unknown[]) => Promise<{ rows: unknown[]; rowCount: number | null }> }

export type Statement = readonly [sql: string, bind?: unknown[]]

/** Constraints that would prevent the violations. */
const LIFT_CONSTRAINTS = `DO $$
DECLARE
  statement text;
BEGIN
  FOR statement IN SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname)
                     FROM pg_constraint WHERE contype = 'c' AND coninhcount = 0 AND connamespace = 'public'::regnamespace LOOP
    EXECUTE statement;
  END LOOP;
END $$`

/** Drops them in this database. @param url the superuser's */
export const liftConstraints = (url: string): Promise<unknown> =>
  withClient(url, (admin) => admin.query(LIFT_CONSTRAINTS))

/**
 * The violated invariants after these statements, which are rolled back: each once, in order. Constraints are dropped
 * before.
 */
export async function foundAfter(
  admin: Admin,
  { clientId, businessId }: Tenant,
  ...statements: readonly Statement[]
): Promise<string[]> {
  await admin.query('BEGIN')
  try {
    for (const [sql, bind] of statements) expect((await admin.query(sql, bind)).rowCount).toBeGreaterThan(0)
    const { rows } = await admin.query('SELECT invariant, detail FROM check_billing_v1($1, $2)', [clientId, businessId])
    return [...new Set((rows as Violation[]).map(({ invariant }) => invariant))].sort()
  } finally {
    await admin.query('ROLLBACK')
  }
}
