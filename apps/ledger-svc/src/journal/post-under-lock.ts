import type { Tx } from '@pacioli/db'
import type { Books } from '../books/books.ts'
import type { Ledger } from '../ledger.ts'
import { entryEvent } from './entry.events.ts'
import type { JournalEntry } from './journal-entry.ts'
import { postEntriesIn } from './posting.store.ts'

/** Who holds the books alone has all slots to choose from, and a quiet business only ever has this one. */
const FIRST_SLOT = 0

/**
 * Posts entries within a transaction that holds the books alone, with whatever else that transaction writes. They were
 * decided under these books, so nothing can have come in between.
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
