import { refused } from '@pacioli/errors'
import type { TransactionOfEntry } from '@pacioli/protos/banking'
import { isUuid, type OutgoingContext, type Tenant } from '@pacioli/rpc'
import type { Banking } from '../banking.ts'
import { meetBusiness } from '../businesses/meet-business.ts'
import { loadTransactions } from './bank-transaction.store.ts'
import { findEntrySources } from './entry-sources.store.ts'
import { presentTransactions } from './present-transactions.ts'

/** As many as a page of lines has. */
const MAX_IDS = 500

/**
 * The transactions that entries of the ledger stem from, without suggestions. What is unknown is left out.
 * @throws BusinessNotFound, InvalidQuery
 */
export async function transactionsOfEntries(
  banking: Banking,
  context: OutgoingContext & Tenant,
  asked: { sourceIds: readonly string[]; entryIds: readonly string[] },
): Promise<TransactionOfEntry[]> {
  const [sourceIds, entryIds] = [asked.sourceIds, asked.entryIds].map((ids) => [...new Set(ids.filter(isUuid))])
  if (!sourceIds || !entryIds || sourceIds.length + entryIds.length > MAX_IDS)
    throw refused('InvalidQuery', `At most ${MAX_IDS} sources and entries can be asked for at once.`)
  const business = await meetBusiness(banking, context)
  return banking.db.transact(context, async (tx) => {
    const found = await findEntrySources(tx, business.id, sourceIds, entryIds)
    const ids = [...new Set(found.map((one) => one.transaction_id))]
    const transactions = await loadTransactions(tx, business.id, ids)
    const messages = await presentTransactions(tx, business, transactions, { suggesting: false })
    const byId = new Map(messages.map((message) => [message.id, message]))
    return found.map((one) => ({
      source_id: one.source_id ?? undefined,
      entry_id: one.entry_id ?? undefined,
      ledger_account_id: one.ledger_account_id,
      transaction: byId.get(one.transaction_id) ?? null,
    }))
  })
}
