import type { Tx } from '@pacioli/db'
import { currentRequestId } from '@pacioli/telemetry'
import type { Books } from '../books/books.ts'
import type { Ledger } from '../ledger.ts'
import { entryEvent } from './entry.events.ts'
import type { JournalEntry } from './journal-entry.ts'
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
  what: { entries: readonly JournalEntry[]; reversed?: readonly JournalEntry[]; now: Date },
): Promise<void> {
  const { entries, reversed = [], now } = what
  const longDays = await postEntriesIn(tx, {
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
  })
  tx.afterCommit(ledger.notify)
  tx.afterCommit(() => ledger.sealer.add(longDays))
}
