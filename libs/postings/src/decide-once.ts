/**
 * How decisions that post run: the ledger is asked from an unlocked read, the rows are locked and decided under what it
 * answered, what follows is committed, and the postings are delivered.
 */
import { answerOnce, findClaim, pgErrorOf, readIfNew, writeOnce, type Database, type Tx } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Asking } from './asking.ts'
import { AskAgain, type Books } from './books.ts'
import type { PostingDesk } from './desk.ts'
import type { PostingState, Source } from './posting.ts'

/** What is kept with the Idempotency-Key: a repeat delivers what the first attempt left. */
type Kept<Data> = { data: Data; sources: Source[] }

export type Deciding<Data> = {
  /** From a read that locks nothing. */
  ask: (tx: Tx) => Promise<Asking>
  /** Locks, decides, writes, and says what the caller is told and which sources have postings. @throws AskAgain */
  write: (tx: Tx, books: Books) => Promise<Kept<Data>>
}

/** Of the time that a request has, what is left for telling the caller: delivering ends before. */
const TELLING_MS = 500

/** Another request made something of the same external_id meanwhile: it is found when the decision is made again. */
const isExternalIdTaken = (error: unknown): boolean => pgErrorOf(error)?.constraint?.endsWith('_external_id') ?? false

/**
 * At most once per Idempotency-Key. A repeat gets the first answer without the ledger being asked again.
 * @throws BusinessArchived, what `ask` and `write` throw, and what the ledger refuses
 */
export async function decideOnce<Data>(
  { db, desk, now: clock }: { db: Database; desk: PostingDesk; now: () => Date },
  request: BusinessWrite,
  { archivedAt }: { archivedAt: Date | null },
  { ask, write }: Deciding<Data>,
): Promise<{ data: Data; posting: PostingState }> {
  const kept = await answerOnce<Kept<Data>>(request, async () => {
    const now = clock()
    if (archivedAt !== null) {
      const claim = await findClaim(db, request, now)
      if (claim.outcome !== 'NEW') return claim
      throw refused('BusinessArchived', 'The business is archived: its books can be read, not written.')
    }
    const first = await readIfNew(db, request, now, ask)
    if (first.outcome !== 'NEW') return first
    let asking: Asking | undefined
    let decided: unknown
    const context = { ...request, idempotency: undefined }
    const question = async () => {
      const isFirst = asking === undefined
      asking = isFirst ? first.found : await db.read(request, ask)
      return asking.question()
    }
    try {
      const value = await desk.decide(context, question, (books) =>
        writeOnce(db, request, now, (tx) => {
          books.requireOpenBusiness()
          return write(tx, books)
        }).catch((error: unknown) => {
          decided = isExternalIdTaken(error) ? new AskAgain() : error
          throw decided
        }),
      )
      return { outcome: 'NEW', value }
    } catch (error) {
      // What was decided here names its own fields.
      throw error === decided ? error : (asking?.forEveryField(error) ?? error)
    }
  })
  const until = new Date(request.deadline.getTime() - TELLING_MS)
  return { data: kept.data, posting: await desk.deliver(request, kept.sources, until) }
}
