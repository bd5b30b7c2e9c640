/** Bank transactions from imported rows. Pure. */
import { NO_CONTACTS, type BankTransaction, type TransactionTag } from '../bank-transactions/bank-transaction.ts'
import type { Counterparty } from '../counterparties/counterparty.store.ts'
import type { ExternalAccount } from '../bank-accounts/external-account.ts'
import { importedFrom, type ImportSource } from './imported-from.ts'
import { counterpartyNameOf, type Incoming } from './incoming.ts'

/** By name. */
export type Counterparties = ReadonlyMap<string, Counterparty>

type Naming = Pick<BankTransaction, 'counterpartyId' | 'counterpartyName'>

const namingOf = (incoming: Incoming, counterparties: Counterparties): Naming => {
  const name = counterpartyNameOf(incoming)
  const counterparty = name === null ? undefined : counterparties.get(name)
  return { counterpartyId: counterparty?.id ?? null, counterpartyName: counterparty?.name ?? name }
}

/** READY_FOR_INPUT, or PENDING until it is booked. */
export const newTransaction = (
  incoming: Incoming,
  facts: {
    id: string
    businessId: string
    sourceTransactionId: string
    account: ExternalAccount
    source: ImportSource
    counterparties: Counterparties
    tags: readonly TransactionTag[]
    now: Date
  },
): BankTransaction => ({
  id: facts.id,
  businessId: facts.businessId,
  externalAccountId: facts.account.id,
  bankAccountId: facts.account.bankAccountId,
  source: facts.account.source,
  sourceTransactionId: facts.sourceTransactionId,
  sourceAccountId: facts.account.externalId,
  importedAt: facts.now,
  importedFrom: importedFrom(facts.source, incoming),
  date: incoming.date,
  day: incoming.day,
  direction: incoming.direction,
  amount: incoming.amount,
  description: incoming.description,
  merchantName: incoming.merchantName,
  ...namingOf(incoming, facts.counterparties),
  status: incoming.isPending ? 'PENDING' : 'READY_FOR_INPUT',
  categoryAccountId: null,
  isExcluded: false,
  categorizationMethod: null,
  ruleId: null,
  taxCode: incoming.taxCode,
  taxOptions: incoming.taxOptions,
  projectedIncomeCategory: incoming.projectedIncomeCategory,
  memo: incoming.memo,
  metadata: incoming.metadata,
  referenceNumber: incoming.referenceNumber,
  documentIds: [],
  ...NO_CONTACTS,
  matchId: null,
  splits: [],
  tags: facts.tags,
  contentKey: incoming.contentKey,
  livePostingKey: null,
  postingRevision: 0,
  version: 1,
  updatedAt: facts.now,
})

/** What the bank reports now. Details that users have set meanwhile stay unless the feed has its own. */
const reportedFields = (before: BankTransaction, incoming: Incoming): Partial<BankTransaction> => ({
  date: incoming.date,
  day: incoming.day,
  direction: incoming.direction,
  amount: incoming.amount,
  description: incoming.description,
  contentKey: incoming.contentKey,
  merchantName: incoming.merchantName ?? before.merchantName,
  memo: incoming.memo ?? before.memo,
  metadata: incoming.metadata ?? before.metadata,
  referenceNumber: incoming.referenceNumber ?? before.referenceNumber,
  taxCode: incoming.taxCode ?? before.taxCode,
  taxOptions: incoming.taxOptions ?? before.taxOptions,
  projectedIncomeCategory: incoming.projectedIncomeCategory ?? before.projectedIncomeCategory,
})

/** Whether a pending transaction is reported as it is stored. */
export const isAsReported = (before: BankTransaction, incoming: Incoming): boolean => {
  const counterparty = counterpartyNameOf(incoming)
  return (
    incoming.tags.length === 0 &&
    (counterparty === null || counterparty.toLowerCase() === before.counterpartyName?.toLowerCase()) &&
    JSON.stringify({ ...comparable(before), ...comparable(reportedFields(before, incoming)) }) ===
      JSON.stringify(comparable(before))
  )
}

/** The database formats metadata its own way. */
const comparable = <Part extends Partial<BankTransaction>>(part: Part): Part => ({
  ...part,
  ...(typeof part.metadata === 'string' ? { metadata: JSON.stringify(JSON.parse(part.metadata)) } : {}),
})

/** A pending transaction as it is reported now, perhaps booked: what it says came from here. */
export function updatedTransaction(
  before: BankTransaction,
  incoming: Incoming,
  facts: { source: ImportSource; counterparties: Counterparties; tags: readonly TransactionTag[]; now: Date },
): BankTransaction {
  return {
    ...before,
    ...reportedFields(before, incoming),
    importedFrom: importedFrom(facts.source, incoming),
    ...(counterpartyNameOf(incoming) === null ? {} : namingOf(incoming, facts.counterparties)),
    ...(facts.tags.length === 0 ? {} : { tags: facts.tags }),
    status: incoming.isPending ? 'PENDING' : 'READY_FOR_INPUT',
    version: before.version + 1,
    updatedAt: facts.now,
  }
}
