/**
 * What vendors are owed and customers owe. Triggers keep the sums (`migrations/functions/contact-balances.sql`); what of
 * them is overdue depends on the day, and is read from what is open.
 */
import { dayOf, startOfDay } from '@pacioli/calendar'
import type { Tx } from '@pacioli/db'
import { toAmount } from '@pacioli/money'
import type { Moment } from '../documents/moment.ts'
import type { ContactKind } from './contact.ts'

export type ContactBalance = { balance: number; overdueBalance: number; creditBalance: number }

const SETTLED: ContactBalance = { balance: 0, overdueBalance: 0, creditBalance: 0 }

/** Where documents of a kind of contacts are, and what the business has of theirs, or they of the business. */
const SOURCES = {
  vendor: { documents: 'bills', credit: 'b.prepaid' },
  customer: {
    documents: 'invoices',
    credit: '(SELECT c.balance FROM customer_credits c WHERE c.business_id = $1 AND c.customer_id = n.id)',
  },
}

/**
 * By id. Journal lines that settle a debt consume the oldest first, so what is left from before today is all that was owed,
 * less what is owed from today on, less all that was settled.
 * @param at what was due before its day in the zone of the business is overdue
 */
export async function loadBalances(
  tx: Tx,
  { noun }: Pick<ContactKind, 'noun'>,
  ids: readonly string[],
  { now, timeZone }: Moment,
): Promise<(id: string) => ContactBalance> {
  if (ids.length === 0) return () => SETTLED
  const { documents, credit } = SOURCES[noun]
  const rows = await tx.rows<{ id: string; balance: string; overdue: string; credit: string | null }>(
    `SELECT n.id, b.documents + b.journal_owed - b.journal_settled AS balance, ${credit} AS credit,
            coalesce(d.overdue, 0)
            + greatest(b.journal_owed - coalesce(e.owed, 0) - b.journal_settled, 0) AS overdue
       FROM (SELECT DISTINCT id FROM unnest($2::uuid[]) AS n(id)) n
      CROSS JOIN LATERAL (SELECT coalesce(sum(k.documents), 0) AS documents, coalesce(sum(k.journal_owed), 0) AS journal_owed,
                                 coalesce(sum(k.journal_settled), 0) AS journal_settled, coalesce(sum(k.prepaid), 0) AS prepaid
                            FROM contact_balances k WHERE k.business_id = $1 AND k.contact_id = n.id) b
      CROSS JOIN LATERAL (SELECT sum(k.outstanding_balance) AS overdue FROM ${documents} k
                           WHERE k.business_id = $1 AND k.${noun}_id = n.id AND k.outstanding_balance > 0
                             AND k.due_on < $3) d
      CROSS JOIN LATERAL (SELECT sum(k.owed) AS owed FROM contact_entries k
                           WHERE k.business_id = $1 AND k.contact_id = n.id AND k.owed > 0 AND k.reversal_of_id IS NULL
                             AND k.entry_at >= $3
                             AND NOT EXISTS (SELECT FROM contact_entries r
                                              WHERE r.business_id = $1 AND r.reversal_of_id = k.entry_id
                                                AND r.contact_id = k.contact_id)) e`,
    [tx.businessId, ids, startOfDay(dayOf(now, timeZone), timeZone)],
  )
  const byId = new Map(
    rows.map((row): [string, ContactBalance] => [
      row.id,
      {
        balance: toAmount(row.balance),
        overdueBalance: toAmount(row.overdue),
        creditBalance: toAmount(row.credit ?? 0),
      },
    ]),
  )
  return (id) => byId.get(id) ?? SETTLED
}
