import { createHmac } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Database } from '@pacioli/db'
import { waitFor } from '@pacioli/testing'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { reportingDatabase, sampleOwners } from '../reporting.test-helpers.ts'
import { MAX_ATTEMPTS, STEPS_MS } from './backoff.ts'
import { inTurn } from './choose-due.ts'
import { findFirstDue } from './due.store.ts'
import { startReceiver, type Received, type Receiver } from './receiver.test-helpers.ts'
import { retryDelivery } from './retry-delivery.ts'
import { rotateSecret } from './rotate-secret.ts'
import { sender } from './send.ts'
import { testWebhook } from './test-webhook.ts'
import { worldOf, type World } from './webhooks.test-helpers.ts'

let database: Awaited<ReturnType<typeof reportingDatabase>>
let owners: Awaited<ReturnType<typeof sampleOwners>>
let receiver: Receiver
let world: World

beforeAll(async () => {
  ;[database, owners, receiver] = await Promise.all([reportingDatabase(), sampleOwners(), startReceiver()])
})
afterAll(async () => {
  await Promise.all([database.app.close(), database.relay.close(), owners.close(), receiver.close()])
})
beforeEach(async () => {
  receiver.received.length = 0
  answerWith(204)
  world = worldOf(database, owners)
  await world.introduce()
})
afterEach(() => world.stop())

const answerWith = (status: number, headers = {}): void => {
  receiver.answering.answer = (_request, response) => void response.writeHead(status, headers).end()
}
const arrived = (count: number): Promise<unknown> =>
  waitFor(`${count} requests`, () => receiver.received.length >= count)
const positions = (received = receiver.received) => received.map(({ body }) => body.position)
const settled = (id: string, count: number) =>
  waitFor('nothing to be pending', async () => {
    const log = await world.log(id)
    return log.length === count && log.every(({ status }) => status !== 'PENDING') && log
  })

