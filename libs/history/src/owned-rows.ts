/** What a service has of a business now, by type, as its events tell it. */
import { pgErrorOf, type Tx } from '@pacioli/db'
import { DomainError } from '@pacioli/errors'
import type { StagedEvent } from '@pacioli/events'
import { findRecordedAfter } from './newest.store.ts'

/** Its events, in the order of the ids, and the id to go on after; null at the end. */
export type RowPage = { events: StagedEvent[]; last: string | null }

/** The next rows of one type after an id; null begins. */
export type RowsAfter = (tx: Tx, after: string | null, limit: number) => Promise<RowPage>

export type OwnedRows = Readonly<Record<string, RowsAfter>>

/** The id and time of an event. */
export type EventHead = { id: string; time: Date }

/** Of events that nobody is told of. */
export const unpublished = (): EventHead => ({ id: '', time: new Date(0) })

/** Pages of what is loaded in the order of the ids, deleted and archived ones too. */
export const rowsAfter =
  <Row extends { id: string }>(
    load: (tx: Tx, after: string | null, limit: number) => Promise<readonly Row[]>,
    announce: (row: Row) => StagedEvent,
  ): RowsAfter =>
  async (tx, after, limit) => {
    const rows = await load(tx, after, limit)
    return { events: rows.map(announce), last: rows.length < limit ? null : (rows.at(-1)?.id ?? null) }
  }

/** What a business has one of. */
export const theOnlyRow =
  (load: (tx: Tx) => Promise<StagedEvent | undefined>): RowsAfter =>
  async (tx, after) => {
    const event = after === null ? await load(tx) : undefined
    return { events: event ? [event] : [], last: null }
  }

/**
 * A page in which nothing stops at a row of which something that belongs to it is gone: such rows are left out, and named.
 * @param type as records have it
 */
export async function readableRows(
  tx: Tx,
  businessId: string,
  [type, after]: readonly [type: string, RowsAfter],
  { after: from, limit }: { after: string | null; limit: number },
): Promise<RowPage & { unreadable: string[] }> {
  try {
    return { ...(await after(tx, from, limit)), unreadable: [] }
  } catch (error) {
    if (error instanceof DomainError || pgErrorOf(error)) throw error
    if (limit > 1) return oneByOne(tx, businessId, [type, after], { after: from, limit })
    const id = await findRecordedAfter(tx, businessId, type, from)
    if (id === undefined) throw error
    return { events: [], last: id, unreadable: [id] }
  }
}

async function oneByOne(
  tx: Tx,
  businessId: string,
  rows: readonly [type: string, RowsAfter],
  { after, limit }: { after: string | null; limit: number },
): Promise<RowPage & { unreadable: string[] }> {
  const found = { events: [] as StagedEvent[], last: after, unreadable: [] as string[] }
  while (found.events.length < limit) {
    const page = await readableRows(tx, businessId, rows, { after: found.last, limit: 1 })
    found.events.push(...page.events)
    found.unreadable.push(...page.unreadable)
    found.last = page.last
    if (page.last === null) break
  }
  return found
}

/** All rows of a type. Each page is a transaction of its own: what changes in between comes as an event, too. */
export async function* replayRows(
  inTransaction: (work: (tx: Tx) => Promise<RowPage>) => Promise<RowPage>,
  after: RowsAfter,
  limit: number,
): AsyncGenerator<StagedEvent> {
  for (let last: string | null = null; ;) {
    const page: RowPage = await inTransaction((tx) => after(tx, last, limit))
    yield* page.events
    if (page.last === null) return
    last = page.last
  }
}
