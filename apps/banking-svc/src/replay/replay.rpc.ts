import { ReplayService } from '@pacioli/protos/banking'
import { implementStream, type Implementation } from '@pacioli/rpc'
import type { Database } from '@pacioli/db'
import type { Banking } from '../banking.ts'

export const replayRpc = (_banking: Banking, _relayDb: Database): Implementation =>
  implementStream(ReplayService, {
    // eslint-disable-next-line require-yield
    async *ReplayAggregates() {
      throw new Error('Not there yet.')
    },
  })
