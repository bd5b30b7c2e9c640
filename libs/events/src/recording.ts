/** The history of what a service owns: each version at its position, before its event is published. */
import type { Database } from '@pacioli/db'
import { randomBytes } from 'node:crypto'
import { readEvent, referenceOf, type CloudEvent } from './cloud-event.ts'
import { NO_BUSINESS } from '@pacioli/db/no-business'
import { recordVersions, type RecordPlace, type VersionRecord } from './records.store.ts'

/** An event that waits to be published, as far as its record needs it. */
export type Waiting = { businessId: string; id: string; event: string }

/** Of these the journal has all versions itself. */
const KEPT_ELSEWHERE: ReadonlySet<string> = new Set(['entry'])

/** A seal is about the history: it would grow by each, and never be sealed whole. */
const OF_NO_HISTORY: ReadonlySet<string> = new Set(['seal'])

/** Whether an event tells of nothing that the history of a business has, by its subject. Pure. */
export const isOfNoHistory = ({ businessId, subject }: { businessId: string; subject: string }): boolean =>
  businessId === NO_BUSINESS || OF_NO_HISTORY.has(subject.split('.')[2] ?? '')

const SALT_BYTES = 32

/** So long a record waits for others of its business. */
const LOCK_TIMEOUT_MS = 2_000

/** Whether the history has the states of such things. Pure. */
export const isRecordedWhole = (businessId: string, aggregateType: string): boolean =>
  businessId !== NO_BUSINESS && !KEPT_ELSEWHERE.has(aggregateType) && !OF_NO_HISTORY.has(aggregateType)

/** The record of the version that an event tells of; undefined for a client's own, which are of no business. Pure. */
export function recordOf({ businessId, id, event }: Waiting, salt: Buffer): VersionRecord | undefined {
  if (businessId === NO_BUSINESS) return undefined
  const read = readEvent(event)
  if (!read) throw new TypeError(`Expected a CloudEvents 1.0 event in the outbox, got ${event.slice(0, 200)}`)
  const [, aggregateType = '', eventType = ''] = read.type.split('.')
  return {
    businessId,
    aggregateType,
    aggregateId: read.subject,
    version: versionOf(read),
    eventId: id,
    eventType,
    requestId: read.requestid ?? null,
    actor: read.actor ?? null,
    state:
      isRecordedWhole(businessId, aggregateType) && referenceOf(read) === undefined ? JSON.stringify(read.data) : null,
    salt,
  }
}

function versionOf({ id, data }: CloudEvent): number {
  const version = data !== null && typeof data === 'object' && 'version' in data ? data.version : undefined
  if (typeof version === 'number') return version
  throw new TypeError(`Expected a version in the event ${id}, got ${JSON.stringify(version)}`)
}

/** What could be recorded, by the id of its event, and why something could not. */
export type Recorded = { places: ReadonlyMap<string, RecordPlace>; failure?: unknown }

/**
 * Records the versions of these events, those of each part of the rows in one transaction. What fails in one holds up no other.
 * @param app as the role of the service
 */
export async function record(app: Database, events: readonly Waiting[]): Promise<Recorded> {
  const byBusiness = Map.groupBy(
    events.flatMap((one) => recordOf(one, randomBytes(SALT_BYTES)) ?? []),
    ({ businessId }) => businessId,
  )
  const places = new Map<string, RecordPlace>()
  let failure: unknown
  for (const businessIds of await app.groupsOf([...byBusiness.keys()].sort()))
    try {
      const versions = businessIds.flatMap((businessId) => byBusiness.get(businessId) ?? [])
      const recorded = await app.transactMany({ businessIds, lockTimeoutMs: LOCK_TIMEOUT_MS }, (tx) =>
        recordVersions(tx, versions),
      )
      for (const [id, place] of recorded) places.set(id, place)
    } catch (error) {
      failure ??= error
    }
  return { places, ...(failure !== undefined && { failure }) }
}

/** The event with its place in the history, which consumers count by: extensions of our own, as `requestid`. */
export const withPlace = (event: string, { position, recordedAt }: RecordPlace): string =>
  `${event.slice(0, -1)},"recordposition":${position},"recordedat":${JSON.stringify(recordedAt.toISOString())}}`
