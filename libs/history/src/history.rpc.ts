/** HistoryService, for each service that owns something of a business. */
import type { Database, Tx } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import {
  HistoryService,
  type ReadRecordsRequest__Output,
  type ReadStatesRequest__Output,
  type RecordsPiece,
  type StatesPiece,
} from '@pacioli/protos/history'
import { implementStream, tenantOf, type Implementation } from '@pacioli/rpc'
import type { HistoryOwner } from './as-recorded.ts'
import { requireKnown, statesOf, type StatesElsewhere } from './states.ts'
import { versionsRpc } from './versions.rpc.ts'
import {
  findLastPlace,
  findPlace,
  findPlaceAt,
  findSince,
  readFirstEvents,
  readVersionsThen,
  type Place,
} from './history.store.ts'

/** So many are in memory at a time, and as many again in flight. */
const BATCH = 200
/** Without their states they are small. */
const RECORDS_BATCH = 1_000

/** @param elsewhere where the states of some types are */
export const historyRpc = (db: Database, owner: HistoryOwner, elsewhere: StatesElsewhere = {}): Implementation[] => [
  implementStream(HistoryService, {
    ReadStates: (request, context) => {
      const { clientId, businessId } = tenantOf(context)
      return readStates(db, { clientId, businessId }, request, elsewhere)
    },
    ReadRecords: (request, context) => {
      const { clientId, businessId } = tenantOf(context)
      return readRecords(db, { clientId, businessId }, request)
    },
  }),
  versionsRpc(db, owner, elsewhere),
]

async function* readRecords(
  db: Database,
  tenant: { clientId: string; businessId: string },
  { since, until, after, aggregate_type: aggregateType, event_types: eventTypes }: ReadRecordsRequest__Output,
): AsyncGenerator<RecordsPiece> {
  for (let from = Math.max(since, after); from < until;) {
    const range = { since, from, through: Math.min(until, from + RECORDS_BATCH), aggregateType, eventTypes }
    const found = await db.read(tenant, (tx) => readFirstEvents(tx, tenant.businessId, range))
    from = range.through
    yield {
      through: from,
      records: found.map((one) => ({
        position: one.position,
        recorded_at: one.recordedAt.toISOString(),
        aggregate_id: one.aggregateId,
        event_type: one.eventType,
      })),
    }
  }
}

async function* readStates(
  db: Database,
  tenant: { clientId: string; businessId: string },
  request: ReadStatesRequest__Output,
  elsewhere: StatesElsewhere,
): AsyncGenerator<StatesPiece> {
  const { businessId } = tenant
  const [place, last, { recordedAt: beganAt }, since] = await db.snapshot(tenant, (tx) =>
    Promise.all([
      placeFor(tx, businessId, request),
      findLastPlace(tx, businessId),
      findPlace(tx, businessId, 1),
      findSince(tx),
    ]),
  )
  const { position, recordedAt } = place ?? last
  if (position > last.position)
    throw refused(
      'InvalidQuery',
      `recorded_as_of: expected a position up to ${last.position}, where the history ends, got ${position}.`,
      { field: 'recorded_as_of', value: String(position) },
    )
  yield {
    place: {
      position,
      through: last.position,
      ...(recordedAt && { recorded_at: recordedAt.toISOString() }),
      ...(beganAt && { began_at: beganAt.toISOString() }),
      ...(since && { since: since.toISOString() }),
    },
    states: [],
  }
  const { aggregate_types: types } = request
  if (types.length === 0) return
  for (let from = position; from < last.position;) {
    // What a version was is never changed, so each page is a transaction of its own.
    const { versions, states, through } = await db.snapshot(tenant, async (tx) => {
      const { versions, through } = await readVersionsThen(
        tx,
        businessId,
        { position, from, through: last.position, types },
        BATCH,
      )
      const states = await statesOf(tx, businessId, versions, elsewhere)
      requireKnown(versions, states)
      return { versions, through, states }
    })
    from = through
    if (versions.length > 0)
      yield {
        states: versions.map(({ aggregateType: aggregate_type, aggregateId: aggregate_id }, index) => {
          const state = states[index] ?? null
          return { aggregate_type, aggregate_id, ...(state !== null && { state }) }
        }),
      }
  }
}

function placeFor(tx: Tx, businessId: string, { position, at }: ReadStatesRequest__Output): Promise<Place | undefined> {
  if (position !== undefined) return findPlace(tx, businessId, position)
  if (at === undefined) return Promise.resolve(undefined)
  const instant = new Date(at)
  if (Number.isNaN(instant.getTime()))
    throw refused('InvalidPayload', `Expected an instant in ISO 8601, got ${at}.`, { field: 'at', value: at })
  return findPlaceAt(tx, businessId, instant)
}
