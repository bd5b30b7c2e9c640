/** What a service has of a business now, by type, as its events tell it. */
import type { Tx } from '@pacioli/db'
import type { StagedEvent } from '@pacioli/events'

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
  async (tx) => {
    const event = await load(tx)
    return { events: event ? [event] : [], last: null }
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
