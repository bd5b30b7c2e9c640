import type { Tx } from '@pacioli/db'
import { toAmount } from '@pacioli/money'
import { movedCredits } from './customer-credit.ts'

type Row = { customer_id: string; balance: string }

const balancesOf = (rows: readonly Row[]): Map<string, number> =>
  new Map(rows.map(({ customer_id, balance }) => [customer_id, toAmount(balance)]))

/** The credit of customers, by id; those who never had any are left out. */
export async function loadCredits(tx: Tx, customerIds: readonly string[]): Promise<Map<string, number>> {
  if (customerIds.length === 0) return new Map()
  return balancesOf(
    await tx.rows<Row>(
      `SELECT c.customer_id, c.balance FROM (SELECT DISTINCT id FROM unnest($2::uuid[]) AS n(id)) named
        CROSS JOIN LATERAL (SELECT * FROM customer_credits n
                             WHERE n.business_id = $1 AND n.customer_id = named.id OFFSET 0) c`,
      [tx.businessId, customerIds],
    ),
  )
}

/**
 * Moves credits: above 0 is received, below 0 is spent. Everything else is already locked by the caller: these rows come
 * last in every transaction, which avoids deadlocks and keeps their locks short.
 * @param fieldOf where the request spends or gives it, by customer
 * @returns the credits afterwards
 * @throws OverAllocated where one has less than is spent, AmountOutOfRange; nothing is moved then
 */
export async function moveCredits(
  tx: Tx,
  deltas: ReadonlyMap<string, number>,
  fieldOf: (contactId: string) => string = () => 'customer_id',
): Promise<Map<string, number>> {
  if (deltas.size === 0) return new Map()
  const moved = movedCredits(await lockCredits(tx, [...deltas.keys()]), deltas, fieldOf)
  await tx.rows(
    `UPDATE customer_credits c SET balance = n.balance
       FROM unnest($2::uuid[], $3::bigint[]) AS n(customer_id, balance)
      WHERE c.business_id = $1 AND c.customer_id = n.customer_id`,
    [tx.businessId, [...moved.keys()], [...moved.values()]],
  )
  return moved
}

/**
 * Locks in the order of the ids, existing or not, to avoid deadlocks. A missing row, which a plain lock would not find, is
 * inserted; one that another transaction is inserting is waited for.
 */
const lockCredits = async (tx: Tx, customerIds: readonly string[]): Promise<Map<string, number>> =>
  balancesOf(
    await tx.rows<Row>(
      `INSERT INTO customer_credits AS c (business_id, customer_id, balance)
       SELECT $1, n.id, 0 FROM unnest($2::uuid[]) AS n(id) ORDER BY n.id
       ON CONFLICT (business_id, customer_id) DO UPDATE SET balance = c.balance
       RETURNING c.customer_id, c.balance`,
      [tx.businessId, customerIds],
    ),
  )
