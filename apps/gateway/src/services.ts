/** The services behind the gateway, one typed client each. */
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
import { ReportsService } from '@pacioli/protos/reporting'
import { clientOfService, type Client } from '@pacioli/rpc'

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
  reports: Client<typeof ReportsService>
}

/** Connects lazily and again by itself: the gateway may be up before its services. */
export function connectServices(addresses: { ledger: string; reporting: string }): {
  services: Services
  close: () => void
} {
  const ledger = { target: addresses.ledger, count: CHANNELS }
  const ledgerOnce = { ...ledger, count: 1 }
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
    reports: clientOfService(ReportsService, { target: addresses.reporting, count: CHANNELS }),
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
      reports: connected.reports.client,
    },
    close: () => Object.values(connected).forEach((one) => one.close()),
  }
}
