/** `npm run billing:check`: recomputes what billing keeps, compares it with the journal and names whatever differs. */
import { runCheckCommand } from '@pacioli/events/check-command'
import { loadAllTenants } from '@pacioli/ledger-facts'
import { checkBusiness } from './checking/check-business.ts'
import { commandConfig } from './config.ts'
import { connectLedger } from './ledger-clients.ts'

await runCheckCommand({
  name: 'billing:check',
  description:
    'Checks what billing keeps from its documents up: amounts, balances and statuses of bills, what is allocated of ' +
    'payments and credits, and for each document the entries that stand; then that the journal has just these, and that ' +
    'accounts payable is open bills less unallocated credits. Reads every document, and every entry that others than ' +
    'banks and closings made. Uses BILLING_DATABASE_URL, BILLING_RELAY_DATABASE_URL and LEDGER_GRPC_URL.',
  loadPage: loadAllTenants,
  open: () => {
    const { databaseUrl, relayDatabaseUrl: relayUrl, ledgerTarget } = commandConfig()
    const { ledger, close } = connectLedger(ledgerTarget)
    return { databaseUrl, relayUrl, check: (db, tenant) => checkBusiness({ db, ledger }, tenant), close }
  },
})
