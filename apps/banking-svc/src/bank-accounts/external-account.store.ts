import type { Tx } from '@pacioli/db'
import { asked, boolean, safeInteger, table, text, timestamp, uuid } from '@pacioli/db/table'
import { refused } from '@pacioli/errors'
import { isAmount } from '@pacioli/money'
import { INSTITUTION } from './bank-account.store.ts'
import type { AccountType, Institution } from './bank-account.ts'
import type { ExternalAccount, ExternalFacts } from './external-account.ts'

const externalAccounts = table('external_accounts', ['businessId', 'id'], {
  businessId: uuid,
  id: uuid,
  bankAccountId: uuid.once,
  externalId: text.once,
  source: text.once,
  name: text.named('account_name').once,
  type: text.as<AccountType>().named('account_type').once,
  subtype: text.named('account_subtype').once,
  mask: text.orNull.once,
  institutionId: uuid.orNull.once.writeOnly,
  balance: safeInteger.orNull.named('latest_balance'),
  balanceAt: timestamp.orNull.named('latest_balance_at'),
  balanceCreatedAt: timestamp.orNull.named('latest_balance_created_at'),
  connectionNeedsRepairAsOf: timestamp.orNull,
  requiresUserConfirmationAsOf: timestamp.orNull,
  reconnectWithNewCredentials: boolean,
  connectionId: uuid.orNull,
  connectionExternalId: text.orNull,
  userCreated: boolean.once,
  isSyncing: boolean,
  showTransactionsOnOrAfter: timestamp.orNull.once,
  showTransactionsOnOrBefore: timestamp.orNull.once,
  archivedAt: timestamp.orNull,
  version: safeInteger,
  createdAt: timestamp.once,
  updatedAt: timestamp,
  asked,
})

const SELECTED = `
  SELECT ${externalAccounts.columns('e')}, b.ledger_account_id AS "ledgerAccountId", ${INSTITUTION}
    FROM external_accounts e
    JOIN bank_accounts b ON b.business_id = e.business_id AND b.id = e.bank_account_id
    LEFT JOIN institutions i ON i.business_id = e.business_id AND i.id = e.institution_id
   WHERE e.business_id = $1`

async function load(tx: Tx, condition: string, ...bind: unknown[]): Promise<ExternalAccount[]> {
  type More = { ledgerAccountId: string; institution: Institution | null }
  const rows = await externalAccounts.query<More>(tx, `${SELECTED} AND ${condition}`, [tx.businessId, ...bind])
  return rows.map(({ balance, balanceAt: at, balanceCreatedAt, ...row }) => ({
    ...row,
    latestBalance: balance === null || at === null ? null : { balance, at, createdAt: balanceCreatedAt ?? at },
  }))
}

const toRow = (account: ExternalAccount) => ({
  ...account,
  institutionId: account.institution?.id ?? null,
  balance: account.latestBalance?.balance ?? null,
  balanceAt: account.latestBalance?.at ?? null,
  balanceCreatedAt: account.latestBalance?.createdAt ?? null,
})

export type ExternalFilter = {
  withArchived: boolean
  bankAccountIds?: readonly string[] | undefined
  externalId?: string | undefined
}

/** In order of creation. */
export const listExternalAccounts = (
  tx: Tx,
  { withArchived, bankAccountIds, externalId }: ExternalFilter,
): Promise<ExternalAccount[]> =>
  load(
    tx,
    `($2::boolean OR e.archived_at IS NULL)
      AND ($3::uuid[] IS NULL OR e.bank_account_id = ANY ($3)) AND ($4::text IS NULL OR e.external_id = $4)
    ORDER BY e.created_at, e.id`,
    withArchived,
    bankAccountIds ? [...bankAccountIds] : null,
    externalId ?? null,
  )

type Found = Promise<ExternalAccount | undefined>

/** By id, which is a UUID. */
export const findExternalAccount = async (tx: Tx, id: string): Found => (await load(tx, 'e.id = $2', id))[0]

/** The same, locked until the transaction ends. Rows that refer to it can be added meanwhile. */
export const lockExternalAccount = async (tx: Tx, id: string): Found =>
  (await load(tx, `e.id = $2 ${tx.locking('FOR NO KEY UPDATE OF e')}`, id))[0]

/** The external accounts of a bank account, locked until the transaction ends. */
export const lockExternalAccountsOf = (tx: Tx, bankAccountId: string): Promise<ExternalAccount[]> =>
  load(tx, `e.bank_account_id = $2 ORDER BY e.id ${tx.locking('FOR NO KEY UPDATE OF e')}`, bankAccountId)

export const findExternalAccountByExternalId = async (tx: Tx, source: string, externalId: string): Found =>
  (await load(tx, 'e.source = $2 AND e.external_id = $3', source, externalId))[0]

/** A page of all external accounts in the order of their ids, for replay; null begins it. */
export const loadExternalAccountsAfter = (tx: Tx, afterId: string | null, limit: number): Promise<ExternalAccount[]> =>
  load(tx, '($2::uuid IS NULL OR e.id > $2) ORDER BY e.id LIMIT $3', afterId, limit)

/** False where a concurrent request has inserted it. */
export async function insertExternalAccount(tx: Tx, account: ExternalAccount): Promise<boolean> {
  const { businessId, id } = account
  const options = { onConflict: '(business_id, source, external_id) DO NOTHING', returning: ['id'] } as const
  const inserted = await externalAccounts.insert(tx, {}, [toRow(account)], options)
  if (inserted.length === 0) return false
  await tx.rows('INSERT INTO external_account_totals (business_id, external_account_id) VALUES ($1, $2)', [
    businessId,
    id,
  ])
  return true
}

/** Updates what can change of the accounts. */
export async function updateExternalAccounts(tx: Tx, accounts: readonly ExternalAccount[]): Promise<void> {
  await externalAccounts.update(tx, { businessId: tx.businessId }, accounts.map(toRow))
}

/**
 * Further facts of external accounts, by id.
 * @throws AmountOutOfRange where the sum of the uncategorized transactions is not exact
 */
export async function loadExternalFacts(tx: Tx, ids: readonly string[]): Promise<Map<string, ExternalFacts>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.rows<{ id: string; count: string; sum: string; opened: boolean }>(
    `SELECT e.id, coalesce(t.transaction_count, 0) AS count, coalesce(t.uncategorized_sum, 0) AS sum,
            EXISTS (SELECT FROM opening_balances o
                     WHERE o.business_id = $1 AND o.external_account_id = e.id AND o.deleted_at IS NULL) AS opened
       FROM unnest($2::uuid[]) AS e(id)
       LEFT JOIN external_account_totals t ON t.business_id = $1 AND t.external_account_id = e.id`,
    [tx.businessId, [...ids]],
  )
  return new Map(
    rows.map(({ id, count, sum, opened }) => [
      id,
      { transactionCount: Number(count), uncategorizedSum: exactSum(id, sum), hasOpeningBalance: opened },
    ]),
  )
}

function exactSum(id: string, sum: string): number {
  if (isAmount(Number(sum))) return Number(sum)
  throw refused(
    'AmountOutOfRange',
    `The uncategorized transactions of external account ${id} sum to more than the largest exact amount.`,
    {
      external_account_id: id,
    },
  )
}
