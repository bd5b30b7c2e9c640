/**
 * The read models as they were at a position of each owner's history: queries that are read in place of their tables. What was
 * recorded since is left out, and what has changed since is put back as it was. Pure.
 */
import { ALL_LINES } from '../statements/entry.ts'

/** What is put back, each as the JSON of its rows. */
export type RowsThen = {
  businesses: string
  accounts: string
  tag_dimensions: string
  tag_values: string
  contacts: string
  bank_transactions: string
  open_items: string
  /** Of entries that have changed since: the id of each, and the tags of each of its lines. */
  entries: string
  line_tags: string
  /** How the credits that were allocated to bills moved these then, less how they do now. */
  credit_moves: string
}

const SIGNED = `CASE l.direction WHEN 'CREDIT' THEN l.amount ELSE -l.amount END`

const LINE_COLUMNS = [
  'business_id',
  'entry_id',
  'position',
  'line_id',
  'account_id',
  'basis',
  'is_closing',
  'day',
  'entry_at',
  'direction',
  'amount',
  'memo',
  'customer_id',
  'vendor_id',
  'document_id',
  'control',
  'party_id',
]
const SUM_COLUMNS = 'account_id, basis, is_closing, debits, credits, line_count'

/** Of a table whose rows are versions: those that have not changed since, and the others as they were. */
const versions = (table: keyof RowsThen, owner: string): string =>
  `NOT MATERIALIZED (SELECT * FROM ${table} WHERE business_id = :business AND (recorded IS NULL OR recorded <= :${owner})
    UNION ALL SELECT * FROM jsonb_populate_recordset(NULL::${table}, :${table}::jsonb))`

const sumsBy = (unit: 'day' | 'month', on: string): string =>
  `NOT MATERIALIZED (SELECT business_id, tag_value_id, ${unit}, ${SUM_COLUMNS} FROM account_${unit}s
    UNION ALL
    SELECT :business::uuid, tag_value_id, ${on}, account_id, basis, is_closing, sum(debits), sum(credits), sum(line_count)::bigint
      FROM then_sums GROUP BY 1, 2, 3, 4, 5, 6)`

