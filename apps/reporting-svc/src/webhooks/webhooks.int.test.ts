import { Vault } from '@pacioli/vault'
import { rotateTable } from '@pacioli/vault/rotation'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { purgeEvents } from '../housekeeping.ts'
import { eventsOutOptions, reportingDatabase, sampleOwners } from '../reporting.test-helpers.ts'
import { deleteWebhook } from './delete-webhook.ts'
import { listDeliveries } from './list-deliveries.ts'
import { listWebhooks } from './read-webhooks.ts'
import { retryDelivery } from './retry-delivery.ts'
import { rotateSecret } from './rotate-secret.ts'
import { openSecrets, sealedTables } from './sealed-secrets.ts'
import { testWebhook } from './test-webhook.ts'
import { MAX_WEBHOOKS } from './webhook.ts'
import { worldOf, type World } from './webhooks.test-helpers.ts'

let database: Awaited<ReturnType<typeof reportingDatabase>>
let owners: Awaited<ReturnType<typeof sampleOwners>>
let world: World
let otherClient: World

const url = 'https://platform.example/hooks'
const DAY = 86_400_000

beforeAll(async () => {
  ;[database, owners] = await Promise.all([reportingDatabase(), sampleOwners()])
})
afterAll(async () => {
  await Promise.all([database.app.close(), database.relay.close(), owners.close()])
})
beforeEach(async () => {
  ;[world, otherClient] = [worldOf(database, owners), worldOf(database, owners)]
  await Promise.all([world.introduce(), otherClient.introduce()])
})

const refusal = (errorEnum: string, field?: string) => ({
  problems: [
    expect.objectContaining({ error_enum: errorEnum, ...(field ? { meta: expect.objectContaining({ field }) } : {}) }),
  ],
})

describe('a webhook', () => {
  test('is shown as created, its secret once', async () => {
    const made = await world.create({
      url,
      description: 'd',
      event_types: ['invoice', 'invoice'],
      business_ids: [world.businessId],
    })
    expect(made).toMatchObject({
      url,
      description: 'd',
      event_types: ['invoice'],
      business_ids: [world.businessId],
      status: 'ENABLED',
    })
    expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const { secret: _once, ...shown } = made
    expect(await world.get(made.id)).toEqual({ ...shown, secret: undefined })
    expect((await listWebhooks(world.webhooks, world.clientId)).data).toEqual([{ ...shown, secret: undefined }])
  })

  test('may bring its own secret, which is not shown', async () => {
    const secret = `whsec_${Buffer.alloc(24, 5).toString('base64')}`
    const made = await world.create({ url, secret })
    expect(made.secret).toBeUndefined()
    const { clientId, webhooks, vault } = world
    const stored = await webhooks.db.transact({ clientId }, (tx) =>
      openSecrets(tx, vault, { clientId, webhookId: made.id, now: world.now() }),
    )
    expect(stored).toEqual({ secrets: [secret], defects: [] })
  })

  test.each([
    [{ url: 'nonsense' }, 'url'],
    [{ url, event_types: ['Invoice'] }, 'event_types.0'],
    [{ url, event_types: Array(101).fill('invoice') }, 'event_types'],
    [{ url, business_ids: ['x'] }, 'business_ids.0'],
    [{ url, description: 'x'.repeat(256) }, 'description'],
    [{ url, secret: 'whsec_short' }, 'secret'],
  ])('%j is refused, and nothing is written', async (input, field) => {
    await expect(world.create(input)).rejects.toMatchObject(refusal('InvalidPayload', field))
    expect((await listWebhooks(world.webhooks, world.clientId)).data).toEqual([])
  })

  test('of a production service leads to no private address', async () => {
    world.webhooks.allowPrivate = false
    for (const one of ['http://platform.example/', 'https://10.0.0.1/', 'https://localhost/'])
      await expect(world.create({ url: one })).rejects.toMatchObject(refusal('InvalidPayload', 'url'))
  })

  test('is one of twenty at most, even with concurrent requests', async () => {
    const made = await Promise.allSettled(Array.from({ length: MAX_WEBHOOKS + 3 }, () => world.create({ url })))
    expect(made.filter(({ status }) => status === 'fulfilled').length).toBe(MAX_WEBHOOKS)
    await expect(world.create({ url })).rejects.toMatchObject(refusal('TooManyWebhooks'))
    expect(await otherClient.create({ url })).toMatchObject({ url })
  })

  test('changes what is given, and clears what is null', async () => {
    const { id } = await world.create({ url, description: 'd', event_types: ['bill'] })
    const other = 'https://platform.example/other'
    world.pass(1)
    expect((await world.update(id, { url: other, event_types: { items: ['invoice'] } })).data).toMatchObject({
      url: other,
      description: 'd',
      event_types: ['invoice'],
      updated_at: world.now().toISOString(),
    })
    const { data } = await world.update(id, { cleared: ['description', 'event_types'] })
    expect([data?.description, data?.event_types]).toEqual([undefined, []])
    await expect(world.update(id, { cleared: ['url'] })).rejects.toMatchObject(refusal('InvalidPayload', 'url'))
    await expect(world.update(id, { url: 'x' })).rejects.toMatchObject(refusal('InvalidPayload', 'url'))
  })

  test('that is deleted is unknown, and its secrets are gone', async () => {
    const { id } = await world.create({ url })
    await world.happen(world.invoices(1))
    expect((await deleteWebhook(world.webhooks, world.clientId, id)).data).toMatchObject({ id })
    await expect(world.get(id)).rejects.toMatchObject(refusal('WebhookNotFound', 'webhookId'))
    await expect(deleteWebhook(world.webhooks, world.clientId, id)).rejects.toMatchObject(refusal('WebhookNotFound'))
    const { clientId } = world
    const remaining = await database.app.transact({ clientId }, (tx) =>
      tx.rows('SELECT id FROM webhook_secrets UNION ALL SELECT id FROM webhooks'),
    )
    expect(remaining).toEqual([])
  })
})

