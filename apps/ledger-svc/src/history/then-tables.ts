/**
 * Tables of the ledger as they were at a position of its history: queries that are read in place of them. Entries that were
 * recorded later, or wait to be, are left out; what has changed since is as it was. Pure.
 */

/** The values that the queries name. */
export type ThenValues = {
  business: string
  position: number
  /** JSON of what has changed since: each of `type`, `id` and `state`, null where there was nothing yet. */
  states: string
  /** Entries that wait to be recorded. */
  unposted: readonly string[]
  /** Later versions of entries that wait to be. */
  changed_entries: readonly string[]
  changed_versions: readonly number[]
}

/** Rows of versions: those that have not changed since, and the others as they were. `nulls` are columns that a state may leave out. */
const versions = (table: string, type: string, nulls: readonly string[], condition = 'true'): string =>
  `NOT MATERIALIZED (SELECT now.* FROM ${table} now
     WHERE now.business_id = :business AND ${condition}
       AND NOT EXISTS (SELECT FROM then_states s WHERE s.type = '${type}' AND s.id = now.id)
    UNION ALL
    SELECT was.* FROM then_states s JOIN ${table} now ON now.business_id = :business AND now.id = s.id
     CROSS JOIN LATERAL jsonb_populate_record(now, ${nothing(nulls)} || s.state) was
     WHERE s.type = '${type}' AND s.state IS NOT NULL AND ${condition})`

const nothing = (columns: readonly string[]): string =>
  `jsonb_build_object(${columns.map((column) => `'${column}', NULL`).join(', ')})`

/**
 * Whether an entry was there. By one lookup for each, so that lists walk along their index until they have enough: the planner
 * would take an anti-join for all of the list.
 */
const wasThere = (id: string): string =>
  `NOT EXISTS (SELECT FROM records later
                WHERE later.business_id = :business AND later.aggregate_type = 'entry' AND later.aggregate_id = ${id}
                  AND later.version = 1 AND later.position > :position
               OFFSET 0)
   AND ${id} <> ALL (:unposted::uuid[])`

const TAG_COLUMNS = 'business_id, line_id, dimension_id, definition_id, id, entry_id, account_id, entry_at, seq'

/** By the names of the tables, in the order that `readInstead` wants: what looks at tables comes before what hides them. */
export const THEN_TABLES: ReadonlyMap<string, string> = new Map([
  [
    'then_states',
    'MATERIALIZED (SELECT * FROM jsonb_to_recordset(:states::jsonb) AS s (type text, id uuid, state jsonb))',
  ],
  // Entries that were not there yet.
  [
    'then_hidden',
    `MATERIALIZED (
      SELECT aggregate_id AS entry_id FROM records
       WHERE business_id = :business AND position > :position AND aggregate_type = 'entry' AND version = 1
      UNION
      SELECT unnest(:unposted::uuid[]))`,
  ],
  // Tags of lines that were others: the first change since of each tells what it was.
  [
    'then_moves',
    `MATERIALIZED (
      WITH changed AS (
        SELECT c.entry_id, min(c.version) AS version
          FROM (SELECT aggregate_id AS entry_id, version FROM records
                 WHERE business_id = :business AND position > :position AND aggregate_type = 'entry' AND version > 1
                UNION ALL
                SELECT * FROM unnest(:changed_entries::uuid[], :changed_versions::bigint[])) c
         WHERE ${wasThere('c.entry_id')}
         GROUP BY c.entry_id)
      SELECT DISTINCT ON (m.line_id, m.definition_id) m.*
        FROM changed c JOIN entry_tag_moves m ON m.business_id = :business AND m.entry_id = c.entry_id AND m.version >= c.version
       WHERE m.line_id <> '00000000-0000-0000-0000-000000000000'
       ORDER BY m.line_id, m.definition_id, m.version, m.is_applied)`,
  ],
  // Entries whose lines a list may have had otherwise: these were not there, are reversed since, or have other tags.
  [
    'then_touched',
    `MATERIALIZED (
      SELECT entry_id FROM then_hidden
      UNION
      SELECT e.reversal_of_id FROM then_hidden h JOIN journal_entries e ON e.business_id = :business AND e.id = h.entry_id
       WHERE e.reversal_of_id IS NOT NULL
      UNION
      SELECT entry_id FROM then_moves)`,
  ],
  ['now_entries', 'NOT MATERIALIZED (SELECT * FROM journal_entries)'],
  ['now_lines', 'NOT MATERIALIZED (SELECT * FROM line_items)'],
  ['now_tags', 'NOT MATERIALIZED (SELECT * FROM line_item_tags)'],
  [
    'line_item_tags',
    `NOT MATERIALIZED (SELECT ${TAG_COLUMNS} FROM line_item_tags t
       WHERE ${wasThere('t.entry_id')}
         AND (t.line_id, t.definition_id) NOT IN (SELECT m.line_id, m.definition_id FROM then_moves m)
      UNION ALL
      SELECT l.business_id, l.id, m.dimension_id, m.definition_id, m.id, l.entry_id, l.account_id, l.entry_at, l.seq
        FROM then_moves m JOIN line_items l ON l.business_id = :business AND l.id = m.line_id
       WHERE NOT m.is_applied)`,
  ],
  ['line_items', `NOT MATERIALIZED (SELECT * FROM line_items l WHERE ${wasThere('l.entry_id')})`],
  ['journal_entries', `NOT MATERIALIZED (SELECT * FROM journal_entries e WHERE ${wasThere('e.id')})`],
  // Those that a business starts with came with its chart, all others after it.
  [
    'accounts',
    versions(
      'accounts',
      'account',
      ['parent_id', 'account_number', 'stable_name', 'archived_at'],
      `NOT EXISTS (SELECT FROM then_states chart WHERE chart.type = 'chart')`,
    ),
  ],
  ['tag_definitions', versions('tag_definitions', 'tag_value', ['display_name', 'archived_at'])],
  ['tag_dimensions', versions('tag_dimensions', 'tag_dimension', ['display_name', 'deleted_at'])],
  // Of the business as it is now where there was none: nothing of it was there either.
  [
    'businesses',
    `NOT MATERIALIZED (SELECT was.* FROM businesses now
       LEFT JOIN then_states s ON s.type = 'business' AND s.id = now.id
      CROSS JOIN LATERAL jsonb_populate_record(now, CASE WHEN s.state IS NULL THEN '{}'
                                                     ELSE ${nothing(['default_reporting_basis', 'archived_at'])} || s.state END) was)`,
  ],
])
