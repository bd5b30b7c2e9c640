import type { Bench } from '../bench.ts'
import { openSetting } from '../journal/setting.ts'
import { bulkInvoices } from './bulk-invoices.ts'
import { memoryOfBulk } from './memory.ts'

export const invoices: Bench = {
  name: 'invoices',
  description: 'creating invoices in bulk, with payments, until all of it is posted',
  parts: ['bulk', 'memory'],
  rounds: 3,
  run: async (context) => {
    const setting = await openSetting(context, 'Setting')
    await context.measure('bulk', () => bulkInvoices(setting))
    await context.measure('memory', () => memoryOfBulk(setting))
    await setting.superuser.end()
  },
}
