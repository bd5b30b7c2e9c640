/** `npm run banking:check`: recomputes what banking stores, compares it with the journal and names every difference. */
import { runCheckCommand } from '@pacioli/events/check-command'
import { loadAllTenants } from '@pacioli/ledger-facts'
import { connectLedger } from '@pacioli/posting-service/ledger-clients'
import { connectBilling } from './billing-clients.ts'
import { checkBusiness } from './checking/check-business.ts'
import { commandConfig } from './config.ts'

await runCheckCommand({
  name: 'banking:check',
  description:
    'Checks what banking stores from its transactions up: totals, splits, matches, and for each decision its standing ' +
    'posting; that vendors and customers are called what billing calls them; then that the journal has just these ' +
    'entries. Reads every transaction, every vendor and customer of billing, and every entry of banking in the ledger. ' +
    'Uses BANKING_DATABASE_URL, BANKING_RELAY_DATABASE_URL, LEDGER_GRPC_URL and BILLING_GRPC_URL.',
  loadPage: loadAllTenants,
  open: () => {
    const { databaseUrl, relayDatabaseUrl: relayUrl, ledgerTarget, peerTarget } = commandConfig()
    const { ledger, close: closeLedger } = connectLedger(ledgerTarget)
    const { billing, close: closeBilling } = connectBilling(peerTarget)
    const now = (): Date => new Date()
    return {
      databaseUrl,
      relayUrl,
      check: (db, tenant) => checkBusiness({ db, ledger, billing, now }, tenant),
      close: () => {
        closeLedger()
        closeBilling()
      },
    }
  },
})
