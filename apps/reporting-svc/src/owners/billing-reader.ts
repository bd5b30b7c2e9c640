import { readEvent } from '@pacioli/events'
import { fieldsOf, type Fields } from '@pacioli/fields'
import { ReplayService } from '@pacioli/protos/billing'
import { clientOfStreams, type Target } from '@pacioli/rpc'
import type { Business } from '../businesses/business.ts'

/** Queries of billing, where events are not enough. */
export type BillingReader = {
  /** The state of a document, as in its event. */
  documentState: (business: Business, aggregate: string, id: string) => Promise<Fields>
}

export function connectBilling(target: Target): { billing: BillingReader; close: () => void } {
  const { client, close } = clientOfStreams(ReplayService, { target, count: 2 })
  return {
    close,
    billing: {
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
