/** What happened in a business, one event after the other, and where a client is told of it. */
import { createHmac } from 'node:crypto'
import { verifyWebhook, WebhookError } from '@pacioli/client/webhooks'
import { knownSecret, databaseUrl, sharedStack, waitFor } from '@pacioli/testing'
import pg from 'pg'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  billed,
  type Books,
  named,
  newClient,
  Payables,
  platformToken,
  Receivables,
  sale,
  startHookReceiver,
  target,
  type Api,
  type FeedEvent,
  type Hooked,
  type TestClient,
  type Webhook,
} from './src/index.ts'
import { sketchReceivables, sketchReturn } from './src/exercise-receivables.ts'

let client: TestClient
let stranger: TestClient
let books: Books
let receiver: Awaited<ReturnType<typeof startHookReceiver>>

beforeAll(async () => {
  ;[client, stranger] = [await newClient(target(), 'events'), await newClient(target(), 'stranger to events')]
  books = await client.books()
  receiver = await startHookReceiver(client.api.contract)
})
afterAll(() => receiver.close())

const feedOf = async (own: Books, query: object = {}) =>
  (await own.api.call('listEvents', { query: { limit: 500, ...query } })).body

/** Waits until the feed has events that fit. */
const told = (own: Books, what: string, fits: (events: FeedEvent[]) => boolean): Promise<FeedEvent[]> =>
  waitFor(what, async () => {
    const { data } = await feedOf(own)
    return fits(data) && data
  })

/** As somebody with the power of the database: makes the events of a business too old to be kept. */
async function purge(businessId: string, through: number): Promise<void> {
  const admin = new pg.Client({
    connectionString: databaseUrl(sharedStack().postgresAdminUrl, { database: 'reporting' }),
  })
  await admin.connect()
  await admin.query('DELETE FROM feed_events WHERE business_id = $1 AND position <= $2', [businessId, through])
  await admin.query('UPDATE feed_positions SET purged_through = $2 WHERE business_id = $1', [businessId, through])
  await admin.end()
}

