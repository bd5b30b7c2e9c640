import { PARTY_ACCOUNTS } from '@pacioli/chart'
import type { Tx } from '@pacioli/db'
import type { AccountChange } from '../accounts/account.ts'
import { CONTROL_ACCOUNTS, isControl, NO_PARTY, type ControlAccount } from './control-account.ts'

/**
 * Locks what is known of the control accounts until the transaction ends: shared by those that record entries, alone
 * where one may become known, which then marks the lines that came before it.
 */
export function lockControls(tx: Tx, businessId: string, alone: boolean): void {
  tx.send(`SELECT pg_advisory_xact_lock${alone ? '' : '_shared'}(hashtextextended($1 || ' ' || current_schema(), 0))`, [
    `reporting control accounts ${businessId}`,
  ])
}

/** The control accounts that are known, by id. */
export async function loadControls(tx: Tx, businessId: string): Promise<Map<string, ControlAccount>> {
  const rows = await tx.rows<{ account_id: string; stable_name: ControlAccount }>(
    'SELECT account_id, stable_name FROM accounts WHERE business_id = $1 AND stable_name = ANY ($2::text[])',
    [businessId, [...CONTROL_ACCOUNTS]],
  )
  return new Map(rows.map(({ account_id, stable_name }) => [account_id, stable_name]))
}

/** Those that these changes are about. */
export const controlsIn = (changes: readonly AccountChange[]): Map<string, ControlAccount> =>
  new Map(
    changes.flatMap(({ account: { id, stableName } }): [string, ControlAccount][] =>
      isControl(stableName) ? [[id, stableName]] : [],
    ),
  )

/** Under whom a line stands on the control account with the name. */
const PARTY = `CASE ${PARTY_ACCOUNTS.map(
  ({ accounts, field }) => `WHEN a.name IN (${accounts.map((name) => `'${name}'`).join(', ')}) THEN l.${field}`,
).join(' ')} END`

/** Says of the lines of these accounts which control account they are on. */
export function markLines(tx: Tx, businessId: string, controls: ReadonlyMap<string, ControlAccount>): void {
  if (controls.size === 0) return
  tx.send(
    `UPDATE entry_lines l SET control = a.name,
            party_id = coalesce(${PARTY}, '${NO_PARTY}')
       FROM unnest($2::uuid[], $3::text[]) AS a (account_id, name)
      WHERE l.business_id = $1 AND l.account_id = a.account_id`,
    [businessId, [...controls.keys()], [...controls.values()]],
  )
}
