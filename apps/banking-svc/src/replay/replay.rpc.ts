import { withPlaces } from '@pacioli/history'
import { businessNotFound } from '@pacioli/ledger-facts'
import { ReplayService } from '@pacioli/protos/banking'
import { implementStream, isUuid, type Implementation } from '@pacioli/rpc'
import type { Banking } from '../banking.ts'
import { replayBusiness } from './replay-aggregates.ts'

/** For the read models of other services, whichever client owns the business. */
export const replayRpc = (banking: Banking): Implementation =>
  implementStream(ReplayService, {
    ReplayAggregates: ({ business_id }) => {
      if (!isUuid(business_id)) throw businessNotFound(business_id)
      const businessId = business_id.toLowerCase()
      return withPlaces(banking.db, businessId, replayBusiness(banking, businessId))
    },
  })
