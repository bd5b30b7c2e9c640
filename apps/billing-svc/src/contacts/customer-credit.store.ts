import type { Day } from '@pacioli/calendar'
import type { Tx } from '@pacioli/db'
import { toAmount } from '@pacioli/money'
import { RetryDecision } from '@pacioli/postings'
import { isDeepStrictEqual } from 'node:util'
import { firstSpent, movedCredits, NO_CREDIT, type Credit, type CreditMove } from './customer-credit.ts'

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
 * A customer's credit with what moved it after a day. Of one that the previous version has moved, the days are those of its
 * postings, as they will be kept once it moves again.
 */
export async function loadCreditSince(tx: Tx, contactId: string, day: Day): Promise<Credit> {
  const [[row], days] = await Promise.all([
    tx.rows<{ balance: string; dated: string | null }>(
      'SELECT balance, dated FROM customer_credits WHERE business_id = $1 AND customer_id = $2',
      [tx.businessId, contactId],
    ),
    loadDaysAfter(tx, new Map([[contactId, day]])),
  ])
  if (row === undefined || row.dated === row.balance)
    return { balance: toAmount(row?.balance ?? 0), days: days.get(contactId) ?? [] }
  const posted = await tx.rows<{ day: string; amount: string }>(
    `SELECT p.day::text, p.amount::text FROM posted_credit_v1($1, ARRAY[$2::uuid]) p
      WHERE p.day > $3::date AND p.amount <> 0 ORDER BY p.day`,
    [tx.businessId, contactId, day],
  )
  return { balance: toAmount(row.balance), days: posted.map(toMove) }
}

const toMove = ({ day, amount }: { day: string; amount: string }) => ({ day, amount: toAmount(amount) })

/** A credit that was read before it was locked, with its days after `day`. */
export type SeenCredit = { contactId: string; day: Day; credit: Credit }

/**
 * Moves credits. Everything else is already locked by the caller: these rows come last in every transaction, which avoids
 * deadlocks and keeps their locks short.
 * @param fieldOf where the request spends or gives it, by customer
 * @param seen the credit that was decided on
 * @returns the credits afterwards
 * @throws RetryDecision where that has changed; OverAllocated where one has less than is spent, on its day or since, AmountOutOfRange; nothing is moved then
 */
export async function moveCredits(
  tx: Tx,
  moves: readonly CreditMove[],
  fieldOf: (contactId: string) => string = () => 'customer_id',
  seen?: SeenCredit,
): Promise<Map<string, number>> {
  if (moves.length === 0) return new Map()
  const byCustomer = Map.groupBy(moves, ({ contactId }) => contactId)
  const { locked, added } = await lockCredits(tx, byCustomer)
  // One that was not there was seen as none.
  if (seen && byCustomer.has(seen.contactId) && !added.has(seen.contactId)) {
    const now = await loadCreditSince(tx, seen.contactId, seen.day)
    if (!isDeepStrictEqual(now, seen.credit)) throw new RetryDecision()
  }
  const moved = movedCredits(locked, moves, fieldOf)
  await Promise.all([
    tx.rows(
      `UPDATE customer_credits c SET balance = n.balance, dated = n.balance
         FROM unnest($2::uuid[], $3::bigint[]) AS n(customer_id, balance)
        WHERE c.business_id = $1 AND c.customer_id = n.customer_id`,
      [tx.businessId, [...moved.keys()], [...moved.values()]],
    ),
    moveDays(tx, moves),
  ])
  return moved
}

const moveDays = (tx: Tx, moves: readonly CreditMove[]): Promise<unknown> =>
  tx.rows(
    `INSERT INTO customer_credit_days AS d (business_id, customer_id, day, amount)
     SELECT $1, n.customer_id, n.day, sum(n.amount)
       FROM unnest($2::uuid[], $3::date[], $4::bigint[]) AS n(customer_id, day, amount)
      GROUP BY n.customer_id, n.day ORDER BY n.customer_id, n.day
     ON CONFLICT (business_id, customer_id, day) DO UPDATE SET amount = d.amount + excluded.amount`,
    [
      tx.businessId,
      moves.map(({ contactId }) => contactId),
      moves.map(({ day }) => day),
      moves.map(({ amount }) => amount),
    ],
  )