describe('the feed', () => {
  test('has everything since the business was created, without a gap', async () => {
    const own = await client.books()
    const entry = await own.posted(sale(1_200))
    const payables = new Payables(own)
    const expense = await payables.createExpense({ method: 'CASH', line_items: [billed('COGS', 500)] })
    const events = await told(own, 'all of it', (all) =>
      ['business', 'chart', 'entry', 'bill'].every((what) => all.some(({ type }) => type.startsWith(`${what}.`))),
    )
    // What services tell comes as it arrives; what one of them tells comes in its order.
    const began = events.map(({ type }) => type).filter((type) => /^(business|chart)\./.test(type))
    expect(began.slice(0, 2)).toEqual(['business.created', 'chart.created'])
    expect(events.map(({ position }) => position)).toEqual(events.map((_, index) => index + 1))
    const posted = events.find(({ aggregate_id }) => aggregate_id === entry.id)
    expect(posted).toMatchObject({ type: 'entry.posted', aggregate_version: 1, business_id: own.id })
    const bill = events.find(({ aggregate_id }) => aggregate_id === expense.body.data.id)
    expect(bill?.data).toMatchObject({ total_amount: 500, is_expense: true })
    expect(bill?.data).not.toHaveProperty('match_candidate')
  })

  test('has every version of everything, each aggregate in its order, and in no state what is internal', async () => {
    const own = await client.books()
    await sketchReturn(own, await sketchReceivables(own))
    const isWhole = (events: FeedEvent[]): boolean =>
      [
        ...Map.groupBy(events, ({ aggregate_type, aggregate_id }) => `${aggregate_type} ${aggregate_id}`).values(),
      ].every((versions) => versions.every(({ aggregate_version }, index) => aggregate_version === index + 1))
    const made = {
      ...{ customer: 1, invoice: 2, invoice_payment: 3, invoice_payment_return: 1 },
      ...{ refund: 1, refund_payment: 1, payout: 2 },
    }
    const countOf = (events: FeedEvent[], kind: string): number =>
      new Set(events.flatMap((one) => (one.aggregate_type === kind ? one.aggregate_id : []))).size
    const events = await told(
      own,
      'all of it',
      (all) => Object.entries(made).every(([kind, count]) => countOf(all, kind) === count) && isWhole(all),
    )
    for (const { data } of events) expect(data).not.toHaveProperty('match_candidate')
  })

  test('tells of a payment that an update took out of its refund', async () => {
    const own = await client.books()
    const receivables = new Receivables(own)
    const line_items = [{ amount: 100, account_identifier: named('RETURNS_ALLOWANCES') }]
    const { id: customer_id } = await receivables.customer('returning')
    const allocation = { customer_id, total_amount: 100, line_items }
    const { id, payments } = await receivables.refunded([allocation], [{ refunded_amount: 100, method: 'CASH' }])
    await receivables.updateRefund(id, { payments: [] })
    const events = await told(own, 'the payment', (all) => all.some(({ type }) => type === 'refund_payment.deleted'))
    const { aggregate_id, data } = events.find(({ type }) => type === 'refund_payment.deleted') as FeedEvent
    expect([aggregate_id, data['deleted_at']]).toEqual([payments[0]?.id, expect.any(String)])
  })

  test('goes on from its cursor, as often as somebody asks', async () => {
    const first = await feedOf(books, { limit: 1 })
    expect(first.data.length).toBe(1)
    expect(first.meta).toEqual({
      type: 'request_metadata',
      pagination: { sort_by: 'position', sort_order: 'ASC', cursor: '1', has_more: true },
    })
    const all = await told(books, 'the chart', (events) => events.length >= 2)
    const rest = await feedOf(books, { after: first.meta.pagination.cursor })
    expect(rest.data).toEqual(all.slice(1))
    const { cursor } = rest.meta.pagination
    expect((await feedOf(books, { after: cursor })).data).toEqual([])
    await books.posted(sale(5))
    await waitFor('the next event', async () => (await feedOf(books, { after: cursor })).data.length > 0)
  })

  test('can be asked for some kinds of events', async () => {
    await told(books, 'an entry', (events) => events.some(({ type }) => type === 'entry.posted'))
    const typesOf = async (type: string[]) => (await feedOf(books, { type })).data.map((event) => event.type)
    expect(new Set(await typesOf(['entry']))).toEqual(new Set(['entry.posted']))
    expect(await typesOf(['chart.created', 'business.created'])).toEqual(['business.created', 'chart.created'])
    expect(await typesOf(['payout'])).toEqual([])
  })

  test('of what is not kept any more is refused, naming what is', async () => {
    const own = await client.books()
    await told(own, 'the beginning', (events) => events.length >= 2)
    await purge(own.id, 1)
    const answer = await own.api.call('listEvents', { query: { after: 0 } })
    expect(answer.refusal).toEqual({ status: 409, error_enum: 'EventsPurged', field: 'after' })
    expect(answer.error.meta).toMatchObject({ oldest_position: 2 })
    expect((await feedOf(own)).data[0]?.position).toBe(2)
    expect((await feedOf(own, { after: 1 })).data[0]?.position).toBe(2)
  })

  test.each([
    [{ after: -1 }, 'after'],
    [{ after: 'x' }, 'after'],
    [{ after: 1_000_000 }, 'after'],
    [{ limit: 501 }, 'limit'],
    [{ type: ['Invoice'] }, 'type.0'],
  ])('refuses %j', async (query, field) => {
    const answer = await books.api.call('listEvents', { query })
    expect(answer.refusal).toEqual({ status: 400, error_enum: 'InvalidQuery', field })
  })

  test("is read with a business's own token, too, and by nobody else", async () => {
    const { body } = await books.api.call('issueBusinessToken')
    expect((await books.api.as(body.data.access_token).call('listEvents')).status).toBe(200)
    const answer = await stranger.api.of(books.id).call('listEvents')
    expect(answer.refusal).toMatchObject({ status: 404, error_enum: 'BusinessNotFound' })
  })
})

