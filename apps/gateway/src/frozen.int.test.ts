/** A service freezes behind the gateway: it answers nothing, and its connections stay open. */
import { BusinessesService, ClientsService, JournalService } from '@pacioli/protos/ledger'
import { implement, serve, type Handlers } from '@pacioli/rpc'
import { startFreezingProxy } from '@pacioli/testing'
import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { clientId, testGateway } from './testing/gateway.test-helpers.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const businessId = randomUUID()
const at = `/v1/businesses/${businessId}/ledger`
const entry = {
  entry_at: '2026-03-01T10:00:00Z',
  line_items: ['DEBIT', 'CREDIT'].map((direction) => ({
    account_identifier: { type: 'StableName', stable_name: 'CASH' },
    amount: 1,
    direction,
  })),
}

async function beforeLedger() {
  const answering = <Definition extends object>(definition: Definition, answer: object) =>
    implement(
      definition,
      Object.fromEntries(
        Object.keys(definition).map((name) => [name, () => Promise.resolve(answer)]),
      ) as unknown as Handlers<Definition>,
    )
  const server = await serve({
    host: '127.0.0.1',
    port: 0,
    services: [
      answering(ClientsService, { id: clientId, name: 'test' }),
      answering(BusinessesService, { data: { id: businessId, client_id: clientId } }),
      answering(JournalService, { data: { id: businessId } }),
    ],
  })
  closing.push(() => server.stop(100))
  const { port, freeze, thaw, close } = await startFreezingProxy({ host: '127.0.0.1', port: server.port })
  closing.push(close)
  const gateway = await testGateway({ ledger: `127.0.0.1:${port}` })
  closing.push(() => gateway.close())
  const headers = { authorization: `Bearer ${await gateway.tokenFor()}` }
  const send = async (method: 'GET' | 'POST', path: string, payload?: object) => {
    const answer = await gateway.app.inject({ method, url: at + path, headers, ...(payload ? { payload } : {}) })
    const { error_enum } = JSON.parse(answer.body) as { error_enum?: string }
    return [answer.statusCode, error_enum, answer.headers['retry-after']]
  }
  const find = () => send('GET', `/entries/${businessId}`)
  const post = () => send('POST', '/journal-entries', entry)
  return { find, post, freeze, thaw }
}

const UNAVAILABLE = [503, 'ServiceUnavailable', '1']

test('a frozen service: waiting requests are refused, later ones immediately, until it answers again', async () => {
  const { find, post, freeze, thaw } = await beforeLedger()
  const [status] = await find()
  expect(status).toBe(200)
  freeze()
  // Whether the second was written is not known.
  expect(await Promise.all([find(), post()])).toEqual([UNAVAILABLE, [503, 'OutcomeUnknown', '1']])
  // One after the other; did each wait for its deadline of 15 s, they would take ten minutes.
  for (let later = 0; later < 20; later++) expect([await find(), await post()]).toEqual([UNAVAILABLE, UNAVAILABLE])
  thaw()
  await expect.poll(async () => (await find())[0], { timeout: 10_000 }).toBe(200)
})