/** As a platform would, and without the library. */
function isSigned({ headers, text }: Received, secret: string): boolean {
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${text}`
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const expected = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
  return String(headers['webhook-signature']).split(' ').includes(expected)
}

const HOUR = 3_600_000
const DAY = 24 * HOUR

describe('a webhook', () => {
  test('receives events from then on, as in the feed, in order', async () => {
    await world.happen(world.invoices(2))
    const hook = await world.create({ url: receiver.url })
    world.deliver()
    const events = world.invoices(5)
    await world.happen(events)
    await arrived(5)
    expect(positions()).toEqual([4, 5, 6, 7, 8])
    expect(receiver.received[0]?.body).toEqual({
      id: events[0]?.id,
      type: 'invoice.created',
      timestamp: '2026-01-01T00:00:00.000Z',
      business_id: world.businessId,
      position: 4,
      aggregate_type: 'invoice',
      aggregate_id: events[0]?.aggregateId,
      aggregate_version: 1,
      request_id: null,
      actor: null,
      data: { number: 0, version: 1 },
    })
    const log = await settled(hook.id, 5)
    expect(log.map(({ status }) => status)).toEqual(Array(5).fill('DELIVERED'))
    expect(log[0]?.attempts?.[0]).toMatchObject({ status_code: 204, attempted_at: world.now().toISOString() })
  })

  test('signs requests, so that the library of the standard and other code can verify them', async () => {
    const { secret = '' } = await world.create({ url: receiver.url })
    world.deliver()
    const [event] = world.invoices(1)
    await world.happen(event ? [event] : [])
    await arrived(1)
    const [one] = receiver.received as [Received]
    expect(one.headers['webhook-id']).toBe(event?.id)
    expect(Number(one.headers['webhook-timestamp'])).toBe(world.now().getTime() / 1_000)
    expect(isSigned(one, secret)).toBe(true)
    expect(isSigned({ ...one, text: `${one.text} ` }, secret)).toBe(false)
    // The library uses its own clock, so it gets the same request signed now.
    const verifier = new StandardWebhook(secret)
    const now = new Date()
    const headers = {
      ...(one.headers as Record<string, string>),
      'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
      'webhook-signature': verifier.sign(String(one.headers['webhook-id']), now, one.text),
    }
    expect(verifier.verify(one.text, headers)).toEqual(one.body)
    expect(verifier.sign(String(one.headers['webhook-id']), world.now(), one.text)).toBe(
      one.headers['webhook-signature'],
    )
  })

  test('receives the types of events and the businesses that it subscribes to, by default all', async () => {
    const other = crypto.randomUUID()
    await world.introduce(other)
    const paths = { all: '/all', voided: '/voided', invoices: '/invoices', other: '/other' }
    const url = (path: string) => receiver.url.replace('/hooks', path)
    await world.create({ url: url(paths.all) })
    await world.create({ url: url(paths.voided), event_types: ['invoice.voided'] })
    await world.create({ url: url(paths.invoices), event_types: ['invoice', 'bill'] })
    await world.create({ url: url(paths.other), business_ids: [other.toUpperCase()] })
    world.deliver()
    await world.happen(world.invoices(1))
    await world.happen(world.invoices(1, other), other)
    await arrived(5)
    const counts = Object.values(paths).map((path) => receiver.received.filter((one) => one.path === path).length)
    expect(counts).toEqual([2, 0, 2, 1])
  })

  test('of another client receives nothing', async () => {
    const otherClient = worldOf(database, owners)
    const hook = await otherClient.create({ url: receiver.url })
    const mine = await world.create({ url: receiver.url })
    world.deliver()
    await world.happen(world.invoices(3))
    await settled(mine.id, 3)
    expect([receiver.received.length, await otherClient.log(hook.id)]).toEqual([3, []])
  })

  test('without any webhook nothing is stored', async () => {
    await world.happen(world.invoices(3))
    const rows = await database.relay.transact({}, (tx) =>
      tx.rows('SELECT id FROM webhook_deliveries WHERE client_id = $1', [world.clientId]),
    )
    expect(rows).toEqual([])
  })
})

describe('delivery', () => {
  test('by two deliverers sends each event once, and those of a business one after the other', async () => {
    const other = crypto.randomUUID()
    await world.introduce(other)
    const hook = await world.create({ url: receiver.url })
    let [underWay, most, ofOther] = [0, 0, 0]
    // Responses for this business wait for events of the other one: until then each deliverer looks for more many times.
    const { promise: othersAreSent, resolve: goOn } = Promise.withResolvers<void>()
    receiver.answering.answer = ({ body }, response) => {
      const isOther = body.business_id === other
      if (isOther && ++ofOther === 4) goOn()
      if (isOther) return void response.writeHead(204).end()
      most = Math.max(most, ++underWay)
      void othersAreSent.then(() => {
        underWay -= 1
        response.writeHead(204).end()
      })
    }
    for (const _ of [1, 2]) world.deliver()
    await Promise.all([world.happen(world.invoices(4)), world.happen(world.invoices(4, other), other)])
    await settled(hook.id, 8)
    expect(receiver.received.length).toBe(8)
    for (const business of [world.businessId, other]) {
      const received = receiver.received.filter(({ body }) => body.business_id === business)
      expect(positions(received)).toEqual(Array.from({ length: 4 }, (_, index) => index + 2))
    }
    expect(most).toBe(1)
  })

  test('that fails is tried again later and blocks nothing else', async () => {
    const hook = await world.create({ url: receiver.url })
    receiver.answering.answer = ({ body }, response) =>
      void response.writeHead(body.position === 2 ? 500 : 204).end('no')
    world.deliver()
    await world.happen(world.invoices(3))
    await arrived(3)
    expect(positions()).toEqual([2, 3, 4])
    const [failing] = await waitFor('the failure to be recorded', async () => {
      const log = await world.log(hook.id, { status: 'PENDING' })
      return log[0]?.attempts?.length === 1 && log
    })
    expect(failing?.attempts).toMatchObject([{ status_code: 500, error: 'Answered 500', answer: 'no' }])
    expect(new Date(failing?.next_attempt_at ?? '').getTime() - world.now().getTime()).toBe(4_999)
    expect((await world.get(hook.id))?.failing_since).toBeUndefined()
    answerWith(204)
    world.pass(5_000)
    await arrived(4)
    const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
    expect(ids[3]).toBe(ids[0])
    await settled(hook.id, 3)
  })

  test('ends after the last attempt, and can be requested again', async () => {
    const hook = await world.create({ url: receiver.url })
    answerWith(500)
    world.deliver()
    await world.happen(world.invoices(1))
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      await waitFor(`attempt ${attempt}`, async () => (await world.log(hook.id))[0]?.attempts?.length === attempt)
      world.pass(STEPS_MS[attempt - 1] ?? 0)
    }
    const [failed] = await settled(hook.id, 1)
    expect(failed).toMatchObject({ status: 'FAILED' })
    answerWith(204)
    const ids = { webhookId: hook.id, deliveryId: failed?.id ?? '' }
    const { data } = await retryDelivery(world.webhooks, world.request(), ids)
    expect(data).toMatchObject({ status: 'PENDING' })
    const [again] = await settled(hook.id, 1)
    expect([again?.status, again?.attempts?.length]).toEqual(['DELIVERED', MAX_ATTEMPTS + 1])
  })

  test('that is requested while it is being sent is sent again, whatever the first outcome', async () => {
    const hook = await world.create({ url: receiver.url })
    const pending: ServerResponse[] = []
    receiver.answering.answer = (_request, response) => void pending.push(response)
    world.deliver()
    await world.happen(world.invoices(1))
    await arrived(1)
    world.pass(1)
    const [underWay] = await world.log(hook.id)
    await retryDelivery(world.webhooks, world.request(), { webhookId: hook.id, deliveryId: underWay?.id ?? '' })
    answerWith(204)
    pending[0]?.writeHead(204).end()
    await arrived(2)
    const [sent] = await settled(hook.id, 1)
    expect([sent?.status, sent?.attempts?.length, receiver.received.length]).toEqual(['DELIVERED', 2, 2])
  })

  test('waits for as long as the receiver requests', async () => {
    const hook = await world.create({ url: receiver.url })
    answerWith(429, { 'retry-after': '7200' })
    world.deliver()
    await world.happen(world.invoices(1))
    const log = await waitFor('the failure', async () => {
      const found = await world.log(hook.id)
      return found[0]?.attempts?.length === 1 && found
    })
    expect(new Date(log[0]?.next_attempt_at ?? '').getTime() - world.now().getTime()).toBe(2 * HOUR)
  })

  test('to an endpoint that hangs does not use the capacity of others', async () => {
    const hanging = await startReceiver()
    hanging.answering.answer = () => undefined
    const businesses = Array.from({ length: 6 }, () => crypto.randomUUID())
    for (const id of businesses) await world.introduce(id)
    await world.create({ url: hanging.url })
    const hook = await world.create({ url: receiver.url })
    world.deliver({
      limits: { inAll: 4, perClient: 4, perWebhook: 2 },
      send: sender({ allowPrivate: true, timeoutMs: 60_000 }),
    })
    for (const id of businesses) await world.happen(world.invoices(1, id), id)
    await settled(hook.id, 6)
    await waitFor('as many as may hang', () => hanging.received.length >= 2)
    expect([receiver.received.length, hanging.received.length]).toEqual([6, 2])
    await hanging.close()
  })

  test('checks some businesses of a webhook at a time, in rotation', async () => {
    const businesses = Array.from({ length: 7 }, () => crypto.randomUUID())
    for (const id of businesses) await world.introduce(id)
    const hook = await world.create({ url: receiver.url })
    for (const id of businesses) await world.happen(world.invoices(1, id), id)
    const look = async (last?: string) => {
      const reached = new Map(last ? [[hook.id, last]] : [])
      const find = (part: Database) => part.transact({}, (tx) => findFirstDue(tx, world.now(), 3, reached))
      const found = (await Promise.all((await database.relay.parts()).map(find))).flat()
      const due = inTurn(found, reached, 3)
      return due.filter(({ webhookId }) => webhookId === hook.id).map(({ businessId }) => businessId)
    }
    const [a, b, c, d, e, f, g] = [...businesses].sort()
    expect(await look()).toEqual([a, b, c])
    expect(await look(c)).toEqual([d, e, f])
    expect(await look(f)).toEqual([g, a, b])
    expect(await look(g)).toEqual([a, b, c])
    world.deliver({ limits: { inAll: 4, perClient: 4, perWebhook: 2 } })
    await settled(hook.id, 7)
    expect(receiver.received.length).toBe(7)
  })

  test('of a webhook with many busy businesses reaches every one of them', async () => {
    const businesses = Array.from({ length: 6 }, () => crypto.randomUUID()).sort()
    for (const id of businesses) await world.introduce(id)
    await world.create({ url: receiver.url })
    for (const id of businesses) await world.happen(world.invoices(4, id), id)
    world.deliver({ limits: { inAll: 2, perClient: 2, perWebhook: 2 } })
    await arrived(24)
    const firstOf = (id: string) => receiver.received.findIndex(({ body }) => body.business_id === id)
    // The last one does not wait until the first are done.
    expect(Math.max(...businesses.map(firstOf))).toBeLessThan(16)
  })

  test('that was sent but not recorded, because the process ended, is sent again under the same id', async () => {
    const hook = await world.create({ url: receiver.url })
    const send = sender({ allowPrivate: true })
    const dying = world.deliver({
      send: async (...outgoing) => {
        await send(...outgoing)
        throw new Error('The process has ended.')
      },
    })
    await world.happen(world.invoices(2))
    await arrived(1)
    await dying.stop()
    const next = world.deliver()
    // During the lease neither it nor its successors are sent.
    world.pass(59_000)
    next.wake()
    expect(receiver.received.length).toBe(1)
    world.pass(1_000)
    await settled(hook.id, 2)
    expect(positions()).toEqual([2, 2, 3])
    const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
    expect(ids[1]).toBe(ids[0])
  })

  test('while the database is down loses nothing', async () => {
    const hook = await world.create({ url: receiver.url })
    let away = true
    const relay = new Proxy(database.relay, {
      get: (target, name: 'transact') =>
        name === 'transact' && away ? () => Promise.reject(new Error('away')) : target[name].bind(target),
    })
    world.deliver({ relay })
    await world.happen(world.invoices(2))
    expect((await world.log(hook.id)).map(({ status }) => status)).toEqual(['PENDING', 'PENDING'])
    away = false
    await settled(hook.id, 2)
    expect(positions()).toEqual([2, 3])
  })
})

describe('an endpoint', () => {
  test('that is gone receives nothing more, nor what is pending', async () => {
    const hook = await world.create({ url: receiver.url })
    answerWith(410)
    world.deliver()
    await world.happen(world.invoices(3))
    const log = await settled(hook.id, 3)
    expect(log.map(({ status }) => status)).toEqual(['FAILED', 'FAILED', 'FAILED'])
    expect(receiver.received.length).toBe(1)
    expect(await world.get(hook.id)).toMatchObject({ status: 'DISABLED', disabled_reason: 'GONE' })
    await world.happen(world.invoices(1))
    expect((await world.log(hook.id)).length).toBe(3)
  })

  test('that only failed for five days is disabled, and can be enabled again', async () => {
    const hook = await world.create({ url: receiver.url })
    answerWith(500)
    world.deliver()
    const failOnce = async (count: number) => {
      await world.happen(world.invoices(1))
      await waitFor('an attempt at each', async () => {
        const log = await world.log(hook.id)
        return log.length === count && log.every(({ attempts }) => attempts?.length)
      })
    }
    await failOnce(1)
    const since = world.now().toISOString()
    expect(await world.get(hook.id)).toMatchObject({ status: 'ENABLED', failing_since: since })
    world.pass(5 * DAY - 1)
    await failOnce(2)
    expect(await world.get(hook.id)).toMatchObject({ status: 'ENABLED', failing_since: since })
    world.pass(1)
    world.pass(5_000)
    const given = await waitFor('it to be disabled', async () => {
      const found = await world.get(hook.id)
      return found?.status === 'DISABLED' && found
    })
    expect(given).toMatchObject({ disabled_reason: 'FAILING', failing_since: since })
    await settled(hook.id, 2)
    answerWith(204)
    const { data } = await world.update(hook.id, { disabled: false })
    expect([data?.status, data?.disabled_at, data?.failing_since]).toEqual(['ENABLED', undefined, undefined])
    await world.happen(world.invoices(1))
    await waitFor('the next event', async () => (await world.log(hook.id, { status: 'DELIVERED' })).length === 1)
  })

  test('that succeeds once in between is not disabled', async () => {
    const hook = await world.create({ url: receiver.url })
    world.deliver()
    for (const [index, status] of [500, 204, 500].entries()) {
      answerWith(status)
      await world.happen(world.invoices(1))
      await waitFor('the attempt', async () => {
        const log = await world.log(hook.id)
        return log.length === index + 1 && log.every(({ attempts }) => attempts?.length)
      })
      world.pass(1)
      answerWith(204)
      world.pass(3 * DAY)
    }
    expect((await world.get(hook.id))?.status).toBe('ENABLED')
  })

  test('that is disabled receives nothing, and later nothing of what happened meanwhile', async () => {
    const hook = await world.create({ url: receiver.url })
    await world.happen(world.invoices(1))
    const { data } = await world.update(hook.id, { disabled: true })
    expect(data).toMatchObject({ status: 'DISABLED', disabled_reason: 'REQUESTED' })
    expect((await world.log(hook.id)).map(({ status }) => status)).toEqual(['FAILED'])
    await world.happen(world.invoices(1))
    await world.update(hook.id, { disabled: false })
    world.deliver()
    await world.happen(world.invoices(1))
    await arrived(1)
    expect(positions()).toEqual([4])
  })

  test('is pinged once, disabled or not', async () => {
    const hook = await world.create({ url: receiver.url })
    await world.update(hook.id, { disabled: true })
    world.deliver()
    const { data } = await testWebhook(world.webhooks, world.request(), hook.id)
    expect(data).toMatchObject({ event_type: 'webhook.ping', status: 'PENDING' })
    expect([data?.business_id, data?.position]).toEqual([undefined, undefined])
    await arrived(1)
    expect(receiver.received[0]?.body).toMatchObject({
      type: 'webhook.ping',
      business_id: null,
      position: null,
      data: { id: hook.id },
    })
    expect(isSigned(receiver.received[0] as Received, hook.secret ?? '')).toBe(true)
    answerWith(500)
    await testWebhook(world.webhooks, world.request(), hook.id)
    const log = await settled(hook.id, 2)
    expect(log.map(({ status }) => status).sort()).toEqual(['DELIVERED', 'FAILED'])
    expect(receiver.received.length).toBe(2)
  })
})

test('after a rotation both secrets sign for a day, then only the new one', async () => {
  const { id, secret: old = '' } = await world.create({ url: receiver.url })
  const { data } = await rotateSecret(world.webhooks, world.clientId, { webhook_id: id })
  const next = data?.secret ?? ''
  expect(next).not.toBe(old)
  world.deliver()
  await world.happen(world.invoices(1))
  await arrived(1)
  world.pass(DAY - 1)
  await world.happen(world.invoices(1))
  await arrived(2)
  world.pass(1)
  await world.happen(world.invoices(1))
  await arrived(3)
  const signed = receiver.received.map((one) => [
    String(one.headers['webhook-signature']).split(' ').length,
    isSigned(one, next),
    isSigned(one, old),
  ])
  expect(signed).toEqual([
    [2, true, true],
    [2, true, true],
    [1, true, false],
  ])
})
