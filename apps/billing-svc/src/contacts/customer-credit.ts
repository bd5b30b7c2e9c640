/** Credit of customers: overpayments, payments moved off voided invoices, store credit. Pure. */
import type { Day } from '@pacioli/calendar'
import { Problems } from '@pacioli/errors'
import { isAmount } from '@pacioli/money'
import { sumOf } from '../rounding/sum.ts'

/** What moves a customer's credit on one day: above 0 is received, below 0 is spent. */
export type CreditMove = { contactId: string; day: Day; amount: number }

/** A customer's credit: all of it, and what moved it on days. */
export type Credit = { balance: number; days: readonly Pick<CreditMove, 'day' | 'amount'>[] }

export const NO_CREDIT: Credit = { balance: 0, days: [] }

/**
 * What can be spent of it on a day: the lowest balance at the end of that day and of every later one.
 * @param credit with all days after that one
 */
export function spendableOn(day: Day, { balance, days }: Credit): number {
  const later = days.filter((one) => one.day > day).sort((one, other) => (one.day < other.day ? 1 : -1))
  let [lowest, atEnd] = [balance, balance]
  for (const { amount } of later) {
    atEnd -= amount
    lowest = Math.min(lowest, atEnd)
  }
  return lowest
}

/** The first day on which something is spent of it. */
export const firstSpent = (moves: readonly CreditMove[]): Day | undefined =>
  moves.flatMap(({ day, amount }) => (amount < 0 ? [day] : [])).sort()[0]

/**
 * The balances afterwards, by customer. A customer cannot spend more than they have, nor before they have it.
 * @param credits a missing customer has none; each with all days after the first on which something is spent of it
 * @param fieldOf where the request spends or gives it
 * @throws OverAllocated, AmountOutOfRange, naming each customer
 */
export function movedCredits(
  credits: ReadonlyMap<string, Credit>,
  moves: readonly CreditMove[],
  fieldOf: (contactId: string) => string,
): Map<string, number> {
  const problems = new Problems()
  const moved = new Map<string, number>()
  for (const [contactId, own] of Map.groupBy(moves, (move) => move.contactId)) {
    const { balance, days } = credits.get(contactId) ?? NO_CREDIT
    const delta = sumOf(own.map(({ amount }) => amount))
    const after = balance + delta
    const meta = { field: fieldOf(contactId), customer_id: contactId, credit_balance: balance }
    const day = firstSpent(own)
    if (after < 0)
      problems.add(
        'OverAllocated',
        `The customer ${contactId} has a credit of ${balance}; ${-delta} would be taken from it.`,
        { ...meta, value: -delta },
      )
    else if (!isAmount(after))
      problems.add(
        'AmountOutOfRange',
        `The credit of the customer ${contactId} is ${balance}; ${delta} more would exceed the largest exact amount.`,
        { ...meta, value: delta },
      )
    else if (day !== undefined && spendableOn(day, { balance: after, days: [...days, ...own] }) < 0) {
      const spendable = spendableOn(day, { balance, days })
      problems.add(
        'OverAllocated',
        `The customer ${contactId} has a credit of ${balance}, of which ${Math.max(0, spendable)} can be spent on ${day}: the rest came in later, or was spent since. ${-delta} would be taken from it.`,
        { ...meta, value: -delta, day, spendable_credit: spendable },
      )
    }
    moved.set(contactId, after)
  }
  problems.throwIfAny()
  return moved
}
