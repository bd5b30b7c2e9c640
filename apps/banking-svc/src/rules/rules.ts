/** What rules say of transactions that come in. */
import type { BankTransaction, TransactionTag } from '../bank-transactions/bank-transaction.ts'

/** What the first rule that fits decides of a transaction. */
export type RuleDecision = {
  ruleId: string
  /** The category; null where the rule only tags. */
  categoryAccountId: string | null
  excludes: boolean
  tags: readonly Omit<TransactionTag, 'id'>[]
  taxCode: string | null
  memo: string | null
}

/** What rules look at. */
export type RuleSubject = Pick<
  BankTransaction,
  | 'id'
  | 'description'
  | 'merchantName'
  | 'counterpartyId'
  | 'counterpartyName'
  | 'amount'
  | 'direction'
  | 'bankAccountId'
  | 'externalAccountId'
>
