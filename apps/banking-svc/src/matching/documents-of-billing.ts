/** What billing has of documents, asked of billing itself. */
import { readEvent } from '@pacioli/events'
import { aggregateOf, newest, type KnownBusiness } from '@pacioli/ledger-facts'
import type { OutgoingContext } from '@pacioli/rpc'
import type { BankingIntake } from '../banking.ts'
import { candidateOfState, DOCUMENTS } from './candidate.events.ts'
import { upsertCandidates } from './candidate.store.ts'
import type { Candidate } from './candidate.ts'

/** What a replay tells of an aggregate: what its event would. */
type Replayed = { aggregate: string; id: string; data: unknown }

const BATCH = 500
const ASK_TIMEOUT_MS = 5_000
/** All documents of a very large business. Requests that wait for them give up long before; later ones find them read. */
const SEED_TIMEOUT_MS = 1_800_000

type Asked = { types: string[]; ids: string[]; timeoutMs: number }

async function* replayed(
  { billing }: BankingIntake,
  context: OutgoingContext,
  businessId: string,
  { types, ids, timeoutMs }: Asked,
): AsyncGenerator<Replayed> {
  const answer = billing.replay.ReplayAggregates({ business_id: businessId, types, ids }, { context, timeoutMs })
  for await (const { event } of answer) {
    const read = readEvent(event)
    if (!read) throw new TypeError(`Expected a CloudEvents 1.0 event from billing, got ${event.slice(0, 200)}`)
    yield { aggregate: aggregateOf(read.type), id: read.subject, data: read.data }
  }
}

/**
 * Documents whose events were too large to carry them, as they are by now; without those that no bank will report.
 * @throws ServiceUnavailable while billing cannot be asked; Error for one that billing does not have
 */
export async function askForDocuments(
  banking: BankingIntake,
  { id: businessId, clientId, timeZone }: KnownBusiness,
  wanted: readonly { aggregate: string; id: string }[],
): Promise<Candidate[]> {
  if (wanted.length === 0) return []
  const types = [...new Set(wanted.map(({ aggregate }) => aggregate))]
  const missing = new Set(wanted.map(({ id }) => id))
  const asked = { types, ids: [...missing], timeoutMs: ASK_TIMEOUT_MS }
  const candidates: Candidate[] = []
  for await (const document of replayed(banking, { clientId, businessId }, businessId, asked))
    if (missing.delete(document.id)) candidates.push(...candidatesOf(document, timeZone))
  const [unknown] = missing
  if (unknown !== undefined) throw new Error(`An event tells of the document ${unknown}, which billing does not have`)
  return candidates
}

const candidatesOf = (document: Replayed, timeZone: string): Candidate[] => {
  const candidate = candidateOfState(document, timeZone)
  return candidate ? [candidate] : []
}

/**
 * Reads all documents that the bank will report of a business that is new here. Safe to repeat, also by several processes
 * at once: what an event has told meanwhile is newer.
 * @throws ServiceUnavailable while billing cannot be asked
 */
export async function seedDocuments(
  banking: BankingIntake,
  context: OutgoingContext,
  { id: businessId, clientId, timeZone }: KnownBusiness,
): Promise<void> {
  const asked = { types: Object.keys(DOCUMENTS), ids: [], timeoutMs: SEED_TIMEOUT_MS }
  const keep = (candidates: readonly Candidate[]): Promise<void> =>
    banking.db.transact({ clientId, businessId }, (tx) => upsertCandidates(tx, businessId, newest(candidates)))
  let batch: Candidate[] = []
  for await (const document of replayed(banking, context, businessId, asked)) {
    batch.push(...candidatesOf(document, timeZone))
    if (batch.length < BATCH) continue
    await keep(batch)
    batch = []
  }
  await keep(batch)
}
