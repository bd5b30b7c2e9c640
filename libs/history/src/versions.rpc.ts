/** VersionsService, for each service that owns something of a business. */
import type { Database } from '@pacioli/db'
import { DEFAULT_LIMIT, fittingInBytes, messageBytes } from '@pacioli/paging'
import type { Actor } from '@pacioli/protos/common'
import {
  VersionsService,
  type ListVersionsRequest__Output,
  type ListVersionsResponse,
  type Version as VersionMessage,
} from '@pacioli/protos/history'
import { implement, isUuid, tenantOf, type Implementation, type Tenant } from '@pacioli/rpc'
import type { StatesElsewhere } from './states.ts'
import { statesOf } from './states.ts'
import { findVersions, type Version } from './versions.store.ts'

/** @param elsewhere where the states of some types are */
export const versionsRpc = (db: Database, elsewhere: StatesElsewhere): Implementation =>
  implement(VersionsService, {
    ListVersions: (request, context) => listVersions(db, tenantOf(context), request, elsewhere),
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
  }: ListVersionsRequest__Output,
  elsewhere: StatesElsewhere,
): Promise<ListVersionsResponse> {
  const sortOrder = sort_order === 'ASC' ? 'ASC' : 'DESC'
  const { businessId } = tenant
  const of = { aggregateType, aggregateId: aggregateId.toLowerCase() }
  const after = cursor === undefined ? undefined : Number(cursor)
  const { found, states } = await db.snapshot(tenant, async (tx) => {
    const found = isUuid(aggregateId) ? await findVersions(tx, of, { limit, sortOrder, after }) : []
    return { found, states: await statesOf(tx, businessId, found, elsewhere) }
  })
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
