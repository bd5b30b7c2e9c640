/** Reports as they were at a moment: what has been recorded since is left out, and what has changed since is as it was. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Tx } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import type { OutgoingContext } from '@pacioli/rpc'
import { loadItemsSince } from '../aging/open-item.store.ts'
import { readHistory, type Histories, type Place, type StateThen } from '../owners/histories.ts'
import { OWNERS } from '../owners/owners.ts'
import { MODELS } from '../read-models/models.ts'
import { readApplied, type Applied } from '../read-models/record-marks.store.ts'
import type { ReportSource } from '../replica/report-source.ts'
import { positionsBy, type Moment, type Positions } from '@pacioli/history/positions'
import { READ_TYPES, rowsThen } from './rows-then.ts'
import { THEN_TABLES } from './then-tables.ts'

type Owner = (typeof OWNERS)[number]

/** What was recorded a moment ago is told of soon. */
const PATIENCE_MS = 5_000
const LOOK_AGAIN_MS = 50
/** Until what is read has nothing that came after its owners were asked. */
const MOST_TRIES = 10

/** The owners' answers of one moment. */
export type Then = { positions: Positions; places: Readonly<Record<Owner, Place>>; states: StateThen[] }

/** Asks the owners how the books were at a moment. */
export type AskOwners = (moment: Moment) => Promise<Then>

export type AsRecordedOptions = {
  histories: Histories
  /** Of the caller, as the owners get it. */
  context: OutgoingContext
  /** The owners of which the report reads more than how far they are. */
  owners: readonly Owner[]
  /** The instant through which events are known to be applied. */
  through: Date | null
  now: Date
}

/**
 * Where reports are read as they were recorded, when that was, and how to read there again. It is the primary alone.
 * @throws InvalidQuery for a moment that is yet to come; HistoryIncomplete for one before there was a history;
 *   ServiceUnavailable while the moment is not applied yet
 */
export async function sourceAsRecorded(
  source: ReportSource,
  businessId: string,
  moment: Moment,
  options: AsRecordedOptions,
): Promise<{ source: ReportSource; at: Date; positions: Positions; ask: AskOwners }> {
  if (moment.kind === 'INSTANT') await awaitInstant(moment.at, options)
  const ask: AskOwners = (asked) => readThen(asked, options)
  const then = await ask(moment)
  const at = moment.kind === 'INSTANT' ? moment.at : momentOf(then)
  requireBegun(then, moment, at)
  return { source: sourceOf(source, businessId, then, ask), at, positions: then.positions, ask }
}

/**
 * The same at positions that were read at before, from wherever the owners can be asked.
 * @throws ServiceUnavailable while they are not applied yet
 */
export const sourceAt = async (
  source: ReportSource,
  businessId: string,
  positions: Positions,
  ask: AskOwners,
): Promise<ReportSource> => sourceOf(source, businessId, await ask({ kind: 'POSITIONS', positions, left: {} }), ask)

/** @param first what the owners have said; they are asked again where something has come since */
function sourceOf(source: ReportSource, businessId: string, first: Then, ask: AskOwners): ReportSource {
  let then = first
  const lookBack = async (tx: Tx): Promise<boolean> => {
    const [applied, since] = await Promise.all([
      readApplied(tx, businessId),
      loadItemsSince(tx, businessId, then.positions.billing),
    ])
    if (!isCovered(applied, then)) return false
    if (isNow(applied, then)) return true
    const rows = rowsThen(businessId, then.states, {
      now: since.items,
      zone: since.zone ?? 'UTC',
      builtAs: MODELS.newest,
    })
    tx.readInstead({ queries: THEN_TABLES, values: { business: businessId, ...then.positions, ...rows } })
    return true
  }
  const reading =
    (read: ReportSource['read']): ReportSource['read'] =>
    async (scope, work) => {
      const until = performance.now() + PATIENCE_MS
      for (let tries = 0; ; tries++) {
        const done = await read(scope, async (tx) => {
          tx.stayOpen()
          return (await lookBack(tx)) ? { result: await work(tx) } : undefined
        })
        if (done) return done.result
        if (tries >= MOST_TRIES || performance.now() > until)
          throw refused('ServiceUnavailable', 'Reports do not have everything of that moment yet. Try again.')
        await pause(LOOK_AGAIN_MS)
        then = await ask({ kind: 'POSITIONS', positions: then.positions, left: {} })
      }
    }
  const snapshot = reading((scope, work) => source.snapshot(scope, (tx) => work(tx)))
  return { read: snapshot, snapshot, isOfThePast: true }
}

/** Whether all of the moment is applied, and nothing that came after the owners were asked. */
const isCovered = (applied: ReadonlyMap<string, Applied>, { positions, places }: Then): boolean =>
  OWNERS.every((owner) => {
    const { through = 0, seen = 0 } = applied.get(owner) ?? {}
    return through >= positions[owner] && seen <= places[owner].through
  })

/** Whether nothing has come since, and nothing has changed: what is there is what was. */
const isNow = (applied: ReadonlyMap<string, Applied>, { positions, states }: Then): boolean =>
  states.length === 0 && OWNERS.every((owner) => (applied.get(owner)?.seen ?? 0) <= positions[owner])

async function readThen(moment: Moment, { histories, context, owners }: AsRecordedOptions): Promise<Then> {
  const read = await Promise.all(
    OWNERS.map((owner) =>
      readHistory(
        histories[owner],
        context,
        moment.kind === 'INSTANT' ? { at: moment.at } : { position: moment.positions[owner] },
        owners.includes(owner) ? READ_TYPES[owner] : [],
      ),
    ),
  )
  const places = Object.fromEntries(OWNERS.map((owner, index) => [owner, read[index]?.place])) as Then['places']
  return {
    positions: positionsBy((owner) => places[owner].position),
    places,
    states: read.flatMap(({ states }) => states),
  }
}

/** What was recorded by then has been told of. @throws InvalidQuery, ServiceUnavailable */
async function awaitInstant(at: Date, { now, through }: AsRecordedOptions): Promise<void> {
  if (at > now)
    throw refused('InvalidQuery', `recorded_as_of: expected a moment that has passed, got ${at.toISOString()}.`, {
      field: 'recorded_as_of',
      value: at.toISOString(),
    })
  if (through === null || through < at)
    throw refused('ServiceUnavailable', 'Reports do not have everything of that moment yet. Try again.')
}

/** The last moment at which something of it was recorded; before the first, when the history began. */
const momentOf = ({ places }: Then): Date =>
  OWNERS.reduce((last, owner) => {
    const { recordedAt, since } = places[owner]
    const from = recordedAt ?? since
    return from && from > last ? from : last
  }, new Date(0))

/** Positions are of a history that has begun. @throws HistoryIncomplete */
function requireBegun({ places }: Then, { kind }: Moment, at: Date): void {
  if (kind === 'POSITIONS') return
  const { position, beganAt } = places.ledger
  const began = OWNERS.map((owner) => places[owner].since).filter((since) => since !== null && since > at)
  // A report may be of a business of which nothing has been told of yet.
  if (position === 0 && places.ledger.since === null && beganAt) began.push(beganAt)
  const last = began.sort((one, other) => Number(one) - Number(other)).at(-1)
  if (last)
    throw refused(
      'HistoryIncomplete',
      `The history of the business began at ${last.toISOString()}: what its books were before is not known. Ask for a later moment.`,
      { field: 'recorded_as_of' },
    )
}
