import type { Database } from '@pacioli/db'
import { DEFAULT_LIMIT, isKeepable, rangeOf } from '@pacioli/paging'
import type {
  AuditRecord as AuditRecordMessage,
  ListAuditLogRequest__Output,
  ListAuditLogResponse,
} from '@pacioli/protos/reporting'
import type { Tenant } from '@pacioli/rpc'
import { requireBusiness, type FetchBusiness } from '../businesses/require-business.ts'
import { toActorMessage } from './actor.ts'
import { findRecords, type AuditRecord } from './audit-log.store.ts'
import { requireValidTypes } from './list-events.ts'

/** What happened in a business and who asked for it, last recorded first. @throws BusinessNotFound, InvalidQuery */
export async function listAuditLog(
  db: Database,
  { tenant, fetchBusiness }: { tenant: Tenant; fetchBusiness: FetchBusiness },
  request: ListAuditLogRequest__Output,
): Promise<ListAuditLogResponse> {
  const { user, request_id: requestId, aggregate_id: aggregateId, type: types, limit = DEFAULT_LIMIT } = request
  requireValidTypes(types)
  const { timeZone } = await requireBusiness(db, tenant, fetchBusiness)
  const sortOrder = request.sort_order === 'ASC' ? 'ASC' : 'DESC'
  const filter = { user, requestId, aggregateId, types, ...rangeOf(request.start_date, request.end_date, timeZone) }
  const after = request.cursor === undefined ? undefined : Number(request.cursor)
  const isPossible = [user, requestId, aggregateId].every((text) => isKeepable(text ?? ''))
  const found = isPossible ? await db.read(tenant, (tx) => findRecords(tx, filter, { limit, sortOrder, after })) : []
  const data = found.slice(0, limit)
  const last = found.length > limit ? data.at(-1) : undefined
  const pagination = {
    sort_by: 'position',
    sort_order: sortOrder,
    cursor: last?.position.toString(),
    has_more: last !== undefined,
  }
  return { data: data.map(toMessage), pagination }
}

const toMessage = (record: AuditRecord): AuditRecordMessage => ({
  position: record.position,
  event_id: record.eventId,
  event_type: record.type,
  aggregate_type: record.aggregateType,
  aggregate_id: record.aggregateId,
  aggregate_version: record.version,
  happened_at: record.happenedAt.toISOString(),
  recorded_at: record.recordedAt.toISOString(),
  request_id: record.requestId ?? undefined,
  ...toActorMessage(record.actor),
})
