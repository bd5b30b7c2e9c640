import { withPlaces } from '@pacioli/history'
import { businessNotFound } from '@pacioli/ledger-facts'
import { ReplayService } from '@pacioli/protos/billing'
import { implementStream, isUuid, type Implementation } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { replayBusiness } from './replay-aggregates.ts'

/** For the read models of other services, of whichever client the business is. */
export const replayRpc = (billing: Billing): Implementation =>
  implementStream(ReplayService, {
    ReplayAggregates: ({ business_id, types, ids }) => {
      if (!isUuid(business_id)) throw businessNotFound(business_id)
      const businessId = business_id.toLowerCase()
      return withPlaces(billing.db, businessId, replayBusiness(billing, businessId, { types, ids }))
    },
  })
