/** Rights to single columns, on shards that move to another node. */
import { moveShard, type Home } from '@pacioli/testing'
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { app, connected, laterMigrations, migrations, ownDatabase, relay, service } from './cluster.test-helpers.ts'
import { provision } from './migrate.ts'
import type { MigrationSet } from './migrations.ts'

const KEYS_OF_CLIENTS = `
CREATE TABLE keys_of_clients (
  client_id uuid NOT NULL,
  id        uuid NOT NULL,
  name      text NOT NULL,
  secret    text NOT NULL,
  PRIMARY KEY (client_id, id)
);
ALTER TABLE keys_of_clients ENABLE ROW LEVEL SECURITY;
ALTER TABLE keys_of_clients FORCE ROW LEVEL SECURITY;
CREATE POLICY client ON keys_of_clients TO {{app}} USING (client_id = app_client_id()) WITH CHECK (client_id = app_client_id());
CREATE POLICY relay ON keys_of_clients TO {{relay}} USING (true);
GRANT SELECT, INSERT, UPDATE (name) ON keys_of_clients TO {{app}};
GRANT SELECT (client_id, id, name), UPDATE (name) ON keys_of_clients TO {{relay}};
`

const HOME = `
SELECT s.shardid AS shard, n.nodename AS host, n.nodeport AS port
  FROM pg_dist_shard s JOIN pg_dist_placement USING (shardid) JOIN pg_dist_node n USING (groupid)
 WHERE s.shardid = get_shard_id_for_distribution_column('keys_of_clients', $1::uuid)`

async function homeOf(coordinator: pg.Client, clientId: string): Promise<Home> {
  const [home] = (await coordinator.query<Home>(HOME, [clientId])).rows
  if (!home) throw new Error('no shard')
  return home
}

/** Made once, when the servers of the run are known. */
let made: MigrationSet | undefined
const keysOfClients = (): MigrationSet =>
  (made ??= {
    ...laterMigrations('keys', { '0001-keys-of-clients.sql': KEYS_OF_CLIENTS }),
    byClient: ['keys_of_clients'],
  })

test.each(['block_writes', 'force_logical'])(
  'what lies with a client is written to as before when it has moved (%s), and no more than before',
  async (how) => {
    const database = await ownDatabase({
      name: 'keys_of_clients',
      migrate: (admin, name) => provision({ ...service(admin, name), migrations: [...migrations, keysOfClients()] }),
    })
    const [db, relayDb] = [app, relay].map(({ role, password }) => connected(database.urlFor(role, password)))
    const clientId = randomUUID()
    await db?.transact({ clientId }, (tx) =>
      tx.rows(`INSERT INTO keys_of_clients VALUES ($1, $2, 'new', 'secret')`, [clientId, randomUUID()]),
    )
    const rename = (name: string) =>
      db?.transact({ clientId }, (tx) =>
        tx.rows('UPDATE keys_of_clients SET name = $2 WHERE client_id = $1 RETURNING name', [clientId, name]),
      )
    const renameAsRelay = (name: string) =>
      relayDb?.transact({}, (tx) =>
        tx.rows('UPDATE keys_of_clients SET name = $2 WHERE client_id = $1 RETURNING name', [clientId, name]),
      )
    for (const place of ['there', 'back again']) {
      const from = await homeOf(database.admin, clientId)
      await moveShard(database.admin, from, how)
      expect((await homeOf(database.admin, clientId)).port).not.toBe(from.port)
      expect(await rename(place)).toEqual([{ name: place }])
      expect(await renameAsRelay(`${place} by the relay`)).toEqual([{ name: `${place} by the relay` }])
      const changed = db?.transact({ clientId }, (tx) => tx.rows(`UPDATE keys_of_clients SET secret = 'other'`))
      await expect(changed).rejects.toThrow('permission denied')
      const read = relayDb?.transact({}, (tx) => tx.rows('SELECT secret FROM keys_of_clients'))
      await expect(read).rejects.toThrow('permission denied')
    }
  },
)
