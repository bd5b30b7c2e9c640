/** What customers have with the business: rests of payments, payments moved off voided invoices, store credit. Pure. */
import { Problems } from '@pacioli/errors'
import { isAmount } from '@pacioli/money'

/**
 * The credits after they have moved, by customer. Nobody spends more than they have.
 * @param balances what they have; nothing where a customer is missing
 * @param deltas what they get (above 0) or spend (below 0)
 * @param fieldOf where the request spends or gives it
 * @throws OverAllocated, AmountOutOfRange, naming each customer
 */
export function movedCredits(
  balances: ReadonlyMap<string, number>,
  deltas: ReadonlyMap<string, number>,
  fieldOf: (customerId: string) => string,
): Map<string, number> {
  const problems = new Problems()
  const moved = new Map<string, number>()
  for (const [customerId, delta] of deltas) {
    const credit = balances.get(customerId) ?? 0
    const meta = { field: fieldOf(customerId), customer_id: customerId, credit_balance: credit }
    if (credit + delta < 0)
      problems.add(
        'OverAllocated',
        `The customer ${customerId} has a credit of ${credit}; ${-delta} would be taken from it.`,
        { ...meta, value: -delta },
      )
    else if (!isAmount(credit + delta))
      problems.add(
        'AmountOutOfRange',
        `The credit of the customer ${customerId} is ${credit}; ${delta} more cannot be told exactly.`,
        { ...meta, value: delta },
      )
    moved.set(customerId, credit + delta)
  }
  problems.throwIfAny()
  return moved
}
