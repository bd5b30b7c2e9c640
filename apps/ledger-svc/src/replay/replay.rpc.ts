import type { Database } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import { withPlaces } from '@pacioli/history'
import { ReplayService } from '@pacioli/protos/ledger'
import { implementStream, isUuid, type Implementation } from '@pacioli/rpc'
import { businessNotFound } from '../businesses/business.ts'
import type { Ledger } from '../ledger.ts'
import { replayBusiness, replayBusinesses, REPLAYED_TYPES } from './replay-aggregates.ts'

export const replayRpc = (ledger: Ledger, relayDb: Database): Implementation =>
  implementStream(ReplayService, {
    ReplayAggregates: ({ business_id, types }) => {
      const unknown = types.find((type) => !REPLAYED_TYPES.includes(type))
      if (unknown !== undefined)
        throw refused('InvalidPayload', `Expected types of ${REPLAYED_TYPES.join(', ')}.`, {
          field: 'types',
          value: unknown,
        })
      if (!business_id) return replayBusinesses(ledger, relayDb, types)
      if (!isUuid(business_id)) throw businessNotFound(business_id)
      return withPlaces(ledger.db, business_id, replayBusiness(ledger, relayDb, business_id, types), {
        account: 'chart',
      })
    },
  })
