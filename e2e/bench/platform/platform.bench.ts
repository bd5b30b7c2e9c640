import type { Bench, BenchContext, Figure, Target } from '../bench.ts'
import { rounds, sized } from '../tools/size.ts'
import { median, ratios } from '../tools/statistics.ts'
import { costOf, cpuOf, restOf, type Cost, type Load } from '../tools/cost.ts'
import { openReadings, overheadOf, quietTime, type Reading } from './latency.ts'
import { prepareMix, type Mix } from './mix.ts'
import { openPeer, type Peer } from './peer.ts'
import { businessCount, CLIENTS, CONNECTIONS, openPlatform, postEntry, type Platform } from './platform.ts'
import { costTable, isPostgres, processesIn, type Compared } from './table.ts'

const FEW = 8

type System = { platform: Platform; mix?: Mix }

const LOADS = {
  spread: {
    what: () => `A posting: ${CLIENTS} businesses, ${CONNECTIONS} callers`,
    of: ({ platform }) => posting(platform, CONNECTIONS, sized(1_000), CLIENTS),
  },
  few: {
    what: () => `A posting: ${CLIENTS} businesses, ${FEW} callers`,
    of: ({ platform }) => posting(platform, FEW, sized(300), CLIENTS),
  },
  one: {
    what: () => `A posting: 1 business, ${CONNECTIONS} callers`,
    of: ({ platform }) => posting(platform, CONNECTIONS, sized(600), 1),
  },
  mix: {
    what: () =>
      `A request: entries, bills, payments, bank transactions of ${businessCount()} businesses, ${CONNECTIONS} callers`,
    of: ({ mix }) => {
      if (!mix) throw new Error('Expected what the mix needs to be prepared.')
      return { callers: CONNECTIONS, count: sized(300), act: mix.ask }
    },
  },
} satisfies Record<string, { what: () => string; of: (system: System) => Load }>

type LoadName = keyof typeof LOADS
const LOAD_NAMES = Object.keys(LOADS) as LoadName[]

const posting = (platform: Platform, callers: number, count: number, among: number): Load => ({
  callers,
  count,
  act: (n, caller) => postEntry(platform, among, n, caller),
})

type Sides = { before: number[]; now: number[] }

type Measured = {
  costs: Partial<Record<LoadName, Compared>>
  peer: Cost[]
  quiet: Sides
  readings: { before: Reading[]; now: Reading[] }
}

/** What a platform costs, in this version and in the one before, in turns. */
export const platform: Bench = {
  name: 'platform',
  description: `${CLIENTS} clients with ten businesses each: what a request costs all processes, in this version and in the one before`,
  parts: [...LOAD_NAMES, 'quiet', 'overhead', 'rest'],
  run: (context) =>
    context.withStackOfBefore(async ({ stack: other, version, appsDir }) => {
      const { stack, say, show, wants } = context
      // The mix alone has a use for more than one business of a client.
      const count = wants('mix') ? businessCount() : CLIENTS
      say(`opening ${count} businesses in this version and as many in ${version}`)
      const open = async (platform: Platform): Promise<System> =>
        wants('mix') ? { platform, mix: await prepareMix(platform) } : { platform }
      const now = await open(await openPlatform(stack, count))
      const before = await open(await openPlatform(other, count, { appsDir }))
      const peer = await openPeer(stack)
      show(`Before: ${version}. Each is the median of ${rounds()} rounds, the ratio that of the ratios of rounds.`)
      if (wants('rest')) {
        const atRest = await Promise.all([before, now].map(({ platform }) => restOf(platform.stack, platform.meter)))
        show(`At rest: ${atRest.map((ms) => ms.toFixed(0)).join(' ms of CPU a second before, ')} now.`)
      }
      const costs = await measure(context, { now, before }, peer)
      await Promise.all([now.platform.close(), before.platform.close(), peer.close()])
      for (const compared of Object.values(costs)) show(costTable(compared))
    }),
}

type Systems = { now: System; before: System }

async function measure(context: BenchContext, systems: Systems, peer: Peer): Promise<Measured['costs']> {
  const none = (): Sides => ({ before: [], now: [] })
  const measured: Measured = { costs: {}, peer: [], quiet: none(), readings: { before: [], now: [] } }
  const loads = LOAD_NAMES.filter((name) => context.wants(name))
  for (const name of loads) measured.costs[name] = { what: LOADS[name].what(), before: [], now: [] }
  const readings = context.wants('overhead')
    ? await openReadings([systems.now.platform, systems.before.platform])
    : undefined
  // The first round warms up.
  for (let round = 0; round <= rounds(); round++) {
    context.say(`round ${round} of ${rounds()}`)
    const sides = round % 2 === 0 ? (['now', 'before'] as const) : (['before', 'now'] as const)
    if (context.wants('spread')) {
      const cost = await costOfTransfers(systems.now.platform, peer, round)
      if (round > 0) measured.peer.push(cost)
    }
    for (const name of loads)
      for (const side of sides) {
        const { platform } = systems[side]
        const cost = await costOf(platform.stack, platform.meter, LOADS[name].of(systems[side]))
        if (round > 0) measured.costs[name]?.[side].push(cost)
      }
    if (context.wants('quiet'))
      for (const side of sides) {
        const time = await quietTime(systems[side].platform)
        if (round > 0) measured.quiet[side].push(time)
      }
    if (readings) {
      const [now, before] = await readings.timesOf()
      if (round > 0) measured.readings.now.push(now)
      if (round > 0) measured.readings.before.push(before)
    }
    if (round > 0) context.report(figuresOf(measured))
  }
  readings?.close()
  return measured.costs
}

