/** Customers as callers see them. */
import type { Tx } from '@pacioli/db'
import type { Customer as CustomerMessage } from '@pacioli/protos/billing'
import { presentContacts, toContactMessage, type ToldContacts } from './present-contacts.ts'
import type { TagNames } from '../tags/present-tags.ts'
import { loadCredits } from './customer-credit.store.ts'
import { CUSTOMERS, type Customer } from './customer.ts'

/** @param credit what it has with the business */
export const toCustomerMessage = (customer: Customer, names: TagNames, credit: number): CustomerMessage => ({
  ...toContactMessage(customer, names),
  credit_balance: credit,
})

/** In the order given, with one statement for all of their tags and one for all of their credits. */
async function presentCustomers(
  tx: Tx,
  businessId: string,
  customers: readonly Customer[],
): Promise<CustomerMessage[]> {
  const credits = await loadCredits(
    tx,
    businessId,
    customers.map(({ id }) => id),
  )
  const messages = await presentContacts(tx, businessId, customers)
  return messages.map((message) => ({ ...message, credit_balance: credits.get(message.id ?? '') ?? 0 }))
}

export const toldCustomers: ToldContacts<CustomerMessage> = { ...CUSTOMERS, present: presentCustomers }
