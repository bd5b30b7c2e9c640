import type { Database } from '@pacioli/db'
import { NotificationsService } from '@pacioli/protos/reporting'
import { implement, tenantOf, type Implementation } from '@pacioli/rpc'
import { forwardedContext } from '../owners/forwarded-context.ts'
import type { LedgerReader } from '../owners/ledger-reader.ts'
import { getNotifications } from './get-notifications.ts'

export const notificationsRpc = (db: Database, ledger: LedgerReader, clock: () => Date): Implementation =>
  implement(NotificationsService, {
    GetBusinessNotifications: async (_request, context) =>
      getNotifications(db, {
        tenant: tenantOf(context),
        now: clock(),
        fetchBusiness: () => ledger.findBusiness(forwardedContext(context)),
      }),
  })
