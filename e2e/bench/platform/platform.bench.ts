import type { Bench, Figure, Target } from '../bench.ts'
import { rounds, sized } from '../tools/size.ts'
import { median, ratios } from '../tools/statistics.ts'
import { costOf, cpuOf, restOf, type Cost, type Load } from '../tools/cost.ts'
import { overheadOf, quietTime } from './latency.ts'
import { prepareMix, type Mix } from './mix.ts'
import { openPeer, type Peer } from './peer.ts'
import { businessCount, CLIENTS, CONNECTIONS, openPlatform, postEntry, type Platform } from './platform.ts'
import { costTable, isPostgres, processesIn, type Compared } from './table.ts'

const FEW = 8

type System = { platform: Platform; mix: Mix }

const loads: { name: string; what: () => string; of: (system: System) => Load }[] = [
  {
    name: 'spread',
    what: () => `A posting: ${CLIENTS} businesses, ${CONNECTIONS} callers`,
    of: ({ platform }) => ({ callers: CONNECTIONS, count: sized(1_000), act: (n) => postEntry(platform, CLIENTS, n) }),
  },
  {
    name: 'few',
    what: () => `A posting: ${CLIENTS} businesses, ${FEW} callers`,
    of: ({ platform }) => ({ callers: FEW, count: sized(500), act: (n) => postEntry(platform, CLIENTS, n) }),
  },
  {
    name: 'one',
    what: () => `A posting: 1 business, ${CONNECTIONS} callers`,
    of: ({ platform }) => ({ callers: CONNECTIONS, count: sized(1_000), act: (n) => postEntry(platform, 1, n) }),
  },
  {
    name: 'mix',
    what: () =>
      `A request: entries, bills, payments, bank transactions of ${businessCount()} businesses, ${CONNECTIONS} callers`,
    of: ({ mix }) => ({ callers: CONNECTIONS, count: sized(400), act: mix.ask }),
  },
]

type Measured = {
  costs: Record<string, Compared>
  quiet: { before: number[]; now: number[] }
  overhead: { before: number[]; now: number[] }
  transfers: number[]
}

/** What a platform costs, in this version and in the one before, in turns. */
export const platform: Bench = {
  name: 'platform',
  description: `${CLIENTS} clients with ten businesses each: what a request costs all processes, in this version and in the one before`,
  run: ({ stack, withStackOfBefore, say, show }) =>
    withStackOfBefore(async ({ stack: other, version, appsDir }) => {
      say(`platform: opening ${businessCount()} businesses in this version and as many in ${version}`)
      const now = await open(await openPlatform(stack))
      const before = await open(await openPlatform(other, appsDir))
      const peer = await openPeer(stack)
      const atRest = await Promise.all([before, now].map(({ platform }) => restOf(platform.stack, platform.meter)))
      const measured = await measure({ now, before }, peer, say)
      await Promise.all([now.platform.close(), before.platform.close(), peer.close()])
      show(`Before: ${version}. Each is the median of ${rounds()} rounds, the ratio that of the ratios of rounds.`)
      show(`At rest: ${atRest.map((ms) => ms.toFixed(0)).join(' ms of CPU a second before, ')} now.`)
      for (const compared of Object.values(measured.costs)) show(costTable(compared))
      return figuresOf(measured)
    }),
}

const open = async (platform: Platform): Promise<System> => ({ platform, mix: await prepareMix(platform) })

type Systems = { now: System; before: System }

