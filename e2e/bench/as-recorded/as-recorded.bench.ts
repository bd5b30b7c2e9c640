import type { Stack } from '@pacioli/dev-stack'
import type { Bench, BenchContext, Figure } from '../bench.ts'
import { cpuOf, meterOf, restOf } from '../tools/cost.ts'
import { usedBetween, type CpuMeter } from '../tools/cpu.ts'
import { gatewayOf, type Gateway } from '../tools/gateway.ts'
import { rounds, sized } from '../tools/size.ts'
import { median, ratios } from '../tools/statistics.ts'
import { loadBooks, SHARES_SINCE, type LoadedBooks } from './books.ts'
import { PARTS, pathThen, reportsOf, type Part } from './reports.ts'
import { thenTable, type ThenRow } from './table.ts'

/** As recorded at the newest moment; with what was recorded since it may cost more. */
const TARGET = { atMost: 3 }
/** Of now, beside the version before. */
const TARGET_OF_NOW = { atMost: 1.1 }

/** CPU time is counted in hundredths of a second, so it takes some requests. */
const REQUESTS = 20
const WARM_UP = 3

/** A stack with books, and how its CPU is counted. */
type System = { stack: Stack; gateway: Gateway; books: LoadedBooks; meter: CpuMeter; rest: number }

/** What reports as recorded cost beside those of now, and these beside those of the version before. */
export const asRecorded: Bench = {
  name: 'as-recorded',
  description:
    'CPU of the whole system for reports as recorded against those of now, by how much was recorded since; and of these against the version before',
  parts: [...PARTS, 'before'],
  rounds: 3,
  run: async (context) => {
    const now = await openSystem(context.stack, context)
    for (const part of PARTS) await context.measure(part, () => reportsAsRecorded(context, now, part))
    if (context.wants('before'))
      await context.withStackOfBefore(async ({ stack, version }) => {
        context.show(`Before: ${version}`)
        const before = await openSystem(stack, context)
        await context.measure('before', () => reportsOfNow(context, now, before))
        await before.gateway.close()
      })
    await now.gateway.close()
  },
}

async function openSystem(stack: Stack, { say }: BenchContext): Promise<System> {
  say('entering two years of books')
  const gateway = gatewayOf(stack, 1)
  const books = await loadBooks(stack, gateway, new Date())
  const meter = meterOf(stack)
  return { stack, gateway, books, meter, rest: await settledRestOf(stack, meter) }
}

/** So many looks at most. */
const LOOKS = 12
/** From one look to the next; what falls further has not settled. */
const SETTLED = 0.8

/** What it uses at rest once what entering the books led to, like a vacuum of them, takes nothing more. */
async function settledRestOf(stack: Stack, meter: CpuMeter): Promise<number> {
  let rest = await restOf(stack, meter)
  for (let looks = 2; looks <= LOOKS; looks++) {
    const before = rest
    rest = await restOf(stack, meter)
    if (rest >= before * SETTLED) return Math.min(rest, before)
  }
  return rest
}

async function reportsAsRecorded({ say, show, report }: BenchContext, system: System, part: Part): Promise<void> {
  const { throughs } = system.books
  // The newest moment first.
  const moments = throughs.toReversed()
  const rows: ThenRow[] = []
  for (const asked of reportsOf(system.books).filter((one) => one.part === part)) {
    const paths = [asked.path, ...moments.map((through) => pathThen(asked, through))]
    const [now = [], newest = [], ...since] = await inTurns(paths.map((path) => ({ system, path })))
    const row = { name: asked.name, now, moments: [newest, ...since] }
    rows.push(row)
    report(figuresOf(row))
    say(asked.name)
  }
  show(thenTable(rows, moments))
}

function figuresOf({ name, now, moments }: ThenRow): Figure[] {
  const shares = [0, ...SHARES_SINCE.toReversed()]
  return moments.map((then, index) => ({
    what: `${name}: as recorded ${shareText(shares[index] ?? 0)} / now`,
    sides: `${median(then).toFixed(1)} ms / ${median(now).toFixed(1)} ms of CPU`,
    value: median(ratios(then, now)),
    ...(index === 0 && { target: TARGET }),
    samples: { then_ms: then, now_ms: now },
  }))
}

const shareText = (share: number): string =>
  share === 0 ? 'at the newest moment' : `before the last ${share * 100} % were`

async function reportsOfNow({ report }: BenchContext, now: System, before: System): Promise<void> {
  const asked = reportsOf(before.books)
  for (const [index, { name, path }] of reportsOf(now.books).entries()) {
    const other = asked[index]
    if (!other || other.isNew) continue
    const [here = [], there = []] = await inTurns([
      { system: now, path },
      { system: before, path: other.path },
    ])
    const figure: Figure = {
      what: `${name}: now, this version / the version before`,
      sides: `${median(here).toFixed(1)} ms / ${median(there).toFixed(1)} ms of CPU`,
      value: median(ratios(here, there)),
      target: TARGET_OF_NOW,
      samples: { now_ms: here, before_ms: there },
    }
    report([figure])
  }
}

type Side = { system: System; path: string }

/** The CPU time of a request of each, round by round, in alternating order. */
async function inTurns(sides: readonly Side[]): Promise<number[][]> {
  const counted = sides.map((side) => ({ side, kept: [] as number[] }))
  for (const side of sides) await ask(side, WARM_UP)
  for (let round = 1; round <= rounds(); round++)
    for (const { side, kept } of round % 2 === 0 ? counted : counted.toReversed()) kept.push(await cpuFor(side))
  return counted.map(({ kept }) => kept)
}

async function ask({ system: { gateway }, path }: Side, count: number): Promise<void> {
  for (let n = 0; n < count; n++) await gateway.send('GET', path)
}

/** Nothing follows from a report, so there is nothing to wait for. Without what the system uses at rest. */
async function cpuFor(side: Side): Promise<number> {
  const { meter, rest } = side.system
  const [began, before] = [performance.now(), meter.read()]
  await ask(side, sized(REQUESTS))
  const cpu = usedBetween(before, meter.read())
  const atRest = (rest * (performance.now() - began)) / 1_000
  return Math.max(0, cpuOf({ cpu }) - atRest) / sized(REQUESTS)
}
