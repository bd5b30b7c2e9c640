import type { Bench } from '../bench.ts'
import { asSuperuser } from '../tools/database.ts'
import { gatewayOf } from '../tools/gateway.ts'
import { sized } from '../tools/size.ts'
import { listing } from './listing.ts'
import { fill, openBusiness, type LoadedBusiness } from './loaded-business.ts'
import { neighbour } from './neighbour.ts'
import { notifications } from './notifications.ts'

/** Other tenants whose rows lie between those that are measured. */
const OTHERS = 20
const sizes = (): number[] => [sized(1_000_000), 10_000, ...Array.from({ length: OTHERS }, () => 10_000)]

export const bankTransactions: Bench = {
  name: 'bank-transactions',
  description: 'finding bank transactions by each filter, and what a neighbour notices of expensive ones',
  parts: ['listing', 'neighbour', 'notifications'],
  rounds: 3,
  run: async (context) => {
    const gateway = gatewayOf(context.stack, 1)
    const databases = {
      banking: asSuperuser(context.stack, 'banking'),
      reporting: asSuperuser(context.stack, 'reporting'),
    }
    const businesses: LoadedBusiness[] = []
    for (const size of sizes()) businesses.push(await openBusiness(gateway, size))
    // The large one comes last: the small ones' rows lie before it.
    await fill(context, databases, businesses.toReversed())
    const [large, small] = businesses
    if (!large || !small) throw new Error('There are two businesses to compare.')
    await context.measure('listing', () => listing(gateway, context.report, large, small))
    await context.measure('neighbour', () => neighbour(context, gateway, large, small))
    await context.measure('notifications', () => notifications(gateway, large, small))
    await Promise.all([gateway.close(), databases.banking.end(), databases.reporting.end()])
  },
}
