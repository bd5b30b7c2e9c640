import type { AccountSubtype, AccountType } from '@pacioli/chart'
import type { Tx } from '@pacioli/db'
import type { Direction } from '@pacioli/money'
import { epochOf } from '../epoch.ts'
import { chartOf, type Account, type Chart } from './account.ts'

type AccountRow = {
  id: string
  parent_id: string | null
  name: string
  account_number: string | null
  stable_name: string | null
  normality: Direction
  account_type: AccountType
  account_subtype: AccountSubtype
  archived_at: Date | null
  archived_epoch: string | null
  version: string
  created_at: Date
  updated_at: Date
}

const columns = `id, parent_id, name, account_number, stable_name, normality, account_type, account_subtype,
  archived_at, archived_epoch, version, created_at, updated_at`

const toAccount = (row: AccountRow): Account => ({
  id: row.id,
  parentId: row.parent_id,
  name: row.name,
  accountNumber: row.account_number,
  stableName: row.stable_name,
  normality: row.normality,
  type: row.account_type,
  subtype: row.account_subtype,
  archivedAt: row.archived_at,
  archivedEpoch: epochOf(row.archived_epoch),
  version: Number(row.version),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

/** All accounts of the business, in the order in which charts are read. */
export async function loadAccounts(tx: Tx, businessId: string): Promise<Account[]> {
  const rows = await tx.rows<AccountRow>(
    `SELECT ${columns} FROM accounts WHERE business_id = $1
      ORDER BY array_position(ARRAY['ASSET', 'LIABILITY', 'EQUITY', 'REVENUE', 'EXPENSE'], account_type),
               account_number NULLS LAST, name, id`,
    [businessId],
  )
  return rows.map(toAccount)
}

export const loadChart = async (tx: Tx, businessId: string): Promise<Chart> =>
  chartOf(await loadAccounts(tx, businessId))

export async function insertAccounts(tx: Tx, businessId: string, accounts: readonly Account[]): Promise<void> {
  const column = <Value>(of: (account: Account) => Value): Value[] => accounts.map(of)
  await tx.rows(
    `INSERT INTO accounts (business_id, id, parent_id, name, account_number, stable_name, normality, account_type,
                           account_subtype, created_at, updated_at)
     SELECT $1, * FROM unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
                              $10::timestamptz[], $11::timestamptz[])`,
    [
      businessId,
      column((account) => account.id),
      column((account) => account.parentId),
      column((account) => account.name),
      column((account) => account.accountNumber),
      column((account) => account.stableName),
      column((account) => account.normality),
      column((account) => account.type),
      column((account) => account.subtype),
      column((account) => account.createdAt),
      column((account) => account.updatedAt),
    ],
  )
}

export async function updateAccount(tx: Tx, businessId: string, account: Account): Promise<void> {
  await tx.rows(
    `UPDATE accounts SET parent_id = $3, name = $4, account_number = $5, stable_name = $6, account_subtype = $7,
                         archived_at = $8, archived_epoch = $9, version = $10, updated_at = $11
      WHERE business_id = $1 AND id = $2`,
    [
      businessId,
      account.id,
      account.parentId,
      account.name,
      account.accountNumber,
      account.stableName,
      account.subtype,
      account.archivedAt,
      account.archivedEpoch,
      account.version,
      account.updatedAt,
    ],
  )
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
  const rows = await tx.rows<AccountRow>(
    `SELECT ${columns} FROM accounts WHERE business_id = $1 AND id = ANY ($2::uuid[])`,
    [businessId, [...ids]],
  )
  return new Map(rows.map((row) => [row.id, toAccount(row)]))
}

/** The account with this id or this stable name. */
export async function loadAccount(
  tx: Tx,
  businessId: string,
  named: { id: string } | { stableName: string },
): Promise<Account | undefined> {
  const [condition, value] = 'id' in named ? ['id = $2', named.id] : ['stable_name = $2', named.stableName]
  const row = await tx.row<AccountRow>(`SELECT ${columns} FROM accounts WHERE business_id = $1 AND ${condition}`, [
    businessId,
    value,
  ])
  return row && toAccount(row)
}
