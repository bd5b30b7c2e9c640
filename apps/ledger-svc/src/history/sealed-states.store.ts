import type { Tx } from '@pacioli/db'
import type { KnownVersion } from '@pacioli/history'
import { entriesThen, NO_LINE } from './states-then.store.ts'

type MoveRow = {
  entry_id: string
  version: string
  line_id: string
  dimension_id: string
  definition_id: string
  id: string
  is_applied: boolean
}
type EntryRow = { id: string; state: Record<string, unknown>; lines: Record<string, unknown>[] }

const INSTANT = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`

/**
 * The states of entries for the leaves of the sealed history, as JSON: of version 1 the whole entry, of later ones what can change
 * of it, and what did.
 */
export async function sealedEntryStates(
  tx: Tx,
  businessId: string,
  versions: readonly KnownVersion[],
): Promise<(string | null)[]> {
  const posted = versions.filter(({ version }) => version === 1).map(({ aggregateId }) => aggregateId)
  const later = versions.filter(({ version }) => version > 1)
  const [rows, tags, moves] = await Promise.all([
    posted.length === 0
      ? []
      : tx.rows<EntryRow>(
          `SELECT e.id,
                  json_build_object(
                    'id', e.id, 'business_id', e.business_id, 'agent', e.agent, 'entry_type', e.entry_type, 'basis', e.basis,
                    'date', to_char(e.recorded_at AT TIME ZONE 'UTC', ${INSTANT}),
                    'entry_at', to_char(e.entry_at AT TIME ZONE 'UTC', ${INSTANT}),
                    'reversal_of_id', e.reversal_of_id, 'external_id', e.external_id, 'posting_key', e.posting_key,
                    'memo', e.memo, 'metadata', e.metadata::text, 'reference_number', e.reference_number,
                    'source_type', e.source_type, 'source_id', e.source_id, 'line_count', e.line_count) AS state,
                  l.lines
             FROM unnest($2::uuid[]) AS asked (id)
            CROSS JOIN LATERAL (SELECT * FROM journal_entries j WHERE j.business_id = $1 AND j.id = asked.id OFFSET 0) e
            CROSS JOIN LATERAL (
              SELECT json_agg(json_build_object(
                       'id', i.id, 'position', i.position, 'account_id', i.account_id, 'amount', i.amount, 'direction', i.direction,
                       'memo', i.memo, 'document_id', i.document_id, 'customer_id', i.customer_id,
                       'vendor_id', i.vendor_id) ORDER BY i.position) AS lines
                FROM line_items i WHERE i.business_id = $1 AND i.entry_id = asked.id) l`,
          [businessId, posted],
        ),
    entriesThen(tx, businessId, versions),
    later.length === 0
      ? []
      : tx.rows<MoveRow>(
          `SELECT m.entry_id, m.version, m.line_id, m.dimension_id, m.definition_id, m.id, m.is_applied
             FROM unnest($2::uuid[], $3::bigint[]) AS asked (id, version)
             JOIN entry_tag_moves m ON m.business_id = $1 AND m.entry_id = asked.id AND m.version = asked.version
            ORDER BY m.line_id, m.definition_id, m.is_applied`,
          [businessId, later.map(({ aggregateId }) => aggregateId), later.map(({ version }) => version)],
        ),
  ])
  const movesOf = Map.groupBy(moves, ({ entry_id, version }) => `${entry_id} ${version}`)
  const whole = new Map(rows.map((row) => [row.id, row]))
  return versions.map(({ aggregateId, version }, index) => {
    const then = tags[index]
    if (version !== 1) {
      const changes = (movesOf.get(`${aggregateId} ${version}`) ?? []).map(({ line_id, ...move }) => ({
        line_id: line_id === NO_LINE ? null : line_id,
        dimension_id: move.dimension_id,
        definition_id: move.definition_id,
        id: move.id,
        is_applied: move.is_applied,
      }))
      return JSON.stringify({ ...then, changes })
    }
    const entry = whole.get(aggregateId)
    // What is not there is no state: its leaf is not the sealed one, which names it.
    if (!entry) return null
    return JSON.stringify({
      ...entry.state,
      version,
      transaction_tags: then?.transaction_tags ?? [],
      line_items: (entry.lines ?? []).map((line, nth) => ({
        ...line,
        transaction_tags: then?.line_items[nth]?.transaction_tags ?? [],
      })),
    })
  })
}
