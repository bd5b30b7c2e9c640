import { hasCitus } from '../../src/citus-cluster.ts'
import type { Bench, BenchContext, Figure } from '../bench.ts'
import { CLIENTS, CONNECTIONS, openPlatform, postEntry, type Platform } from '../platform/platform.ts'
import { POSTGRES } from '../tools/cpu.ts'
import { costOf, cpuOf, type Cost, type Load } from '../tools/cost.ts'
import { rounds, sized } from '../tools/size.ts'
import { median, ratios } from '../tools/statistics.ts'
import { openHandWritten } from './hand-written.ts'
import { meterOfServers, withCluster, withOneServer, withStackOn, type Servers, type Settings } from './servers.ts'
import { growing } from './growing.ts'

const SETTINGS: Settings = { max_wal_size: '8GB', checkpoint_timeout: '30min', shared_buffers: '256MB' }

const POSTINGS = (): number => sized(2_000, CLIENTS)

/** What a posting costs where the books lie in a Citus cluster, and how much more such a cluster carries as it grows. */
export const cluster: Bench = {
  name: 'cluster',
  description:
    'posting on a Citus cluster: beside straight statements by hand, beside one server, and with one, two and three workers of a quarter of a core each; needs Citus for the PostgreSQL of this machine, and control groups for the latter',
  parts: ['posting', 'growing'],
  rounds: 3,
  run: async (context) => {
    if (!hasCitus()) {
      context.show('Nothing is measured: the PostgreSQL of this machine has no Citus.')
      return
    }
    if (context.wants('posting')) await posting(context)
    if (context.wants('growing')) await growing(context, SETTINGS)
  },
}

const posting = (context: BenchContext): Promise<void> =>
  withCluster(2, SETTINGS, (cluster) =>
    withPlatform(context, cluster, (distributed) =>
      withOneServer(SETTINGS, (server) =>
        withPlatform(context, server, (alone) => compare(context, cluster, distributed, alone)),
      ),
    ),
  )

const withPlatform = (
  context: BenchContext,
  servers: Servers,
  use: (platform: Platform) => Promise<void>,
): Promise<void> =>
  withStackOn(context, servers, async (stack) => {
    const platform = await openPlatform(stack, CLIENTS, { meter: meterOfServers(stack, servers) })
    await use(platform)
    await platform.close()
  })

type Costs = Record<'distributed' | 'alone' | 'byHand', Cost[]>

async function compare(context: BenchContext, cluster: Servers, distributed: Platform, alone: Platform): Promise<void> {
  const load = (platform: Platform, count = POSTINGS()): Load => ({
    callers: CONNECTIONS,
    count,
    act: (n, caller) => postEntry(platform, CLIENTS, n, caller),
  })
  const once = ({ stack, meter }: Platform, of: Load): Promise<Cost> => costOf(stack, meter, of)
  // What is written by hand is written after the product's example.
  await once(distributed, load(distributed, 20 * CLIENTS))
  const byHand = await openHandWritten(cluster.adminUrl, distributed.businesses)
  const costs: Costs = { distributed: [], alone: [], byHand: [] }
  const sides = {
    distributed: () => once(distributed, load(distributed)),
    alone: () => once(alone, load(alone)),
    byHand: () => once(distributed, byHand.load(POSTINGS(), CLIENTS)),
  }
  // The first round warms up.
  for (let round = 0; round <= rounds(); round++) {
    context.say(`round ${round} of ${rounds()}`)
    const order = ['distributed', 'byHand', 'alone'] as const
    for (const side of round % 2 === 0 ? order : order.toReversed()) {
      const cost = await sides[side]()
      if (round > 0) costs[side].push(cost)
    }
    await byHand.refuseOtherBooks((round + 1) * POSTINGS())
    if (round > 0) context.report(figuresOf(costs))
  }
  await byHand.close()
  for (const [side, of] of Object.entries(costs)) context.show(tableOf(side, of))
}

/** Of the servers, for the connections of a role to the ledger's database. */
const ofRole =
  (...roles: string[]) =>
  (process: string): boolean =>
    process.startsWith(POSTGRES) && roles.some((role) => process.endsWith(`, ${role} in ledger`))

const ofLedger = (process: string): boolean => process.startsWith(POSTGRES) && process.endsWith(' in ledger')
const ofServers = (process: string): boolean => process.startsWith(POSTGRES)

function figuresOf({ distributed, alone, byHand }: Costs): Figure[] {
  const figure = (what: string, [over, under]: [number[], number[]], target?: Figure['target']): Figure => ({
    what,
    sides: `${median(over).toFixed(2)} ms / ${median(under).toFixed(2)} ms`,
    value: median(ratios(over, under)),
    ...(target ? { target } : {}),
    samples: { over, under },
  })
  const of = (costs: Cost[], fits: (process: string) => boolean): number[] => costs.map((cost) => cpuOf(cost, fits))
  const app = ofRole('ledger_app')
  return [
    figure(
      `CPU of the database for a posting on Citus / for the same rows by straight statements by hand, delegated`,
      [of(distributed, app), of(byHand, ofRole('postgres'))],
      { atMost: 1.3 },
    ),
    figure('CPU of the database for a posting on Citus / on one server', [of(distributed, app), of(alone, app)]),
    figure('The same with relaying its event', [of(distributed, ofLedger), of(alone, ofLedger)]),
    figure('CPU of all databases for a posting and all that follows from it, on Citus / on one server', [
      of(distributed, ofServers),
      of(alone, ofServers),
    ]),
    figure('CPU of the whole system for it, on Citus / on one server', [
      of(distributed, () => true),
      of(alone, () => true),
    ]),
  ]
}

function tableOf(side: string, costs: readonly Cost[]): string {
  const processes = [...new Set(costs.flatMap(({ cpu }) => Object.keys(cpu)))].toSorted()
  const lines = processes.map(
    (process) =>
      `  ${median(costs.map(({ cpu }) => cpu[process] ?? 0))
        .toFixed(3)
        .padStart(7)} ms  ${process}`,
  )
  return [`${side}: ${median(costs.map(({ perSecond }) => perSecond)).toFixed(0)}/s`, ...lines].join('\n')
}
