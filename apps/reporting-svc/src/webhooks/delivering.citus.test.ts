/** On a cluster no webhook waits for the shard of another business. */
import { connectAt, waitFor } from '@pacioli/testing'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { reportingDatabase, sampleOwners } from '../reporting.test-helpers.ts'
import { startReceiver, type Receiver } from './receiver.test-helpers.ts'
import { worldOf, type World } from './webhooks.test-helpers.ts'

let database: Awaited<ReturnType<typeof reportingDatabase>>
let owners: Awaited<ReturnType<typeof sampleOwners>>
let receiver: Receiver
let world: World
/** A business of the client on another shard than its first one. */
let other: ReturnType<typeof crypto.randomUUID>

beforeAll(async () => {
  ;[database, owners, receiver] = await Promise.all([reportingDatabase(), sampleOwners(), startReceiver()])
  await database.app.ping()
})
afterAll(async () => {
  await Promise.all([database.app.close(), database.relay.close(), owners.close(), receiver.close()])
})
beforeEach(async () => {
  receiver.received.length = 0
  receiver.answering.answer = (_request, response) => void response.writeHead(204).end()
  world = worldOf(database, owners)
  const { app } = database
  do other = crypto.randomUUID()
  while (app.groupOf(other) === app.groupOf(world.businessId))
  await world.introduce()
  await world.introduce(other)
  await world.create({ url: receiver.url })
  await world.happen(world.invoices(2))
  await world.happen(world.invoices(2, other), other)
})
afterEach(() => world.stop())

const receivedOf = (business: string): number =>
  receiver.received.filter(({ body }) => body.business_id === business).length
const arrived = (business: string): Promise<unknown> =>
  waitFor('both events of the business', () => receivedOf(business) === 2)

test('what other shards have is delivered while one is being moved, and what that one has afterwards', async () => {
  // As a move does it.
  const moving = await connectAt(database.adminUrl, world.businessId)
  await moving.query('BEGIN')
  await moving.query(`SELECT lock_shard_metadata(7, ARRAY[substring(current_schema FROM '[0-9]+$')::bigint])`)
  try {
    world.deliver()
    await arrived(other)
    expect(receivedOf(world.businessId)).toBe(0)
  } finally {
    await moving.query('ROLLBACK')
    await moving.end()
  }
  await arrived(world.businessId)
})

test('a shard that is not open any more is opened again, and holds up no other', async () => {
  const admin = await connectAt(database.adminUrl, world.businessId)
  await admin.query(`DO $$ BEGIN EXECUTE format('DROP VIEW %I.webhook_deliveries', current_schema); END $$`)
  await admin.end()
  world.deliver()
  await arrived(other)
  await arrived(world.businessId)
})
