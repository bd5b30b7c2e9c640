/** What a cluster carries as it grows: each worker is held to a quarter of a core, so that one machine has several. */
import { withClient } from '@pacioli/testing'
import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import type { BenchContext, Figure } from '../bench.ts'
import { inTurn, openPlatform, type Business, type Platform } from '../platform/platform.ts'
import { caughtUp } from '../tools/behind.ts'
import { Caller, NotTaken } from '../tools/caller.ts'
import { POSTGRES, usedBetween, type CpuTimes } from '../tools/cpu.ts'
import { rateOf } from '../tools/measure.ts'
import { rounds, sized } from '../tools/size.ts'
import { median, ratios } from '../tools/statistics.ts'
import { meterOfServers, withCluster, withStackOn, type Servers, type Settings } from './servers.ts'
import { shareOfCpu, withChildren, type ShareOfCpu } from './share-of-cpu.ts'

const WORKERS = 3
const CORES_OF_WORKER = 0.25
/** Enough to keep a worker busy; more would wait until they are refused, while it works on what follows from what was posted. */
const CALLERS_OF_WORKER = 6
const POSTINGS_OF_WORKER = (): number => sized(600)
/** Of which as many are taken from each worker as the one with the fewest has. */
const BUSINESSES = 72

type Sample = {
  /** Postings a second, until all that follows from them is done. */
  perSecond: number
  /** Of the workers that postings were sent to: how much of their share they used. */
  ofShare: number[]
  /** In what part of the time they were stopped for having used it up. */
  stopped: number[]
  /** Cores that the coordinator used, that the services and what makes the load used, and that were idle. */
  coordinator: number
  others: number
  idle: number
  /** Postings that were answered 503 or 504 and sent again: a full worker answers late. */
  again: number
}

export const growing = (context: BenchContext, settings: Settings): Promise<void> =>
  withCluster(WORKERS, settings, (cluster) =>
    withStackOn(context, cluster, async (stack) => {
      const platform = await openPlatform(stack, BUSINESSES, { meter: meterOfServers(stack, cluster) })
      const byWorker = await businessesByWorker(cluster, platform.businesses)
      const shares = cluster.servers
        .slice(1)
        .map(({ name }) => shareOfCpu(`pacioli-${process.pid}-${name}`, CORES_OF_WORKER))
      try {
        context.say('warming up, with all cores')
        // Connections are new and take more than the postings do: with a quarter of a core, callers would not wait so long.
        await carried(platform, byWorker, shares)
        cluster.servers.slice(1).forEach(({ pid }, index) => shares[index]?.hold(withChildren(pid)))
        await measure(context, platform, byWorker, shares)
      } finally {
        shares.forEach((share) => share.remove())
        await platform.close()
      }
    }),
  )

async function measure(
  context: BenchContext,
  platform: Platform,
  byWorker: readonly Business[][],
  shares: readonly ShareOfCpu[],
): Promise<void> {
  const samples: Sample[][] = Array.from({ length: WORKERS }, () => [])
  for (let round = 1; round <= rounds(); round++) {
    context.say(`round ${round} of ${rounds()}`)
    const sizes = samples.map((_, index) => index + 1)
    for (const workers of round % 2 === 1 ? sizes : sizes.toReversed()) {
      samples[workers - 1]?.push(await carried(platform, byWorker.slice(0, workers), shares))
    }
    context.report(figuresOf(samples))
  }
  context.show(tableOf(samples))
}

/** Each caller posts to the businesses of one worker. */
async function carried(
  platform: Platform,
  byWorker: readonly Business[][],
  shares: readonly ShareOfCpu[],
): Promise<Sample> {
  const { stack, meter } = platform
  const callers = Array.from({ length: CALLERS_OF_WORKER * byWorker.length }, () => new Caller(stack))
  await caughtUp(stack)
  const [began, cpuBefore, idleBefore, driverBefore] = [
    performance.now(),
    meter.read(),
    idleSeconds(),
    process.cpuUsage(),
  ]
  let again = 0
  const stoppedBefore = shares.map((share) => share.stopped())
  await rateOf(callers.length, POSTINGS_OF_WORKER() * byWorker.length, async (n, caller) => {
    const { postings } = inTurn(inTurn(byWorker, caller), n)
    again += await untilTaken(inTurn(callers, caller), inTurn(postings, n))
  })
  await caughtUp(stack)
  const seconds = (performance.now() - began) / 1_000
  callers.forEach((caller) => caller.close())
  const used = usedBetween(cpuBefore, meter.read())
  const driver = process.cpuUsage(driverBefore)
  const cores = (fits: (process: string) => boolean): number => secondsOf(used, fits) / seconds
  const of =
    (server: string) =>
    (name: string): boolean =>
      name.startsWith(`${POSTGRES} ${server},`)
  return {
    perSecond: (POSTINGS_OF_WORKER() * byWorker.length) / seconds,
    ofShare: byWorker.map((_, index) => cores(of(`worker-${index + 1}`)) / CORES_OF_WORKER),
    stopped: byWorker.map((_, index) => {
      const [before, after] = [stoppedBefore[index], shares[index]?.stopped()]
      return before && after ? (after.stopped - before.stopped) / (after.periods - before.periods) : Number.NaN
    }),
    coordinator: cores(of('coordinator')),
    others: cores((name) => !name.startsWith(POSTGRES)) + (driver.user + driver.system) / 1_000_000 / seconds,
    idle: (idleSeconds() - idleBefore) / seconds,
    again,
  }
}

