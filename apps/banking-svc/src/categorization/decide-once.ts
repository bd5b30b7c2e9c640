/**
 * How decisions about transactions run: the ledger is asked from an unlocked read, the rows are locked and decided under
 * what it answered, what follows is committed, and the postings are delivered.
 */
import { answerOnce, findClaim, writeOnce, type Tx } from '@pacioli/db'
import type { Books, Posting, PostingState, Source } from '@pacioli/postings'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Banking } from '../banking.ts'
import { sourceOf } from '../bank-transactions/posting-keys.ts'
import { recordTransactions, type Change } from '../bank-transactions/record-transactions.ts'
import { requireOpen, type Business } from '../businesses/business.ts'
import { adopt } from '../reference/adopt.store.ts'
import type { Asking } from './asking.ts'

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

/**
 * At most once per Idempotency-Key. A repeat gets the first answer without the ledger being asked again.
 * @throws BusinessArchived, what `ask` and `write` throw, and what the ledger refuses
 */
export async function decideOnce<Data>(
  banking: Banking,
  request: BusinessWrite,
  business: Business,
  { ask, write }: Deciding<Data>,
): Promise<{ data: Data; posting: PostingState }> {
  const { db, desk } = banking
  const kept = await answerOnce<Kept<Data>>(request, async () => {
    const now = banking.now()
    const claim = request.idempotency && (await findClaim(db, request, now))
    if (claim && claim.outcome !== 'NEW') return claim
    requireOpen(business)
    let asking: Asking | undefined
    const context = { ...request, idempotency: undefined }
    const question = async () => (asking = await db.transact(request, ask)).question()
    try {
      const value = await desk.decide(context, question, (books) =>
        writeOnce(db, request, now, (tx) => {
          books.requireOpenBusiness()
          return write(tx, books)
        }),
      )
      return { outcome: 'NEW', value }
    } catch (error) {
      throw asking?.forEveryField(error) ?? error
    }
  })
  const until = new Date(request.deadline.getTime() - TELLING_MS)
  return { data: kept.data, posting: await desk.deliver(request, kept.sources, until) }
}

export type Settled = { changed: readonly Change[]; postings: readonly Posting[] }

/**
 * Writes down what was decided of locked transactions, and what is to be posted for it. The totals of accounts, which
 * others wait for, come last. Answers all that may have something unposted: a decision that changes nothing may repeat one
 * that is still on its way.
 * @throws PostingFailed where the ledger refused an earlier posting, unless `isBehindFailed`
 */
export async function settle(
  tx: Tx,
  banking: Banking,
  business: Pick<Business, 'id' | 'clientId'>,
  books: Books,
  { changed, postings }: Settled,
  { isBehindFailed = false } = {},
): Promise<Source[]> {
  const { accounts, tags } = books.facts
  await adopt(tx, business.id, { accounts: [...accounts.values()], tags: [...tags.values()] })
  const tenant = { clientId: business.clientId, businessId: business.id }
  if (isBehindFailed) await banking.desk.stageAnyway(tx, tenant, books, postings)
  else await banking.desk.stage(tx, tenant, books, postings)
  await recordTransactions(tx, banking, business.id, { changed })
  return [...changed.map(({ after }) => sourceOf(after)), ...postings.map(({ source }) => source)]
}
