import type { Database } from '@pacioli/db'
import type { BusinessesService, ReplayService } from '@pacioli/protos/ledger'
import type { Client, OutgoingContext, StreamingClient, Tenant } from '@pacioli/rpc'
import type { KnownBusiness } from './business.ts'

/** What a service brings that keeps facts of the ledger. */
export type FactsService = {
  db: Database
  now: () => Date
  ledger: {
    businesses: Client<typeof BusinessesService>
    replay: StreamingClient<typeof ReplayService>
  }
  /**
   * What else is read when a business is new here, from whoever has it. It happens once the facts are here, and before
   * the business counts as known: if it fails the request does, and the next one does all of it again. Safe to repeat,
   * also by several processes at once.
   */
  alsoSeed?: (context: OutgoingContext & Tenant, business: KnownBusiness) => Promise<void>
}
