/** What the ledger audits: the journal and all that is kept of it, from its lines up. */
import type { Database } from '@pacioli/db'
import type { Violation } from '@pacioli/events/check-command'
import type { StartOptions } from '@pacioli/proof'
import type { Tenant } from '@pacioli/rpc'
import { checkSealed, SEALED_INVARIANTS } from '@pacioli/seals'
import { loadAllBusinesses } from './businesses/business.store.ts'
import { sealedByLedger } from './replay/sealed-by-ledger.ts'

/** What is wrong with the books of a business, and with what is sealed of them. */
export const checkOwn = async (db: Database, tenant: Tenant): Promise<Violation[]> => {
  const { clientId, businessId } = tenant
  return [
    ...(await db.call<Violation>(
      'SELECT invariant, detail FROM check_books_v1($1, $2)',
      [clientId, businessId],
      businessId,
    )),
    ...(await checkSealed(db, sealedByLedger, tenant)),
  ]
}

export const auditedByLedger: Pick<
  StartOptions,
  'keptBy' | 'checks' | 'checkTouched' | 'named' | 'tables' | 'loadPage'
> = {
  keptBy: 'LEDGER',
  checks: (db) => ({
    OWN: (tenant) => checkOwn(db, tenant),
    ACROSS: undefined,
  }),
  checkTouched: (tx, ranges) =>
    tx.rows('SELECT invariant, detail, business_id AS "businessId" FROM check_touched_books_v1($1, $2, $3)', [
      ranges.map(({ businessId }) => businessId),
      ranges.map(({ since }) => since),
      ranges.map(({ through }) => through),
    ]),
  named: { OWN: SEALED_INVARIANTS, ACROSS: [] },
  tables: ['journal_entries', 'line_items', 'line_item_tags', 'account_balances', 'records'],
  loadPage: async (tx, { after = '', limit, only }) => {
    const businesses = await loadAllBusinesses(tx, after, limit, only)
    return businesses.map(({ id, clientId }) => ({ clientId, businessId: id }))
  },
}
