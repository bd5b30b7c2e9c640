/** `npm run docs:config`: writes docs/CONFIGURATION.md from what the programs declare. */
import { describeSettings } from '@pacioli/service/configuration'
import { Command } from 'commander'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { collectServices } from './reference/collect.ts'
import { markdownOf } from './reference/markdown.ts'
import type { SharedReference } from './reference/markdown.ts'
import { stackSettings } from './settings.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const PAGE = join(ROOT, 'docs', 'CONFIGURATION.md')

/** Settings of no single service: one entry, one section. */
const SHARED: SharedReference[] = [
  {
    title: 'The local stack',
    intro:
      'Read by `npm start` and `npx nx serve`; operator commands look into the state directory for whatever of their own ' +
      'settings is not in the environment.',
    settings: describeSettings(stackSettings),
  },
]

new Command('npm run docs:config')
  .description('Writes docs/CONFIGURATION.md from what the config.ts of each service declares. Needs nothing running.')
  .parse()

const page = markdownOf(await collectServices(ROOT), SHARED)
writeFileSync(PAGE, await format(page, { ...(await resolveConfig(PAGE)), parser: 'markdown' }))
