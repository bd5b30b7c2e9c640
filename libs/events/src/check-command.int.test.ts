/** What a check command prints about findings and omissions, and its exit code. */
import { compileCacheEnv } from '@pacioli/dev-stack'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Finding } from './check-command.ts'
import { eventsDatabase, type EventsDatabase } from './events-database.test-helpers.ts'

const PROGRAM = join(import.meta.dirname, '..', 'test-programs', 'check.ts')

let db: EventsDatabase
beforeAll(async () => {
  db = await eventsDatabase()
})
afterAll(() => db.close())

/** Its exit code and what it printed. */
const saidOf = (findings: readonly Finding[]): Promise<[code: number, printed: string]> =>
  new Promise((resolve) => {
    const env = { ...process.env, ...compileCacheEnv(), DATABASE_URL: db.relayUrl, FINDINGS: JSON.stringify(findings) }
    const child = execFile(process.execPath, [PROGRAM], { env }, (_error, stdout, stderr) =>
      resolve([child.exitCode ?? -1, stdout + stderr]),
    )
  })

const wrong = { invariant: 'a bill is the sum of its lines', detail: 'bill 1: 99' }
const unchecked = { unchecked: 'accounts payable are what bills have on them', reason: '1 postings wait' }
const [wrongLine, uncheckedLine] = [
  'b Test & Co: not so that a bill is the sum of its lines: bill 1: 99\n',
  'b Test & Co: not checked whether accounts payable are what bills have on them: 1 postings wait\n',
]

test.each<[string, Finding[], [number, string]]>([
  ['nothing is wrong', [], [0, '1 business checked, 0 violations\n']],
  [
    'something was left out',
    [unchecked],
    [2, `${uncheckedLine}1 business checked, 0 violations, 1 thing not checked\n`],
  ],
  [
    'something else differs, too',
    [wrong, unchecked],
    [1, `${wrongLine}${uncheckedLine}1 business checked, 1 violation, 1 thing not checked\n`],
  ],
])('where %s it says so, and ends with a code of its own', async (_what, findings, said) => {
  expect(await saidOf(findings)).toEqual(said)
})
