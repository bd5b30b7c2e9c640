/** `npm run banking:check`: recomputes what banking keeps, compares it with the journal and names whatever differs. */
import { runCheckCommand } from '@pacioli/events/check-command'
import { loadAllTenants } from '@pacioli/ledger-facts'
import { checkBusiness } from './checking/check-business.ts'
import { checkConfig } from './config.ts'
import { connectLedger } from './ledger-clients.ts'

await runCheckCommand({
  name: 'banking:check',
  description:
    'Checks what banking keeps from its transactions up: totals, splits, matches, and for each decision the posting that ' +
    'stands; then that the journal has just these entries. Reads every transaction, and every entry of banking in the ' +
    'ledger. Uses BANKING_DATABASE_URL, BANKING_RELAY_DATABASE_URL and LEDGER_GRPC_URL.',
  loadPage: loadAllTenants,
  open: () => {
    const { databaseUrl, relayDatabaseUrl: relayUrl, ledgerTarget } = checkConfig()
    const { ledger, close } = connectLedger(ledgerTarget)
    return { databaseUrl, relayUrl, check: (db, tenant) => checkBusiness({ db, ledger }, tenant), close }
  },
})
