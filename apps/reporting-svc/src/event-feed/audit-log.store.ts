import { allOf, type Tx } from '@pacioli/db'
import { safeInteger, table, text, timestamp, uuid, type RowOf } from '@pacioli/db/table'

const records = table('audit_log', ['businessId', 'position'], {
  businessId: uuid,
  position: safeInteger,
  eventId: text,
  type: text,
  aggregateType: text,
  aggregateId: text,
  version: safeInteger.named('aggregate_version'),
  happenedAt: timestamp,
  recordedAt: timestamp,
  requestId: text.orNull,
  actor: text.orNull,
})

/** What happened, and who asked for it. */
export type AuditRecord = RowOf<typeof records>

export type AuditFilter = {
  user?: string | undefined
  requestId?: string | undefined
  aggregateId?: string | undefined
  /** Whole types, and aggregates by themselves. */
  types: readonly string[]
  /** When it was recorded. */
  from?: Date | undefined
  before?: Date | undefined
}

/** The first or the last record of a time. */
const recorded = (when: string, order: 'ASC' | 'DESC'): string =>
  `SELECT position FROM audit_log WHERE business_id = $1 AND ${when} ORDER BY recorded_at ${order}, position ${order} LIMIT 1`

export type AuditRange = { limit: number; sortOrder: 'ASC' | 'DESC'; after: number | undefined }

/**
 * Records in the order of their positions, one more than fit on the page if there are more. Times are asked for by positions,
 * which go with them.
 */
export async function findRecords(tx: Tx, filter: AuditFilter, range: AuditRange): Promise<AuditRecord[]> {
  const { user, requestId, aggregateId, types, from, before } = filter
  const beyond = range.sortOrder === 'ASC' ? 't.position > $' : 't.position < $'
  const aggregates = [...new Set(types.map((type) => type.split('.', 1)[0] ?? type))]
  const { where, bind } = allOf(
    ['t.business_id = $', tx.businessId],
    ['t.actor_user = $', user],
    ['t.request_id = $', requestId],
    ['t.aggregate_id = $', aggregateId],
    ['t.aggregate_type = ANY ($::text[])', types.length > 0 ? aggregates : undefined],
    ['ARRAY[t.type, t.aggregate_type] && $::text[]', types.length > 0 ? types : undefined],
    [`t.position >= (${recorded('recorded_at >= $', 'ASC')})`, from],
    [`t.position <= (${recorded('recorded_at < $', 'DESC')})`, before],
    [beyond, range.after],
  )
  return records.rows(tx, `${where} ORDER BY t.position ${range.sortOrder} LIMIT ${range.limit + 1}`, bind)
}
