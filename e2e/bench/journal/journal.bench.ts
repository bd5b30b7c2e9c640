import type { Bench, Figure } from '../bench.ts'
import { accountPages } from './account-pages.ts'
import { admission } from './admission.ts'
import { bulkPosting } from './bulk-posting.ts'
import { gatewayOverhead, replay } from './latency.ts'
import { openSetting } from './setting.ts'
import { hotAccount, singlePosting } from './single-posting.ts'

export const journal: Bench = {
  name: 'journal',
  description: 'posting journal entries, and reading the lines of an account',
  run: async (context) => {
    const setting = await openSetting(context, 'Posting')
    const figures: Figure[] = []
    for (const measure of [bulkPosting, singlePosting, hotAccount, gatewayOverhead, admission, replay]) {
      context.say(measure.name)
      figures.push(await measure(setting))
    }
    await setting.superuser.end()
    const reading = await openSetting(context, 'Reading')
    figures.push(...(await accountPages(reading)))
    await reading.superuser.end()
    return figures
  },
}
