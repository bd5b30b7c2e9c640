import { askedColumn, type Tx } from '@pacioli/db'
import type { AccountTag, AccountType, BankAccount } from './bank-account.ts'

type Row = {
  id: string
  business_id: string
  external_id: string | null
  ledger_account_id: string
  account_type: AccountType
  account_subtype: string
  account_name: string
  notes: string | null
  notify_when_disconnected: boolean
  institution_id: string | null
  institution_name: string | null
  institution_logo: string | null
  memo: string | null
  metadata: string | null
  reference_number: string | null
  archived_at: Date | null
  tags: AccountTag[]
  version: string
  created_at: Date
  updated_at: Date
}

const SELECTED = `
  SELECT b.id, b.business_id, b.external_id, b.ledger_account_id, b.account_type, b.account_subtype, b.account_name,
         b.notes, b.notify_when_disconnected, b.institution_id, i.name AS institution_name, i.logo AS institution_logo,
         b.memo, b.metadata::text AS metadata, b.reference_number, b.archived_at, b.version, b.created_at, b.updated_at,
         (SELECT coalesce(json_agg(json_build_object('id', t.id, 'dimensionId', t.dimension_id,
                                                     'definitionId', t.definition_id) ORDER BY t.id), '[]')
            FROM bank_account_tags t WHERE t.business_id = b.business_id AND t.bank_account_id = b.id) AS tags
    FROM bank_accounts b
    LEFT JOIN institutions i ON i.business_id = b.business_id AND i.id = b.institution_id
   WHERE b.business_id = $1`

