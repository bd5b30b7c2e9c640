/** The examples of the reference, held against what the product is sent and answers today. */
import { sharedStack } from '@pacioli/testing'
import { expect, test } from 'vitest'
import { readExamples } from './reference/committed.ts'
import { differingOperations, firstDifference } from './reference/differing.ts'
import { recordExamples } from './reference/recorded.ts'
import { target } from './src/index.ts'

test('the reference shows what was recorded, and a run today records the same', async () => {
  const [before, now] = [readExamples(), await recordExamples(target(), sharedStack().providers)]
  const differing = differingOperations(before, now)
  const told = differing.map((name) => firstDifference(before, now, name))
  const words = `Examples in the reference differ from what is sent and answered: ${told.join('; ')}.`
  expect(differing, `${words} Run npm run examples:record, and look at what it changes.`).toEqual([])
})
