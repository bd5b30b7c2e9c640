import { paginationOf, readPage, type Listing } from '@pacioli/paging'
import { BusinessesService } from '@pacioli/protos/ledger'
import {
  type CallContext,
  clientOf,
  clientRequestOf,
  implement,
  type Implementation,
  tenantOf,
  writeRequestOf,
} from '@pacioli/rpc'
import type { ListBusinessesRequest__Output, ListBusinessesResponse } from '@pacioli/protos/ledger'
import type { Ledger } from '../ledger.ts'
import { toBusinessMessage } from './business.messages.ts'
import { countBusinesses, loadBusiness, loadBusinessPage } from './business.store.ts'
import { createBusiness } from './create-business.ts'
import { archiveBusiness, updateBusiness } from './update-business.ts'

const listing: Listing = { name: 'businesses', sorts: ['created_at'], defaultOrder: 'ASC' }

async function listBusinesses(
  ledger: Ledger,
  request: ListBusinessesRequest__Output,
  context: CallContext,
): Promise<ListBusinessesResponse> {
  const filter = {
    clientId: clientOf(context),
    externalId: request.external_id,
    includeArchived: request.include_archived ?? false,
  }
  const page = readPage(ledger.cursorKey, listing, [filter], request.page ?? {})
  return ledger.db.transact(filter, async (tx) => {
    const { businesses, last } = await loadBusinessPage(tx, filter, page)
    const total = page.totalCount ?? (await countBusinesses(tx, filter))
    return {
      data: businesses.map(toBusinessMessage),
      pagination: paginationOf(ledger.cursorKey, listing, [filter], page, total, last),
    }
  })
}

export const businessesRpc = (ledger: Ledger): Implementation =>
  implement(BusinessesService, {
    CreateBusiness: (request, context) => createBusiness(ledger, clientRequestOf(context), request),
    ListBusinesses: (request, context) => listBusinesses(ledger, request, context),
    GetBusiness: async (_request, context) => {
      const tenant = tenantOf(context)
      const business = await ledger.db.transact(tenant, (tx) => loadBusiness(tx, tenant))
      return { data: toBusinessMessage(business), created: false }
    },
    UpdateBusiness: (request, context) => updateBusiness(ledger, writeRequestOf(context), request),
    ArchiveBusiness: (_request, context) => archiveBusiness(ledger, writeRequestOf(context)),
  })
