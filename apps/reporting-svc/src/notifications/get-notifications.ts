import { dayOf } from '@pacioli/calendar'
import type { Database } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import type { BusinessNotifications } from '@pacioli/protos/reporting'
import type { Tenant } from '@pacioli/rpc'
import type { Business } from '../businesses/business.ts'
import { requireBusiness, type FetchBusiness } from '../businesses/require-business.ts'
import { countTasksForTheUser } from '../tasks/task.store.ts'
import { loadNotificationCounts } from './notification-counts.store.ts'

export type NotificationsQuery = { tenant: Tenant; now: Date; fetchBusiness: FetchBusiness }

/**
 * What the user of the business has to do. "This month" is by the clock, in the business's zone: a month begins without an event.
 * @throws BusinessNotFound, ServiceUnavailable when the ledger has to be queried and does not answer
 */
export async function getNotifications(
  db: Database,
  { tenant, now, fetchBusiness }: NotificationsQuery,
): Promise<BusinessNotifications> {
  const known = await requireBusiness(db, tenant, fetchBusiness)
  const business = isComplete(known) ? known : await fetchBusiness()
  const activationAt = business?.activationAt
  if (!activationAt) throw refused('ServiceUnavailable', 'Since when the business keeps books is not known here yet.')
  const { counts, tasks } = await db.snapshot(tenant, async (tx) => ({
    counts: await loadNotificationCounts(tx, tenant.businessId, {
      today: dayOf(now, business.timeZone),
      activation: dayOf(activationAt, business.timeZone),
    }),
    // Tasks of a business that is no longer enrolled do not count.
    tasks: business.bookkeepingEnrolled === true ? await countTasksForTheUser(tx, tenant.businessId) : 0,
  }))
  return {
    uncategorized_transactions_this_month: counts.waitingThisMonth,
    uncategorized_transactions_all_time: counts.waitingSinceActivation,
    todo_tasks: tasks,
    external_accounts_requiring_update: counts.accountsRequiringUpdate,
  }
}

/** Rows from before a migration may lack these until the next event. */
const isComplete = ({ activationAt, bookkeepingEnrolled }: Business): boolean =>
  activationAt !== null && bookkeepingEnrolled !== null
