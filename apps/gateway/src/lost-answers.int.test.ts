/** A service goes away with a request in flight: what the caller learns of a write, and of a read. */
import { BusinessesService, ClientsService, JournalService } from '@pacioli/protos/ledger'
import { ReportExportsService } from '@pacioli/protos/reporting'
import { implement, serve, type Handlers } from '@pacioli/rpc'
import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { clientId, testGateway } from './testing/gateway.test-helpers.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const businessId = randomUUID()
const at = `/v1/businesses/${businessId}`
const entry = {
  entry_at: '2026-03-01T10:00:00Z',
  line_items: ['DEBIT', 'CREDIT'].map((direction) => ({
    account_identifier: { type: 'StableName', stable_name: 'CASH' },
    amount: 1,
    direction,
  })),
}

/** Sends a request, stops the ledger and reporting once one of them has it, and returns the answer. */
async function lostWhile(method: 'GET' | 'POST', path: string, payload?: object) {
  let arrived = 0
  const never = (): Promise<never> => {
    arrived += 1
    return new Promise(() => undefined)
  }
  const answering = <Definition extends object>(definition: Definition, answer: () => Promise<object>) =>
    implement(
      definition,
      Object.fromEntries(Object.keys(definition).map((name) => [name, answer])) as unknown as Handlers<Definition>,
    )
  const server = await serve({
    host: '127.0.0.1',
    port: 0,
    services: [
      answering(ClientsService, async () => ({ id: clientId, name: 'test' })),
      answering(BusinessesService, async () => ({ data: { id: businessId, client_id: clientId } })),
      answering(JournalService, never),
      answering(ReportExportsService, never),
    ],
  })
  const address = `127.0.0.1:${server.port}`
  const gateway = await testGateway({ ledger: address, reporting: address })
  closing.push(() => gateway.close())
  const headers = { authorization: `Bearer ${await gateway.tokenFor()}` }
  const responding = gateway.app.inject({ method, url: path, headers, ...(payload ? { payload } : {}) })
  await expect.poll(() => arrived, { interval: 1, timeout: 15_000 }).toBe(1)
  await server.stop(1)
  const { statusCode, headers: answered, body } = await responding
  return { statusCode, retryAfter: answered['retry-after'], ...(JSON.parse(body) as Record<string, unknown>) }
}

test('a write whose answer is lost may be written: the refusal says how to repeat it', async () => {
  expect(await lostWhile('POST', `${at}/ledger/journal-entries`, entry)).toMatchObject({
    statusCode: 503,
    retryAfter: '1',
    type: 'Unavailable',
    error_enum: 'OutcomeUnknown',
    description: expect.stringContaining('with the same `Idempotency-Key` or `external_id`'),
  })
})

test.each([
  ['a read', `${at}/ledger/entries/${randomUUID()}`],
  ['a read that makes a file', `${at}/reports/trial-balance/exports/excel`],
])('%s whose answer is lost is sent again', async (_what, path) => {
  expect(await lostWhile('GET', path)).toMatchObject({
    statusCode: 503,
    retryAfter: '1',
    error_enum: 'ServiceUnavailable',
    description: expect.stringContaining('Try again.'),
  })
})