/** By the names of the tables, in the order that `readInstead` wants: what looks at tables comes before what hides them. */
export const THEN_TABLES: ReadonlyMap<string, string> = new Map([
  [
    'then_hidden',
    `MATERIALIZED (
      SELECT l.* FROM entries e JOIN entry_lines l ON l.business_id = :business AND l.entry_id = e.entry_id
       WHERE e.business_id = :business AND e.recorded > :ledger AND l.recorded > :ledger)`,
  ],
  ['then_entries', `MATERIALIZED (SELECT value::uuid AS entry_id FROM jsonb_array_elements_text(:entries::jsonb))`],
  [
    'then_tags',
    `MATERIALIZED (SELECT * FROM jsonb_to_recordset(:line_tags::jsonb) AS t (entry_id uuid, position int, tag_value_ids uuid[]))`,
  ],
  [
    'then_lines',
    `MATERIALIZED (
      SELECT ${LINE_COLUMNS.map((column) => `l.${column}`).join(', ')}, coalesce(t.tag_value_ids, '{}') AS tag_value_ids
        FROM then_hidden l JOIN then_entries e ON e.entry_id = l.entry_id
        LEFT JOIN then_tags t ON t.entry_id = l.entry_id AND t.position = l.position)`,
  ],
  [
    'then_sums',
    `MATERIALIZED (
      SELECT tag.id AS tag_value_id, l.day, date_trunc('month', l.day)::date AS month, l.account_id, l.basis, l.is_closing,
             sum(CASE l.direction WHEN 'DEBIT' THEN l.sign * l.amount ELSE 0 END) AS debits,
             sum(CASE l.direction WHEN 'CREDIT' THEN l.sign * l.amount ELSE 0 END) AS credits, sum(l.sign) AS line_count
        FROM (SELECT day, account_id, basis, is_closing, direction, amount, tag_value_ids, -1 AS sign FROM then_hidden
              UNION ALL
              SELECT day, account_id, basis, is_closing, direction, amount, tag_value_ids, 1 FROM then_lines) l
       CROSS JOIN LATERAL unnest('${ALL_LINES}'::uuid || l.tag_value_ids) AS tag (id)
       GROUP BY 1, 2, 3, 4, 5, 6)`,
  ],
  [
    'then_moves',
    `MATERIALIZED (
      SELECT item_id, day, sum(amount)::bigint AS amount
        FROM (SELECT l.document_id AS item_id, l.day, -(${SIGNED}) AS amount FROM then_hidden l
               WHERE l.document_id IS NOT NULL AND l.basis <> 'CASH'
              UNION ALL
              SELECT l.document_id, l.day, ${SIGNED} FROM then_lines l WHERE l.document_id IS NOT NULL AND l.basis <> 'CASH'
              UNION ALL
              SELECT m.item_id, m.day, m.amount
                FROM jsonb_to_recordset(:credit_moves::jsonb) AS m (item_id uuid, day date, amount bigint)) moves
       GROUP BY item_id, day HAVING sum(amount) <> 0)`,
  ],
  [
    'then_balances',
    `MATERIALIZED (SELECT item_id, sum(amount)::bigint AS amount, max(day) AS day FROM then_moves GROUP BY item_id)`,
  ],
  ['account_days', sumsBy('day', 'day')],
  ['account_months', sumsBy('month', 'month')],
  [
    'entry_line_tags',
    `NOT MATERIALIZED (SELECT t.business_id, t.tag_value_id, t.entry_id, t.position FROM entry_line_tags t
       WHERE NOT EXISTS (SELECT FROM then_entries e WHERE e.entry_id = t.entry_id)
      UNION ALL
      SELECT :business::uuid, tag.id, t.entry_id, t.position FROM then_tags t CROSS JOIN LATERAL unnest(t.tag_value_ids) AS tag (id))`,
  ],
  [
    'entry_lines',
    `NOT MATERIALIZED (SELECT ${LINE_COLUMNS.join(', ')}, tag_value_ids FROM entry_lines WHERE recorded IS NULL OR recorded <= :ledger
      UNION ALL
      SELECT ${LINE_COLUMNS.join(', ')}, tag_value_ids FROM then_lines)`,
  ],
  [
    'entries',
    `NOT MATERIALIZED (SELECT * FROM entries WHERE recorded IS NULL OR recorded <= :ledger
      UNION ALL
      SELECT e.* FROM then_entries t JOIN entries e ON e.business_id = :business AND e.entry_id = t.entry_id
       WHERE e.recorded > :ledger)`,
  ],
  [
    'item_days',
    `NOT MATERIALIZED (SELECT business_id, item_id, day, amount FROM item_days
      UNION ALL
      SELECT :business::uuid, item_id, day, amount FROM then_moves)`,
  ],
  // Items that have changed or have been moved since. Each is looked up by its id, once for the statement: aging reads the items of
  // one contact after the other, and the planner, which cannot know how few these are, would go through all items for each.
  [
    'then_items',
    `MATERIALIZED (
      SELECT r.*
        FROM then_balances b
       CROSS JOIN LATERAL (SELECT o AS item FROM open_items o
                            WHERE o.business_id = :business AND o.item_id = b.item_id AND (o.recorded IS NULL OR o.recorded <= :billing)
                           OFFSET 0) i
       CROSS JOIN LATERAL jsonb_populate_record(i.item, jsonb_build_object('balance', (i.item).balance + b.amount,
                                                                           'last_day', greatest((i.item).last_day, b.day))) r
      UNION ALL
      SELECT r.*
        FROM jsonb_populate_recordset(NULL::open_items, :open_items::jsonb) c
        LEFT JOIN LATERAL (SELECT o.balance, o.last_day FROM open_items o
                            WHERE o.business_id = :business AND o.item_id = c.item_id
                           OFFSET 0) i ON true
        LEFT JOIN then_balances b ON b.item_id = c.item_id
       CROSS JOIN LATERAL jsonb_populate_record(c, jsonb_build_object('balance', coalesce(i.balance, 0) + coalesce(b.amount, 0),
                                                                      'last_day', greatest(i.last_day, b.day))) r)`,
  ],
  [
    'open_items',
    `NOT MATERIALIZED (SELECT i.* FROM open_items i
       WHERE (i.recorded IS NULL OR i.recorded <= :billing) AND i.item_id NOT IN (SELECT b.item_id FROM then_balances b)
      UNION ALL
      SELECT * FROM then_items)`,
  ],
  ['accounts', versions('accounts', 'ledger')],
  ['tag_values', versions('tag_values', 'ledger')],
  ['tag_dimensions', versions('tag_dimensions', 'ledger')],
  ['businesses', versions('businesses', 'ledger')],
  ['contacts', versions('contacts', 'billing')],
  ['bank_transactions', versions('bank_transactions', 'banking')],
  [
    'record_marks',
    `NOT MATERIALIZED (SELECT :business::uuid AS business_id, m.owner, int8multirange(int8range(1, m.position, '[]')) AS positions
        FROM (VALUES ('ledger', :ledger::bigint), ('banking', :banking::bigint), ('billing', :billing::bigint)) AS m (owner, position)
       WHERE m.position > 0)`,
  ],
])
