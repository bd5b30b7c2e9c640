import { dayOf } from '@pacioli/calendar'
import type { Database } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import type { BusinessNotifications } from '@pacioli/protos/reporting'
import type { Tenant } from '@pacioli/rpc'
import { meetBusiness, type AskLedger } from '../businesses/meet-business.ts'
import { loadNotificationCounts } from './notification-counts.store.ts'

export type NotificationsQuery = { tenant: Tenant; now: Date; askLedger: AskLedger }

/**
 * What somebody of the business has to do. The month is the current one by the clock, in the business's zone: a month
 * begins without any event.
 * @throws BusinessNotFound, ServiceUnavailable when the ledger has to be asked and cannot be
 */
export async function getNotifications(
  db: Database,
  { tenant, now, askLedger }: NotificationsQuery,
): Promise<BusinessNotifications> {
  const business = await meetBusiness(db, tenant, askLedger)
  const activationAt = business.activationAt ?? (await askLedger())?.activationAt
  if (!activationAt) throw refused('ServiceUnavailable', 'Since when the business keeps books is not known here yet.')
  const counts = await db.transact(tenant, (tx) =>
    loadNotificationCounts(tx, tenant.businessId, {
      today: dayOf(now, business.timeZone),
      activation: dayOf(activationAt, business.timeZone),
    }),
  )
  return {
    uncategorized_transactions_this_month: counts.waitingThisMonth,
    uncategorized_transactions_all_time: counts.waitingSinceActivation,
    todo_tasks: 0,
    external_accounts_requiring_update: counts.accountsRequiringUpdate,
  }
}
