import { refused } from '@pacioli/errors'
import type { GetTransactionsOfEntriesResponse } from '@pacioli/protos/banking'
import { isUuid, type OutgoingContext, type Tenant } from '@pacioli/rpc'
import type { Banking } from '../banking.ts'
import { requireBusiness } from '../businesses/require-business.ts'
import { findEntrySources } from './entry-sources.store.ts'
import { loadMessages } from './load-messages.ts'

/** As many as a page of lines has. */
const MAX_IDS = 500

/**
 * The transactions that entries of the ledger stem from, without suggestions, in the order in which they were asked for.
 * What is unknown is absent; what the answer has no room for is named in `left_out`.
 * @throws BusinessNotFound, InvalidQuery
 */
export async function transactionsOfEntries(
  banking: Banking,
  context: OutgoingContext & Tenant,
  requested: { sourceIds: readonly string[]; entryIds: readonly string[] },
): Promise<GetTransactionsOfEntriesResponse> {
  const [sourceIds, entryIds] = [requested.sourceIds, requested.entryIds].map((ids) => [...new Set(ids.filter(isUuid))])
  if (!sourceIds || !entryIds || sourceIds.length + entryIds.length > MAX_IDS)
    throw refused('InvalidQuery', `At most ${MAX_IDS} sources and entries can be asked for at once.`)
  const business = await requireBusiness(banking, context)
  return banking.db.transact(context, async (tx) => {
    const found = await findEntrySources(tx, business.id, sourceIds, entryIds)
    const ids = [...new Set(found.map((one) => one.transaction_id))]
    const messages = await loadMessages(tx, business, ids, { suggesting: false })
    const byId = new Map(messages.map((message) => [message.id, message]))
    const [told, others] = [true, false].map((isTold) => found.filter((one) => byId.has(one.transaction_id) === isTold))
    return {
      data: told?.map((one) => ({
        source_id: one.source_id ?? undefined,
        entry_id: one.entry_id ?? undefined,
        ledger_account_id: one.ledger_account_id,
        transaction: byId.get(one.transaction_id) ?? null,
      })),
      left_out: [...new Set(others?.flatMap((one) => one.source_id ?? one.entry_id ?? []))],
    }
  })
}
