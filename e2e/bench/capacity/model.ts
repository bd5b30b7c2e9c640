/** What so many machines carry, by what is measured on one: a model, which leaves out what it names. Pure. */

/** What one of a kind costs, with all that follows from it. Times are milliseconds of CPU. */
export type CostOfOne = {
  /** Of PostgreSQL. */
  database: number
  /** Of the services, the gateway among them, and of NATS. */
  services: number
  /** Of the databases, for good: tables and indexes. */
  bytes: number
  /** The same for what goes after some days: events, and what makes requests repeatable. */
  bytesForDays: number
  /** Of the write-ahead log, which replicas and backups get. */
  walBytes: number
  /** How many requests it is: a hundredth where a request has a hundred. */
  requests: number
}

/** What a business does in a month. */
export type Month = Readonly<Record<string, number>>

/** What is not measured, and has to be assumed. */
export type Assumptions = {
  coresOfMachine: number
  /** Of a core's time at the busiest hour, so that a machine can fail and a burst be served. */
  busy: number
  /** How much of a month's work falls into its busiest hour. */
  ofMonthInBusiestHour: number
  /** How much more CPU of databases the same work takes in a Citus cluster than on one server: `bench cluster`. */
  citus: number
  /** What a second machine adds, of what the first carries: `bench cluster`. */
  each: number
  /** CPU of the coordinator of a cluster, which is one machine, for a request, in milliseconds: `bench cluster`. */
  coordinator: number
}

export type Carried = {
  machines: number
  /** How many of them are for databases, with a coordinator where they are a cluster. */
  databases: number
  /** Active businesses. */
  businesses: number
  /** Of all kinds together, in the busiest hour. */
  perSecond: number
  /** What databases keep of a year's work, in gigabytes, on each machine that keeps it. */
  gigabytesOfYear: number
  /** Whether the coordinator would do no more, however many machines there are. */
  isCoordinatorFull: boolean
}

const HOUR_MS = 3_600_000

/** The CPU of a business in its busiest hour, in milliseconds. */
function busiestHourOf(
  costs: Readonly<Record<string, CostOfOne>>,
  month: Month,
  { ofMonthInBusiestHour, citus }: Assumptions,
  isCluster: boolean,
): { database: number; services: number; count: number; requests: number } {
  const hour = { database: 0, services: 0, count: 0, requests: 0 }
  for (const [kind, times] of Object.entries(month)) {
    const cost = costs[kind]
    if (!cost) throw new Error(`Expected to know what one of ${kind} costs.`)
    const inHour = times * ofMonthInBusiestHour
    hour.count += inHour
    hour.requests += inHour * cost.requests
    hour.database += inHour * cost.database * (isCluster ? citus : 1)
    hour.services += inHour * cost.services
  }
  return hour
}

/**
 * A machine alone has everything; of several, as many are for databases as these need of all CPU. Three and more of them are a
 * Citus cluster: one is its coordinator, the others keep the books.
 */
export function carriedBy(
  machines: number,
  costs: Readonly<Record<string, CostOfOne>>,
  month: Month,
  assumed: Assumptions,
): Carried {
  const { coresOfMachine, busy, each, coordinator } = assumed
  const ofMachine = coresOfMachine * busy * HOUR_MS
  const bytes = Object.entries(month).reduce((sum, [kind, times]) => sum + times * (costs[kind]?.bytes ?? 0), 0) * 12
  const withDatabases = (databases: number): Carried => {
    const isCluster = databases > 2
    const keepers = isCluster ? databases - 1 : 1
    const { database, services, count, requests } = busiestHourOf(costs, month, assumed, isCluster)
    const ofKeepers = (ofMachine * (1 + (keepers - 1) * each)) / database
    const ofServices = ((machines - databases) * ofMachine) / services
    const ofCoordinator = isCluster ? ofMachine / (requests * coordinator) : Infinity
    const together = ofMachine / (database + services)
    const businesses = machines === 1 ? together : Math.min(ofKeepers, ofServices, ofCoordinator)
    return {
      machines,
      databases,
      businesses: Math.floor(businesses),
      perSecond: (businesses * count) / 3_600,
      gigabytesOfYear: (businesses * bytes) / keepers / 1e9,
      isCoordinatorFull: businesses === ofCoordinator,
    }
  }
  // Every split is tried: the best has databases and services both at their limit.
  return Array.from({ length: Math.max(1, machines - 1) }, (_, index) => withDatabases(index + 1)).reduce(
    (best, one) => (one.businesses > best.businesses ? one : best),
  )
}