/** @returns how often it was sent again */
async function untilTaken(caller: Caller, request: Buffer): Promise<number> {
  for (let again = 0; ; again++)
    try {
      await caller.send(request)
      return again
    } catch (error) {
      if (!(error instanceof NotTaken) || ![503, 504].includes(error.status)) throw error
      await pause(1_000)
    }
}

const secondsOf = (used: CpuTimes, fits: (process: string) => boolean): number =>
  Object.entries(used).reduce((sum, [process, ms]) => (fits(process) ? sum + ms / 1_000 : sum), 0)

/** Of all cores of the machine together, since it began. */
const idleSeconds = (): number => Number(/^cpu\s+\d+ \d+ \d+ (\d+)/.exec(readFileSync('/proc/stat', 'utf8'))?.[1]) / 100

/** As many of each worker: services spread their tables alike, so those of a business lie on one in all databases. */
async function businessesByWorker(
  { adminUrl, servers }: Servers,
  businesses: readonly Business[],
): Promise<Business[][]> {
  const url = new URL(adminUrl)
  url.pathname = '/ledger'
  const { rows } = await withClient(url.href, (client) =>
    client.query<{ id: string; port: number }>(
      `SELECT id, nodeport AS port
         FROM unnest($1::uuid[]) AS id
         JOIN pg_dist_placement ON shardid = get_shard_id_for_distribution_column('businesses', id)
         JOIN pg_dist_node USING (groupid)`,
      [businesses.map(({ id }) => id)],
    ),
  )
  const portOf = new Map(rows.map(({ id, port }) => [id, port]))
  const byWorker = servers.slice(1).map(({ port }) => businesses.filter(({ id }) => portOf.get(id) === port))
  const fewest = Math.min(...byWorker.map(({ length }) => length))
  if (fewest === 0) throw new Error('Expected businesses on each worker.')
  return byWorker.map((some) => some.slice(0, fewest))
}

const figuresOf = (samples: readonly Sample[][]): Figure[] => {
  const rates = samples.map((of) => of.map(({ perSecond }) => perSecond))
  const [one = [], two = [], three = []] = rates
  const figure = (what: string, more: number[], target?: Figure['target']): Figure => ({
    what: `Postings with all that follows, workers of a quarter of a core: ${what} / one`,
    sides: `${median(more).toFixed(0)}/s / ${median(one).toFixed(0)}/s`,
    value: median(ratios(more, one)),
    ...(target ? { target } : {}),
    samples: { more, one },
  })
  return [figure('two', two, { atLeast: 1.6 }), figure('three', three)]
}

function tableOf(samples: readonly Sample[][]): string {
  const percent = (values: readonly number[]): string => `${(median(values) * 100).toFixed(0)} %`
  const cores = (values: readonly number[]): string => median(values).toFixed(2)
  return samples
    .map((of, index) =>
      [
        `${index + 1} of ${WORKERS} workers: ${median(of.map(({ perSecond }) => perSecond)).toFixed(0)}/s;`,
        `each used ${percent(of.flatMap(({ ofShare }) => ofShare))} of its quarter, and was stopped in ${percent(of.flatMap(({ stopped }) => stopped))} of the time;`,
        `of ${cpus().length} cores the coordinator used ${cores(of.map(({ coordinator }) => coordinator))},`,
        `services and callers ${cores(of.map(({ others }) => others))}, and ${cores(of.map(({ idle }) => idle))} were idle;`,
        `${of.reduce((sum, { again }) => sum + again, 0)} postings were answered 503 or 504 and sent again`,
      ].join(' '),
    )
    .join('\n')
}
