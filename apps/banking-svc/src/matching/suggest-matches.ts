import type { Tx } from '@pacioli/db'
import type { SuggestedMatch } from '@pacioli/protos/banking'
import type { BankTransaction } from '../bank-transactions/bank-transaction.ts'
import type { Business } from '../businesses/business.ts'

/** What each waiting transaction could be matched to, best first. Suggestions never match by themselves. */
export const suggestMatches = async (
  _tx: Tx,
  _business: Business,
  _transactions: readonly BankTransaction[],
): Promise<Map<string, SuggestedMatch[]>> => new Map()
