/** `npm run billing:check`: recomputes what billing stores, compares it with the journal and names every difference. */
import { runCheckCommand } from '@pacioli/events/check-command'
import { loadAllTenants } from '@pacioli/ledger-facts'
import { connectLedger } from '@pacioli/posting-service/ledger-clients'
import { connectBanking } from './banking-client.ts'
import { checkBusiness } from './checking/check-business.ts'
import { commandConfig } from './config.ts'
import { checkMatches } from './matches/check-matches.ts'

await runCheckCommand({
  name: 'billing:check',
  description:
    'Checks what billing keeps from its documents up: amounts, balances and statuses of bills and invoices, what is ' +
    'allocated of payments and credits, what was refunded and paid out, what customers have, and for each document the ' +
    'entries that stand; then that the journal has just these, that accounts payable is open bills less unallocated ' +
    'credits and accounts receivable open invoices; and that documents are matched to what banking says. Reads every ' +
    'document, and every entry that others than banks and closings made. Uses BILLING_DATABASE_URL, ' +
    'BILLING_RELAY_DATABASE_URL, LEDGER_GRPC_URL and BANKING_GRPC_URL.',
  loadPage: loadAllTenants,
  open: () => {
    const { databaseUrl, relayDatabaseUrl: relayUrl, ledgerTarget, peerTarget } = commandConfig()
    const { ledger, close: closeLedger } = connectLedger(ledgerTarget)
    const { banking, close: closeBanking } = connectBanking(peerTarget)
    const now = (): Date => new Date()
    return {
      databaseUrl,
      relayUrl,
      check: async (db, tenant) => [
        ...(await checkBusiness({ db, ledger }, tenant)),
        ...(await checkMatches({ db, banking, now }, tenant)),
      ],
      close: () => {
        closeLedger()
        closeBanking()
      },
    }
  },
})
