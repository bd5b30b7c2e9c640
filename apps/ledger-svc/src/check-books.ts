/** `npm run ledger:check`: recomputes the stored sums of the ledger from its lines and names every difference. */
import { runCheckCommand } from '@pacioli/events/check-command'
import { checkOwn } from './auditing.ts'
import { loadAllBusinesses } from './businesses/business.store.ts'
import { databaseUrls } from './config.ts'

await runCheckCommand({
  name: 'ledger:check',
  description:
    'Checks the invariants of the books from the lines up: entries balance, kept sums equal their lines, and what is sealed is as it was. Reads every line. ' +
    'Uses LEDGER_DATABASE_URL and LEDGER_RELAY_DATABASE_URL.',
  loadPage: async (tx, { after = '', limit, only }) => {
    const businesses = await loadAllBusinesses(tx, after, limit, only)
    return businesses.map(({ id, clientId, legalName }) => ({ clientId, businessId: id, name: legalName }))
  },
  open: () => {
    const { app, relay } = databaseUrls()
    return {
      databaseUrl: app,
      relayUrl: relay,
      check: checkOwn,
    }
  },
})
