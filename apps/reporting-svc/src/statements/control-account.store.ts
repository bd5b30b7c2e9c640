import { PARTY_ACCOUNTS } from '@pacioli/chart'
import type { Tx } from '@pacioli/db'
import type { AccountChange } from '../accounts/account.ts'
import { keyOf } from '../read-models/newest.ts'
import { CONTROL_ACCOUNTS, isControl, NO_PARTY, type ControlAccount, type ControlAccounts } from './control-account.ts'

/**
 * Locks what is known of the control accounts until the transaction ends: shared by those that record entries, alone
 * where one may become known, which then marks the lines that came before it.
 * @param businessIds in the order in which locks are taken
 */
export function lockControls(tx: Tx, businessIds: readonly string[], alone: ReadonlySet<string>): void {
  tx.send(
    `SELECT CASE WHEN alone THEN pg_advisory_xact_lock(key) ELSE pg_advisory_xact_lock_shared(key) END
       FROM (SELECT hashtextextended(name || ' ' || current_schema(), 0) AS key, alone
               FROM unnest($1::text[], $2::boolean[]) AS of_business (name, alone)) AS locks`,
    [
      businessIds.map((businessId) => `reporting control accounts ${businessId}`),
      businessIds.map((businessId) => alone.has(businessId)),
    ],
  )
}

/** An account of a business, by the name that makes it a control account. */
export type ToldControl = { businessId: string; id: string; control: ControlAccount }

/** Which of these accounts are known as control accounts. */
export async function loadControls(
  tx: Tx,
  accounts: readonly Pick<ToldControl, 'businessId' | 'id'>[],
): Promise<ControlAccounts> {
  const rows = await tx.rows<ToldControl>(
    `SELECT business_id AS "businessId", account_id AS id, stable_name AS control FROM accounts
      WHERE (business_id, account_id) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[])) AND stable_name = ANY ($3::text[])`,
    [accounts.map(({ businessId }) => businessId), accounts.map(({ id }) => id), [...CONTROL_ACCOUNTS]],
  )
  return byKey(rows)
}

export const byKey = (controls: readonly ToldControl[]): Map<string, ControlAccount> =>
  new Map(controls.map((one) => [keyOf(one), one.control]))

/** Those that these changes are about. */
export const controlsIn = (changes: readonly AccountChange[]): ToldControl[] =>
  changes.flatMap(({ businessId, account: { id, stableName } }) =>
    isControl(stableName) ? [{ businessId, id, control: stableName }] : [],
  )

/** Under whom a line stands on the control account with the name. */
const PARTY = `CASE ${PARTY_ACCOUNTS.map(
  ({ accounts, field }) => `WHEN a.name IN (${accounts.map((name) => `'${name}'`).join(', ')}) THEN l.${field}`,
).join(' ')} END`

/** Says of the lines of these accounts which control account they are on. */
export function markLines(tx: Tx, controls: readonly ToldControl[]): void {
  if (controls.length === 0) return
  tx.send(
    `UPDATE entry_lines l SET control = a.name,
            party_id = coalesce(${PARTY}, '${NO_PARTY}')
       FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS a (business_id, account_id, name)
      WHERE l.business_id = a.business_id AND l.account_id = a.account_id`,
    [
      controls.map(({ businessId }) => businessId),
      controls.map(({ id }) => id),
      controls.map(({ control }) => control),
    ],
  )
}
