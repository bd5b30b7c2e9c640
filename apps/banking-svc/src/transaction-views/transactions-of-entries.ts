import { refused } from '@pacioli/errors'
import type { GetTransactionsOfEntriesResponse } from '@pacioli/protos/banking'
import { isUuid, type OutgoingContext, type Tenant } from '@pacioli/rpc'
import type { Banking } from '../banking.ts'
import { requireBusiness } from '../businesses/require-business.ts'
import { findEntrySources } from './entry-sources.store.ts'
import { loadMessages } from './load-messages.ts'

/** A page of account lines has as many. */
const MAX_IDS = 500

/**
 * The transactions behind entries of the ledger, without suggestions, in the order of the request. Unknown ones are
 * absent; what exceeds the page budget is named in `left_out`.
 * @throws BusinessNotFound, InvalidQuery
 */
export async function transactionsOfEntries(
  banking: Banking,
  context: OutgoingContext & Tenant,
  requested: { sourceIds: readonly string[]; entryIds: readonly string[]; transferEntryIds?: readonly string[] },
): Promise<GetTransactionsOfEntriesResponse> {
  const [sourceIds, entryIds, ofTransfers] = [
    requested.sourceIds,
    requested.entryIds,
    requested.transferEntryIds ?? [],
  ].map((ids) => [...new Set(ids.filter(isUuid))]) as [string[], string[], string[]]
  if (sourceIds.length + entryIds.length > MAX_IDS || ofTransfers.length > MAX_IDS)
    throw refused('InvalidQuery', `At most ${MAX_IDS} sources and entries can be asked for at once.`)
  const business = await requireBusiness(banking, context)
  return banking.db.transact(context, async (tx) => {
    const found = await findEntrySources(tx, sourceIds, [...entryIds, ...ofTransfers])
    const ids = [...new Set(found.map((one) => one.transaction_id))]
    const messages = await loadMessages(tx, business, ids, { suggesting: false })
    const byId = new Map(messages.map((message) => [message.id, message]))
    const [shown, leftOut] = [true, false].map((isShown) =>
      found.filter((one) => byId.has(one.transaction_id) === isShown),
    )
    return {
      data: shown?.map((one) => ({
        source_id: one.source_id ?? undefined,
        entry_id: one.entry_id ?? undefined,
        ledger_account_id: one.ledger_account_id,
        transaction: byId.get(one.transaction_id) ?? null,
      })),
      left_out: [...new Set(leftOut?.flatMap((one) => one.source_id ?? one.entry_id ?? []))],
    }
  })
}
