/** What the planner expects of a business is said of each shard, wherever it is moved. */
import { connectAt, storedAs, testDatabase, withClient } from '@pacioli/testing'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Database } from './index.ts'
import { provision } from './migrate.ts'
import { sharedMigrations } from './migrations.ts'

const APP = { role: 'statistics_app', password: 'app' }

let adminUrl: string
let db: Database
beforeAll(async () => {
  const database = await testDatabase({
    name: 'statistics',
    migrate: (admin, name) =>
      provision({
        adminUrl: admin,
        database: name,
        owner: 'statistics_owner',
        app: APP,
        relay: { role: 'statistics_relay', password: 'relay' },
        migrations: [sharedMigrations],
      }),
  })
  ;({ adminUrl } = database)
  db = new Database({ url: database.urlFor(APP.role, APP.password), applicationName: 'test', poolSize: 2 })
})
afterAll(() => db.close())

/** What is known of the column in the shard of a business, and where that is. */
async function expectedOf(businessId: string): Promise<{ port: string; statistics: unknown }> {
  const client = await connectAt(adminUrl, businessId)
  try {
    const { rows } = await client.query(
      `SELECT attstattarget AS counted, 'n_distinct=2' = ANY (attoptions) AS is_half FROM pg_attribute
        WHERE attrelid = $1::regclass AND attname = 'business_id'`,
      [await storedAs(client, 'idempotency_keys')],
    )
    return { port: `${client.port}`, statistics: rows[0] }
  } finally {
    await client.end()
  }
}

test('a business is expected to have half of its shard, also once that has moved', async () => {
  const businessId = randomUUID()
  const before = await expectedOf(businessId)
  expect(before.statistics).toEqual({ counted: 1, is_half: true })
  await withClient(adminUrl, (coordinator) =>
    coordinator.query(
      `SELECT citus_move_shard_placement(s.id, here.nodename, here.nodeport, there.nodename, there.nodeport, 'block_writes')
         FROM (SELECT get_shard_id_for_distribution_column('idempotency_keys', $1::uuid) AS id) s
         JOIN pg_dist_placement p ON p.shardid = s.id
         JOIN pg_dist_node here USING (groupid)
         JOIN pg_dist_node there ON there.groupid NOT IN (0, here.groupid)
        LIMIT 1`,
      [businessId],
    ),
  )
  await db.call('SELECT 1', [], businessId)
  const after = await expectedOf(businessId)
  expect(after.port).not.toBe(before.port)
  expect(after.statistics).toEqual({ counted: 1, is_half: true })
})