/** Each with its days after the first on which something is spent of it; `added` are those that were not there. */
async function lockCredits(
  tx: Tx,
  byCustomer: ReadonlyMap<string, readonly CreditMove[]>,
): Promise<{ locked: Map<string, Credit>; added: ReadonlySet<string> }> {
  const spent = [...byCustomer].flatMap(([id, moves]): [string, Day][] => {
    const day = firstSpent(moves)
    return day === undefined ? [] : [[id, day]]
  })
  const since = new Map(spent)
  // Sent together: days are read once the rows are locked.
  const [rows, days] = await Promise.all([lockRows(tx, [...byCustomer.keys()]), loadDaysAfter(tx, since)])
  const undated = rows.filter(({ balance, dated }) => dated !== balance).map(({ customer_id }) => customer_id)
  if (undated.length > 0) {
    await tx.rows('SELECT date_credits_v1($1, $2::uuid[])', [tx.businessId, undated])
    // The postings of these moves are staged already.
    const own = undated.flatMap((id) => byCustomer.get(id) ?? [])
    await moveDays(
      tx,
      own.map((move) => ({ ...move, amount: -move.amount })),
    )
  }
  const current = undated.length > 0 ? await loadDaysAfter(tx, since) : days
  return {
    locked: new Map(
      [...balancesOf(rows)].map(([id, balance]) => [id, { ...NO_CREDIT, balance, days: current.get(id) ?? [] }]),
    ),
    added: new Set(rows.flatMap(({ customer_id, dated }) => (dated === JUST_ADDED ? customer_id : []))),
  }
}

type LockedRow = Row & { dated: string | null }

/** No balance. Rows have it for `dated` from when they are inserted until they are moved, in the same transaction. */
const JUST_ADDED = '-1'

/**
 * Locks in the order of the ids, existing or not, to avoid deadlocks. A missing row, which a plain lock would not find, is
 * inserted; one that another transaction is inserting is waited for. A new row has no days yet: what came and went by as much
 * in one request, the previous version posted without a row.
 */
const lockRows = (tx: Tx, customerIds: readonly string[]): Promise<LockedRow[]> =>
  tx.rows(
    `INSERT INTO customer_credits AS c (business_id, customer_id, balance, dated)
     SELECT $1, n.id, 0, $3 FROM unnest($2::uuid[]) AS n(id) ORDER BY n.id
     ON CONFLICT (business_id, customer_id) DO UPDATE SET balance = c.balance
     RETURNING c.customer_id, c.balance, c.dated`,
    [tx.businessId, customerIds, JUST_ADDED],
  )

/** What moved the credit of customers after a day, by customer. */
async function loadDaysAfter(tx: Tx, since: ReadonlyMap<string, Day>): Promise<Map<string, Credit['days']>> {
  if (since.size === 0) return new Map()
  const rows = await tx.rows<{ customer_id: string; day: string; amount: string }>(
    `SELECT d.customer_id, d.day::text, d.amount FROM unnest($2::uuid[], $3::date[]) AS n(customer_id, day)
      CROSS JOIN LATERAL (SELECT * FROM customer_credit_days k
                           WHERE k.business_id = $1 AND k.customer_id = n.customer_id AND k.day > n.day
                             AND k.amount <> 0 ORDER BY k.day OFFSET 0) d`,
    [tx.businessId, [...since.keys()], [...since.values()]],
  )
  const byCustomer = Map.groupBy(rows, ({ customer_id }) => customer_id)
  return new Map([...byCustomer].map(([id, own]) => [id, own.map(toMove)]))
}
