/** Posting a ledger to the books of a business, and reading what stands in them then. */
import { setTimeout as pause } from 'node:timers/promises'
import { accountsOf, B, trialBalanceOf, type Books } from '../shared/books.ts'
import { accountOfStableName } from './chart.ts'
import type { BookedAccount } from './compare.ts'
import type { EntryInput } from './entries.ts'

/** Entries in one request: few enough for a progress bar that moves, enough for round trips not to matter. */
const BATCH = 100

/** How long the trial balance, which is made from events, may take to show what was posted. */
const CATCH_UP_MS = 30_000

/** Posts the entries in batches, each whole or not at all. */
export async function postEntries(
  { pacioli, path }: Books,
  entries: readonly EntryInput[],
  onPosted: (count: number) => void,
): Promise<void> {
  for (let from = 0; from < entries.length; from += BATCH) {
    const batch = entries.slice(from, from + BATCH)
    await pacioli.POST(`${B}/ledger/journal-entries/bulk`, { params: { path }, body: batch })
    onPosted(batch.length)
  }
}

/**
 * All accounts as the ledger and as the trial balance at the end of `day` show them. The trial balance is asked for
 * until it agrees with the ledger; if it doesn't in time, what it says then is returned.
 */
export async function readBooks(books: Books, day: string): Promise<BookedAccount[]> {
  const ledger = await accountsOf(books)
  const deadline = Date.now() + CATCH_UP_MS
  for (;;) {
    const trialBalance = await trialBalanceOf(books, day)
    const booked = ledger.map(({ id, name, stableName = name, balance }): BookedAccount => ({
      name: accountOfStableName(stableName) ?? stableName,
      ledger: balance,
      trialBalance: trialBalance.get(id) ?? 0n,
    }))
    if (booked.every((account) => account.ledger === account.trialBalance) || Date.now() > deadline) return booked
    await pause(100)
  }
}
