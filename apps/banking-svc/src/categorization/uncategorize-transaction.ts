import type { Tx } from '@pacioli/db'
import { requireOpen } from '@pacioli/ledger-facts'
import { LedgerPrefetch, type Books, type PostingState, decideOnce } from '@pacioli/postings'
import type { BankTransaction as TransactionMessage } from '@pacioli/protos/banking'
import { isUuid, type BusinessWrite } from '@pacioli/rpc'
import type { Banking } from '../banking.ts'
import { loadTransactions } from '../bank-transactions/bank-transaction.store.ts'
import type { BankTransaction } from '../bank-transactions/bank-transaction.ts'
import { transactionNotFound } from '../transaction-views/get-transaction.ts'
import { presentTransactions } from '../transaction-views/present-transactions.ts'
import { requireBusiness } from '../businesses/require-business.ts'
import { endMatch, lockWithOtherSides } from '../matches/end-match.ts'
import { recordDecisions, type DecidedChanges } from './record-decisions.ts'
import { undecideTransaction } from './decide-transaction.ts'

/**
 * Undoes the decision on a transaction, or ends its match. An uncategorized transaction stays as it is. Also possible
 * behind a posting that the ledger refused: the reversal is then staged behind it.
 * @throws BankTransactionNotFound, BusinessNotFound, BusinessArchived, VersionConflict, ServiceUnavailable
 */
export async function uncategorizeTransaction(
  banking: Banking,
  request: BusinessWrite,
  transactionId: string,
): Promise<{ data: TransactionMessage; posting: PostingState }> {
  const business = await requireBusiness(banking, request)
  const id = transactionId.toLowerCase()
  if (!isUuid(id)) throw transactionNotFound(transactionId)
  return decideOnce(banking, request, {
    ask: async (tx) => {
      requireOpen(business)
      if ((await loadTransactions(tx, [id])).length === 0) throw transactionNotFound(transactionId)
      return new LedgerPrefetch()
    },
    write: async (tx, books) => {
      const locked = await lockWithOtherSides(tx, [id])
      const before = locked.get(id)
      if (!before) throw transactionNotFound(transactionId)
      const decided = await takeBack(tx, banking, books, before)
      const sources = await recordDecisions(tx, banking, business, books, decided, { isBehindFailed: true })
      const after = decided.changed.find((change) => change.before.id === id)?.after ?? before
      const [data] = await presentTransactions(tx, business, [after])
      return { data: data as TransactionMessage, sources }
    },
  })
}

async function takeBack(tx: Tx, banking: Banking, books: Books, before: BankTransaction): Promise<DecidedChanges> {
  if (before.status === 'MATCHED') return endMatch(tx, banking, books, before.id)
  const { after, postings } = undecideTransaction(before, { books, now: banking.now() })
  return { changed: [{ before, after }], postings }
}
