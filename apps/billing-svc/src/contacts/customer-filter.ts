/** Lists of one customer's documents. */
import type { Tx } from '@pacioli/db'
import { CUSTOMERS } from './customer.ts'
import type { NamedCustomer } from './named-customers.ts'
import { contactAsked } from './contact-filter.ts'

/** The customer that the documents are of; null where no filter asks for one, undefined where nobody is meant. */
export const customerAsked = (
  tx: Tx,
  businessId: string,
  { customer_id, customer_external_id }: NamedCustomer,
): Promise<string | null | undefined> => contactAsked(tx, CUSTOMERS, businessId, customer_id, customer_external_id)
