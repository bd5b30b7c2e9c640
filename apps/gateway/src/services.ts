/** The services behind the gateway, one typed client each. */
import { BusinessesService, ChartOfAccountsService, ClientsService, JournalService } from '@pacioli/protos/ledger'
import { ReportsService } from '@pacioli/protos/reporting'
import { clientOfService, type Client } from '@pacioli/rpc'

/** One HTTP/2 connection is soon the bottleneck. */
const CHANNELS = 2

/** The methods a definition names: gRPC's own type adds "and any other name", which would hide them. */
type Named<Definition> = {
  [Name in keyof Definition as string extends Name ? never : number extends Name ? never : Name]: Definition[Name]
}

type ServiceClient<Definition> = Client<Named<Definition>>

export type Services = {
  clients: ServiceClient<typeof ClientsService>
  businesses: ServiceClient<typeof BusinessesService>
  chart: ServiceClient<typeof ChartOfAccountsService>
  journal: ServiceClient<typeof JournalService>
  reports: ServiceClient<typeof ReportsService>
}

/** Connects lazily and again by itself: the gateway may be up before its services. */
export function connectServices(addresses: { ledger: string; reporting: string }): {
  services: Services
  close: () => void
} {
  const ledger = { target: addresses.ledger, count: CHANNELS }
  const clients = clientOfService<Named<typeof ClientsService>>(ClientsService, { ...ledger, count: 1 })
  const businesses = clientOfService<Named<typeof BusinessesService>>(BusinessesService, { ...ledger, count: 1 })
  const chart = clientOfService<Named<typeof ChartOfAccountsService>>(ChartOfAccountsService, { ...ledger, count: 1 })
  const journal = clientOfService<Named<typeof JournalService>>(JournalService, ledger)
  const reports = clientOfService<Named<typeof ReportsService>>(ReportsService, {
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