describe('tenants', () => {
  test('a webhook of another client is unknown to every use case', async () => {
    const { id } = await otherClient.create({ url })
    await otherClient.happen(otherClient.invoices(1))
    const [delivery] = await otherClient.log(id)
    const deliveryId = delivery?.id ?? ''
    const own = await world.create({ url })
    const { webhooks, clientId } = world
    const asks = (webhookId: string): (() => Promise<unknown>)[] => [
      () => world.get(webhookId),
      () => world.update(webhookId, { disabled: true }),
      () => deleteWebhook(webhooks, clientId, webhookId),
      () => rotateSecret(webhooks, clientId, { webhook_id: webhookId }),
      () => testWebhook(webhooks, world.request(), webhookId),
      () => listDeliveries(webhooks, clientId, { webhook_id: webhookId, page: null }),
      () => retryDelivery(webhooks, world.request(), { webhookId, deliveryId }),
    ]
    for (const one of [id, crypto.randomUUID(), 'nonsense'])
      for (const asked of asks(one))
        await expect(asked()).rejects.toMatchObject(refusal('WebhookNotFound', 'webhookId'))
    await expect(retryDelivery(webhooks, world.request(), { webhookId: own.id, deliveryId })).rejects.toMatchObject(
      refusal('DeliveryNotFound', 'deliveryId'),
    )
    expect(await otherClient.get(id)).toMatchObject({ status: 'ENABLED' })
  })

  test('a business of another client is refused as an unknown one', async () => {
    for (const businessId of [otherClient.businessId, crypto.randomUUID()])
      await expect(world.create({ url, business_ids: [world.businessId, businessId] })).rejects.toMatchObject(
        refusal('BusinessNotFound', 'business_ids.1'),
      )
  })

  test('a transaction of another client, or of a business alone, sees nothing of it', async () => {
    await world.create({ url })
    await world.happen(world.invoices(1))
    const scopes = [{ clientId: otherClient.clientId }, { businessId: world.businessId }, {}]
    for (const scope of scopes)
      for (const table of ['webhooks', 'webhook_secrets', 'webhook_deliveries', 'webhook_attempts'])
        expect(await database.app.transact(scope, (tx) => tx.rows(`SELECT 1 FROM ${table}`))).toEqual([])
  })

  test('the housekeeping role cannot read a secret, an event or its address', async () => {
    for (const sql of [
      'SELECT ciphertext FROM webhook_secrets',
      'SELECT data FROM feed_events',
      'SELECT url FROM webhooks',
    ])
      await expect(database.relay.transact({}, (tx) => tx.rows(sql))).rejects.toThrow('permission denied')
  })
})

