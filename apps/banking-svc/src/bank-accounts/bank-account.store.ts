import type { Tx } from '@pacioli/db'
import { asked, boolean, jsonText, safeInteger, table, text, timestamp, uuid } from '@pacioli/db/table'
import type { AccountTag, AccountType, BankAccount, Institution } from './bank-account.ts'

const bankAccounts = table('bank_accounts', ['businessId', 'id'], {
  businessId: uuid,
  id: uuid,
  externalId: text.orNull.once,
  ledgerAccountId: uuid.once,
  type: text.as<AccountType>().named('account_type').once,
  subtype: text.named('account_subtype').once,
  name: text.named('account_name'),
  notes: text.orNull,
  notifyWhenDisconnected: boolean,
  institutionId: uuid.orNull.writeOnly,
  memo: text.orNull,
  metadata: jsonText.orNull,
  referenceNumber: text.orNull,
  archivedAt: timestamp.orNull,
  version: safeInteger,
  createdAt: timestamp.once,
  updatedAt: timestamp,
  asked,
})

const accountTags = table('bank_account_tags', ['businessId', 'id'], {
  businessId: uuid,
  bankAccountId: uuid,
  id: uuid,
  dimensionId: uuid,
  definitionId: uuid,
})

/** The institution `i` of an account, if it has one. */
export const INSTITUTION = `CASE WHEN i.id IS NOT NULL THEN
           json_build_object('id', i.id, 'name', i.name, 'logo', i.logo) END AS institution`

const SELECTED = `
  SELECT ${bankAccounts.columns('b')}, ${INSTITUTION},
         (SELECT coalesce(json_agg(json_build_object('id', t.id, 'dimensionId', t.dimension_id,
                                                     'definitionId', t.definition_id) ORDER BY t.id), '[]')
            FROM bank_account_tags t WHERE t.business_id = b.business_id AND t.bank_account_id = b.id) AS tags
    FROM bank_accounts b
    LEFT JOIN institutions i ON i.business_id = b.business_id AND i.id = b.institution_id
   WHERE b.business_id = $1`

const load = (tx: Tx, condition: string, ...bind: unknown[]): Promise<BankAccount[]> =>
  bankAccounts.query<{ institution: Institution | null; tags: AccountTag[] }>(tx, `${SELECTED} AND ${condition}`, [
    tx.businessId,
    ...bind,
  ])

/** In order of creation. */
export const listBankAccounts = (tx: Tx, withArchived: boolean): Promise<BankAccount[]> =>
  load(tx, '($2::boolean OR b.archived_at IS NULL) ORDER BY b.created_at, b.id', withArchived)

/** By id; the caller has checked that these are UUIDs. */
export const loadBankAccounts = (tx: Tx, ids: readonly string[]): Promise<BankAccount[]> =>
  load(tx, 'b.id = ANY ($2::uuid[]) ORDER BY b.id', ids)

/** The same, locked until the transaction ends; always in the order of their ids. */
export async function lockBankAccounts(tx: Tx, ids: readonly string[]): Promise<BankAccount[]> {
  await tx.rows(
    `SELECT FROM bank_accounts WHERE business_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id ${tx.locking('FOR NO KEY UPDATE')}`,
    [tx.businessId, [...ids]],
  )
  // Read again: a statement that waited for a lock sees the row as it became, but not the rows that belong to it.
  return loadBankAccounts(tx, ids)
}

export async function findBankAccountByExternalId(tx: Tx, externalId: string): Promise<BankAccount | undefined> {
  return (await load(tx, 'b.external_id = $2', externalId))[0]
}

/** A page of all bank accounts in the order of their ids, for replay; null begins it. */
export const loadBankAccountsAfter = (tx: Tx, afterId: string | null, limit: number): Promise<BankAccount[]> =>
  load(tx, '($2::uuid IS NULL OR b.id > $2) ORDER BY b.id LIMIT $3', afterId, limit)

/** Those of these ledger accounts that belong to bank accounts. */
export async function findBankLedgerAccounts(tx: Tx, accountIds: readonly string[]): Promise<Set<string>> {
  const rows = await tx.rows<{ ledger_account_id: string }>(
    'SELECT ledger_account_id FROM bank_accounts WHERE business_id = $1 AND ledger_account_id = ANY ($2::uuid[])',
    [tx.businessId, accountIds],
  )
  return new Set(rows.map((row) => row.ledger_account_id))
}

/** The ledger accounts of bank accounts, by the bank accounts' ids. */
export async function loadLedgerAccountIds(tx: Tx, bankAccountIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx.rows<{ id: string; ledger_account_id: string }>(
    'SELECT id, ledger_account_id FROM bank_accounts WHERE business_id = $1 AND id = ANY ($2::uuid[])',
    [tx.businessId, [...new Set(bankAccountIds)]],
  )
  return new Map(rows.map((row) => [row.id, row.ledger_account_id]))
}

/** False where a concurrent request has inserted it: its external_id or its ledger account is taken. */
export async function insertBankAccount(tx: Tx, account: BankAccount): Promise<boolean> {
  const made = { ...account, institutionId: account.institution?.id ?? null }
  const inserted = await bankAccounts.insert(tx, {}, [made], { onConflict: 'DO NOTHING', returning: ['id'] })
  if (inserted.length === 0) return false
  await insertTags(tx, [account])
  return true
}

/** Updates what can change of the accounts; their tags are replaced. */
export async function updateBankAccounts(tx: Tx, accounts: readonly BankAccount[]): Promise<void> {
  const ids = accounts.map(({ id }) => id)
  await bankAccounts.update(
    tx,
    { businessId: tx.businessId },
    accounts.map((account) => ({ ...account, institutionId: account.institution?.id ?? null })),
  )
  await tx.rows('DELETE FROM bank_account_tags WHERE business_id = $1 AND bank_account_id = ANY ($2::uuid[])', [
    tx.businessId,
    ids,
  ])
  await insertTags(tx, accounts)
}

async function insertTags(tx: Tx, accounts: readonly BankAccount[]): Promise<void> {
  const tags = accounts.flatMap(({ id, tags }) => tags.map((tag) => ({ ...tag, bankAccountId: id })))
  await accountTags.insert(tx, { businessId: tx.businessId }, tags)
}
