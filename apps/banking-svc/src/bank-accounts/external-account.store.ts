import { askedColumn, type Tx } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import { isAmount, toAmount } from '@pacioli/money'
import type { AccountType } from './bank-account.ts'
import type { ExternalAccount, ExternalFacts } from './external-account.ts'

type Row = {
  id: string
  business_id: string
  bank_account_id: string
  ledger_account_id: string
  external_id: string
  source: string
  account_name: string
  account_type: AccountType
  account_subtype: string
  mask: string | null
  institution_id: string | null
  institution_name: string | null
  institution_logo: string | null
  latest_balance: string | null
  latest_balance_at: Date | null
  latest_balance_created_at: Date | null
  connection_needs_repair_as_of: Date | null
  requires_user_confirmation_as_of: Date | null
  reconnect_with_new_credentials: boolean
  connection_id: string | null
  connection_external_id: string | null
  user_created: boolean
  is_syncing: boolean
  show_transactions_on_or_after: Date | null
  show_transactions_on_or_before: Date | null
  archived_at: Date | null
  version: string
  created_at: Date
  updated_at: Date
}

const SELECTED = `
  SELECT e.id, e.business_id, e.bank_account_id, b.ledger_account_id, e.external_id, e.source, e.account_name,
         e.account_type, e.account_subtype, e.mask, e.institution_id, i.name AS institution_name,
         i.logo AS institution_logo, e.latest_balance, e.latest_balance_at, e.latest_balance_created_at,
         e.connection_needs_repair_as_of, e.requires_user_confirmation_as_of, e.reconnect_with_new_credentials,
         e.connection_id, e.connection_external_id, e.user_created, e.is_syncing, e.show_transactions_on_or_after,
         e.show_transactions_on_or_before, e.archived_at, e.version, e.created_at, e.updated_at
    FROM external_accounts e
    JOIN bank_accounts b ON b.business_id = e.business_id AND b.id = e.bank_account_id
    LEFT JOIN institutions i ON i.business_id = e.business_id AND i.id = e.institution_id
   WHERE e.business_id = $1`

