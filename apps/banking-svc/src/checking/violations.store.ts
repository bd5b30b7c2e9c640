import type { Database } from '@pacioli/db'
import type { Violation } from '@pacioli/postings/checking'
import type { Tenant } from '@pacioli/rpc'

/** Violations of banking's own invariants. */
export const findViolations = (db: Database, { clientId, businessId }: Tenant): Promise<Violation[]> =>
  db.call('SELECT invariant, detail FROM check_banking_v1($1, $2)', [clientId, businessId], businessId)
