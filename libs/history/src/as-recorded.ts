/** A service's own lists as they were when its history was at a position. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Database, Tx } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import type { Tenant } from '@pacioli/rpc'
import { readBeginning, readChangedSince, readWaiting, type Waiting } from './as-recorded.store.ts'
import { findLastPlace, findPlace, findPlaceAt, findSince, type Place } from './history.store.ts'
import { textOf, type Moment, type Positions } from './positions.ts'
import { requireKnown, statesOf, type StatesElsewhere } from './states.ts'

/** The last position that counts, and what has none yet. `at` is the moment, or when the last of it was recorded. */
export type Then = { position: number; at: Date | null; waiting: readonly Waiting[] }

/** What happened a moment ago is recorded soon. */
const PATIENCE_MS = 5_000
const LOOK_AGAIN_MS = 50
/** So far the clocks of services and of the database may be apart. */
const APART_MS = 1_000

/** Whose history it is: reporting's is in no `through`, so it is asked of instants alone. */
export type HistoryOwner = keyof Positions | 'reporting'

/** Something may still be recorded that belongs before the instant. */
class Unsettled extends Error {
  override readonly name = 'Unsettled'
}

/**
 * Reads as of a moment, in one snapshot. An instant is waited for until everything of it has its position, so that it is always
 * the same.
 * @throws InvalidQuery for a moment that is yet to come; HistoryIncomplete for one before there was a history;
 *   ServiceUnavailable while what belongs to the moment is not recorded
 */
export async function asRecorded<Result>(
  db: Database,
  { clientId, businessId }: Tenant,
  { moment, owner }: { moment: Moment; owner: HistoryOwner },
  work: (tx: Tx, then: Then) => Promise<Result>,
): Promise<Result> {
  for (const until = performance.now() + PATIENCE_MS; ;)
    try {
      return await db.snapshot({ clientId, businessId }, async (tx) =>
        work(tx, await readThen(tx, businessId, moment, owner)),
      )
    } catch (error) {
      if (!(error instanceof Unsettled)) throw error
      if (performance.now() > until)
        throw refused('ServiceUnavailable', 'Not everything of that moment is recorded yet. Try again.')
      await pause(LOOK_AGAIN_MS)
    }
}

async function readThen(tx: Tx, businessId: string, moment: Moment, owner: HistoryOwner): Promise<Then> {
  const [place, last, { recordedAt: beganAt }, since, now, waiting] = await Promise.all([
    moment.kind === 'INSTANT'
      ? findPlaceAt(tx, businessId, moment.at)
      : findPlace(tx, businessId, positionOf(moment.positions, owner)),
    findLastPlace(tx, businessId),
    findPlace(tx, businessId, 1),
    findSince(tx),
    readBeginning(tx),
    readWaiting(tx, businessId),
  ])
  if (moment.kind === 'INSTANT') requireSettled(moment.at, now, waiting)
  else if (place.position > last.position)
    throw wrong(`expected a position of ${owner} up to ${last.position}, got ${place.position}`, String(place.position))
  requireBegun(place, moment, { since, beganAt: owner === 'ledger' ? beganAt : null })
  return { position: place.position, at: moment.kind === 'INSTANT' ? moment.at : place.recordedAt, waiting }
}

/** @throws InvalidQuery */
function positionOf(positions: Positions, owner: HistoryOwner): number {
  if (owner !== 'reporting') return positions[owner]
  throw wrong('expected an instant, since tasks are in the `through` of no report, got one', textOf(positions))
}

/** What is recorded gets the time of its recording, which comes after its commit. @throws InvalidQuery, Unsettled */
function requireSettled(at: Date, now: Date, waiting: readonly Waiting[]): void {
  if (at > now) throw wrong(`expected a moment that has passed, got ${at.toISOString()}`, at.toISOString())
  const isOpen = waiting.some(({ createdAt }) => createdAt.getTime() <= at.getTime() + APART_MS)
  if (isOpen || at.getTime() === now.getTime())
    throw new Unsettled('Some of what is to be recorded may belong before the instant.')
}

/**
 * A position is of a history that has begun: what is before the first is what there was when it did.
 * @param beganAt of the ledger, where a business begins
 * @throws HistoryIncomplete
 */
function requireBegun(
  { position }: Place,
  moment: Moment,
  { since, beganAt }: { since: Date | null; beganAt: Date | null },
): void {
  if (moment.kind === 'POSITIONS') return
  const began = since !== null && since > moment.at ? since : position === 0 ? beganAt : null
  if (began)
    throw refused(
      'HistoryIncomplete',
      `The history of the business began at ${began.toISOString()}: what its books were before is not known. Ask for a later moment.`,
      { field: 'recorded_as_of' },
    )
}

const wrong = (what: string, value: string) =>
  refused('InvalidQuery', `recorded_as_of: ${what}.`, { field: 'recorded_as_of', value })

/** Something that has changed since, as JSON as it was; null where there was nothing yet. */
export type StateThen = { type: string; id: string; state: string | null }

/** What of these types has changed since, as it was. @throws HistoryIncomplete */
export async function readStatesThen(
  tx: Tx,
  businessId: string,
  then: Then,
  { types, elsewhere }: { types: readonly string[]; elsewhere: StatesElsewhere },
): Promise<StateThen[]> {
  const versions = await readChangedSince(tx, businessId, { ...then, types })
  const states = await statesOf(tx, businessId, versions, elsewhere)
  requireKnown(versions, states)
  return versions.map(({ aggregateType: type, aggregateId: id }, index) => ({ type, id, state: states[index] ?? null }))
}