const toExternalAccount = (row: Row): ExternalAccount => ({
  id: row.id,
  businessId: row.business_id,
  bankAccountId: row.bank_account_id,
  ledgerAccountId: row.ledger_account_id,
  externalId: row.external_id,
  source: row.source,
  name: row.account_name,
  type: row.account_type,
  subtype: row.account_subtype,
  mask: row.mask,
  institution:
    row.institution_id === null
      ? null
      : { id: row.institution_id, name: row.institution_name ?? '', logo: row.institution_logo },
  latestBalance:
    row.latest_balance === null || row.latest_balance_at === null
      ? null
      : {
          balance: toAmount(row.latest_balance),
          at: row.latest_balance_at,
          createdAt: row.latest_balance_created_at ?? row.latest_balance_at,
        },
  connectionNeedsRepairAsOf: row.connection_needs_repair_as_of,
  requiresUserConfirmationAsOf: row.requires_user_confirmation_as_of,
  reconnectWithNewCredentials: row.reconnect_with_new_credentials,
  connectionId: row.connection_id,
  connectionExternalId: row.connection_external_id,
  userCreated: row.user_created,
  isSyncing: row.is_syncing,
  showTransactionsOnOrAfter: row.show_transactions_on_or_after,
  showTransactionsOnOrBefore: row.show_transactions_on_or_before,
  archivedAt: row.archived_at,
  version: Number(row.version),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

export type ExternalFilter = {
  withArchived: boolean
  bankAccountIds?: readonly string[] | undefined
  externalId?: string | undefined
}

/** In the order they were made. */
export async function listExternalAccounts(
  tx: Tx,
  businessId: string,
  { withArchived, bankAccountIds, externalId }: ExternalFilter,
): Promise<ExternalAccount[]> {
  const rows = await tx.rows<Row>(
    `${SELECTED} AND ($2::boolean OR e.archived_at IS NULL)
        AND ($3::uuid[] IS NULL OR e.bank_account_id = ANY ($3)) AND ($4::text IS NULL OR e.external_id = $4)
      ORDER BY e.created_at, e.id`,
    [businessId, withArchived, bankAccountIds ? [...bankAccountIds] : null, externalId ?? null],
  )
  return rows.map(toExternalAccount)
}

/** By id, which is a UUID. */
export async function findExternalAccount(
  tx: Tx,
  businessId: string,
  id: string,
): Promise<ExternalAccount | undefined> {
  const row = await tx.row<Row>(`${SELECTED} AND e.id = $2`, [businessId, id])
  return row && toExternalAccount(row)
}

/** The same, held until the transaction ends. Rows that refer to it can be added meanwhile. */
export async function lockExternalAccount(
  tx: Tx,
  businessId: string,
  id: string,
): Promise<ExternalAccount | undefined> {
  const row = await tx.row<Row>(`${SELECTED} AND e.id = $2 FOR NO KEY UPDATE OF e`, [businessId, id])
  return row && toExternalAccount(row)
}

/** Those of a bank account, held until the transaction ends. */
export async function lockExternalAccountsOf(
  tx: Tx,
  businessId: string,
  bankAccountId: string,
): Promise<ExternalAccount[]> {
  const rows = await tx.rows<Row>(`${SELECTED} AND e.bank_account_id = $2 ORDER BY e.id FOR NO KEY UPDATE OF e`, [
    businessId,
    bankAccountId,
  ])
  return rows.map(toExternalAccount)
}

export async function findExternalAccountByExternalId(
  tx: Tx,
  businessId: string,
  source: string,
  externalId: string,
): Promise<ExternalAccount | undefined> {
  const row = await tx.row<Row>(`${SELECTED} AND e.source = $2 AND e.external_id = $3`, [
    businessId,
    source,
    externalId,
  ])
  return row && toExternalAccount(row)
}

/** A page of all external accounts in the order of their ids, for replay; null begins it. */
export async function loadExternalAccountsAfter(
  tx: Tx,
  businessId: string,
  afterId: string | null,
  limit: number,
): Promise<ExternalAccount[]> {
  const rows = await tx.rows<Row>(`${SELECTED} AND ($2::uuid IS NULL OR e.id > $2) ORDER BY e.id LIMIT $3`, [
    businessId,
    afterId,
    limit,
  ])
  return rows.map(toExternalAccount)
}

/** False where another request has made it meanwhile. */
export async function insertExternalAccount(tx: Tx, account: ExternalAccount): Promise<boolean> {
  const { businessId, id } = account
  const inserted = await tx.rows(
    `INSERT INTO external_accounts (business_id, id, bank_account_id, external_id, source, account_name, account_type,
                                    account_subtype, mask, institution_id, user_created, show_transactions_on_or_after,
                                    show_transactions_on_or_before, version, created_at, updated_at, asked)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17::jsonb)
     ON CONFLICT (business_id, source, external_id) DO NOTHING RETURNING 1`,
    [
      businessId,
      id,
      account.bankAccountId,
      account.externalId,
      account.source,
      account.name,
      account.type,
      account.subtype,
      account.mask,
      account.institution?.id ?? null,
      account.userCreated,
      account.showTransactionsOnOrAfter,
      account.showTransactionsOnOrBefore,
      account.version,
      account.createdAt,
      account.updatedAt,
      ...askedColumn([account]),
    ],
  )
  if (inserted.length === 0) return false
  await tx.rows('INSERT INTO external_account_totals (business_id, external_account_id) VALUES ($1, $2)', [
    businessId,
    id,
  ])
  return true
}

/** Writes what can change of the accounts, as it is now. */
export async function updateExternalAccounts(
  tx: Tx,
  businessId: string,
  accounts: readonly ExternalAccount[],
): Promise<void> {
  const moments = (momentOf: (account: ExternalAccount) => Date | null | undefined): (string | null)[] =>
    accounts.map((account) => momentOf(account)?.toISOString() ?? null)
  await tx.rows(
    `UPDATE external_accounts e
        SET latest_balance = n.latest_balance, latest_balance_at = n.latest_balance_at,
            latest_balance_created_at = n.latest_balance_created_at,
            connection_needs_repair_as_of = n.connection_needs_repair_as_of,
            requires_user_confirmation_as_of = n.requires_user_confirmation_as_of,
            reconnect_with_new_credentials = n.reconnect_with_new_credentials, connection_id = n.connection_id,
            connection_external_id = n.connection_external_id, is_syncing = n.is_syncing, archived_at = n.archived_at,
            version = n.version, updated_at = n.updated_at
       FROM unnest($2::uuid[], $3::bigint[], $4::timestamptz[], $5::timestamptz[], $6::timestamptz[], $7::timestamptz[],
                   $8::boolean[], $9::uuid[], $10::text[], $11::boolean[], $12::timestamptz[], $13::bigint[],
                   $14::timestamptz[])
              AS n(id, latest_balance, latest_balance_at, latest_balance_created_at, connection_needs_repair_as_of,
                   requires_user_confirmation_as_of, reconnect_with_new_credentials, connection_id,
                   connection_external_id, is_syncing, archived_at, version, updated_at)
      WHERE e.business_id = $1 AND e.id = n.id`,
    [
      businessId,
      accounts.map((account) => account.id),
      accounts.map((account) => account.latestBalance?.balance ?? null),
      moments((account) => account.latestBalance?.at),
      moments((account) => account.latestBalance?.createdAt),
      moments((account) => account.connectionNeedsRepairAsOf),
      moments((account) => account.requiresUserConfirmationAsOf),
      accounts.map((account) => account.reconnectWithNewCredentials),
      accounts.map((account) => account.connectionId),
      accounts.map((account) => account.connectionExternalId),
      accounts.map((account) => account.isSyncing),
      moments((account) => account.archivedAt),
      accounts.map((account) => account.version),
      moments((account) => account.updatedAt),
    ],
  )
}

/**
 * What is told of external accounts besides themselves, by id.
 * @throws AmountOutOfRange where the sum of what waits cannot be told exactly
 */
export async function loadExternalFacts(
  tx: Tx,
  businessId: string,
  ids: readonly string[],
): Promise<Map<string, ExternalFacts>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.rows<{ id: string; count: string; sum: string; opened: boolean }>(
    `SELECT e.id, coalesce(t.transaction_count, 0) AS count, coalesce(t.uncategorized_sum, 0) AS sum,
            EXISTS (SELECT FROM opening_balances o
                     WHERE o.business_id = $1 AND o.external_account_id = e.id AND o.deleted_at IS NULL) AS opened
       FROM unnest($2::uuid[]) AS e(id)
       LEFT JOIN external_account_totals t ON t.business_id = $1 AND t.external_account_id = e.id`,
    [businessId, [...ids]],
  )
  return new Map(
    rows.map(({ id, count, sum, opened }) => [
      id,
      { transactionCount: Number(count), uncategorizedSum: told(id, sum), hasOpeningBalance: opened },
    ]),
  )
}

function told(id: string, sum: string): number {
  if (isAmount(Number(sum))) return Number(sum)
  throw refused('AmountOutOfRange', `What waits on external account ${id} sums to more than can be told exactly.`, {
    external_account_id: id,
  })
}
