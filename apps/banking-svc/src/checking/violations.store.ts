import type { Database } from '@pacioli/db'
import type { Violation } from '@pacioli/postings/checking'
import type { Tenant } from '@pacioli/rpc'

/** What is not so of what banking keeps by itself. */
export const findViolations = (db: Database, { clientId, businessId }: Tenant): Promise<Violation[]> =>
  db.call('SELECT invariant, detail FROM check_banking_v1($1, $2)', [clientId, businessId])
