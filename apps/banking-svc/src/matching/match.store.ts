import type { Tx } from '@pacioli/db'
import type { MatchView } from '../bank-transactions/bank-transaction.messages.ts'
import type { BankTransaction } from '../bank-transactions/bank-transaction.ts'

/** The matches that hold, by transaction: each as its transaction shows it. */
export const loadMatches = async (
  _tx: Tx,
  _businessId: string,
  _transactions: readonly BankTransaction[],
): Promise<Map<string, MatchView>> => new Map()
