/** SearchService, for each service that has resources. */
import type { Database } from '@pacioli/db'
import { SearchService, type FoundResource } from '@pacioli/protos/search'
import { implement, tenantOf, type Implementation } from '@pacioli/rpc'
import { findByText, statementFor } from './find.store.ts'
import type { Found, Kind } from './kind.ts'
import { pathOf } from './paths.ts'

function toMessages(businessId: string, found: Found): FoundResource[] {
  const url = pathOf(businessId, found)
  if (url === undefined) return []
  const { type, id, externalId, referenceNumber, requestId, createdAt, match } = found
  return [
    {
      type,
      id,
      matched_by: match,
      url,
      ...(externalId === null ? {} : { external_id: externalId }),
      ...(referenceNumber === null ? {} : { reference_number: referenceNumber }),
      ...(requestId === null ? {} : { request_id: requestId }),
      ...(createdAt === null ? {} : { created_at: createdAt.toISOString() }),
    },
  ]
}

export function searchRpc(db: Database, kinds: readonly Kind[]): Implementation {
  const statement = statementFor(kinds)
  return implement(SearchService, {
    FindResources: async ({ q }, context) => {
      const tenant = tenantOf(context)
      const found = await db.transact(tenant, (tx) => findByText(tx, statement, tenant.businessId, q))
      return { data: found.flatMap((one) => toMessages(tenant.businessId, one)) }
    },
  })
}
