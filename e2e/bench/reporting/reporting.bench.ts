import type pg from 'pg'
import type { Bench, BenchContext, Figure } from '../bench.ts'
import { asSuperuser } from '../tools/database.ts'
import { gatewayOf, type Gateway } from '../tools/gateway.ts'
import { ROUNDS } from '../tools/measure.ts'
import { median, ratios } from '../tools/statistics.ts'
import { aging, medianOf, pathOf, type AsOf } from './aging.ts'
import { dayOf, PAST_DAYS_AGO } from './bills.ts'
import { exports } from './exports.ts'
import { asTheService } from './hand-written.ts'
import { copyBills, loadBills, openBusiness, settle, type LoadedBusiness } from './loaded-bills.ts'

const SIZES = [100_000, 300_000] as const
const OTHERS = { count: 20, size: 50_000 }
const READS = 20

export const reporting: Bench = {
  name: 'reporting',
  description: 'aging of very many open bills: asked for, beside other tenants, and as a workbook',
  run: async (context) => {
    const { stack, say } = context
    const today = new Date()
    const days: AsOf[] = [
      { day: dayOf(today, 0), name: 'as of today', isToday: true },
      { day: dayOf(today, PAST_DAYS_AGO), name: 'as of a day after which 5% have moved', isToday: false },
    ]
    const gateway = gatewayOf(stack, 1)
    const database = asSuperuser(stack, 'reporting')
    const business = await openBusiness(gateway, database, SIZES[0])
    const large = await openBusiness(gateway, database, SIZES[1])
    for (const one of [business, large]) await loadBills(database, one, today)
    await settle(database)
    // First of all: what large answers leave behind in the memory of the service is not theirs.
    const ofExports = told(context, await exports(context, gateway, [business, large], today))
    say('aging: against one statement by hand')
    await asTheService(database)
    const figures = told(context, await aging(gateway, database, business, days))
    const before = await times(gateway, database, business, days)
    say('aging: loading other tenants')
    for (let other = 0; other < OTHERS.count; other++)
      await copyBills(database, business, await openBusiness(gateway, database, OTHERS.size))
    await settle(database)
    figures.push(
      ...told(context, besideOthers(before, await times(gateway, database, business, days), days)),
      ...ofExports,
    )
    await Promise.all([gateway.close(), database.end()])
    return figures
  },
}

/** Reads no table: what it takes says how fast the machine is at that moment. */
const YARDSTICK = 'SELECT count(*) FROM generate_series(1, 300000)'

type Samples = { ms: number[]; yardsticks: number[] }

/**
 * Samples of the report as of each day, after a round that does not count. The two that are compared are minutes apart, so
 * each is related to something that the bills of others cannot touch.
 */
async function times(
  gateway: Gateway,
  database: pg.Pool,
  business: LoadedBusiness,
  days: readonly AsOf[],
): Promise<Samples[]> {
  const samples = days.map((): Samples => ({ ms: [], yardsticks: [] }))
  for (let round = 0; round <= ROUNDS; round++)
    for (const [index, asOf] of days.entries()) {
      const ms = await medianOf(READS, () => gateway.send('GET', pathOf(business, asOf, 'summary')))
      const yardstick = await medianOf(READS, () => database.query(YARDSTICK))
      if (round === 0) continue
      samples[index]?.ms.push(ms)
      samples[index]?.yardsticks.push(ms / yardstick)
    }
  return samples
}

const besideOthers = (before: readonly Samples[], after: readonly Samples[], days: readonly AsOf[]): Figure[] =>
  days.map(({ name }, index) => {
    const none = { ms: [], yardsticks: [] }
    const [first = none, second = none] = [after[index], before[index]]
    return {
      what: `AP aging ${name}, by vendor: after ${(OTHERS.count * OTHERS.size).toLocaleString('en-US')} bills of ${OTHERS.count} other tenants came / before, each against a statement without tables`,
      sides: `${median(first.ms).toFixed(1)} ms / ${median(second.ms).toFixed(1)} ms`,
      value: median(ratios(first.yardsticks, second.yardsticks)),
      target: { atMost: 1.2 },
      samples: {
        after_ms: first.ms,
        before_ms: second.ms,
        after_yardsticks: first.yardsticks,
        before_yardsticks: second.yardsticks,
      },
    }
  })

/** Figures are said as soon as they are there: all of them take a while. */
function told({ say }: BenchContext, figures: Figure[]): Figure[] {
  for (const { what, sides, value } of figures) say(`${what}: ${sides}, ${value.toFixed(2)}`)
  return figures
}
