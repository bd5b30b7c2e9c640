import { requireBusiness } from '@pacioli/ledger-facts'
import { runPostingService } from '@pacioli/posting-service'
import { tenantOf } from '@pacioli/rpc'
import { historyRpc } from '@pacioli/history'
import { searchRpc } from '@pacioli/search'
import { auditedByBilling } from './auditing.ts'
import { carriedByBilling } from './carried-tables.ts'
import { connectBanking, type BankingClient } from './banking-client.ts'
import { billPaymentsRpc } from './bill-payments/bill-payments.rpc.ts'
import { billsRpc } from './bills-and-expenses.rpc.ts'
import { readConfig } from './config.ts'
import { contactsRpc, customersRpc, vendorsRpc } from './contact-requests/contacts.rpc.ts'
import { eventsSubscriber } from './consumers/events.subscriber.ts'
import { invoicePaymentsRpc } from './invoice-payments/invoice-payments.rpc.ts'
import { invoicesRpc } from './invoices/invoices.rpc.ts'
import { billingMigrations } from './migrations/index.ts'
import { payoutsRpc } from './payouts/payouts.rpc.ts'
import { refundsRpc } from './refunds/refunds.rpc.ts'
import { replayRpc } from './replay/replay.rpc.ts'
import { sealedByBilling } from './replay/sealed-by-billing.ts'
import { searchedKinds } from './searched-kinds.ts'
import { tagsRpc } from './tag-requests/tags.rpc.ts'
import { vendorRefundsRpc } from './vendor-refunds/vendor-refunds.rpc.ts'
import { vendorCreditsRpc } from './vendor-credits/vendor-credits.rpc.ts'

const config = readConfig()

/** This many are read and sorted within milliseconds. */
const MOST_GATHERED = 10_000

await runPostingService<{ banking: BankingClient; mostGathered: number }>({
  owner: 'billing',
  config,
  migrations: billingMigrations,
  connect: (life) => {
    const { banking, close } = connectBanking(config.peerTarget)
    life.onStop('banking client', close)
    return { banking, mostGathered: MOST_GATHERED }
  },
  consumer: eventsSubscriber,
  audited: auditedByBilling,
  carried: carriedByBilling,
  sealed: sealedByBilling,
  requireBusiness: (billing, context) => requireBusiness(billing, { ...context, ...tenantOf(context) }),
  services: (billing) => [
    billPaymentsRpc(billing),
    vendorCreditsRpc(billing),
    vendorRefundsRpc(billing),
    vendorsRpc(billing),
    customersRpc(billing),
    contactsRpc(billing),
    billsRpc(billing),
    invoicesRpc(billing),
    invoicePaymentsRpc(billing),
    refundsRpc(billing),
    payoutsRpc(billing),
    tagsRpc(billing),
    replayRpc(billing),
    searchRpc(billing.db, searchedKinds),
    ...historyRpc(billing.db, 'billing'),
  ],
})