/** Beside the stack of this version, in the same server. */
async function costOfTransfers({ stack, meter }: Platform, peer: Peer, round: number): Promise<Cost> {
  const count = sized(1_500)
  const cost = await costOf(stack, meter, peer.load(count))
  await peer.refuseOtherBooks((round + 1) * count)
  return cost
}

function figuresOf({ costs, peer, quiet, readings }: Measured): Figure[] {
  const { spread, ...others } = costs
  return [
    ...(spread ? figuresOfSpread(spread, peer) : []),
    ...Object.values(others).map((of) => cpuOfAll(of.what, of)),
    ...(quiet.now.length > 0
      ? [compared('Single posting, one caller: p50 now / before', 'ms', { atMost: 0.5 }, quiet)]
      : []),
    ...(readings.now.length > 0 ? figuresOfGateway(readings) : []),
  ]
}

/** By direct gRPC, and by a call as the gateway makes it, which is quicker: what makes that so is the gateway's gain, too. */
function figuresOfGateway({ now, before }: Measured['readings']): Figure[] {
  const figureOf = (what: string, to: 'grpc' | 'asGateway', target?: Target): Figure => {
    const of = { now: now.map((one) => overheadOf(one, to)), before: before.map((one) => overheadOf(one, to)) }
    const medians = (all: readonly Reading[]): string =>
      `${median(all.map(({ http }) => http)).toFixed(2)} less ${median(all.map((one) => one[to])).toFixed(2)} ms`
    return { ...compared(what, 'ms', target, of), sides: `${medians(now)} / ${medians(before)}` }
  }
  const added = now.map((one) => overheadOf(one))
  return [
    {
      what: 'Reading an entry, one caller: p50 through the gateway less p50 of direct gRPC',
      sides: `${median(now.map(({ http }) => http)).toFixed(2)} ms - ${median(now.map(({ grpc }) => grpc)).toFixed(2)} ms`,
      value: median(added),
      unit: 'ms',
      target: { atMost: 0.15 },
      samples: { added_ms: added },
    },
    figureOf('p50 through the gateway less p50 of direct gRPC, one caller: now / before', 'grpc', { atMost: 0.7 }),
    figureOf('The same less p50 of a call as the gateway of the version makes it: now / before', 'asGateway'),
  ]
}

function figuresOfSpread(spread: Compared, peer: readonly Cost[]): Figure[] {
  const asked = `a posting, ${CLIENTS} businesses, ${CONNECTIONS} callers`
  const behind = spread.now.map(({ atMost }) => atMost.ms)
  const of = (costs: readonly Cost[], figure: (cost: Cost) => number): number[] => costs.map(figure)
  const [rate, transfers] = [spread.now, peer].map((costs) => of(costs, ({ perSecond }) => perSecond)) as [
    number[],
    number[],
  ]
  const [system, database] = [spread.now, peer].map((costs) => of(costs, (cost) => cpuOf(cost))) as [number[], number[]]
  const [driver, peerDriver] = [spread.now, peer].map((costs) => of(costs, (cost) => cost.driver)) as [
    number[],
    number[],
  ]
  return [
    cpuOfAll(spread.what, spread, { atMost: 0.33 }),
    cpuFigure(`PostgreSQL for ${asked}`, spread, isPostgres, { atMost: 0.4 }),
    cpuFigure(`the gateway for ${asked}`, spread, (process) => process === 'gateway', { atMost: 0.5 }),
    cpuFigure(`ledger-svc for ${asked}`, spread, (process) => process === 'ledger-svc', { atMost: 0.5 }),
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
    {
      what: 'CPU of the whole system for such a posting / of PostgreSQL for such a transfer',
      sides: `${median(system).toFixed(2)} ms / ${median(database).toFixed(2)} ms, and what makes the load ${median(driver).toFixed(2)} ms / ${median(peerDriver).toFixed(2)} ms`,
      value: median(ratios(system, database)),
      samples: { system_ms: system, peer_ms: database, driver_ms: driver, peer_driver_ms: peerDriver },
    },
  ]
}

function cpuFigure(what: string, of: Compared, fits: (process: string) => boolean, target?: Target): Figure {
  const sides = { now: of.now.map((cost) => cpuOf(cost, fits)), before: of.before.map((cost) => cpuOf(cost, fits)) }
  return compared(`CPU of ${what}: now / before`, 'ms', target, sides)
}

/** With what each process used. */
const cpuOfAll = (what: string, of: Compared, target?: Target): Figure => ({
  ...cpuFigure(`the whole system. ${what}`, of, () => true, target),
  samples: everySample(of),
})

const compared = (what: string, unit: string, target: Target | undefined, of: Sides): Figure => ({
  what,
  sides: `${median(of.now).toFixed(2)} ${unit} / ${median(of.before).toFixed(2)} ${unit}`,
  value: median(ratios(of.now, of.before)),
  ...(target ? { target } : {}),
  samples: { now: of.now, before: of.before },
})

/** By version and process. */
function everySample({ before, now }: Compared): Record<string, number[]> {
  const samples: Record<string, number[]> = {}
  for (const [version, of] of [
    ['before', before],
    ['now', now],
  ] as const) {
    samples[`${version}_per_second`] = of.map(({ perSecond }) => perSecond)
    samples[`${version}_behind_ms`] = of.map(({ atMost }) => atMost.ms)
    samples[`${version}_ms_of_what_makes_the_load`] = of.map(({ driver }) => driver)
    for (const process of processesIn(of))
      samples[`${version}_ms_of_${process.replaceAll(/\W+/g, '_')}`] = of.map(({ cpu }) => cpu[process] ?? 0)
  }
  return samples
}
