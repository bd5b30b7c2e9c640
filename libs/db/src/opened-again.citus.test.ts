/** Shards that are opened again, as every run of the migrations does, while transactions work in them. */
import { homeOf, testDatabase, urlAt, waitFor, withClient } from '@pacioli/testing'
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { app, template } from './cluster.test-helpers.ts'
import { Database } from './index.ts'

let db: Database
let adminUrl: string
let coordinator: pg.Client

beforeAll(async () => {
  const database = await testDatabase(template)
  ;({ adminUrl } = database)
  db = new Database({ url: database.urlFor(app.role, app.password), applicationName: 'test', poolSize: 4 })
  coordinator = new pg.Client({ connectionString: adminUrl })
  await coordinator.connect()
})
afterAll(async () => {
  await coordinator.end()
  await db.close()
})

const NEW_NOTE = `INSERT INTO notes (business_id, id, text) VALUES ($1, gen_random_uuid(), 'a note')`
const tenant = { clientId: randomUUID(), businessId: randomUUID() }

async function openAgain(): Promise<void> {
  const { shard } = await homeOf(coordinator, tenant.businessId)
  await db.call('SELECT open_shard_v1($1, true)', [shard], tenant.businessId)
}

async function isWaitedFor(): Promise<boolean> {
  const node = urlAt(adminUrl, await homeOf(coordinator, tenant.businessId))
  const waiting = `SELECT FROM pg_locks WHERE NOT granted AND locktype = 'advisory'`
  return withClient(node, async (client) => (await client.query(waiting)).rows.length > 0)
}

test('views that have all columns are not touched, so that nobody waits for anybody', async () => {
  await db.transact(tenant, async (tx) => {
    await tx.rows(NEW_NOTE, [tenant.businessId])
    await openAgain()
    await tx.rows(NEW_NOTE, [tenant.businessId])
  })
})

test('views that get another column wait for who is in the shard before the first is locked', async () => {
  await coordinator.query('ALTER TABLE notes ADD COLUMN colour text')
  let opening: Promise<void> | undefined
  await db.transact(tenant, async (tx) => {
    await tx.rows('SELECT 1')
    opening = openAgain()
    await waitFor('opening to wait', isWaitedFor)
    await tx.rows(NEW_NOTE, [tenant.businessId])
  })
  await opening
  const notes = await db.read(tenant, (tx) => tx.rows<{ colour: null }>('SELECT colour FROM notes'))
  expect(notes).toEqual([{ colour: null }, { colour: null }, { colour: null }])
})
