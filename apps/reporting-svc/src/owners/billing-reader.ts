import { readEvent } from '@pacioli/events'
import { fieldsOf, type Fields } from '@pacioli/fields'
import { ContactsService, ReplayService } from '@pacioli/protos/billing'
import { clientOfService, clientOfStreams, type OutgoingContext, type Target } from '@pacioli/rpc'
import type { Business } from '../businesses/business.ts'
import type { ContactKind } from '../contacts/contact.ts'

/** Queries of billing, where events are not enough. */
export type BillingReader = {
  /** The state of a document, as in its event. */
  documentState: (business: Business, aggregate: string, id: string) => Promise<Fields>
  /** The name of a vendor or customer of the business; undefined if it has none with this id. */
  contactName: (context: OutgoingContext, kind: ContactKind, id: string) => Promise<string | undefined>
}

export function connectBilling(target: Target): { billing: BillingReader; close: () => void } {
  const { client, close } = clientOfStreams(ReplayService, { target, count: 2 })
  const contacts = clientOfService(ContactsService, { target, count: 2 })
  return {
    close: () => [close, contacts.close].forEach((closeOne) => closeOne()),
    billing: {
      contactName: async (context, kind, id) => {
        const asked = kind === 'VENDOR' ? { vendor_ids: [id] } : { customer_ids: [id] }
        const { message } = await contacts.client.FindContacts(asked, { context, timeoutMs: 5_000 })
        return (kind === 'VENDOR' ? message.vendors : message.customers)[0]?.name
      },
      documentState: async (business, aggregate, id) => {
        const request = { business_id: business.id, types: [aggregate], ids: [id] }
        const context = { clientId: business.clientId, businessId: business.id }
        for await (const { event } of client.ReplayAggregates(request, { context, timeoutMs: 5_000 })) {
          const state = readEvent(event)
          if (state?.subject === id) return fieldsOf('data', state.data)
        }
        throw new TypeError(`Expected ${aggregate} ${id} of the business ${business.id} from billing, got nothing`)
      },
    },
  }
}
