import Table from 'cli-table3'
import type { Bench } from '../bench.ts'
import { prepareMix, type Kind as MixKind, type Mix } from '../platform/mix.ts'
import { businessCount, CLIENTS, CONNECTIONS, inTurn, openPlatform, type Platform } from '../platform/platform.ts'
import { caughtUp } from '../tools/behind.ts'
import { costOf, cpuOf, meterOf, restOf, type Load } from '../tools/cost.ts'
import { POSTGRES } from '../tools/cpu.ts'
import { sized } from '../tools/size.ts'
import { carriedBy, type Assumptions, type Carried, type CostOfOne, type Month } from './model.ts'
import { storedBetween, storedIn } from './stored.ts'

const IN_BULK = 100

const single =
  (kind: MixKind) =>
  ({ mix }: Measured): Load['act'] =>
  (n, caller) =>
    mix.askFor(kind, n, caller)

/** Kinds of work, as many as are measured; what a payment and a category are for comes before them. */
const KINDS = {
  'journal entry': {
    count: () => sized(4_000),
    each: 1,
    act: single('entry'),
  },
  'journal entry, 100 a request': { count: () => sized(200), each: IN_BULK, act: ({ platform }) => postBulk(platform) },
  bill: {
    count: () => sized(2_000),
    each: 1,
    act: single('bill'),
  },
  'bill payment': {
    count: () => sized(2_000),
    each: 1,
    act: single('payment'),
  },
  'bank transaction, 100 a request': {
    count: () => sized(200),
    each: IN_BULK,
    act:
      ({ mix }) =>
      (n) =>
        mix.importMany(IN_BULK, n),
  },
  'its category': {
    count: () => sized(2_000),
    each: 1,
    act: single('category'),
  },
} satisfies Record<string, Kind>

type Measured = { platform: Platform; mix: Mix }
type Kind = { count: () => number; each: number; act: (of: Measured) => Load['act'] }

/** A shop that keeps its books with a platform: what is assumed of it is written beside the figures. */
const MONTH: Month = {
  'journal entry': 100,
  'journal entry, 100 a request': 300,
  bill: 30,
  'bill payment': 30,
  'bank transaction, 100 a request': 300,
  'its category': 300,
}

/**
 * The last three are what `bench cluster` said on 2 cores: 2.4 times the CPU for a posting once connections are no longer new; two
 * workers 2.15 and three 3.03 times one; and 0.02 more cores of the coordinator for 65 more postings a second.
 */
const ASSUMED: Assumptions = {
  coresOfMachine: 8,
  busy: 0.5,
  ofMonthInBusiestHour: 0.01,
  citus: 2.4,
  each: 1,
  coordinator: 0.3,
}

/** What one of each kind costs, and what so many machines carry by that. */
export const capacity: Bench = {
  name: 'capacity',
  description:
    'CPU and bytes for an entry, a document, a bank transaction, and a business at rest; and what 1 to 200 machines carry by a model of these',
  parts: ['capacity'],
  rounds: 1,
  run: async (context) => {
    const { stack, say, show } = context
    await caughtUp(stack)
    const empty = await storedIn(stack)
    const restBefore = await restOf(stack, meterOf(stack))
    const count = businessCount()
    say(`opening ${count} businesses of ${CLIENTS} clients`)
    const platform = await openPlatform(stack, count)
    await caughtUp(stack)
    const ofBusiness = storedBetween(empty, await storedIn(stack), count)
    const restAfter = await restOf(stack, platform.meter)
    const measured = { platform, mix: await prepareMix(platform) }
    const costs: Record<string, CostOfOne> = {}
    for (const [name, kind] of Object.entries(KINDS)) {
      say(name)
      costs[name] = await costOfOne(measured, kind)
    }
    await platform.close()
    show(
      `A business at rest: ${ofBusiness.bytes.toFixed(0)} bytes, and ${ofBusiness.bytesForDays.toFixed(0)} for some days; ` +
        `all at rest use ${restBefore.toFixed(0)} ms of CPU a second without any, ${restAfter.toFixed(0)} with ${count}.`,
    )
    show(tableOfCosts(costs))
    show(tableOfMachines([1, 2, 5, 10, 100, 200].map((machines) => carriedBy(machines, costs, MONTH, ASSUMED))))
  },
}

async function costOfOne({ platform, mix }: Measured, { count, each, act }: Kind): Promise<CostOfOne> {
  const { stack, meter } = platform
  const work = act({ platform, mix })
  // What is compiled and planned once is no part of it.
  await costOf(stack, meter, { callers: CONNECTIONS, count: Math.ceil(count() / 4), act: work })
  const before = await storedIn(stack)
  const cost = await costOf(stack, meter, { callers: CONNECTIONS, count: count(), act: work })
  const stored = storedBetween(before, await storedIn(stack), count() * each)
  const isPostgres = (process: string): boolean => process.startsWith(POSTGRES)
  return {
    database: cpuOf(cost, isPostgres) / each,
    services: cpuOf(cost, (process) => !isPostgres(process)) / each,
    requests: 1 / each,
    ...stored,
  }
}

/** To each business in turn. */
function postBulk({ gateway, businesses }: Platform): Load['act'] {
  return async (n) => {
    const { base, headers, entries } = inTurn(businesses, n)
    const bodies = Array.from({ length: IN_BULK }, (_, index) => inTurn(entries, index)).join(',')
    await gateway.send('POST', `${base}/ledger/journal-entries/bulk`, `[${bodies}]`, headers)
  }
}

const tableWith = (head: string[]): Table.Table =>
  new Table({
    head,
    colAligns: ['left', ...head.slice(1).map(() => 'right' as const)],
    style: { head: [], border: [] },
    chars: { mid: '', 'left-mid': '', 'mid-mid': '', 'right-mid': '' },
  })

function tableOfCosts(costs: Readonly<Record<string, CostOfOne>>): string {
  const table = tableWith(['One', 'CPU of databases', 'of services', 'bytes', 'for days', 'write-ahead log'])
  for (const [name, { database, services, bytes, bytesForDays, walBytes }] of Object.entries(costs))
    table.push([
      name,
      ...[database, services].map((ms) => `${ms.toFixed(2)} ms`),
      ...[bytes, bytesForDays, walBytes].map((count) => count.toFixed(0)),
    ])
  return table.toString()
}

function tableOfMachines(carried: readonly Carried[]): string {
  const table = tableWith([
    'Machines',
    'for databases',
    'businesses',
    'a second at the busiest',
    'GB of a year on each',
  ])
  const { coresOfMachine, busy, ofMonthInBusiestHour, citus, each, coordinator } = ASSUMED
  for (const { machines, databases, businesses, perSecond, gigabytesOfYear, isCoordinatorFull } of carried)
    table.push([
      machines,
      databases,
      `${businesses}${isCoordinatorFull ? ' (its coordinator is full)' : ''}`,
      perSecond.toFixed(0),
      gigabytesOfYear.toFixed(0),
    ])
  const month = Object.entries(MONTH).map(([kind, times]) => `${times} of ${kind}`)
  return (
    `${table.toString()}\nOf ${coresOfMachine} cores each, ${busy * 100} % busy in the busiest hour, which has ${ofMonthInBusiestHour * 100} % of a month; ` +
    `databases of a cluster take ${citus} times the CPU, each further one adds ${each} of the first, and a request takes ${coordinator} ms of their coordinator. A business has in a month ${month.join(', ')}.`
  )
}