describe('a secret', () => {
  test('is nowhere in the database in plain text', async () => {
    const { secret = '' } = await world.create({ url })
    const admin = new pg.Client({ connectionString: database.adminUrl })
    await admin.connect()
    const bytes = Buffer.from(secret.replace('whsec_', ''), 'base64')
    for (const table of ['webhooks', 'webhook_secrets', 'idempotency_keys']) {
      const { rows } = await admin.query<Record<string, unknown>>(`SELECT * FROM ${table}`)
      for (const value of rows.flatMap((row) => Object.values(row))) {
        const text = Buffer.isBuffer(value) ? value : Buffer.from(JSON.stringify(value))
        for (const needle of [secret, secret.slice(6), bytes]) expect(text.includes(needle)).toBe(false)
      }
    }
    await admin.end()
  })

  test('of any client is opened under another master key once that is rotated', async () => {
    const made = await Promise.all([world, otherClient].map((of) => of.create({ url })))
    const [old] = eventsOutOptions.masterKeys as [{ id: string; key: Buffer }]
    const next = { id: 'next', key: Buffer.alloc(32, 3) }
    const [table] = sealedTables
    const rotated = table && (await rotateTable(database.relay, new Vault([next, old]), table))
    expect(rotated?.failures).toEqual([])
    expect(rotated?.rewrapped).toBeGreaterThanOrEqual(2)
    for (const [index, { clientId, now }] of [world, otherClient].entries()) {
      const { id: webhookId = '', secret } = made[index] ?? {}
      const open = (vault: Vault) =>
        database.app.transact({ clientId }, (tx) => openSecrets(tx, vault, { clientId, webhookId, now: now() }))
      expect(await open(new Vault([next]))).toEqual({ secrets: [secret], defects: [] })
      const { secrets, defects } = await open(new Vault([old]))
      expect([secrets, String(defects)]).toEqual([[], expect.stringContaining('There is no master key next')])
    }
    await rotateTable(database.relay, new Vault([old, next]), table ?? ({} as never))
  })

  test('that has expired is removed', async () => {
    const { id } = await world.create({ url })
    await rotateSecret(world.webhooks, world.clientId, { webhook_id: id })
    await rotateSecret(world.webhooks, world.clientId, { webhook_id: id })
    const { clientId } = world
    const count = () => database.app.transact({ clientId }, (tx) => tx.rows('SELECT 1 FROM webhook_secrets'))
    expect((await count()).length).toBe(2)
    world.pass(DAY)
    await purgeEvents({ relay: database.relay, clock: world.now, keepDays: 90 })
    expect((await count()).length).toBe(1)
  })
})

describe('the log', () => {
  const cursorOf = async (id: string, query: object) =>
    (await listDeliveries(world.webhooks, world.clientId, { webhook_id: id, page: null, ...query })).pagination

  test('is paged, newest first, and can be filtered by status, business or event', async () => {
    const other = crypto.randomUUID()
    await world.introduce(other)
    const { id } = await world.create({ url })
    for (let round = 0; round < 3; round += 1) {
      await world.happen(world.invoices(2))
      world.pass(1_000)
    }
    await world.happen(world.invoices(1, other), other)
    const all = await world.log(id)
    expect(all.map(({ created_at }) => created_at)).toEqual(
      all
        .map(({ created_at }) => created_at)
        .toSorted()
        .reverse(),
    )
    const first = await cursorOf(id, { page: { limit: 3 } })
    expect(first).toMatchObject({ has_more: true, total_count: 7 })
    const second = await world.log(id, { page: { limit: 10, cursor: first?.cursor } })
    expect(second).toEqual(all.slice(3))
    expect((await world.log(id, { business_id: other })).length).toBe(1)
    expect((await world.log(id, { event_id: all[0]?.event_id })).map((one) => one.id)).toEqual([all[0]?.id])
    expect((await world.log(id, { status: 'DELIVERED' })).length).toBe(0)
    expect((await world.log(id, { page: { sort_order: 'ASC', limit: 1 } }))[0]).toEqual(all.at(-1))
    await expect(world.log(id, { status: 'LOST' })).rejects.toMatchObject(refusal('InvalidQuery', 'status'))
    await expect(world.log(id, { status: 'FAILED', page: { cursor: first?.cursor } })).rejects.toMatchObject(
      refusal('InvalidCursor'),
    )
  })

  test('a delivery of a disabled webhook, or of a purged event, is not tried again', async () => {
    const { id } = await world.create({ url })
    await world.happen(world.invoices(1))
    const [delivery] = await world.log(id)
    const again = () =>
      retryDelivery(world.webhooks, world.request(), { webhookId: id, deliveryId: delivery?.id ?? '' })
    await world.update(id, { disabled: true })
    await expect(again()).rejects.toMatchObject(refusal('WebhookDisabled'))
    await world.update(id, { disabled: false })
    expect((await again()).data).toMatchObject({ status: 'PENDING' })
    const admin = new pg.Client({ connectionString: database.adminUrl })
    await admin.connect()
    await admin.query('DELETE FROM feed_events WHERE business_id = $1', [world.businessId])
    await admin.end()
    await expect(again()).rejects.toMatchObject(refusal('EventsPurged'))
  })

  test('is kept as long as the events are', async () => {
    const { id } = await world.create({ url })
    await world.happen(world.invoices(1))
    const purge = () => purgeEvents({ relay: database.relay, clock: world.now, keepDays: 90 })
    world.pass(90 * DAY)
    await purge()
    expect((await world.log(id)).length).toBe(1)
    world.pass(1)
    await purge()
    expect(await world.log(id)).toEqual([])
  })
})

test('a request that is repeated under its Idempotency-Key pings once', async () => {
  const { id } = await world.create({ url })
  let replays = 0
  const request = () => ({
    ...world.request(),
    idempotency: { key: 'k', operation: 'POST ping', requestHash: 'h' },
    markReplayed: () => (replays += 1),
  })
  const first = await testWebhook(world.webhooks, request(), id)
  expect(await testWebhook(world.webhooks, request(), id)).toEqual(first)
  expect([replays, (await world.log(id)).length]).toEqual([1, 1])
})
