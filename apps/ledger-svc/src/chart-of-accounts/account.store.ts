import type { AccountSubtype, AccountType } from '@pacioli/chart'
import type { Tx } from '@pacioli/db'
import { safeInteger, table, text, timestamp, uuid } from '@pacioli/db/table'
import type { Direction } from '@pacioli/money'
import { chartOf, type Account, type Chart } from './account.ts'

const accounts = table('accounts', ['businessId', 'id'], {
  businessId: uuid.writeOnly,
  id: uuid,
  parentId: uuid.orNull,
  name: text,
  accountNumber: text.orNull,
  stableName: text.orNull,
  normality: text.as<Direction>().once,
  type: text.as<AccountType>().named('account_type').once,
  subtype: text.as<AccountSubtype>().named('account_subtype'),
  archivedAt: timestamp.orNull,
  archivedEpoch: safeInteger.orNull,
  version: safeInteger,
  createdAt: timestamp.once,
  updatedAt: timestamp,
})

/** All accounts of the business, in the order in which charts are read. */
export const loadAccounts = (tx: Tx, businessId: string): Promise<Account[]> =>
  accounts.rows(
    tx,
    `t.business_id = $1
      ORDER BY array_position(ARRAY['ASSET', 'LIABILITY', 'EQUITY', 'REVENUE', 'EXPENSE'], t.account_type),
               t.account_number NULLS LAST, t.name, t.id`,
    [businessId],
  )

/** A page of all accounts in the order of their ids, archived ones too; null begins it. */
export const loadAccountsAfter = (
  tx: Tx,
  businessId: string,
  after: string | null,
  limit: number,
): Promise<Account[]> => accounts.after(tx, businessId, after, limit)

export const loadChart = async (tx: Tx, businessId: string): Promise<Chart> =>
  chartOf(await loadAccounts(tx, businessId))

export async function insertAccounts(tx: Tx, businessId: string, opened: readonly Account[]): Promise<void> {
  await accounts.insert(tx, { businessId }, opened)
}

export async function updateAccount(tx: Tx, businessId: string, account: Account): Promise<void> {
  await accounts.update(tx, { businessId }, [account])
}

/** The sums of an account's lines up to an instant, in the books of one basis. */
export type AccountTotals = { debits: bigint; credits: bigint; lineCount: bigint }

/**
 * Totals of every account that has lines; `through` is exclusive, null means all time. `otherBasis` is left out.
 * With definitions, which are of one dimension, only the lines count that carry one of them.
 */
export async function loadTotals(
  tx: Tx,
  businessId: string,
  otherBasis: string,
  through: Date | null,
  definitionIds: readonly string[] | null,
): Promise<Map<string, AccountTotals>> {
  const rows = await tx.rows<{ account_id: string; debits: string; credits: string; line_count: string }>(
    'SELECT account_id, debits, credits, line_count FROM account_totals_v1($1, $2, $3, $4::uuid[])',
    [businessId, otherBasis, through, definitionIds && [...definitionIds]],
  )
  return new Map(
    rows.map((row) => [
      row.account_id,
      { debits: BigInt(row.debits), credits: BigInt(row.credits), lineCount: BigInt(row.line_count) },
    ]),
  )
}

export async function loadAccountsById(
  tx: Tx,
  businessId: string,
  ids: readonly string[],
): Promise<Map<string, Account>> {
  if (ids.length === 0) return new Map()
  const rows = await accounts.rows(tx, 't.business_id = $1 AND t.id = ANY ($2::uuid[])', [businessId, [...ids]])
  return new Map(rows.map((row) => [row.id, row]))
}

/** The account with this id or this stable name. */
export const loadAccount = (
  tx: Tx,
  businessId: string,
  named: { id: string } | { stableName: string },
): Promise<Account | undefined> =>
  'id' in named
    ? accounts.row(tx, 't.business_id = $1 AND t.id = $2', [businessId, named.id])
    : accounts.row(tx, 't.business_id = $1 AND t.stable_name = $2', [businessId, named.stableName])