const toBankAccount = (row: Row): BankAccount => ({
  id: row.id,
  businessId: row.business_id,
  externalId: row.external_id,
  ledgerAccountId: row.ledger_account_id,
  type: row.account_type,
  subtype: row.account_subtype,
  name: row.account_name,
  notes: row.notes,
  notifyWhenDisconnected: row.notify_when_disconnected,
  institution:
    row.institution_id === null
      ? null
      : { id: row.institution_id, name: row.institution_name ?? '', logo: row.institution_logo },
  memo: row.memo,
  metadata: row.metadata,
  referenceNumber: row.reference_number,
  archivedAt: row.archived_at,
  tags: row.tags,
  version: Number(row.version),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

/** In the order they were made. */
export async function listBankAccounts(tx: Tx, businessId: string, withArchived: boolean): Promise<BankAccount[]> {
  const rows = await tx.rows<Row>(
    `${SELECTED} AND ($2::boolean OR b.archived_at IS NULL) ORDER BY b.created_at, b.id`,
    [businessId, withArchived],
  )
  return rows.map(toBankAccount)
}

/** By id; who asks has made sure that these are UUIDs. */
export async function loadBankAccounts(tx: Tx, businessId: string, ids: readonly string[]): Promise<BankAccount[]> {
  const rows = await tx.rows<Row>(`${SELECTED} AND b.id = ANY ($2::uuid[]) ORDER BY b.id`, [businessId, [...ids]])
  return rows.map(toBankAccount)
}

/** The same, held until the transaction ends; always in the order of their ids. */
export async function lockBankAccounts(tx: Tx, businessId: string, ids: readonly string[]): Promise<BankAccount[]> {
  await tx.rows(
    `SELECT FROM bank_accounts WHERE business_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id FOR NO KEY UPDATE`,
    [businessId, [...ids]],
  )
  // Read again: a statement that waited for a lock sees the row as it became, but not the rows that belong to it.
  return loadBankAccounts(tx, businessId, ids)
}

export async function findBankAccountByExternalId(
  tx: Tx,
  businessId: string,
  externalId: string,
): Promise<BankAccount | undefined> {
  const row = await tx.row<Row>(`${SELECTED} AND b.external_id = $2`, [businessId, externalId])
  return row && toBankAccount(row)
}

/** A page of all bank accounts in the order of their ids, for replay; null begins it. */
export async function loadBankAccountsAfter(
  tx: Tx,
  businessId: string,
  afterId: string | null,
  limit: number,
): Promise<BankAccount[]> {
  const rows = await tx.rows<Row>(`${SELECTED} AND ($2::uuid IS NULL OR b.id > $2) ORDER BY b.id LIMIT $3`, [
    businessId,
    afterId,
    limit,
  ])
  return rows.map(toBankAccount)
}

/** Of accounts of the chart those that bank accounts have there. */
export async function findBankLedgerAccounts(
  tx: Tx,
  businessId: string,
  accountIds: readonly string[],
): Promise<Set<string>> {
  const rows = await tx.rows<{ ledger_account_id: string }>(
    'SELECT ledger_account_id FROM bank_accounts WHERE business_id = $1 AND ledger_account_id = ANY ($2::uuid[])',
    [businessId, accountIds],
  )
  return new Set(rows.map((row) => row.ledger_account_id))
}

/** The ledger accounts of bank accounts, by the bank accounts' ids. */
export async function loadLedgerAccountIds(
  tx: Tx,
  businessId: string,
  bankAccountIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await tx.rows<{ id: string; ledger_account_id: string }>(
    'SELECT id, ledger_account_id FROM bank_accounts WHERE business_id = $1 AND id = ANY ($2::uuid[])',
    [businessId, [...new Set(bankAccountIds)]],
  )
  return new Map(rows.map((row) => [row.id, row.ledger_account_id]))
}

/** Which of these accounts of the chart are some bank account's already. */
export async function findUsedLedgerAccounts(tx: Tx, businessId: string, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx.rows<{ ledger_account_id: string }>(
    'SELECT ledger_account_id FROM bank_accounts WHERE business_id = $1 AND ledger_account_id = ANY ($2::uuid[])',
    [businessId, [...ids]],
  )
  return new Set(rows.map((row) => row.ledger_account_id))
}

/** False where another request has made it meanwhile: its external_id or its account of the chart is taken. */
export async function insertBankAccount(tx: Tx, account: BankAccount): Promise<boolean> {
  const inserted = await tx.rows(
    `INSERT INTO bank_accounts (business_id, id, external_id, ledger_account_id, account_type, account_subtype,
                                account_name, notes, notify_when_disconnected, institution_id, memo, metadata,
                                reference_number, archived_at, version, created_at, updated_at, asked)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12::jsonb, $13, $14, $15, $16, $17, $18::jsonb)
     ON CONFLICT DO NOTHING RETURNING 1`,
    [
      account.businessId,
      account.id,
      account.externalId,
      account.ledgerAccountId,
      account.type,
      account.subtype,
      account.name,
      account.notes,
      account.notifyWhenDisconnected,
      account.institution?.id ?? null,
      account.memo,
      account.metadata,
      account.referenceNumber,
      account.archivedAt,
      account.version,
      account.createdAt,
      account.updatedAt,
      ...askedColumn([account]),
    ],
  )
  if (inserted.length === 0) return false
  await insertTags(tx, account.businessId, [account])
  return true
}

/** Writes what can change of the accounts, as it is now; their tags are replaced. */
export async function updateBankAccounts(tx: Tx, businessId: string, accounts: readonly BankAccount[]): Promise<void> {
  const ids = accounts.map(({ id }) => id)
  await tx.rows(
    `UPDATE bank_accounts b
        SET account_name = n.account_name, notes = n.notes, notify_when_disconnected = n.notify_when_disconnected,
            institution_id = n.institution_id, memo = n.memo, metadata = n.metadata,
            reference_number = n.reference_number, archived_at = n.archived_at, version = n.version,
            updated_at = n.updated_at
       FROM unnest($2::uuid[], $3::text[], $4::text[], $5::boolean[], $6::uuid[], $7::text[], $8::jsonb[], $9::text[],
                   $10::timestamptz[], $11::bigint[], $12::timestamptz[])
              AS n(id, account_name, notes, notify_when_disconnected, institution_id, memo, metadata, reference_number,
                   archived_at, version, updated_at)
      WHERE b.business_id = $1 AND b.id = n.id`,
    [
      businessId,
      ids,
      accounts.map((account) => account.name),
      accounts.map((account) => account.notes),
      accounts.map((account) => account.notifyWhenDisconnected),
      accounts.map((account) => account.institution?.id ?? null),
      accounts.map((account) => account.memo),
      accounts.map((account) => account.metadata),
      accounts.map((account) => account.referenceNumber),
      accounts.map((account) => account.archivedAt?.toISOString() ?? null),
      accounts.map((account) => account.version),
      accounts.map((account) => account.updatedAt.toISOString()),
    ],
  )
  await tx.rows('DELETE FROM bank_account_tags WHERE business_id = $1 AND bank_account_id = ANY ($2::uuid[])', [
    businessId,
    ids,
  ])
  await insertTags(tx, businessId, accounts)
}

async function insertTags(tx: Tx, businessId: string, accounts: readonly BankAccount[]): Promise<void> {
  const tags = accounts.flatMap((account) => account.tags.map((tag) => ({ ...tag, accountId: account.id })))
  if (tags.length === 0) return
  await tx.rows(
    `INSERT INTO bank_account_tags (business_id, bank_account_id, id, dimension_id, definition_id)
     SELECT $1, * FROM unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[])`,
    [
      businessId,
      tags.map((tag) => tag.accountId),
      tags.map((tag) => tag.id),
      tags.map((tag) => tag.dimensionId),
      tags.map((tag) => tag.definitionId),
    ],
  )
}
