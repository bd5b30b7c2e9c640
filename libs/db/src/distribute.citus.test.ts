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

test('a later version adds columns, rights to them, indexes and functions while the one before is at work', async () => {
  const made = await ownDatabase(template)
  const db = connected(made.urlFor(app.role, app.password))
  const clientId = randomUUID()
  const businesses = Array.from({ length: 8 }, () => randomUUID())
  const write = (businessId: string, text: string) =>
    db.transact({ clientId, businessId }, (tx) =>
      tx.rows('INSERT INTO notes (business_id, id, text) VALUES ($1, gen_random_uuid(), $2)', [businessId, text]),
    )
  for (const businessId of businesses) await write(businessId, 'before')
  const later = laterMigrations('later', {
    '0001-places.sql': `
-- A new column; what follows needs it.
ALTER TABLE notes ADD COLUMN place text;
CREATE INDEX notes_by_place ON notes (business_id, place);
GRANT UPDATE (place) ON notes TO {{app}};
CREATE FUNCTION place_of(p_text text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  RETURN upper(p_text);
END $$;
CREATE TABLE places (business_id uuid NOT NULL, name text NOT NULL, PRIMARY KEY (business_id, name));
GRANT SELECT, INSERT ON places TO {{app}};
`,
    '0002-notes-by-text.sql': `-- outside of a transaction\nCREATE INDEX CONCURRENTLY notes_by_text ON notes (business_id, text);\n`,
  })
  let migrating = true
  let written = 0
  const working = async (): Promise<void> => {
    while (migrating) await write(businesses[written++ % businesses.length] ?? '', 'meanwhile')
  }
  const target = { ...service(sharedServers().postgresAdminUrl, made.name), migrations: [...migrations, later] }
  await Promise.all([provision(target).finally(() => (migrating = false)), working()])
  expect(written).toBeGreaterThan(0)

  const next = connected(made.urlFor(app.role, app.password))
  await expectSchema(next, target.migrations)
  for (const businessId of businesses) {
    const scope = { clientId, businessId }
    const placed = await next.transact(scope, async (tx) => {
      await tx.rows('INSERT INTO places (business_id, name) VALUES ($1, $2)', [businessId, 'HERE'])
      await tx.rows(`UPDATE notes SET place = place_of('here') WHERE business_id = $1 AND text = 'before'`, [
        businessId,
      ])
      return tx.rows('SELECT place FROM notes JOIN places p USING (business_id) WHERE place = p.name')
    })
    expect(placed).toEqual([{ place: 'HERE' }])
    const other = next.transact(scope, (tx) => tx.rows(`UPDATE notes SET text = 'changed'`))
    await expect(other).rejects.toThrow('permission denied')
    // The version before goes on.
    await write(businessId, 'afterwards')
  }
  const { rows } = await made.admin.query<{ success: boolean; result: string }>(
    `SELECT success, result FROM run_command_on_shards('notes', $$
       SELECT count(*) FROM pg_index WHERE indrelid = '%s'::regclass AND indisvalid AND indexrelid::regclass::text ~ 'notes_by_(place|text)' $$)`,
  )
  expect(new Set(rows.map(({ success, result }) => `${success} ${result}`))).toEqual(new Set(['true 2']))
})
