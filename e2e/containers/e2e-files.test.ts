import { expect, test } from 'vitest'
import { chooseE2eFiles } from './e2e-files.ts'

test('these end-to-end files, and no others, do not run against containers', () => {
  const { chosen, leftOut } = chooseE2eFiles()
  expect(leftOut.map(({ file }) => file)).toEqual([
    'e2e/connections.e2e.test.ts',
    'e2e/contract.e2e.test.ts',
    'e2e/events.e2e.test.ts',
    'e2e/observability.e2e.test.ts',
    'e2e/previews.e2e.test.ts',
    'e2e/provider-sync.e2e.test.ts',
    'e2e/reference.e2e.test.ts',
    'e2e/report-files.e2e.test.ts',
    'e2e/seals.e2e.test.ts',
  ])
  for (const { why } of leftOut) expect(why).not.toBe('')
  expect(chosen).toContain('e2e/journal.e2e.test.ts')
  expect(chosen).toContain('e2e/examples/bank.e2e.test.ts')
})
