/** What reporting audits: the feed and the sums of its read models, and that these are what their owners tell. */
import type { Database } from '@pacioli/db'
import type { StartOptions } from '@pacioli/proof'
import { checkOwn, compareWithOwners, OWN_INVARIANTS, OWNERS_INVARIANTS } from './checking/check-business.ts'
import { loadFeeds } from './event-feed/feed.store.ts'
import { findInLedger, type Source } from './rebuild/rebuild-business.ts'

type Options = { source: Source; model: number; clock: () => Date; newId: () => string }

export const auditedByReporting = ({
  source,
  ...options
}: Options): Pick<StartOptions, 'keptBy' | 'checks' | 'named' | 'tables' | 'loadPage'> => ({
  keptBy: 'REPORTING',
  checks: (db: Database) => ({
    OWN: ({ businessId }) => checkOwn(db, businessId, options.model),
    ACROSS: async ({ businessId }) => {
      const business = await findInLedger(source.ledgerReplay, businessId)
      return compareWithOwners(db, source, businessId, business, { ...options, arrivesWithinMs: 0 })
    },
  }),
  named: { OWN: OWN_INVARIANTS, ACROSS: OWNERS_INVARIANTS },
  tables: ['feed_events', 'audit_log', 'records'],
  loadPage: loadFeeds,
})
