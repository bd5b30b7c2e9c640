import { answerOnce, findAnswer, findClaim, type Attempt, type Claim } from '@pacioli/db'
import { DomainError, refused } from '@pacioli/errors'
import type { BusinessWrite } from '@pacioli/rpc'
import { mapInChunks } from '@pacioli/service'
import { currentRequestId } from '@pacioli/telemetry'
import { businessNotFound } from '../businesses/business.ts'
import type { Books } from '../books/books.ts'
import type { Ledger } from '../ledger.ts'
import { supposedAccounts, withSupposed } from '../books/supposed-accounts.ts'
import { createdDefinitions, createdEvents } from '../tags/tag.messages.ts'
import type { NewDefinitions } from '../tags/tag.ts'
import { entryEvent } from './entry.events.ts'
import { dependsOnBooks, type JournalEntry } from './journal-entry.ts'
import type { PostingOutcome } from './posting.store.ts'
import { post } from './postings-together.ts'
import { previewEntries } from './preview-entries.ts'

/** What to write under these books, and the answer for the caller. */
export type Plan<Answer> = {
  entries: readonly JournalEntry[]
  /** Entries that this reverses, as they are afterwards. */
  reversed?: readonly JournalEntry[]
  newTags?: NewDefinitions
  /** The epoch under which another service decided before; else the books' own. */
  decisionEpoch?: number
  answer: Answer
}

/**
 * Decides under the books as they are. `lookUp`: something of the request exists already and must be read; the first
 * attempt assumes that all of it is new, as it nearly always is.
 */
export type Decide<Answer> = (books: Books, now: Date, lookUp: boolean) => Promise<Plan<Answer>>

/** Books change rarely; after this many changes in a row a request fails. */
const MAX_ATTEMPTS = 5

const NO_NEW_TAGS: NewDefinitions = { dimensions: [], values: [] }

/**
 * Posts entries whole or not at all, at most once per Idempotency-Key, in one round trip if the books did not change
 * since they were last read. All entries but those of closings are posted by this (see `postUnderLock`). What is known to
 * be a repeat looks for its answer before it is decided: it nearly always has one.
 */
export function commitEntries<Answer extends object>(
  ledger: Ledger,
  request: BusinessWrite,
  decide: Decide<Answer>,
): Promise<Answer> {
  let isRepeat = ledger.recentKeys.isRepeat(request)
  return answerOnce(request, async () => {
    if (isRepeat) {
      const found = await findAnswer(ledger.db, request, ledger.now())
      if (found.outcome !== 'NEW') return found
    }
    isRepeat = true
    return attempt(ledger, request, decide)
  })
}

async function attempt<Answer>(
  ledger: Ledger,
  request: BusinessWrite,
  decide: Decide<Answer>,
): Promise<Attempt<Answer>> {
  let lookUp = false
  let reread = false
  let alone = false
  for (let tries = 0; tries < MAX_ATTEMPTS; tries++) {
    const now = ledger.now()
    const kept = await ledger.books.get(request)
    const books = withSupposed(kept, request, now)
    let plan: Plan<Answer>
    try {
      plan = await decide(books, now, lookUp)
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      if (lookUp && (reread || !dependsOnBooks(error))) return answeredBefore(ledger, request, now, error)
      // What is refused as new may exist already, and the books may have changed since they were read: try that first.
      lookUp = true
      if (dependsOnBooks(error)) {
        reread = true
        ledger.books.drop(request)
      }
      continue
    }
    if (plan.entries.length === 0 && !request.idempotency) return { outcome: 'NEW', value: plan.answer }
    const result = await postPlan(ledger, request, kept, { now, alone }, plan)
    switch (result.outcome) {
      case 'POSTED':
        if (request.preview) return { outcome: 'NEW', value: plan.answer }
        ledger.notify()
        ledger.daySums.add(result.longDays)
        ledger.months.posted(request, now)
        return { outcome: 'NEW', value: plan.answer }
      case 'STALE':
        ledger.books.drop(request)
        break
      case 'EXISTING':
        lookUp = true
        break
      case 'ALONE':
        alone = true
        break
      case 'NO_BUSINESS':
        ledger.books.drop(request)
        throw businessNotFound(request.businessId)
      default:
        return result
    }
  }
  throw refused('VersionConflict', 'The books kept changing while the entries were posted. Try again.')
}

/** A repeat gets the answer of the first request, however the books have changed since; only a new request is refused. */
async function answeredBefore(ledger: Ledger, request: BusinessWrite, now: Date, refusal: DomainError): Promise<Claim> {
  const claim = await findClaim(ledger.db, request, now)
  if (claim.outcome === 'NEW') throw refusal
  return claim
}

async function postPlan<Answer>(
  ledger: Ledger,
  request: BusinessWrite,
  kept: Books,
  { now, alone }: { now: Date; alone: boolean },
  plan: Plan<Answer>,
): Promise<PostingOutcome> {
  const { entries, reversed = [], newTags = NO_NEW_TAGS } = plan
  const events = await mapInChunks([...reversed, ...entries], (entry) =>
    entryEvent(entry, kept.timeZone, ledger.newId(), now),
  )
  const posting = {
    tenant: { clientId: request.clientId, businessId: request.businessId },
    requestId: currentRequestId(),
    deadline: request.deadline,
    booksEpoch: kept.epoch,
    decisionEpoch: plan.decisionEpoch ?? kept.epoch,
    alone,
    now,
    idempotency: request.idempotency,
    answer: request.idempotency ? JSON.stringify(plan.answer) : null,
    entries,
    reversed,
    newTags,
    events: [...createdEvents(request.businessId, createdDefinitions(newTags, now), ledger.newId, now), ...events],
  }
  const { preview } = request
  if (!preview) return post(ledger, posting)
  const opened = supposedAccounts(kept.chart, request, now)
  return ledger.slots.use(request.businessId, (slot) =>
    previewEntries(ledger.db, { ...posting, slot }, { preview, opened }),
  )
}
