import { describeSettings, port, str } from '@pacioli/service/configuration'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { collectServices, programsOf } from './collect.ts'
import { markdownOf } from './markdown.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..', '..')
const APPS = readdirSync(join(ROOT, 'apps'))

test('the page has a table for what a service reads, and one for what only its other programs do', () => {
  const settings = describeSettings({ PORT: port({ desc: 'one | other', default: 80 }) })
  const more = describeSettings({ ADMIN: str({ desc: 'who may', example: 'me' }) })
  const programs = [{ command: 'npm run migrate', settings: [...settings, ...more] }]
  const page = markdownOf([{ name: 'some-svc', settings, programs }], [{ title: 'All', intro: 'For all.', settings }])
  expect(page).toContain('| `PORT` | a port | `80` | one \\| other |  |')
  expect(page).toContain('| `npm run migrate` | `PORT`, `ADMIN` |')
  expect(page.match(/\| `ADMIN` \| text \| required \| who may \| `me` \|/g)).toHaveLength(1)
  expect(page).toContain('## All\n\nFor all.')
})

test.each(APPS)(
  'every program of %s that reads settings is in the reference, and each of those exists',
  async (app) => {
    const source = join(ROOT, 'apps', app, 'src')
    const readers = readdirSync(source).filter(
      (file) =>
        /(?<!\.test)\.ts$/.test(file) && readFileSync(join(source, file), 'utf8').includes("from './config.ts'"),
    )
    const programs = Object.keys(await programsOf(ROOT, app)).map((name) => `${name}.ts`)
    expect(programs.sort()).toEqual(readers.sort())
    expect(programs.filter((file) => !existsSync(join(source, file)))).toEqual([])
  },
)

test('operator commands are called as people call them', async () => {
  const commands = (await collectServices(ROOT)).flatMap(({ programs }) => programs.map(({ command }) => command))
  expect(commands).toContain('npm run reporting:rebuild')
  expect(commands).toContain('node apps/billing-svc/src/migrate.ts')
})
