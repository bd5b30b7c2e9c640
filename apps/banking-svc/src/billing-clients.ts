import { ContactsService, ReplayService } from '@pacioli/protos/billing'
import { Connection, type Client, type StreamingClient, type Target } from '@pacioli/rpc'

export type BillingClients = {
  replay: StreamingClient<typeof ReplayService>
  contacts: Client<typeof ContactsService>
}

/** The services of billing at this address. Connects at the first call: billing may start later. */
export function connectBilling(target: Target): { billing: BillingClients; close: () => void } {
  const connection = new Connection({ target, count: 2 })
  return {
    billing: { replay: connection.streams(ReplayService), contacts: connection.client(ContactsService) },
    close: () => connection.close(),
  }
}
