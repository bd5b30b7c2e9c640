/** The operator's command for parked events. */
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { compileCacheEnv } from '@pacioli/dev-stack'
import { countParked, domainEvent, parkEvent } from '@pacioli/events'
import { loadAccounts } from '@pacioli/ledger-facts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestBusiness, startTestBanking, type TestBanking } from './banking.test-helpers.ts'
import { requireBusiness } from './businesses/require-business.ts'
import { CONSUMER } from './consumers/events.subscriber.ts'

let banking: TestBanking
beforeAll(async () => {
  // The command reads the whole database.
  banking = await startTestBanking({ ownDatabase: true })
})
afterAll(() => banking.stop())

function run(...args: string[]): Promise<{ stdout: string; stderr: string }> {
  const urlOf = (username: string, password: string): string =>
    Object.assign(new URL(banking.adminUrl), { username, password }).href
  return promisify(execFile)(process.execPath, [join(import.meta.dirname, 'parked-events.ts'), ...args], {
    env: {
      ...process.env,
      ...compileCacheEnv(),
      BANKING_DATABASE_URL: urlOf('banking_app', 'app'),
      BANKING_RELAY_DATABASE_URL: urlOf('banking_relay', 'relay'),
      LEDGER_GRPC_URL: banking.ledgerProcess.target,
      BILLING_GRPC_URL: banking.billingTarget,
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
    id: banking.newId(),
    time: banking.now(),
    service: 'ledger',
    businessId,
    aggregateType: 'account',
    aggregateId: account.id,
    version: 1,
    type: 'updated',
    data: account,
  })
  const poison = { businessId, eventId: id, subject, event, error: 'was out of order' }
  await banking.db.transact({ businessId }, (tx) => parkEvent(tx, CONSUMER, poison, banking.now()))
  return { accountId: account.id, eventId: id }
}

test('parked events are listed, and applied once their cause is fixed', { timeout: 120_000 }, async () => {
  const [request, other] = [await openTestBusiness(banking), await openTestBusiness(banking)]
  const { id: businessId } = await requireBusiness(banking, request)
  const mended = await park(businessId, 'DEBIT')
  const wrong = await park(businessId, 'SIDEWAYS')
  const elsewhere = await park((await requireBusiness(banking, other)).id, 'SIDEWAYS')
  const listed = (await run('list', '--business', businessId.toUpperCase())).stdout
  for (const { eventId } of [mended, wrong]) expect(listed).toContain(`${businessId} ${eventId} `)
  expect(listed).not.toContain(elsewhere.eventId)
  expect(listed).toContain('was out of order\n2 events are set aside\n')

  await expect(run('retry')).rejects.toMatchObject({
    code: 1,
    stdout: '1 of 3 events taken in\n',
    stderr: expect.stringContaining(`${wrong.eventId}: TypeError: normality`),
  })
  const found = await banking.db.transact(request, (tx) => loadAccounts(tx, [mended.accountId, wrong.accountId]))
  expect([...found.keys()]).toEqual([mended.accountId])
  expect(await banking.relayDb.transact({}, (tx) => countParked(tx, CONSUMER))).toBe(2)
})
