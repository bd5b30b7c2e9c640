import { firstOfMonth, type Day } from '@pacioli/calendar'
import type { Tx } from '@pacioli/db'

export type NotificationCounts = {
  waitingThisMonth: number
  waitingSinceActivation: number
  accountsRequiringUpdate: number
}

type CountsRow = { this_month: string; since_activation: string; requiring_update: string }

/**
 * What waits in the month of `today`, what waits since the day of activation, that day included, and the live external
 * accounts whose connection has to be repaired or replaced. From sums: the cost does not depend on the number of
 * transactions.
 */
export async function loadNotificationCounts(
  tx: Tx,
  businessId: string,
  { today, activation }: { today: Day; activation: Day },
): Promise<NotificationCounts> {
  const row = await tx.row<CountsRow>(
    `SELECT (SELECT coalesce(sum(waiting), 0) FROM waiting_months WHERE business_id = $1 AND month = $2::date)
              AS this_month,
            (SELECT coalesce(sum(waiting), 0) FROM waiting_days
              WHERE business_id = $1 AND day >= $3::date AND day < $4::date + interval '1 month')
              + (SELECT coalesce(sum(waiting), 0) FROM waiting_months WHERE business_id = $1 AND month > $4::date)
              AS since_activation,
            (SELECT count(*) FROM external_accounts
              WHERE business_id = $1 AND archived_at IS NULL
                AND (connection_needs_repair_as_of IS NOT NULL OR reconnect_with_new_credentials))
              AS requiring_update`,
    [businessId, firstOfMonth(today), activation, firstOfMonth(activation)],
  )
  return {
    waitingThisMonth: Number(row?.this_month),
    waitingSinceActivation: Number(row?.since_activation),
    accountsRequiringUpdate: Number(row?.requiring_update),
  }
}
