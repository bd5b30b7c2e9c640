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
  /** As it was written for the relay. */
  event?: { id: string; subject: string; text: string }
}

/** A statement as pg takes it. */
export type Statement = { text: string; values: unknown[] }

/** Entries with their lines and events, one row for each. */
export const ENTRIES = `
SELECT e.id, to_json(e.entry_at) #>> '{}' AS "entryAt", e.memo,
            json_build_object('id', o.id, 'subject', o.subject, 'text', o.event) AS event,
            (SELECT json_agg(json_build_object('id', l.id, 'accountId', l.account_id, 'amount', l.amount, 'direction', l.direction)
                             ORDER BY l.position)
               FROM line_items l WHERE l.business_id = e.business_id AND l.entry_id = e.id) AS lines
       FROM journal_entries e JOIN events o ON o.business_id = e.business_id AND o.aggregate_id = e.id`

/** What the product wrote for these entries. */
export async function captureEntries(superuser: pg.Pool, books: Books, ids: readonly string[]): Promise<RawEntry[]> {
  const { rows } = await superuser.query<RawEntry>(
    `${ENTRIES}
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

/** What the ledger's SQL function wants between events. */
const RECORD_SEPARATOR = '\x1e'

/** What the ledger's SQL function is given, by its parameters' names. */
export function postEntriesCall(books: Books, slot: number, entries: readonly RawEntry[]): Statement {
  const now = new Date()
  const none = entries.map(() => null)
  const lines = entries.flatMap((entry, index) =>
    entry.lines.map((line, position) => ({ ...line, position, entry: index + 1 })),
  )
  const announced = entries.flatMap(({ id, event }) => (event ? [{ ...event, aggregateId: id }] : []))
  const parameters = {
    p_client_id: books.clientId,
    p_business_id: books.businessId,
    p_books_epoch: books.epoch,
    p_asked_epoch: books.epoch,
    p_alone: false,
    p_now: now,
    p_slot: slot,
    k_operations: [null],
    k_keys: [null],
    k_request_hashes: [null],
    k_answers: [null],
    e_ids: entries.map(({ id }) => id),
    e_external_ids: none,
    e_posting_keys: none,
    e_types: entries.map(() => 'MANUAL'),
    e_bases: entries.map(() => 'BOTH'),
    e_agents: entries.map(() => 'API'),
    e_entry_ats: entries.map(({ entryAt }) => entryAt),
    e_recorded_ats: entries.map(() => now),
    e_memos: entries.map(({ memo }) => memo),
    e_metadata: none,
    e_references: none,
    e_source_types: none,
    e_source_ids: none,
    e_reversal_of_ids: none,
    e_line_counts: entries.map((entry) => entry.lines.length),
    e_asked: [],
    r_entry_ids: [],
    r_tag_revisions: [],
    l_ids: lines.map(({ id }) => id),
    l_entries: lines.map(({ entry }) => entry),
    l_positions: lines.map(({ position }) => position),
    l_account_ids: lines.map(({ accountId }) => accountId),
    l_amounts: lines.map(({ amount }) => amount),
    l_directions: lines.map(({ direction }) => direction),
    l_memos: lines.map(() => null),
    l_document_ids: [],
    l_customer_ids: [],
    l_vendor_ids: [],
    ...Object.fromEntries(TAG_PARAMETERS.map((name) => [name, []])),
    o_ids: announced.map(({ id }) => id),
    o_aggregate_ids: announced.map(({ aggregateId }) => aggregateId),
    o_versions: announced.map(() => 1),
    o_subjects: announced.map(({ subject }) => subject),
    o_events: announced.map(({ text }) => text).join(RECORD_SEPARATOR),
    p_request_id: null,
    e_request_ids: [],
    e_actors: [],
  }
  const named = Object.keys(parameters).map((name, index) => `${name} => $${index + 1}`)
  return {
    text: `SELECT outcomes[1] AS outcome, long_account_ids, long_days::text[] FROM post_entries_v2(${named.join(', ')})`,
    values: Object.values(parameters),
  }
}

/** New dimensions and values, tags of entries, tags of lines: there are none. */
const TAG_PARAMETERS = [
  ...['d_ids', 'd_keys', 'd_display_names'],
  ...['v_ids', 'v_dimension_ids', 'v_values', 'v_display_names'],
  ...['et_entry_ids', 'et_dimension_ids', 'et_definition_ids', 'et_ids'],
  ...['lt_line_ids', 'lt_dimension_ids', 'lt_definition_ids', 'lt_ids'],
]

export type Posted = { outcome: string; long_account_ids: string[] | null; long_days: string[] | null }

/** Makes the call. @throws Error when nothing was posted */
export async function post(pool: pg.Pool, { text, values }: Statement): Promise<Posted> {
  const { rows } = await pool.query<Posted>(text, values)
  if (rows[0]?.outcome !== 'POSTED')
    throw new Error(`Expected the entries to be POSTED, but the outcome is ${rows[0]?.outcome}.`)
  return rows[0]
}
