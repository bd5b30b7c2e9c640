/** Credit of customers: overpayments, payments moved off voided invoices, store credit. Pure. */
import { Problems } from '@pacioli/errors'
import { isAmount } from '@pacioli/money'

/**
 * The credits afterwards, by customer. A customer cannot spend more than they have.
 * @param balances current credits; a missing customer has none
 * @param deltas received (above 0) or spent (below 0)
 * @param fieldOf where the request spends or gives it
 * @throws OverAllocated, AmountOutOfRange, naming each customer
 */
export function movedCredits(
  balances: ReadonlyMap<string, number>,
  deltas: ReadonlyMap<string, number>,
  fieldOf: (contactId: string) => string,
): Map<string, number> {
  const problems = new Problems()
  const moved = new Map<string, number>()
  for (const [contactId, delta] of deltas) {
    const credit = balances.get(contactId) ?? 0
    const meta = { field: fieldOf(contactId), customer_id: contactId, credit_balance: credit }
    if (credit + delta < 0)
      problems.add(
        'OverAllocated',
        `The customer ${contactId} has a credit of ${credit}; ${-delta} would be taken from it.`,
        { ...meta, value: -delta },
      )
    else if (!isAmount(credit + delta))
      problems.add(
        'AmountOutOfRange',
        `The credit of the customer ${contactId} is ${credit}; ${delta} more would exceed the largest exact amount.`,
        { ...meta, value: delta },
      )
    moved.set(contactId, credit + delta)
  }
  problems.throwIfAny()
  return moved
}
