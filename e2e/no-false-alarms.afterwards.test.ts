/** When all end-to-end tests have run: audits have found nothing wrong but what tests altered behind the services. */
import { sharedStack } from '@pacioli/testing'
import { expect, test } from 'vitest'
import { falseAlarms } from './src/false-alarms.ts'

/** Clients of tests that alter rows as a superuser, or have the ledger refuse what was decided. */
const ALTERED: ReadonlySet<string> = new Set(['standing-proof', 'sealed-tampering', 'bundle'])

test('no audit of all the run has found anything wrong that is not', async () => {
  const { alarms, audited } = await falseAlarms(sharedStack().postgresAdminUrl, ALTERED)
  expect(alarms).toEqual([])
  expect(audited).toBeGreaterThan(0)
})
