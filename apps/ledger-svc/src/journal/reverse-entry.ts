import { refused } from '@pacioli/errors'
import type { LedgerEntry } from '@pacioli/protos/ledger'
import { type BusinessWrite, isUuid } from '@pacioli/rpc'
import type { Ledger } from '../ledger.ts'
import { commitEntries } from './commit-entries.ts'
import { toEntryMessage } from './entry.messages.ts'
import { loadEntries } from './entry.store.ts'
import { reverseEntry as reversalOf } from './journal-entry.ts'

type Answer = { data: LedgerEntry; created: boolean }

export const entryNotFound = (entryId: string) =>
  refused('EntryNotFound', `The business has no entry ${entryId}.`, { field: 'entryId', value: entryId })

/**
 * Reverses a manual entry and answers the reversal; an entry that is reversed already answers the reversal it has.
 * @throws EntryNotFound, EntryOwned, EntryIsReversal, BusinessArchived
 */
export function reverseEntry(
  ledger: Ledger,
  request: BusinessWrite,
  command: { entryId: string; memo: string | null },
): Promise<Answer> {
  const { entryId, memo } = command
  return commitEntries<Answer>(ledger, request, async (books, now) => {
    const [entry, earlier] = await ledger.db.transact(request, async (tx) => {
      const [found] = isUuid(entryId) ? await loadEntries(tx, request.businessId, 'ids', [entryId]) : []
      const [reversal] = found?.reversalId ? await loadEntries(tx, request.businessId, 'ids', [found.reversalId]) : []
      return [found, reversal]
    })
    if (!entry) throw entryNotFound(entryId)
    if (earlier) return { entries: [], answer: { data: toEntryMessage(earlier), created: false } }
    const by = { postingKey: null, memo, agent: 'API', isOwner: false, actor: request.actor ?? null } as const
    const reversal = reversalOf(entry, by, { books, now, newId: ledger.newId, decisionEpoch: books.epoch })
    return {
      entries: [reversal],
      reversed: [{ ...entry, reversalId: reversal.id }],
      answer: { data: toEntryMessage(reversal), created: true },
    }
  })
}
