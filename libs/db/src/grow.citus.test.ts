/** A database with rows, of one server, that becomes one of a cluster. */
import { databaseUrl, dropDatabase, sharedServers, withClient } from '@pacioli/testing'
import { growToCluster } from '@pacioli/testing/citus'
import { randomBytes, randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { app, connected, relay, service } from './cluster.test-helpers.ts'
import { provision } from './migrate.ts'

test('what was written on one server is served from the nodes of the cluster that it grows to, each tenant its own', async () => {
  const { postgresAdminUrl, nodes } = sharedServers()
  const name = `grown_${randomBytes(6).toString('hex')}`
  onTestFinished(() => dropDatabase([postgresAdminUrl, ...nodes], name))
  await withClient(postgresAdminUrl, (client) => client.query(`CREATE DATABASE ${name}`))
  const target = service(postgresAdminUrl, name)
  await provision(target)

  const url = (role: { role: string; password: string }): string =>
    databaseUrl(postgresAdminUrl, { database: name, user: role.role, password: role.password })
  const clientId = randomUUID()
  const businessIds = Array.from({ length: 20 }, () => randomUUID())
  const write = (db: ReturnType<typeof connected>, businessId: string, text: string): Promise<void> =>
    db.transact({ clientId, businessId }, async (tx) => {
      await tx.rows('INSERT INTO notes (business_id, id, text) VALUES ($1, gen_random_uuid(), $2)', [businessId, text])
    })
  const read = async (db: ReturnType<typeof connected>, businessId: string): Promise<string[]> => {
    const rows = await db.read({ clientId, businessId }, (tx) =>
      tx.rows<{ text: string }>('SELECT text FROM notes ORDER BY seq'),
    )
    return rows.map(({ text }) => text)
  }
  const before = connected(url(app))
  for (const businessId of businessIds) await write(before, businessId, `before, of ${businessId}`)
  await before.close()

  await growToCluster({ coordinator: postgresAdminUrl, nodes }, name)
  await provision(target)
  const after = connected(url(app))
  for (const businessId of businessIds) {
    await write(after, businessId, 'after')
    expect(await read(after, businessId)).toEqual([`before, of ${businessId}`, 'after'])
  }
  const parts = await connected(url(relay)).parts()
  const found = await Promise.all(parts.map((part) => part.call('SELECT text FROM notes')))
  expect(found.flat()).toHaveLength(2 * businessIds.length)
  // Nothing is left of them where they were, and of the nodes both have some.
  const { rows } = await withClient(databaseUrl(postgresAdminUrl, { database: name }), (client) =>
    client.query<{ size: string }>(`SELECT pg_relation_size('notes') AS size`),
  )
  expect(rows).toEqual([{ size: '0' }])
  // Row-level security binds the owner again.
  const owner = connected(databaseUrl(parts[0]?.url ?? '', { user: target.owner }))
  expect(await owner.call('SELECT text FROM notes')).toEqual([])
})
