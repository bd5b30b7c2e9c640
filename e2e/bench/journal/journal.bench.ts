import type { Bench } from '../bench.ts'
import { accountPages } from './account-pages.ts'
import { admission } from './admission.ts'
import { bulkPosting } from './bulk-posting.ts'
import { replay } from './latency.ts'
import { openSetting } from './setting.ts'
import { hotAccount, singlePosting } from './single-posting.ts'

const POSTING = {
  bulk: bulkPosting,
  single: singlePosting,
  hot: hotAccount,
  admission,
  replay,
}

export const journal: Bench = {
  name: 'journal',
  description: 'posting journal entries, and reading the lines of an account',
  parts: [...Object.keys(POSTING), 'pages'],
  run: async (context) => {
    const setting = await openSetting(context, 'Posting')
    for (const [part, figureOf] of Object.entries(POSTING)) await context.measure(part, () => figureOf(setting))
    await setting.superuser.end()
    const reading = await openSetting(context, 'Reading')
    await context.measure('pages', () => accountPages(reading))
    await reading.superuser.end()
  },
}
