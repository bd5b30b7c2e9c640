/** Bank transactions as messages. Pure. */
import type { KnownAccount, TagDefinition } from '@pacioli/ledger-facts'
import type { AppliedTag } from '@pacioli/protos/common'
import type {
  BankTransaction as TransactionMessage,
  Category,
  ImportedFrom as ImportedFromMessage,
  Match as MatchMessage,
  MatchedTransaction,
  SuggestedMatch,
} from '@pacioli/protos/banking'
import type { KnownContact } from '../contacts/contact.ts'
import type { BankTransaction, Contacts, ImportedFrom, TransactionTag } from './bank-transaction.ts'

/** The names of ids in messages. */
export type Names = {
  categories: ReadonlyMap<string, KnownAccount>
  tags: ReadonlyMap<string, TagDefinition>
  /** Names of external accounts. */
  accounts: ReadonlyMap<string, string>
  customers: ReadonlyMap<string, KnownContact>
  vendors: ReadonlyMap<string, KnownContact>
}

/** What a transaction is matched to. */
export type MatchView = {
  id: string
  matchType: string
  details: { id: string; amount: number; date: Date; description: string }
}

export const EXCLUSION: Category = { category: 'Exclusion', display_name: 'Exclusion' }

const toCategory = (accountId: string, contacts: Contacts, categories: Names['categories']): Category => {
  const account = categories.get(accountId)
  return {
    id: accountId,
    category: account?.stableName ?? accountId,
    display_name: account?.name ?? accountId,
    stable_name: account?.stableName ?? undefined,
    customer_id: contacts.customerId ?? undefined,
    vendor_id: contacts.vendorId ?? undefined,
  }
}

export const toAppliedTag = (tag: TransactionTag, tags: Names['tags']): AppliedTag => {
  const definition = tags.get(tag.definitionId)
  return {
    id: tag.id,
    key: definition?.key,
    value: definition?.value,
    dimension_id: tag.dimensionId,
    definition_id: tag.definitionId,
    dimension_display_name: definition?.dimensionDisplayName ?? undefined,
    value_display_name: definition?.valueDisplayName ?? undefined,
    archived_at: definition?.archivedAt?.toISOString(),
  }
}

const toImportedFrom = (from: ImportedFrom): ImportedFromMessage => ({
  import_id: from.import_id,
  format: from.format ?? undefined,
  file_name: from.file_name ?? undefined,
  sha256: from.sha256 ?? undefined,
  statement_id: from.statement_id ?? undefined,
  row: from.row,
})

/** The fields of a transaction that one within a match has, too. */
const bankFields = (transaction: BankTransaction, names: Names): MatchedTransaction => ({
  id: transaction.id,
  business_id: transaction.businessId,
  source: transaction.source,
  source_transaction_id: transaction.sourceTransactionId,
  source_account_id: transaction.sourceAccountId,
  external_account_id: transaction.externalAccountId,
  imported_at: transaction.importedAt.toISOString(),
  date: transaction.date.toISOString(),
  direction: transaction.direction,
  amount: transaction.amount,
  counterparty_name: transaction.counterpartyName ?? undefined,
  description: transaction.description,
  account_name: names.accounts.get(transaction.externalAccountId) ?? '',
  categorizationStatus: transaction.status,
  memo: transaction.memo ?? undefined,
  metadata: transaction.metadata ?? undefined,
  reference_number: transaction.referenceNumber ?? undefined,
})

const toMatch = (match: MatchView, transaction: BankTransaction, names: Names): MatchMessage => ({
  id: match.id,
  match_type: match.matchType,
  bank_transaction: bankFields(transaction, names),
  details: { ...match.details, date: match.details.date.toISOString() },
})

export const toTransactionMessage = (
  transaction: BankTransaction,
  names: Names,
  match: MatchView | undefined,
  suggestions: SuggestedMatch[],
): TransactionMessage => ({
  ...bankFields(transaction, names),
  imported_from: transaction.importedFrom === null ? undefined : toImportedFrom(transaction.importedFrom),
  bank_account_id: transaction.bankAccountId,
  category: transaction.isExcluded
    ? EXCLUSION
    : transaction.categoryAccountId === null
      ? undefined
      : toCategory(transaction.categoryAccountId, transaction, names.categories),
  categorization_method: transaction.categorizationMethod ?? undefined,
  rule_id: transaction.ruleId ?? undefined,
  split_entries: transaction.splits.map((part) => ({
    id: part.id,
    category: toCategory(part.categoryAccountId, part, names.categories),
    amount: part.amount,
    memo: part.memo ?? undefined,
    tags: part.tags.map((tag) => toAppliedTag(tag, names.tags)),
  })),
  tax_code: transaction.taxCode ?? undefined,
  tax_options:
    transaction.taxOptions === null
      ? undefined
      : {
          canada: transaction.taxOptions.canada.map((option) => ({
            ...option,
            province: option.province ?? undefined,
            effective_from: option.effective_from ?? undefined,
            effective_to: option.effective_to ?? undefined,
            components: option.components.map((one) => ({ ...one, province: one.province ?? undefined })),
          })),
        },
  projected_income_category: transaction.projectedIncomeCategory ?? undefined,
  suggested_matches: suggestions,
  match: match && toMatch(match, transaction, names),
  transaction_tags: transaction.tags.map((tag) => toAppliedTag(tag, names.tags)),
  document_ids: [...transaction.documentIds],
  merchant_name: transaction.merchantName ?? undefined,
  counterparty_id: transaction.counterpartyId ?? undefined,
  customer_id: transaction.customerId ?? undefined,
  customer_external_id: names.customers.get(transaction.customerId ?? '')?.externalId ?? undefined,
  vendor_id: transaction.vendorId ?? undefined,
  vendor_external_id: names.vendors.get(transaction.vendorId ?? '')?.externalId ?? undefined,
  updated_at: transaction.updatedAt.toISOString(),
  version: transaction.version,
})
