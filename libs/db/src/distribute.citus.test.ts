/** What a service sees of a cluster whose tables are being distributed. */
import { databaseUrl, sharedServers, withClient } from '@pacioli/testing'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { app, connected, laterMigrations, migrations, ownDatabase, service, template } from './cluster.test-helpers.ts'
import { expectSchema } from './index.ts'
import { provision } from './migrate.ts'

test('nothing is done before tables are distributed, nor while a shard is on no node, and afterwards it is without a restart', async () => {
  const made = await ownDatabase({
    name: 'not_distributed',
    migrate: (admin, database) =>
      withClient(databaseUrl(admin, { database }), async (client) => {
        await client.query('CREATE TABLE idempotency_keys (business_id uuid NOT NULL)')
      }),
  })
  const early = connected(made.adminUrl)
  const unavailable = { errorEnum: 'ServiceUnavailable' }
  await expect(early.call('SELECT 1')).rejects.toMatchObject(unavailable)
  await expect(early.parts()).rejects.toMatchObject(unavailable)
  await expect(early.groupsOf([randomUUID()])).rejects.toMatchObject(unavailable)
  await made.admin.query(`SELECT create_distributed_table('idempotency_keys', 'business_id')`)
  const { rows: placements } = await made.admin.query<{ shardid: string; groupid: number }>(
    `SELECT shardid, groupid FROM pg_dist_placement JOIN pg_dist_shard USING (shardid)
      WHERE logicalrelid = 'idempotency_keys'::regclass ORDER BY shardminvalue::int`,
  )
  const [lost] = placements
  const placed = (groupId: number | undefined) =>
    made.admin.query('UPDATE pg_dist_placement SET groupid = $2 WHERE shardid = $1', [lost?.shardid, groupId])
  await placed(-1)
  await expect(early.nodes()).rejects.toMatchObject(unavailable)
  await placed(lost?.groupid)
  expect(await early.nodes()).toHaveLength(sharedServers().nodes.length + 1)
  expect(await early.groupsOf([randomUUID()])).toHaveLength(1)
})

test('a service does not start where what it needs has not reached the shards', async () => {
  const made = await ownDatabase(template)
  const url = made.urlFor(app.role, app.password)
  await expectSchema(connected(url), migrations)
  const lost = laterMigrations('lost', { '0001-lost.sql': 'CREATE TABLE lost (id uuid PRIMARY KEY)' })
  const target = { ...service(sharedServers().postgresAdminUrl, made.name), migrations: [...migrations, lost] }
  await expect(provision(target)).rejects.toThrow('has no business_id')
  await expect(expectSchema(connected(url), target.migrations)).rejects.toThrow(
    'the first is distributed/lost/0001-lost.sql',
  )
  // The one before does.
  await expectSchema(connected(url), migrations)
  await provision({ ...target, migrations: [...migrations, { ...lost, everywhere: ['lost'] }] })
  await expectSchema(connected(url), target.migrations)
})
