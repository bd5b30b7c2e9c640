import type { Tx } from '@pacioli/db'
import type { Preview } from '@pacioli/rpc'
import { currentRequestId } from '@pacioli/telemetry'
import type { Books } from '../books/books.ts'
import type { Ledger } from '../ledger.ts'
import { entryEvent } from './entry.events.ts'
import type { JournalEntry } from './journal-entry.ts'
import { previewedIn } from './preview-entries.ts'
import { postEntriesIn } from './posting.store.ts'

/** Under an exclusive lock any slot would do, and a quiet business uses only this one. */
const FIRST_SLOT = 0

/**
 * Posts entries in a transaction that has locked the books exclusively, together with what else it writes. They were
 * decided under the same lock, so the books cannot have changed.
 * @throws AmountOutOfRange
 */
export async function postUnderLock(
  tx: Tx,
  ledger: Ledger,
  books: Books,
  what: {
    entries: readonly JournalEntry[]
    reversed?: readonly JournalEntry[]
    now: Date
    preview?: Preview | undefined
  },
): Promise<void> {
  const { entries, reversed = [], now, preview } = what
  const batch = {
    tenant: { clientId: books.clientId, businessId: books.businessId },
    requestId: currentRequestId(),
    booksEpoch: books.epoch,
    decisionEpoch: books.epoch,
    alone: true,
    now,
    slot: FIRST_SLOT,
    idempotency: undefined,
    answer: null,
    entries,
    reversed,
    newTags: { dimensions: [], values: [] },
    events: [...reversed, ...entries].map((entry) => entryEvent(entry, books.timeZone, ledger.newId(), now)),
  }
  const post = () => postEntriesIn(tx, batch)
  const longDays = await (preview ? previewedIn(tx, preview, entries, post) : post())
  tx.afterCommit(ledger.notify)
  tx.afterCommit(() => ledger.daySums.add(longDays))
}
