/** Connections to the services behind the gateway, and a typed client for each thing they serve. */
import {
  BankAccountsService,
  BankTransactionsService,
  CategorizationRulesService,
  ImportsService,
} from '@pacioli/protos/banking'
import {
  BillPaymentsService,
  BillsService,
  ContactsService,
  CustomersService,
  InvoicePaymentsService,
  InvoicesService,
  PayoutsService,
  RefundsService,
  VendorCreditsService,
  VendorRefundsService,
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
import { rawDefinition, type protobuf } from '@pacioli/protos'
import { Connection, type Answer, type CallOptions, type Client, type StreamingClient, type Target } from '@pacioli/rpc'
import { ProofService, SealKeysService, SealsService, VersionsService } from '@pacioli/protos/history'
import { SearchService } from '@pacioli/protos/search'
import {
  EventsService,
  NotificationsService,
  ReportExportsService,
  ReportsService,
  TasksService,
  WebhooksService,
} from '@pacioli/protos/reporting'

export type Method = (request: object, options: CallOptions) => Promise<Answer<Record<string, unknown>>>

/** Any method of a service that the protos name. */
export type MethodOf = (service: protobuf.Service, name: string) => Method

/** Connections to each replica of a service: a single HTTP/2 connection soon is the bottleneck. */
const CHANNELS = 3

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
  contacts: Client<typeof ContactsService>
  vendors: Client<typeof VendorsService>
  bills: Client<typeof BillsService>
  billPayments: Client<typeof BillPaymentsService>
  vendorCredits: Client<typeof VendorCreditsService>
  vendorRefunds: Client<typeof VendorRefundsService>
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
  ledgerSearch: Client<typeof SearchService>
  bankingSearch: Client<typeof SearchService>
  billingSearch: Client<typeof SearchService>
  reportingSearch: Client<typeof SearchService>
  versions: readonly Client<typeof VersionsService>[]
  /** By the log of each service that seals what it owns. */
  seals: ReadonlyMap<string, Client<typeof SealsService>>
  /** Of each service that audits what it keeps. */
  proofs: readonly Client<typeof ProofService>[]
  sealKeys: readonly Client<typeof SealKeysService>[]
}

type Owner = 'ledger' | 'banking' | 'billing' | 'reporting'

/** Connects lazily and reconnects by itself: the gateway may be up before its services. */
export function connectServices(targets: Record<Owner, Target>): {
  services: Services
  methodOf: MethodOf
  close: () => void
} {
  const to = (target: Target): Connection => new Connection({ target, count: CHANNELS })
  const ledger = to(targets.ledger)
  const banking = to(targets.banking)
  const billing = to(targets.billing)
  const reporting = to(targets.reporting)
  const owners: Record<string, Connection> = { ledger, banking, billing, reporting }
  const clients = new Map<protobuf.Service, Record<string, Method>>()
  const clientOf = (service: protobuf.Service): Record<string, Method> => {
    const [, , domain = ''] = service.fullName.split('.')
    const owner = owners[domain]
    if (!owner) throw new Error(`No service is connected that serves ${service.fullName}`)
    return owner.client(rawDefinition(service))
  }
  return {
    services: {
      clients: ledger.client(ClientsService),
      businesses: ledger.client(BusinessesService),
      chart: ledger.client(ChartOfAccountsService),
      journal: ledger.client(JournalService),
      tags: ledger.client(TagsService),
      closing: ledger.client(ClosingService),
      configuration: ledger.client(AccountingConfigurationService),
      connections: ledger.client(ConnectionsService),
      processors: ledger.client(ProcessorsService),
      bankAccounts: banking.client(BankAccountsService),
      bankTransactions: banking.client(BankTransactionsService),
      imports: banking.client(ImportsService),
      rules: banking.client(CategorizationRulesService),
      bankingPostings: banking.client(StagedPostingsService),
      contacts: billing.client(ContactsService),
      vendors: billing.client(VendorsService),
      bills: billing.client(BillsService),
      billPayments: billing.client(BillPaymentsService),
      vendorCredits: billing.client(VendorCreditsService),
      vendorRefunds: billing.client(VendorRefundsService),
      customers: billing.client(CustomersService),
      invoices: billing.client(InvoicesService),
      invoicePayments: billing.client(InvoicePaymentsService),
      refunds: billing.client(RefundsService),
      payouts: billing.client(PayoutsService),
      billingPostings: billing.client(StagedPostingsService),
      notifications: reporting.client(NotificationsService),
      reports: reporting.streams(ReportsService),
      tasks: reporting.client(TasksService),
      reportExports: reporting.client(ReportExportsService),
      events: reporting.client(EventsService),
      webhooks: reporting.client(WebhooksService),
      ledgerSearch: ledger.client(SearchService),
      bankingSearch: banking.client(SearchService),
      billingSearch: billing.client(SearchService),
      reportingSearch: reporting.client(SearchService),
      seals: new Map(
        Object.entries({ LEDGER: ledger, BANKING: banking, BILLING: billing }).map(([log, owner]) => [
          log,
          owner.client(SealsService),
        ]),
      ),
      proofs: [ledger, banking, billing, reporting].map((owner) => owner.client(ProofService)),
      sealKeys: [ledger, banking, billing].map((owner) => owner.client(SealKeysService)),
      versions: [ledger, banking, billing, reporting].map((owner) => owner.client(VersionsService)),
    },
    methodOf: (service, name) => {
      const client = clients.get(service) ?? clientOf(service)
      clients.set(service, client)
      return client[name] as Method
    },
    close: () => [ledger, banking, billing, reporting].forEach((connection) => connection.close()),
  }
}
