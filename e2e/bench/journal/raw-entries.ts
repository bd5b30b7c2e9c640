/** Journal entries as rows: read from what the product wrote, copied under new ids, and written without the product. */
import type pg from 'pg'
import { v7 } from 'uuid'

/** Whose books, and the epoch they are in. */
export type Books = { clientId: string; businessId: string; epoch: number }

export type RawLine = { id: string; accountId: string; amount: number; direction: 'DEBIT' | 'CREDIT' }

export type RawEntry = {
  id: string
  entryAt: string
  memo: string | null
  lines: RawLine[]
  /** Row of the outbox. */
  event?: { id: string; subject: string; text: string }
}

/** A statement as pg takes it. */
export type Statement = { text: string; values: unknown[] }

/** What the product wrote for these entries. */
export async function captureEntries(superuser: pg.Pool, books: Books, ids: readonly string[]): Promise<RawEntry[]> {
  const { rows } = await superuser.query<RawEntry>(
    `SELECT e.id, to_json(e.entry_at) #>> '{}' AS "entryAt", e.memo,
            json_build_object('id', o.id, 'subject', o.subject, 'text', o.event) AS event,
            (SELECT json_agg(json_build_object('id', l.id, 'accountId', l.account_id, 'amount', l.amount, 'direction', l.direction)
                             ORDER BY l.position)
               FROM line_items l WHERE l.business_id = e.business_id AND l.entry_id = e.id) AS lines
       FROM journal_entries e JOIN outbox o ON o.business_id = e.business_id AND o.aggregate_id = e.id
      WHERE e.business_id = $1 AND e.id = ANY ($2::uuid[])
      ORDER BY e.seq`,
    [books.businessId, ids],
  )
  if (rows.length !== ids.length)
    throw new Error(`Expected ${ids.length} entries with their events, found ${rows.length}.`)
  return rows
}

/** The same entry under new ids, in its event, too. */
export function copyOf(entry: RawEntry): RawEntry {
  const newIds = new Map([entry.id, ...entry.lines.map(({ id }) => id), entry.event?.id ?? ''].map((id) => [id, v7()]))
  const renewed = (id: string): string => newIds.get(id) ?? id
  return {
    ...entry,
    id: renewed(entry.id),
    lines: entry.lines.map((line) => ({ ...line, id: renewed(line.id) })),
    event: entry.event && {
      id: renewed(entry.event.id),
      subject: entry.event.subject,
      text: entry.event.text.replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, renewed),
    },
  }
}

const CALL = `SELECT outcome FROM post_entries(${Array.from({ length: 52 }, (_, n) => `$${n + 1}`).join(', ')})`

/** The call of the ledger's SQL function that posts these entries, as ledger-svc makes it. */
export function postEntriesCall(
  { clientId, businessId, epoch }: Books,
  slot: number,
  entries: readonly RawEntry[],
): Statement {
  const none = entries.map(() => null)
  const lines = entries.flatMap((entry, index) =>
    entry.lines.map((line, position) => ({ ...line, position, entry: index + 1 })),
  )
  const announced = entries.flatMap(({ id, event }) => (event ? [{ ...event, aggregateId: id }] : []))
  const head = [clientId, businessId, epoch, epoch, false, new Date(), slot, null, null, null, null]
  const entryColumns = [
    entries.map(({ id }) => id),
    none,
    none,
    entries.map(() => 'MANUAL'),
    entries.map(() => 'BOTH'),
    entries.map(() => 'API'),
    entries.map(({ entryAt }) => entryAt),
    entries.map(({ memo }) => memo),
    ...Array.from({ length: 5 }, () => none),
    entries.map((entry) => entry.lines.length),
  ]
  const lineColumns = [
    lines.map(({ id }) => id),
    lines.map(({ entry }) => entry),
    lines.map(({ position }) => position),
    lines.map(({ accountId }) => accountId),
    lines.map(({ amount }) => amount),
    lines.map(({ direction }) => direction),
    lines.map(() => null),
  ]
  const tagColumns = Array.from({ length: 15 }, () => [])
  const eventColumns = [
    announced.map(({ id }) => id),
    announced.map(({ aggregateId }) => aggregateId),
    announced.map(() => 1),
    announced.map(({ subject }) => subject),
    announced.map(({ text }) => text),
  ]
  return { text: CALL, values: [...head, ...entryColumns, ...lineColumns, ...tagColumns, ...eventColumns] }
}
