/** The customers of invoices to be made, held. */
import type { Tx } from '@pacioli/db'
import { collectProblems, Problems } from '@pacioli/errors'
import { AskAgain } from '@pacioli/postings'
import type { Billing } from '../billing.ts'
import { holdCustomers } from '../contacts/customer.store.ts'
import { requireActive, type Customer } from '../contacts/customer.ts'
import { customerField, makeCustomersOnTheWay } from '../contacts/named-customers.ts'
import type { PreparedInvoices } from './prepare-invoices.ts'

/**
 * Holds the customers that there are and makes the others. Answers the customer of each invoice.
 * @throws AskAgain where one has gone by another name meanwhile
 */
export async function holdMeantCustomers(
  tx: Tx,
  billing: Billing,
  businessId: string,
  fresh: PreparedInvoices['fresh'],
): Promise<Customer[]> {
  const known = fresh.flatMap(({ customer }) => (customer.kind === 'known' ? customer.customer.id : []))
  const held = await holdCustomers(tx, businessId, known)
  const fromNowOn = fresh.flatMap(({ customer }) => (customer.kind === 'new' ? customer.externalId : []))
  const made = await makeCustomersOnTheWay(tx, billing, businessId, fromNowOn)
  return fresh.map(({ customer }) => {
    const found = customer.kind === 'known' ? held.get(customer.customer.id) : made.get(customer.externalId)
    if (!found) throw new AskAgain()
    return found
  })
}

/** Somebody may have archived one meanwhile. @throws CustomerArchived, naming each */
export function refuseArchived(fresh: PreparedInvoices['fresh'], customers: readonly Customer[]): void {
  const problems = new Problems()
  for (const [index, { wanted }] of fresh.entries()) {
    const customer = customers[index]
    if (customer)
      collectProblems(problems, () => requireActive(customer, `${wanted.field}${customerField(wanted.customer)}`))
  }
  problems.throwIfAny()
}
