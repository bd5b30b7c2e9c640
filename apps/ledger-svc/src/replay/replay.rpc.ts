import type { Database } from '@pacioli/db'
import { ReplayService } from '@pacioli/protos/ledger'
import { implementStream, isUuid, type Implementation } from '@pacioli/rpc'
import { businessNotFound } from '../businesses/business.ts'
import type { Ledger } from '../ledger.ts'
import { replayBusiness, replayBusinesses } from './replay-aggregates.ts'

export const replayRpc = (ledger: Ledger, relayDb: Database): Implementation =>
  implementStream(ReplayService, {
    ReplayAggregates: ({ business_id }) => {
      if (!business_id) return replayBusinesses(ledger, relayDb)
      if (!isUuid(business_id)) throw businessNotFound(business_id)
      return replayBusiness(ledger, relayDb, business_id)
    },
  })
