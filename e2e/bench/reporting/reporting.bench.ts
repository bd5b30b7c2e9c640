import type { Bench, BenchContext, Figure } from '../bench.ts'
import { asSuperuser } from '../tools/database.ts'
import { gatewayOf, type Gateway } from '../tools/gateway.ts'
import { alternately } from '../tools/measure.ts'
import { sized } from '../tools/size.ts'
import { median, ratios } from '../tools/statistics.ts'
import { aging, medianOf, pathOf, type AsOf } from './aging.ts'
import { dayOf, PAST_DAYS_AGO } from './bills.ts'
import { exports } from './exports.ts'
import { asTheService } from './hand-written.ts'
import { copyBills, loadBills, openBusiness, settle, type LoadedBusiness } from './loaded-bills.ts'

/** Large enough for a process of their own to write the workbook, however quick it has to be. */
const SIZES = [100_000, 300_000] as const
const OTHERS = { count: 20, size: 50_000 }
const READS = 8

export const reporting: Bench = {
  name: 'reporting',
  description: 'aging of very many open bills: by request, beside other tenants, and as a workbook',
  parts: ['exports', 'aging', 'others'],
  rounds: 3,
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
    await context.measure('exports', () => exports(context, gateway, [business, large], today))
    await asTheService(database)
    await context.measure('aging', () => aging(gateway, database, business, days, context.report))
    await context.measure('others', async () => {
      say('loading other tenants')
      for (let other = 0; other < OTHERS.count; other++)
        await copyBills(database, business, await openBusiness(gateway, database, sized(OTHERS.size)))
      await settle(database)
      return besideOthers(context, { gateway, business }, today, days)
    })
    await Promise.all([gateway.close(), database.end()])
  },
}

type Asked = { gateway: Gateway; business: LoadedBusiness }

/** The same business among others and, in its own stack, alone: both alternate. */
async function besideOthers(
  { withAnotherStack, say }: BenchContext,
  among: Asked,
  today: Date,
  days: readonly AsOf[],
): Promise<Figure[]> {
  say('the same business in a stack of its own')
  return withAnotherStack(async (stack) => {
    const gateway = gatewayOf(stack, 1)
    const database = asSuperuser(stack, 'reporting')
    const business = await openBusiness(gateway, database, among.business.size)
    await loadBills(database, business, today)
    await settle(database)
    const figures: Figure[] = []
    for (const asOf of days) figures.push(await amongAndAlone(asOf, among, { gateway, business }))
    await Promise.all([gateway.close(), database.end()])
    return figures
  })
}

async function amongAndAlone(asOf: AsOf, among: Asked, alone: Asked): Promise<Figure> {
  const asking = ({ gateway, business }: Asked) =>
    medianOf(READS, () => gateway.send('GET', pathOf(business, asOf, 'summary')))
  const { first, second } = await alternately(
    () => asking(among),
    () => asking(alone),
  )
  return {
    what: `AP aging ${asOf.name}, by vendor: among ${(OTHERS.count * OTHERS.size).toLocaleString('en-US')} bills of ${OTHERS.count} other tenants / alone`,
    sides: `${median(first).toFixed(1)} ms / ${median(second).toFixed(1)} ms`,
    value: median(ratios(first, second)),
    target: { atMost: 1.2 },
    samples: { among_ms: first, alone_ms: second },
  }
}
