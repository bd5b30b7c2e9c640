import type { Tx } from '@pacioli/db'

/** Notes on the primary that the model has everything through this instant; it never goes back. */
export async function noteAppliedThrough(tx: Tx, model: number, through: Date): Promise<void> {
  await tx.rows(
    `INSERT INTO public.applied_through AS noted (model, through) VALUES ($1, $2)
     ON CONFLICT (model) DO UPDATE SET through = excluded.through WHERE noted.through < excluded.through`,
    [model, through.toISOString()],
  )
}

/** Through which instant the model has everything in this snapshot, wherever it is of; null where nothing says so. */
export async function appliedThroughIn(tx: Tx, model: number): Promise<Date | null> {
  const row = await tx.row<{ through: Date }>('SELECT through FROM public.applied_through WHERE model = $1', [model])
  return row?.through ?? null
}

/** Which cluster this is, a standby has the number of its primary; and whether its rows are on other servers. */
export const clusterOf = (tx: Tx): Promise<{ id: string; isSpread: boolean }> =>
  tx.one(
    `SELECT system_identifier::text AS id, EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') AS "isSpread"
       FROM pg_control_system()`,
  )