const create = async (body: object, api: Api = client.api): Promise<Webhook> =>
  (await api.call('createWebhook', { body })).body.data
const log = async ({ id }: { id: string }, query: object = {}) =>
  (await client.api.call('listWebhookDeliveries', { path: { webhookId: id }, query: { limit: 500, ...query } })).body
    .data

/** What the endpoint was told of this business. */
const hookedOf = (businessId: string): Hooked[] =>
  receiver.hooked.filter(({ event }) => event.business_id === businessId)

describe('a webhook', () => {
  test('is told what the feed shows, in its order and signed, within seconds', async () => {
    const own = await client.books()
    await told(own, 'the beginning', (events) => events.length >= 2)
    const hook = await create({ url: receiver.url, business_ids: [own.id], description: 'ours' })
    for (const amount of [1, 2, 3]) await own.posted(sale(amount))
    const hooked = await waitFor('three requests', () => hookedOf(own.id).length >= 3 && [...hookedOf(own.id)])
    const { data } = await feedOf(own, { after: hooked[0] ? hooked[0].event.position - 1 : 0 })
    // A seal may come at any time.
    expect(hooked.map(({ event }) => event)).toEqual(data.slice(0, hooked.length))
    const { secret } = hook
    for (const { headers, text, event } of hooked) {
      expect(new StandardWebhook(secret ?? '').verify(text, headers as Record<string, string>)).toEqual(event)
      const signed = `${event.id}.${String(headers['webhook-timestamp'])}.${text}`
      const key = Buffer.from(String(secret).replace('whsec_', ''), 'base64')
      expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
    }
    const deliveries = await waitFor('the log', async () => {
      const all = await log(hook, { status: 'DELIVERED' })
      return all.length >= hooked.length && all
    })
    expect(deliveries.at(-1)).toMatchObject({
      business_id: own.id,
      event_id: data[0]?.id,
      attempts: [{ status_code: 204, error: null }],
    })
  })

  test('is shown with its secret once, changed, signed for anew, and deleted', async () => {
    const made = await create({ url: receiver.url, event_types: ['payout'] })
    expect(made).toMatchObject({ status: 'ENABLED', event_types: ['payout'], secret: expect.stringMatching(/^whsec_/) })
    const path = { webhookId: made.id }
    const shown = { ...made, secret: null }
    expect((await client.api.call('getWebhook', { path })).body.data).toEqual(shown)
    expect((await client.api.call('listWebhooks')).body.data).toContainEqual(shown)
    const changed = await client.api.call('updateWebhook', {
      path,
      body: { description: 'd', event_types: null, disabled: true },
    })
    expect(changed.body.data).toMatchObject({
      description: 'd',
      event_types: [],
      status: 'DISABLED',
      disabled_reason: 'REQUESTED',
    })
    expect(
      (await client.api.call('updateWebhook', { path, body: { disabled: false, description: null } })).body.data,
    ).toMatchObject({
      description: null,
      status: 'ENABLED',
      disabled_at: null,
    })
    const rotated = (await client.api.call('rotateWebhookSecret', { path })).body.data
    expect(rotated.secret).toMatch(/^whsec_/)
    expect(rotated.secret).not.toBe(made.secret)
    const given = knownSecret(`whsec_${Buffer.alloc(40, 7).toString('base64')}`, 'a secret that came for a webhook')
    const own = await client.api.call('rotateWebhookSecret', { path, body: { secret: given } })
    expect(own.body.data.secret).toBeNull()
    expect((await client.api.call('deleteWebhook', { path })).body.data.id).toBe(made.id)
    expect((await client.api.call('getWebhook', { path })).refusal).toMatchObject({
      status: 404,
      error_enum: 'WebhookNotFound',
    })
  })

  test('is verified by the client that users install, also while its secret is replaced', async () => {
    const own = await client.books()
    const made = await create({ url: receiver.url, event_types: ['entry.posted'], business_ids: [own.id] })
    const rotated = (await client.api.call('rotateWebhookSecret', { path: { webhookId: made.id } })).body.data
    const { id } = await own.posted(sale(1))
    const { text, headers } = await waitFor('the request', () => hookedOf(own.id)[0])
    const secrets = [made.secret ?? '', rotated.secret ?? '']
    for (const secret of secrets) expect(verifyWebhook(text, headers, secret).aggregate_id).toBe(id)
    expect(() => verifyWebhook(`${text} `, headers, [made.secret ?? '', ...secrets])).toThrow(WebhookError)
  })

  test('is pinged, and sent again what it has had', async () => {
    const hook = await create({ url: receiver.url, event_types: ['payout'] })
    const path = { webhookId: hook.id }
    const ping = await client.api.call('testWebhook', { path })
    expect([ping.status, ping.body.data.event_type]).toEqual([202, 'webhook.ping'])
    const [delivered] = await waitFor('the ping', async () => {
      const all = await log(hook, { status: 'DELIVERED' })
      return all.length === 1 && all
    })
    const again = { path: { ...path, deliveryId: delivered?.id ?? '' } }
    expect((await client.api.call('retryWebhookDelivery', again)).body.data.status).toBe('PENDING')
    await waitFor('it again', async () => (await log(hook))[0]?.attempts.length === 2)
    expect(receiver.hooked.filter(({ headers }) => headers['webhook-id'] === delivered?.event_id).length).toBe(2)
  })

  test('repeats a write under its Idempotency-Key where nothing of it is secret', async () => {
    const hook = await create({ url: receiver.url, event_types: ['payout'] })
    const call = { path: { webhookId: hook.id }, headers: { 'idempotency-key': 'ping once' } }
    const [first, second] = [await client.api.call('testWebhook', call), await client.api.call('testWebhook', call)]
    expect(second.body).toEqual(first.body)
    expect(second.headers['idempotency-replayed']).toBe('true')
    const headers = { 'idempotency-key': 'create once' }
    const made = await Promise.all(
      [1, 2].map(() =>
        client.api.call('createWebhook', { body: { url: receiver.url, event_types: ['payout'] }, headers }),
      ),
    )
    expect(new Set(made.map(({ body }) => body.data.id)).size).toBe(2)
  })
})

