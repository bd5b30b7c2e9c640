/** Sources and keys of banking's postings. Pure. */
import type { Source } from '@pacioli/postings'
import type { BankTransaction } from './bank-transaction.ts'

export const BANK_TRANSACTION = 'bank_transaction'
export const BANK_MATCH = 'bank_match'
export const OPENING_BALANCE = 'opening_balance'

export const sourceOf = ({ id }: Pick<BankTransaction, 'id'>): Source => ({ type: BANK_TRANSACTION, id })

/** The key of a transaction's posting number `revision`, which counts from 1. */
export const transactionKey = (id: string, event: string, revision: number): string =>
  `${BANK_TRANSACTION}:${id}:${event}:${revision}`