async function measure(systems: Systems, peer: Peer, say: (line: string) => void): Promise<Measured> {
  const none = (): { before: number[]; now: number[] } => ({ before: [], now: [] })
  const measured: Measured = { costs: {}, quiet: none(), overhead: none(), transfers: [] }
  for (const { name, what } of loads) measured.costs[name] = { what: what(), before: [], now: [] }
  // The first round warms up.
  for (let round = 0; round <= rounds(); round++) {
    say(`platform: round ${round} of ${rounds()}`)
    const transfers = await peer.transfer(sized(1_500))
    if (round > 0) measured.transfers.push(transfers)
    const sides = round % 2 === 0 ? (['now', 'before'] as const) : (['before', 'now'] as const)
    for (const { name, of } of loads)
      for (const side of sides) {
        const { platform } = systems[side]
        const cost = await costOf(platform.stack, platform.meter, of(systems[side]))
        if (round > 0) measured.costs[name]?.[side].push(cost)
      }
    for (const side of sides) {
      const quiet = await quietTime(systems[side].platform)
      const overhead = await overheadOf(systems[side].platform)
      if (round > 0) measured.quiet[side].push(quiet)
      if (round > 0) measured.overhead[side].push(overhead)
    }
  }
  return measured
}

function figuresOf({ costs, quiet, overhead, transfers }: Measured): Figure[] {
  const { spread } = costs
  if (!spread) throw new Error('Expected the load of single postings to be measured.')
  const posting = `a posting, ${CLIENTS} businesses, ${CONNECTIONS} callers`
  const cpu = (what: string, atMost: number, fits: (process: string) => boolean): Figure =>
    compared(
      `CPU of ${what} for ${posting}: now / before`,
      'ms',
      { atMost },
      {
        now: spread.now.map((cost) => cpuOf(cost, fits)),
        before: spread.before.map((cost) => cpuOf(cost, fits)),
      },
    )
  const behind = spread.now.map(({ atMost }) => atMost.ms)
  const rate = spread.now.map(({ perSecond }) => perSecond)
  return [
    { ...cpu('the whole system', 0.33, () => true), samples: everySample(costs) },
    cpu('PostgreSQL', 0.4, isPostgres),
    cpu('the gateway', 0.5, (process) => process === 'gateway'),
    cpu('ledger-svc', 0.5, (process) => process === 'ledger-svc'),
    {
      what: `How far all that follows the books is behind meanwhile, at most`,
      sides: `${median(spread.before.map(({ atMost }) => atMost.ms)).toFixed(0)} ms before`,
      value: median(behind),
      unit: 'ms',
      target: { atMost: 2_000 },
      samples: { behind_ms: behind },
    },
    {
      what: `Single posting, ${CLIENTS} businesses, ${CONNECTIONS} callers / transfers of a ledger of pgledger's shape, one raw call each`,
      sides: `${median(rate).toFixed(0)}/s / ${median(transfers).toFixed(0)}/s`,
      value: median(ratios(rate, transfers)),
      target: { atLeast: 0.5 },
      samples: { gateway_per_second: rate, raw_per_second: transfers },
    },
    compared('Single posting, one caller: p50 now / before', 'ms', { atMost: 0.5 }, quiet),
    compared(
      'p50 through the gateway less p50 of direct gRPC, one caller: now / before',
      'ms',
      { atMost: 0.7 },
      overhead,
    ),
  ]
}

const compared = (what: string, unit: string, target: Target, of: { now: number[]; before: number[] }): Figure => ({
  what,
  sides: `${median(of.now).toFixed(2)} ${unit} / ${median(of.before).toFixed(2)} ${unit}`,
  value: median(ratios(of.now, of.before)),
  target,
  samples: { now: of.now, before: of.before },
})

/** By load, version and process. */
function everySample(costs: Measured['costs']): Record<string, number[]> {
  const samples: Record<string, number[]> = {}
  const all = Object.entries(costs).flatMap(([name, { before, now }]) => [
    [`${name}_before`, before] as const,
    [`${name}_now`, now] as const,
  ])
  for (const [name, of] of all) {
    samples[`${name}_per_second`] = of.map(({ perSecond }) => perSecond)
    samples[`${name}_behind_ms`] = of.map(({ atMost }) => atMost.ms)
    for (const process of processesIn(of))
      samples[`${name}_ms_of_${process.replaceAll(/\W+/g, '_')}`] = of.map(({ cpu }: Cost) => cpu[process] ?? 0)
  }
  return samples
}