describe('a webhook is refused', () => {
  const refusedBody = async (body: object) => (await client.api.call('createWebhook', { body })).refusal

  test.each([
    [{}, 'url'],
    [{ url: 'platform.example' }, 'url'],
    [{ url: 'ftp://platform.example/' }, 'url'],
    [{ url: 'https://user:password@platform.example/' }, 'url'],
    [{ url: 'https://169.254.169.254/' }, 'url'],
    [{ url: 'https://[::ffff:169.254.169.254]/' }, 'url'],
    [{ url: 'https://platform.example/', event_types: ['*'] }, 'event_types.0'],
    [{ url: 'https://platform.example/', secret: 'whsec_c2hvcnQ=' }, 'secret'],
  ])('for %j', async (body, field) => {
    expect(await refusedBody(body)).toEqual({ status: 400, error_enum: 'InvalidPayload', field })
  })

  test('for a secret that is none, without telling it back', async () => {
    const secret = `whsec_${'not base64 '.repeat(4)}`
    for (const given of [secret, [secret], secret.repeat(20)]) {
      const answer = await client.api.call('createWebhook', { body: { url: receiver.url, secret: given } })
      expect(answer.refusal).toMatchObject({ status: 400, error_enum: 'InvalidPayload' })
      expect(answer.text).not.toContain('not base64')
    }
  })

  test("for a business that is not the client's", async () => {
    const theirs = await stranger.business()
    const hook = await create({ url: receiver.url, event_types: ['payout'] })
    for (const id of [theirs.id, '00000000-0000-4000-8000-000000000000']) {
      const expected = { status: 404, error_enum: 'BusinessNotFound', field: 'business_ids.0' }
      expect(await refusedBody({ url: receiver.url, business_ids: [id] })).toEqual(expected)
      const call = { path: { webhookId: hook.id }, body: { business_ids: [id] } }
      expect((await client.api.call('updateWebhook', call)).refusal).toEqual(expected)
    }
  })

  test('as the twenty-first', async () => {
    const many = await newClient(target(), 'many webhooks')
    const body = { url: receiver.url, event_types: ['payout'] }
    for (let count = 1; count <= 20; count += 1) await create(body, many.api)
    const answer = await many.api.call('createWebhook', { body })
    expect(answer.refusal).toMatchObject({ status: 422, error_enum: 'TooManyWebhooks' })
  })

  test("if it is another client's, as one that nobody has", async () => {
    const hook = await create({ url: receiver.url, event_types: ['payout'] })
    const nobody = '00000000-0000-4000-8000-000000000000'
    const operations = [
      ...(['getWebhook', 'deleteWebhook', 'testWebhook', 'rotateWebhookSecret', 'listWebhookDeliveries'] as const),
      ...(['updateWebhook', 'retryWebhookDelivery'] as const),
    ]
    for (const operationId of operations) {
      const body = operationId === 'updateWebhook' ? { body: { disabled: true } } : {}
      const ask = async (webhookId: string) => {
        const answer = await stranger.api.call(operationId, { path: { webhookId, deliveryId: nobody }, ...body })
        expect(answer.refusal).toEqual({ status: 404, error_enum: 'WebhookNotFound', field: 'webhookId' })
        return answer.text.replaceAll(webhookId, '').replaceAll(String(answer.headers['x-request-id']), '')
      }
      expect(await ask(hook.id)).toBe(await ask(nobody))
      expect(
        (await stranger.api.call(operationId, { path: { webhookId: 'x', deliveryId: 'x' }, ...body })).status,
      ).toBe(404)
    }
    expect((await stranger.api.call('listWebhooks')).text).not.toContain(hook.id)
    expect((await client.api.call('getWebhook', { path: { webhookId: hook.id } })).body.data.status).toBe('ENABLED')
  })

  test('with a token of one business, or without the scope', async () => {
    const { body } = await books.api.call('issueBusinessToken')
    const reader = await platformToken(client.api, client.id, client.secret, 'configure:read books:write')
    for (const token of [body.data.access_token, reader]) {
      const answer = await client.api.as(token).call('createWebhook', { body: { url: receiver.url } })
      expect(answer.refusal).toMatchObject({ status: 403, error_enum: 'InsufficientScope' })
    }
  })
})

