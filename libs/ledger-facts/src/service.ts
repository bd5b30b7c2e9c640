import type { Database } from '@pacioli/db'
import type { BusinessesService, ReplayService } from '@pacioli/protos/ledger'
import type { Client, OutgoingContext, StreamingClient, Tenant } from '@pacioli/rpc'
import type { KnownBusiness } from './business.ts'

/** The dependencies of a service that copies facts of the ledger. */
export type FactsService = {
  db: Database
  now: () => Date
  ledger: {
    businesses: Client<typeof BusinessesService>
    replay: StreamingClient<typeof ReplayService>
  }
  /**
   * What else is read when a business is new here, from its owner. It runs once the facts are here, and before the
   * business counts as known: if it fails, the request fails, and the next one repeats all of it. Safe to repeat, also
   * by several processes at once.
   */
  alsoSeed?: (context: OutgoingContext & Tenant, business: KnownBusiness) => Promise<void>
}
