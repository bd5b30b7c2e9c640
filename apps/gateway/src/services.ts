/** The services behind the gateway, one typed client each. */
import { BusinessesService, ChartOfAccountsService, ClientsService, JournalService } from '@pacioli/protos/ledger'
import { ReportsService } from '@pacioli/protos/reporting'
import { clientOfService, type Client } from '@pacioli/rpc'

/** One HTTP/2 connection is soon the bottleneck. */
const CHANNELS = 2

export type Services = {
  clients: Client<typeof ClientsService>
  businesses: Client<typeof BusinessesService>
  chart: Client<typeof ChartOfAccountsService>
  journal: Client<typeof JournalService>
  reports: Client<typeof ReportsService>
}

/** Connects lazily and again by itself: the gateway may be up before its services. */
export function connectServices(addresses: { ledger: string; reporting: string }): {
  services: Services
  close: () => void
} {
  const ledger = { target: addresses.ledger, count: CHANNELS }
  const clients = clientOfService(ClientsService, { ...ledger, count: 1 })
  const businesses = clientOfService(BusinessesService, { ...ledger, count: 1 })
  const chart = clientOfService(ChartOfAccountsService, { ...ledger, count: 1 })
  const journal = clientOfService(JournalService, ledger)
  const reports = clientOfService(ReportsService, {
    target: addresses.reporting,
    count: CHANNELS,
  })
  return {
    services: {
      clients: clients.client,
      businesses: businesses.client,
      chart: chart.client,
      journal: journal.client,
      reports: reports.client,
    },
    close: () => [clients, businesses, chart, journal, reports].forEach((one) => one.close()),
  }
}
