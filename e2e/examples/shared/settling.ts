/** Waiting until the books show what was entered: postings are made a moment later, and reports of events. */
import { setTimeout as pause } from 'node:timers/promises'
import { countPostings, type Books } from './books.ts'
import type { Part, Progress } from './progress.ts'

const ASKED_EVERY_MS = 200

/** @param documents that were entered: about so many postings may still wait */
export const settlingParts = (documents: number): Part[] => [
  // Nearly all of them are posted while the others are entered.
  { name: 'postings', kind: 'read', size: documents, effort: documents / 1_000, weight: 1 },
  { name: 'reports', kind: 'read', size: 1, weight: 1_000 },
]

/**
 * Waits for the postings, and then for what `read` reads to have settled.
 * @returns what it read last, settled or not, when the time was up
 */
export async function untilSettled<Read extends { isSettled: boolean }>(
  books: Books,
  { progress, patienceMs, read }: { progress: Progress; patienceMs: number; read: () => Promise<Read> },
): Promise<Read> {
  const deadline = Date.now() + patienceMs
  const pending = (): Promise<number> => countPostings(books, 'PENDING')
  const first = await pending()
  await progress.part(
    'postings',
    async (tell) => {
      for (let left = first; left > 0 && Date.now() <= deadline; left = await pending()) {
        tell(Math.max(first - left, 0))
        await pause(ASKED_EVERY_MS)
      }
    },
    first,
  )
  return progress.part('reports', async (tell) => {
    for (;;) {
      const found = await read()
      if (found.isSettled || Date.now() > deadline) {
        tell(1)
        return found
      }
      await pause(ASKED_EVERY_MS)
    }
  })
}
