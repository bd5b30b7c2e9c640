/** The event of a bank transaction: its whole state and version. */
import { domainEvent, type StagedEvent } from '@pacioli/events'
import type { BankTransaction, DocumentType, TransactionTag } from './bank-transaction.ts'

const tagState = ({ dimensionId, definitionId }: TransactionTag) => ({
  dimension_id: dimensionId,
  definition_id: definitionId,
})

/** Not another transaction, nor an entry. */
export type MatchedDocument = { type: DocumentType; id: string }

/** A transaction as its event carries it. */
export type AnnouncedTransaction = BankTransaction & { matchedDocument: MatchedDocument | null }

const stateOf = (transaction: AnnouncedTransaction) => ({
  id: transaction.id,
  business_id: transaction.businessId,
  source: transaction.source,
  source_transaction_id: transaction.sourceTransactionId,
  source_account_id: transaction.sourceAccountId,
  external_account_id: transaction.externalAccountId,
  bank_account_id: transaction.bankAccountId,
  imported_at: transaction.importedAt,
  imported_from: transaction.importedFrom,
  date: transaction.date,
  /** In the business's zone, which never changes once there is a bank account. */
  day: transaction.day,
  direction: transaction.direction,
  amount: transaction.amount,
  description: transaction.description,
  counterparty_name: transaction.counterpartyName,
  merchant_name: transaction.merchantName,
  categorizationStatus: transaction.status,
  category_account_id: transaction.categoryAccountId,
  is_excluded: transaction.isExcluded,
  categorization_method: transaction.categorizationMethod,
  rule_id: transaction.ruleId,
  match_id: transaction.matchId,
  matched_document: transaction.matchedDocument,
  split_entries: transaction.splits.map((part) => ({
    id: part.id,
    category_account_id: part.categoryAccountId,
    amount: part.amount,
    tags: part.tags.map(tagState),
    customer_id: part.customerId,
    vendor_id: part.vendorId,
  })),
  transaction_tags: transaction.tags.map(tagState),
  reference_number: transaction.referenceNumber,
  memo: transaction.memo,
  customer_id: transaction.customerId,
  vendor_id: transaction.vendorId,
})

export type TransactionHappened = 'imported' | 'changed'

export const transactionEvent = (
  transaction: AnnouncedTransaction,
  type: TransactionHappened,
  id: string,
  time: Date,
): StagedEvent =>
  domainEvent({
    id,
    time,
    service: 'banking',
    businessId: transaction.businessId,
    aggregateType: 'bank_transaction',
    aggregateId: transaction.id,
    version: transaction.version,
    type,
    data: stateOf(transaction),
  })
