import { expect, test } from 'vitest'
import { exampleOf } from './shared/example.test-helpers.ts'

const { example } = exampleOf('journal')

test('the sample comes out equal on every account', async () => {
  expect(await example()).toMatchObject({ status: 0, printed: expect.stringContaining('Equal on all 14 accounts.') })
})
