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
}

export type Carried = {
  machines: number
  /** How many of them are for databases. */
  databases: number
  /** Active businesses. */
  businesses: number
  /** Of all kinds together, in the busiest hour. */
  perSecond: number
  /** What databases keep of a year's work, in gigabytes, on each machine for them. */
  gigabytesOfYear: number
}

const HOUR_MS = 3_600_000

/** The CPU of a business in its busiest hour, in milliseconds. */
function busiestHourOf(
  costs: Readonly<Record<string, CostOfOne>>,
  month: Month,
  { ofMonthInBusiestHour, citus }: Assumptions,
  isCluster: boolean,
): { database: number; services: number; count: number } {
  const hour = { database: 0, services: 0, count: 0 }
  for (const [kind, times] of Object.entries(month)) {
    const cost = costs[kind]
    if (!cost) throw new Error(`Expected to know what one of ${kind} costs.`)
    const inHour = times * ofMonthInBusiestHour
    hour.count += inHour
    hour.database += inHour * cost.database * (isCluster ? citus : 1)
    hour.services += inHour * cost.services
  }
  return hour
}

/**
 * A machine alone has everything; of several, as many are for databases as these need of all CPU, one at least, and from two of
 * them on they are a Citus cluster.
 */
export function carriedBy(
  machines: number,
  costs: Readonly<Record<string, CostOfOne>>,
  month: Month,
  assumed: Assumptions,
): Carried {
  const { coresOfMachine, busy, each } = assumed
  const ofMachine = coresOfMachine * busy * HOUR_MS
  const bytes = Object.entries(month).reduce((sum, [kind, times]) => sum + times * (costs[kind]?.bytes ?? 0), 0) * 12
  const told = (databases: number, businesses: number, count: number): Carried => ({
    machines,
    databases,
    businesses: Math.floor(businesses),
    perSecond: (businesses * count) / 3_600,
    gigabytesOfYear: (businesses * bytes) / databases / 1e9,
  })
  if (machines === 1) {
    const { database, services, count } = busiestHourOf(costs, month, assumed, false)
    return told(1, ofMachine / (database + services), count)
  }
  // Every split is tried: the best has databases and services both at their limit.
  return Array.from({ length: machines - 1 }, (_, index) => index + 1)
    .map((databases) => {
      const { database, services, count } = busiestHourOf(costs, month, assumed, databases > 1)
      const ofDatabases = ofMachine * (1 + (databases - 1) * each)
      const businesses = Math.min(ofDatabases / database, ((machines - databases) * ofMachine) / services)
      return told(databases, businesses, count)
    })
    .reduce((best, one) => (one.businesses > best.businesses ? one : best))
}
