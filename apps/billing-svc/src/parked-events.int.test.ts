/** How operators apply parked events. */
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { compileCacheEnv } from '@pacioli/dev-stack'
import { domainEvent, parkEvent } from '@pacioli/events'
import { loadAccounts, requireBusiness } from '@pacioli/ledger-facts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestBusiness, startTestBilling, type TestBilling } from './testing/billing.test-helpers.ts'
import { CONSUMER } from './consumers/events.subscriber.ts'

/** Starts two processes, which may be slow on a busy machine. */
const RUNS_PROGRAMS = { timeout: 120_000 }

let billing: TestBilling
beforeAll(async () => {
  billing = await startTestBilling()
})
afterAll(() => billing.stop())

function run(...args: string[]): Promise<{ stdout: string; stderr: string }> {
  const urlOf = (username: string, password: string): string =>
    Object.assign(new URL(billing.adminUrl), { username, password }).href
  return promisify(execFile)(process.execPath, [join(import.meta.dirname, 'parked-events.ts'), ...args], {
    env: {
      ...process.env,
      ...compileCacheEnv(),
      BILLING_DATABASE_URL: urlOf('billing_app', 'app'),
      BILLING_RELAY_DATABASE_URL: urlOf('billing_relay', 'relay'),
    },
  })
}

async function park(businessId: string, normality: string): Promise<{ accountId: string; eventId: string }> {
  const account = {
    id: randomUUID(),
    name: 'Set aside',
    normality,
    account_type: 'EXPENSE',
    account_subtype: 'OPERATING_EXPENSES',
  }
  const { subject, event, id } = domainEvent({
    id: billing.newId(),
    time: billing.now(),
    service: 'ledger',
    businessId,
    aggregateType: 'account',
    aggregateId: account.id,
    version: 1,
    type: 'updated',
    data: account,
  })
  const poison = { businessId, eventId: id, subject, event, error: 'was out of order' }
  await billing.db.transact({ businessId }, (tx) => parkEvent(tx, CONSUMER, poison, billing.now()))
  return { accountId: account.id, eventId: id }
}

test('parked events are applied once their cause is fixed; the remaining ones are shown', RUNS_PROGRAMS, async () => {
  const [request, another] = [await openTestBusiness(billing), await openTestBusiness(billing)]
  const { id: businessId } = await requireBusiness(billing, request)
  const { id: otherId } = await requireBusiness(billing, another)
  const mended = await park(businessId, 'DEBIT')
  const wrong = await park(businessId, 'SIDEWAYS')
  const elsewhere = await park(otherId, 'SIDEWAYS')

  await expect(run('retry')).rejects.toMatchObject({
    code: 1,
    stdout: '1 of 3 events taken in\n',
    stderr: expect.stringContaining(`${wrong.eventId}: TypeError: normality`),
  })
  const found = await billing.db.transact(request, (tx) => loadAccounts(tx, [mended.accountId, wrong.accountId]))
  expect([...found.keys()]).toEqual([mended.accountId])

  const { stdout: left } = await run('list', '--business', businessId.toUpperCase())
  expect(left).toContain(`${businessId} ${wrong.eventId} `)
  for (const { eventId } of [mended, elsewhere]) expect(left).not.toContain(eventId)
  expect(left).toContain('was out of order\n1 events are set aside\n')
})
