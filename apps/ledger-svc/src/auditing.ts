/** What the ledger audits: the journal and all that is kept of it, from its lines up. */
import type { StartOptions } from '@pacioli/proof'
import { loadAllBusinesses } from './businesses/business.store.ts'

export const auditedByLedger: Pick<
  StartOptions,
  'keptBy' | 'checks' | 'checkTouched' | 'named' | 'tables' | 'loadPage'
> = {
  keptBy: 'LEDGER',
  checks: (db) => ({
    OWN: ({ clientId, businessId }) =>
      db.call('SELECT invariant, detail FROM check_books_v1($1, $2)', [clientId, businessId], businessId),
    ACROSS: undefined,
  }),
  checkTouched: (tx, ranges) =>
    tx.rows('SELECT invariant, detail, business_id AS "businessId" FROM check_touched_books_v1($1, $2, $3)', [
      ranges.map(({ businessId }) => businessId),
      ranges.map(({ since }) => since),
      ranges.map(({ through }) => through),
    ]),
  named: { OWN: [], ACROSS: [] },
  tables: ['journal_entries', 'line_items', 'line_item_tags', 'account_balances', 'records'],
  loadPage: async (tx, { after = '', limit, only }) => {
    const businesses = await loadAllBusinesses(tx, after, limit, only)
    return businesses.map(({ id, clientId }) => ({ clientId, businessId: id }))
  },
}
