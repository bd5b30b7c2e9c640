import { expect, test } from 'vitest'
import { exampleOf } from './shared/example.test-helpers.ts'

const { example } = exampleOf('proof')

test('what was shown is shown again, and what changed since is told', async () => {
  const { status, printed } = await example()
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
  ])
    expect(printed).toContain(told)
})
