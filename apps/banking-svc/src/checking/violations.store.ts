import type { Database } from '@pacioli/db'
import type { Violation } from '@pacioli/postings/checking'
import type { Tenant } from '@pacioli/rpc'
import { checkSealed } from '@pacioli/seals'
import { sealedByBanking } from '../replay/sealed-by-banking.ts'

/** Violations of banking's own invariants. */
export const findViolations = async (db: Database, tenant: Tenant): Promise<Violation[]> => {
  const { clientId, businessId } = tenant
  return [
    ...(await db.call<Violation>(
      'SELECT invariant, detail FROM check_banking_v1($1, $2)',
      [clientId, businessId],
      businessId,
    )),
    ...(await checkSealed(db, sealedByBanking, tenant)),
  ]
}
