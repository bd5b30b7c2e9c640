import { ReplayService } from '@pacioli/protos/billing'
import { clientOfStreams, type StreamingClient, type Target } from '@pacioli/rpc'

export type BillingClients = { replay: StreamingClient<typeof ReplayService> }

/** The services of billing at this address. Connects at the first call: billing may start later. */
export function connectBilling(target: Target): { billing: BillingClients; close: () => void } {
  const { client: replay, close } = clientOfStreams(ReplayService, { target, count: 2 })
  return { billing: { replay }, close }
}
