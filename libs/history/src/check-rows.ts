/** Whether what a service has of a business is what its history says, as the service itself can see it. */
import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '@pacioli/db'
import type { StagedEvent } from '@pacioli/events'
import { readWaiting } from './as-recorded.store.ts'
import { findSince } from './history.store.ts'
import { readNewest, type IdRange, type Newest } from './newest.store.ts'
import { readableRows, type OwnedRows } from './owned-rows.ts'

/** What has to be so. */
export const ROWS_AS_RECORDED = 'each row is what its newest record says'

/** Reads in a snapshot of its own, or in one that goes on. */
export type InSnapshot = <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>

/** First versions that were recorded together, as part of another thing, and have no records of their own. */
export type RecordedWith = Readonly<
  Record<string, { type: string; read: (tx: Tx, businessId: string, range: IdRange) => Promise<Map<string, Newest>> }>
>

/** So many rows are in memory at a time. */
const PAGE = 500

/**
 * Compares each row with the newest record of it. Each page is read in one snapshot, so a row that is newer than its record waits to
 * be recorded.
 * @returns what is not so, in the words of check functions
 */
export async function checkRows(
  inSnapshot: InSnapshot,
  businessId: string,
  owned: OwnedRows,
  recordedWith: RecordedWith = {},
): Promise<{ invariant: string; detail: string }[]> {
  const found: string[] = []
  for (const [type, rowsAfter] of Object.entries(owned))
    for (let [after, isLast]: [string | null, boolean] = [null, false]; !isLast;)
      await inSnapshot(async (tx) => {
        const page = { after, limit: PAGE }
        const { events, last, unreadable } = await readableRows(tx, businessId, [type, rowsAfter], page)
        const range = { after, through: last }
        const first = recordedWith[type]
        const newest = new Map([
          ...((await first?.read(tx, businessId, range)) ?? []),
          ...(await readNewest(tx, businessId, type, range)),
        ])
        const ahead = events.filter((row) => row.version > (newest.get(row.aggregateId)?.version ?? 0))
        if (ahead.length > 0) found.push(...(await unrecorded(tx, businessId, ahead, { newest, with: first?.type })))
        for (const row of events) {
          const problem = problemOf(row, newest.get(row.aggregateId))
          if (problem) found.push(`${type} ${row.aggregateId}, version ${row.version}: ${problem}`)
          newest.delete(row.aggregateId)
        }
        for (const [id, { version }] of newest)
          found.push(`${type} ${id}, version ${version}: it ${unreadable.includes(id) ? 'cannot be read' : 'is gone'}`)
        after = last
        isLast = last === null
      })
  return found.map((detail) => ({ invariant: ROWS_AS_RECORDED, detail }))
}

function problemOf(row: StagedEvent, record: Newest | undefined): string | undefined {
  if (!record || row.version > record.version) return undefined
  if (row.version < record.version) return `version ${record.version} was recorded`
  if (record.state === null) return undefined
  const fields = differing(JSON.parse(record.state) as Json, stateOf(row))
  return fields.length === 0 ? undefined : `${fields.join(', ')} was recorded as something else`
}

/** Those of the rows that no event is under way of. What is older than the history may have no record. */
async function unrecorded(
  tx: Tx,
  businessId: string,
  ahead: readonly StagedEvent[],
  { newest, with: first }: { newest: ReadonlyMap<string, Newest>; with: string | undefined },
): Promise<string[]> {
  const [waiting, since] = await Promise.all([readWaiting(tx, businessId), findSince(tx)])
  if (waiting.some(({ type }) => type === first)) return []
  const known = new Set(waiting.map(({ type, id, version }) => `${type} ${id} ${version}`))
  return ahead
    .filter(({ aggregateType, aggregateId, version }) => !known.has(`${aggregateType} ${aggregateId} ${version}`))
    .filter(({ aggregateId }) => since === null || newest.has(aggregateId))
    .map(
      ({ aggregateType, aggregateId, version }) => `${aggregateType} ${aggregateId}, version ${version}: not recorded`,
    )
}

type Json = string | number | boolean | null | Json[] | { [name: string]: Json }

const stateOf = ({ event, largeState }: StagedEvent): Json =>
  largeState === undefined ? (JSON.parse(event) as { data: Json }).data : (JSON.parse(largeState) as Json)

/** Whose the books are: another client's where they were recorded in another installation. */
const OF_THE_INSTALLATION: ReadonlySet<string> = new Set(['client_id'])

/** Whatever is in it is the caller's: no release tells more of it. */
const OF_THE_CALLER: ReadonlySet<string> = new Set(['metadata'])

/** The fields that are not as they were recorded. A release may tell more than the one that recorded, and not less. Pure. */
function differing(recorded: Json, now: Json): string[] {
  if (!isObject(recorded) || !isObject(now)) return isDeepStrictEqual(recorded, now) ? [] : ['its state']
  return Object.entries(recorded).flatMap(([name, value]) => {
    if (OF_THE_INSTALLATION.has(name)) return []
    const current = now[name]
    if (current === undefined) return [name]
    return (OF_THE_CALLER.has(name) ? isDeepStrictEqual(value, current) : isSame(value, current)) ? [] : [name]
  })
}

function isSame(recorded: Json, now: Json): boolean {
  if (Array.isArray(recorded) && Array.isArray(now))
    return recorded.length === now.length && recorded.every((one, index) => isSame(one, now[index] as Json))
  return isObject(recorded) && isObject(now) ? differing(recorded, now).length === 0 : recorded === now
}

const isObject = (value: Json): value is { [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
