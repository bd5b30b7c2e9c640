/** The services behind the gateway, one typed client each. */
import {
  BankAccountsService,
  BankTransactionsService,
  CategorizationRulesService,
  ImportsService,
} from '@pacioli/protos/banking'
import {
  BillPaymentsService,
  BillsService,
  CustomersService,
  InvoicePaymentsService,
  InvoicesService,
  PayoutsService,
  RefundsService,
  VendorCreditsService,
  VendorsService,
} from '@pacioli/protos/billing'
import {
  AccountingConfigurationService,
  BusinessesService,
  ChartOfAccountsService,
  ClientsService,
  ClosingService,
  ConnectionsService,
  JournalService,
  ProcessorsService,
  TagsService,
} from '@pacioli/protos/ledger'
import { StagedPostingsService } from '@pacioli/protos/postings'
import { clientOfService, clientOfStreams, type Client, type StreamingClient } from '@pacioli/rpc'
import {
  EventsService,
  NotificationsService,
  ReportExportsService,
  ReportsService,
  TasksService,
  WebhooksService,
} from '@pacioli/protos/reporting'

/** One HTTP/2 connection is soon the bottleneck. */
const CHANNELS = 2

export type Services = {
  clients: Client<typeof ClientsService>
  businesses: Client<typeof BusinessesService>
  chart: Client<typeof ChartOfAccountsService>
  journal: Client<typeof JournalService>
  tags: Client<typeof TagsService>
  closing: Client<typeof ClosingService>
  configuration: Client<typeof AccountingConfigurationService>
  connections: Client<typeof ConnectionsService>
  processors: Client<typeof ProcessorsService>
  bankAccounts: Client<typeof BankAccountsService>
  bankTransactions: Client<typeof BankTransactionsService>
  imports: Client<typeof ImportsService>
  rules: Client<typeof CategorizationRulesService>
  bankingPostings: Client<typeof StagedPostingsService>
  vendors: Client<typeof VendorsService>
  bills: Client<typeof BillsService>
  billPayments: Client<typeof BillPaymentsService>
  vendorCredits: Client<typeof VendorCreditsService>
  customers: Client<typeof CustomersService>
  invoices: Client<typeof InvoicesService>
  invoicePayments: Client<typeof InvoicePaymentsService>
  refunds: Client<typeof RefundsService>
  payouts: Client<typeof PayoutsService>
  billingPostings: Client<typeof StagedPostingsService>
  reports: StreamingClient<typeof ReportsService>
  reportExports: Client<typeof ReportExportsService>
  notifications: Client<typeof NotificationsService>
  tasks: Client<typeof TasksService>
  events: Client<typeof EventsService>
  webhooks: Client<typeof WebhooksService>
}

/** Connects lazily and again by itself: the gateway may be up before its services. */
export function connectServices(addresses: { ledger: string; banking: string; billing: string; reporting: string }): {
  services: Services
  close: () => void
} {
  const ledger = { target: addresses.ledger, count: CHANNELS }
  const ledgerOnce = { ...ledger, count: 1 }
  const banking = { target: addresses.banking, count: CHANNELS }
  const bankingOnce = { ...banking, count: 1 }
  const billing = { target: addresses.billing, count: CHANNELS }
  const billingOnce = { ...billing, count: 1 }
  const connected = {
    clients: clientOfService(ClientsService, ledgerOnce),
    businesses: clientOfService(BusinessesService, ledgerOnce),
    chart: clientOfService(ChartOfAccountsService, ledgerOnce),
    journal: clientOfService(JournalService, ledger),
    tags: clientOfService(TagsService, ledgerOnce),
    closing: clientOfService(ClosingService, ledgerOnce),
    configuration: clientOfService(AccountingConfigurationService, ledgerOnce),
    connections: clientOfService(ConnectionsService, ledgerOnce),
    processors: clientOfService(ProcessorsService, ledgerOnce),
    bankAccounts: clientOfService(BankAccountsService, bankingOnce),
    bankTransactions: clientOfService(BankTransactionsService, banking),
    imports: clientOfService(ImportsService, banking),
    rules: clientOfService(CategorizationRulesService, bankingOnce),
    bankingPostings: clientOfService(StagedPostingsService, bankingOnce),
    vendors: clientOfService(VendorsService, billingOnce),
    bills: clientOfService(BillsService, billing),
    billPayments: clientOfService(BillPaymentsService, billing),
    vendorCredits: clientOfService(VendorCreditsService, billingOnce),
    customers: clientOfService(CustomersService, billingOnce),
    invoices: clientOfService(InvoicesService, billing),
    invoicePayments: clientOfService(InvoicePaymentsService, billing),
    refunds: clientOfService(RefundsService, billingOnce),
    payouts: clientOfService(PayoutsService, billingOnce),
    billingPostings: clientOfService(StagedPostingsService, billingOnce),
    notifications: clientOfService(NotificationsService, { target: addresses.reporting, count: 1 }),
    reports: clientOfStreams(ReportsService, { target: addresses.reporting, count: CHANNELS }),
    tasks: clientOfService(TasksService, { target: addresses.reporting, count: 1 }),
    reportExports: clientOfService(ReportExportsService, { target: addresses.reporting, count: 1 }),
    events: clientOfService(EventsService, { target: addresses.reporting, count: 1 }),
    webhooks: clientOfService(WebhooksService, { target: addresses.reporting, count: 1 }),
  }
  return {
    services: {
      clients: connected.clients.client,
      businesses: connected.businesses.client,
      chart: connected.chart.client,
      journal: connected.journal.client,
      tags: connected.tags.client,
      closing: connected.closing.client,
      configuration: connected.configuration.client,
      connections: connected.connections.client,
      processors: connected.processors.client,
      bankAccounts: connected.bankAccounts.client,
      bankTransactions: connected.bankTransactions.client,
      imports: connected.imports.client,
      rules: connected.rules.client,
      bankingPostings: connected.bankingPostings.client,
      vendors: connected.vendors.client,
      bills: connected.bills.client,
      billPayments: connected.billPayments.client,
      vendorCredits: connected.vendorCredits.client,
      customers: connected.customers.client,
      invoices: connected.invoices.client,
      invoicePayments: connected.invoicePayments.client,
      refunds: connected.refunds.client,
      payouts: connected.payouts.client,
      billingPostings: connected.billingPostings.client,
      reports: connected.reports.client,
      reportExports: connected.reportExports.client,
      notifications: connected.notifications.client,
      tasks: connected.tasks.client,
      events: connected.events.client,
      webhooks: connected.webhooks.client,
    },
    close: () => Object.values(connected).forEach((one) => one.close()),
  }
}
