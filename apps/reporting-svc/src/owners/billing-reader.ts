import { readEvent } from '@pacioli/events'
import { fieldsOf, type Fields } from '@pacioli/fields'
import { ReplayService } from '@pacioli/protos/billing'
import { clientOfStreams, type Target } from '@pacioli/rpc'
import type { Business } from '../businesses/business.ts'

/** What this service asks billing itself, where events are not enough. */
export type BillingReader = {
  /** A document as its event would carry it. */
  documentState: (business: Business, aggregate: string, id: string) => Promise<Fields>
}

/** A reader of billing at this address. */
export function connectBilling(target: Target): { billing: BillingReader; close: () => void } {
  const { client, close } = clientOfStreams(ReplayService, { target, count: 2 })
  return {
    close,
    billing: {
      documentState: async (business, aggregate, id) => {
        const asked = { business_id: business.id, types: [aggregate], ids: [id] }
        const context = { clientId: business.clientId, businessId: business.id }
        for await (const { event } of client.ReplayAggregates(asked, { context, timeoutMs: 5_000 })) {
          const state = readEvent(event)
          if (state?.subject === id) return fieldsOf('data', state.data)
        }
        throw new TypeError(`Expected ${aggregate} ${id} of the business ${business.id} from billing, got nothing`)
      },
    },
  }
}
