/** VersionsService, for each service that owns something of a business. */
import type { Database, Tx } from '@pacioli/db'
import { DEFAULT_LIMIT, fittingInBytes, messageBytes } from '@pacioli/paging'
import type { Actor } from '@pacioli/protos/common'
import {
  VersionsService,
  type ListVersionsRequest__Output,
  type ListVersionsResponse,
  type Version as VersionMessage,
} from '@pacioli/protos/history'
import { implement, isUuid, tenantOf, type Implementation, type Tenant } from '@pacioli/rpc'
import { asRecorded, type HistoryOwner } from './as-recorded.ts'
import { momentFrom, type Moment } from './positions.ts'
import type { StatesElsewhere } from './states.ts'
import { statesOf } from './states.ts'
import { findVersions, type Version } from './versions.store.ts'

/** @param elsewhere where the states of some types are */
export const versionsRpc = (db: Database, owner: HistoryOwner, elsewhere: StatesElsewhere): Implementation =>
  implement(VersionsService, {
    ListVersions: (request, context) => listVersions(db, tenantOf(context), request, { owner, elsewhere }),
  })

async function listVersions(
  db: Database,
  tenant: Tenant,
  {
    aggregate_type: aggregateType,
    aggregate_id: aggregateId,
    cursor,
    limit = DEFAULT_LIMIT,
    sort_order,
    recorded_as_of,
  }: ListVersionsRequest__Output,
  { owner, elsewhere }: { owner: HistoryOwner; elsewhere: StatesElsewhere },
): Promise<ListVersionsResponse> {
  const sortOrder = sort_order === 'ASC' ? 'ASC' : 'DESC'
  const { businessId } = tenant
  const of = { aggregateType, aggregateId: aggregateId.toLowerCase() }
  const after = cursor === undefined ? undefined : Number(cursor)
  const read = async (tx: Tx, through?: number) => {
    const found = isUuid(aggregateId) ? await findVersions(tx, of, { limit, sortOrder, after, through }) : []
    return { found, states: await statesOf(tx, businessId, found, elsewhere) }
  }
  const moment = recorded_as_of === undefined ? undefined : momentFrom(recorded_as_of)
  const readAt = async (moment: Moment) => {
    // All services are asked, so one that no report has positions of only refuses them for what it has itself.
    if (owner === 'reporting' && moment.kind === 'POSITIONS') {
      const now = await db.snapshot(tenant, read)
      if (now.found.length === 0) return now
    }
    return asRecorded(db, tenant, { moment, owner }, (tx, { position }) => read(tx, position))
  }
  const { found, states } = await (moment ? readAt(moment) : db.snapshot(tenant, read))
  const versions = found.map((one, index) => toMessage(one, states[index] ?? null))
  const data = versions.slice(0, Math.min(limit, fittingInBytes(versions, messageBytes)))
  const last = data.length < versions.length ? data.at(-1) : undefined
  return {
    data,
    pagination: {
      sort_by: 'version',
      sort_order: sortOrder,
      has_more: last !== undefined,
      ...(last && { cursor: String(last.version) }),
    },
  }
}

const toMessage = (one: Version, state: string | null): VersionMessage => ({
  aggregate_type: one.aggregateType,
  aggregate_id: one.aggregateId,
  version: one.version,
  event_type: one.eventType,
  event_id: one.eventId,
  position: one.position,
  recorded_at: one.recordedAt.toISOString(),
  ...(one.requestId !== null && { request_id: one.requestId }),
  // As the gateway has written it.
  ...(one.actor !== null && { actor: JSON.parse(one.actor) as Actor }),
  ...(state !== null && { state }),
})