test('a delivery that is not there, disabled, or of an event that is gone is not sent again; the log refuses strange cursors', async () => {
  const own = await client.books()
  await told(own, 'the beginning', (events) => events.length >= 2)
  const hook = await create({ url: receiver.url, business_ids: [own.id] })
  await own.posted(sale(1))
  const [delivery] = await waitFor('the delivery', async () => {
    const all = await log(hook, { status: 'DELIVERED' })
    return all.length > 0 && all
  })
  const retry = async (deliveryId: string) =>
    (await client.api.call('retryWebhookDelivery', { path: { webhookId: hook.id, deliveryId } })).refusal
  for (const id of ['00000000-0000-4000-8000-000000000000', 'nonsense'])
    expect(await retry(id)).toEqual({ status: 404, error_enum: 'DeliveryNotFound', field: 'deliveryId' })
  const change = (body: object) => client.api.call('updateWebhook', { path: { webhookId: hook.id }, body })
  await change({ disabled: true })
  expect(await retry(delivery?.id ?? '')).toMatchObject({ status: 422, error_enum: 'WebhookDisabled' })
  await change({ disabled: false })
  await purge(own.id, delivery?.position ?? 0)
  expect(await retry(delivery?.id ?? '')).toMatchObject({ status: 409, error_enum: 'EventsPurged' })
  const strange = await client.api.call('listWebhookDeliveries', {
    path: { webhookId: hook.id },
    query: { cursor: 'x.y' },
  })
  expect(strange.refusal).toEqual({ status: 400, error_enum: 'InvalidCursor', field: 'cursor' })
})
