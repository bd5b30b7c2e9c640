/** Accounts as callers see them, with their balances, in a handful of queries however many there are. */
import type { Tx } from '@pacioli/db'
import { loadTagDefinitions, type TagDefinition } from '@pacioli/ledger-facts'
import type {
  BankAccount as BankAccountMessage,
  ExternalAccount as ExternalAccountMessage,
  Institution as InstitutionMessage,
} from '@pacioli/protos/banking'
import { toAppliedTag } from '../bank-transactions/bank-transaction.messages.ts'
import type { BankAccount, Institution } from './bank-account.ts'
import { isDisconnected, notificationsOf, type ExternalAccount, type ExternalFacts } from './external-account.ts'
import { listExternalAccounts, loadExternalFacts } from './external-account.store.ts'
import type { Balances } from './ledger-balances.ts'

export type ExternalView = { account: ExternalAccount; facts: ExternalFacts }
export type BankAccountView = {
  account: BankAccount
  externals: ExternalView[]
  tags: ReadonlyMap<string, TagDefinition>
}

const NO_FACTS: ExternalFacts = { transactionCount: 0, uncategorizedSum: 0, hasOpeningBalance: false }

export async function viewExternalAccounts(tx: Tx, accounts: readonly ExternalAccount[]): Promise<ExternalView[]> {
  const ids = accounts.map(({ id }) => id)
  const facts = await loadExternalFacts(tx, ids)
  return accounts.map((account) => ({ account, facts: facts.get(account.id) ?? NO_FACTS }))
}

/** @param withArchived whether archived external accounts are among those of each bank account */
export async function viewBankAccounts(
  tx: Tx,
  accounts: readonly BankAccount[],
  withArchived = true,
): Promise<BankAccountView[]> {
  const bankAccountIds = accounts.map(({ id }) => id)
  const externals = await listExternalAccounts(tx, { withArchived, bankAccountIds })
  const views = Map.groupBy(await viewExternalAccounts(tx, externals), ({ account }) => account.bankAccountId)
  const definitionIds = accounts.flatMap(({ tags }) => tags.map(({ definitionId }) => definitionId))
  const tags = await loadTagDefinitions(tx, [...new Set(definitionIds)])
  return accounts.map((account) => ({ account, externals: views.get(account.id) ?? [], tags }))
}

export async function viewBankAccount(tx: Tx, account: BankAccount): Promise<BankAccountView> {
  const [view] = await viewBankAccounts(tx, [account])
  if (!view) throw new Error(`no view of bank account ${account.id}`)
  return view
}

export async function viewExternalAccount(tx: Tx, account: ExternalAccount): Promise<ExternalView> {
  const [view] = await viewExternalAccounts(tx, [account])
  if (!view) throw new Error(`no view of external account ${account.id}`)
  return view
}

const toInstitution = (institution: Institution | null): InstitutionMessage | undefined =>
  institution === null ? undefined : { id: institution.id, name: institution.name, logo: institution.logo ?? undefined }

export const toExternalAccountMessage = (
  { account, facts }: ExternalView,
  balances: Balances,
): ExternalAccountMessage => ({
  id: account.id,
  external_account_external_id: account.externalId,
  external_account_source: account.source,
  external_account_name: account.name,
  latest_balance_timestamp:
    account.latestBalance === null
      ? undefined
      : {
          external_account_external_id: account.externalId,
          external_account_source: account.source,
          balance: account.latestBalance.balance,
          at: account.latestBalance.at.toISOString(),
          created_at: account.latestBalance.createdAt.toISOString(),
        },
  current_ledger_balance: balances.of(account.ledgerAccountId),
  uncategorized_transaction_sum: facts.uncategorizedSum,
  mask: account.mask ?? undefined,
  institution: toInstitution(account.institution),
  notifications: notificationsOf(account, facts).map((type) => ({ type, scope: 'USER' })),
  connection_needs_repair_as_of: account.connectionNeedsRepairAsOf?.toISOString(),
  requires_user_confirmation_as_of: account.requiresUserConfirmationAsOf?.toISOString(),
  reconnect_with_new_credentials: account.reconnectWithNewCredentials,
  connection_id: account.connectionId ?? undefined,
  connection_external_id: account.connectionExternalId ?? undefined,
  user_created: account.userCreated,
  is_syncing: account.isSyncing,
  ledger_account_id: account.ledgerAccountId,
  archived_at: account.archivedAt?.toISOString(),
  show_transactions_on_or_after: account.showTransactionsOnOrAfter?.toISOString(),
  show_transactions_on_or_before: account.showTransactionsOnOrBefore?.toISOString(),
  bank_account_id: account.bankAccountId,
  account_type: account.type,
  account_subtype: account.subtype,
  created_at: account.createdAt.toISOString(),
  updated_at: account.updatedAt.toISOString(),
})

export const toBankAccountMessage = (
  { account, externals, tags }: BankAccountView,
  balances: Balances,
): BankAccountMessage => ({
  id: account.id,
  ledger_account_id: account.ledgerAccountId,
  account_type: account.type,
  account_subtype: account.subtype,
  account_name: account.name,
  notes: account.notes ?? undefined,
  notify_when_disconnected: account.notifyWhenDisconnected,
  is_disconnected: isDisconnected(externals.map((external) => external.account)),
  institution: toInstitution(account.institution),
  archived_at: account.archivedAt?.toISOString(),
  memo: account.memo ?? undefined,
  metadata: account.metadata ?? undefined,
  reference_number: account.referenceNumber ?? undefined,
  entity_tags: toAppliedTags(account, tags),
  external_accounts: externals.map((external) => toExternalAccountMessage(external, balances)),
  external_id: account.externalId ?? undefined,
  current_ledger_balance: balances.of(account.ledgerAccountId),
  created_at: account.createdAt.toISOString(),
  updated_at: account.updatedAt.toISOString(),
})

/** Sorted by key. */
export const toAppliedTags = ({ tags }: BankAccount, definitions: ReadonlyMap<string, TagDefinition>) =>
  tags.map((tag) => toAppliedTag(tag, definitions)).sort((one, other) => ((one.key ?? '') < (other.key ?? '') ? -1 : 1))
