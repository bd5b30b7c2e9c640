/** The customers and vendors that categories name have to be the business's. */
import { Problems } from '@pacioli/errors'
import type { OutgoingContext, Tenant } from '@pacioli/rpc'
import type { Banking } from '../banking.ts'
import { loadContacts } from '../contacts/contact.store.ts'
import type { ContactKind } from '../contacts/contact.ts'
import type { NamedContact } from './named-contacts.ts'

const ASK_TIMEOUT_MS = 5_000

/**
 * Billing is asked only about those that no event has brought yet.
 * @param problems of the same request
 * @throws CustomerNotFound, VendorNotFound, naming each field, and the other problems; ServiceUnavailable
 */
export async function requireContacts(
  { db, billing }: Pick<Banking, 'db' | 'billing'>,
  context: OutgoingContext & Tenant,
  named: readonly NamedContact[],
  problems = new Problems(),
): Promise<void> {
  if (named.length === 0) return problems.throwIfAny()
  const idsOf = (kind: ContactKind): string[] => [
    ...new Set(named.filter((one) => one.kind === kind).map(({ id }) => id)),
  ]
  // Of each kind apart: a request may name the same id as a customer and as a vendor.
  const known = await db.transact(context, async (tx) => {
    const copiesOf = (kind: ContactKind) => loadContacts(tx, kind, idsOf(kind))
    const [customer, vendor] = await Promise.all([copiesOf('customer'), copiesOf('vendor')])
    return { customer, vendor }
  })
  const missing = (kind: ContactKind) => idsOf(kind).filter((id) => !known[kind].has(id))
  const asked = { customer_ids: missing('customer'), vendor_ids: missing('vendor') }
  if (asked.customer_ids.length + asked.vendor_ids.length === 0) return problems.throwIfAny()
  const { clientId, businessId } = context
  const options = { context: { clientId, businessId }, timeoutMs: ASK_TIMEOUT_MS }
  const { message } = await billing.contacts.FindContacts(asked, options)
  const found = { customer: message.customers, vendor: message.vendors }
  for (const { kind, id, field } of named)
    if (!known[kind].has(id) && !found[kind].some((contact) => contact.id === id))
      problems.add(kind === 'customer' ? 'CustomerNotFound' : 'VendorNotFound', `The business has no ${kind} ${id}.`, {
        field,
        value: id,
      })
  problems.throwIfAny()
}
