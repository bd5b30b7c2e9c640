import type { Bench } from '../bench.ts'
import { openSetting } from '../journal/setting.ts'
import { bulkInvoices } from './bulk-invoices.ts'
import { memoryOfBulk } from './memory.ts'

export const invoices: Bench = {
  name: 'invoices',
  description: 'creating invoices in bulk, with payments, until all of it is posted',
  run: async (context) => {
    const setting = await openSetting(context, 'Setting')
    context.say('bulkInvoices')
    const figures = [await bulkInvoices(setting)]
    context.say('memoryOfBulk')
    figures.push(await memoryOfBulk(setting))
    await setting.superuser.end()
    return figures
  },
}
