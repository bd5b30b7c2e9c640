import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { exampleOf } from './shared/example.test-helpers.ts'

const { example } = exampleOf('proof')

const directory = mkdtempSync(join(tmpdir(), 'pacioli-proof-'))
afterAll(() => rmSync(directory, { recursive: true }))

test('what was shown is shown again, what changed since is told, and all of it is taken along', async () => {
  const { status, printed } = await example('--out', directory)
  expect({ status, printed }).toMatchObject({
    status: 0,
    printed: expect.stringContaining('the same as was shown, figure by figure.'),
  })
  for (const told of [
    'The lender keeps 2 seals, too.',
    'Everything is what was sealed.',
    '| Cash | 1200.03 | 1299.03 |',
    '| 1 | 2026-04-10 | user-ada |',
    '| 2 | 2026-06-10 | user-grace |',
    '| 2026-03-31 | 99.00 | user-grace |',
    'It proves itself, against the same seals.',
  ])
    expect(printed).toContain(told)
})
