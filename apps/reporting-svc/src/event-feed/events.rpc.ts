import type { Database } from '@pacioli/db'
import { AuditLogService, EventsService, type Event } from '@pacioli/protos/reporting'
import { implement, tenantOf, type Implementation } from '@pacioli/rpc'
import { forwardedContext } from '../owners/forwarded-context.ts'
import type { LedgerReader } from '../owners/ledger-reader.ts'
import { toActorMessage } from './actor.ts'
import type { PlacedEvent } from './feed-event.ts'
import { listAuditLog } from './list-audit-log.ts'
import { listEvents } from './list-events.ts'

const toMessage = (event: PlacedEvent): Event => ({
  id: event.id,
  type: event.type,
  timestamp: event.happenedAt.toISOString(),
  business_id: event.businessId,
  position: event.position,
  aggregate_type: event.aggregateType,
  aggregate_id: event.aggregateId,
  aggregate_version: event.version,
  ...(event.requestId === null ? {} : { request_id: event.requestId }),
  ...toActorMessage(event.actor),
  data: event.data,
})

export const auditLogRpc = (db: Database, ledger: LedgerReader): Implementation =>
  implement(AuditLogService, {
    ListAuditLog: (request, context) => {
      const fetchBusiness = () => ledger.findBusiness(forwardedContext(context))
      return listAuditLog(db, { tenant: tenantOf(context), fetchBusiness }, request)
    },
  })

export const eventsRpc = (db: Database, ledger: LedgerReader): Implementation =>
  implement(EventsService, {
    ListEvents: async (request, context) => {
      const { events, cursor, hasMore } = await listEvents(db, {
        tenant: tenantOf(context),
        after: request.after,
        limit: request.limit,
        types: request.type,
        fetchBusiness: () => ledger.findBusiness(forwardedContext(context)),
      })
      const pagination = { sort_by: 'position', sort_order: 'ASC', cursor: String(cursor), has_more: hasMore }
      return { data: events.map(toMessage), pagination }
    },
  })
