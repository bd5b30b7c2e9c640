/** What later versions do to tables whose shards are open and in use. */
import { sharedServers } from '@pacioli/testing'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { app, connected, laterMigrations, migrations, ownDatabase, service, template } from './cluster.test-helpers.ts'
import { provision } from './migrate.ts'
import type { MigrationSet } from './migrations.ts'

const clientId = randomUUID()

/** A database with a note of each of some businesses, in several shards, which later versions are made of. */
async function inUse() {
  const made = await ownDatabase(template)
  const db = connected(made.urlFor(app.role, app.password))
  const businesses = Array.from({ length: 12 }, () => randomUUID())
  const ask = (businessId: string, sql: string, bind: string[] = []) =>
    db.transact({ clientId, businessId }, (tx) => tx.rows(sql, bind))
  const write = (businessId: string) =>
    ask(businessId, 'INSERT INTO notes (business_id, id, text) VALUES ($1, gen_random_uuid(), $2)', [
      businessId,
      'note',
    ])
  for (const businessId of businesses) await write(businessId)
  const later: MigrationSet[] = []
  const upgrade = async (name: string, sql: string): Promise<void> => {
    later.push(laterMigrations(name, { [`0001-${name}.sql`]: sql }))
    await provision({
      ...service(sharedServers().postgresAdminUrl, made.name),
      migrations: [...migrations, ...later],
      patience: { lockTimeoutMs: 2_000, pauseMs: 20, tries: 50 },
    })
  }
  return { ...made, businesses, ask, write, upgrade }
}

test('a column is dropped, and another gets a new type, while the shards are written to', async () => {
  const { businesses, ask, write, upgrade } = await inUse()
  await upgrade('places', 'ALTER TABLE notes ADD COLUMN place text, ADD COLUMN size int')
  let isOver = false
  const upgrading = upgrade(
    'no-places',
    'ALTER TABLE notes DROP COLUMN place;\nALTER TABLE notes ALTER COLUMN size TYPE bigint;',
  ).finally(() => (isOver = true))
  const refusals: unknown[] = []
  let written = 0
  for (; !isOver; written++)
    await write(businesses[written % businesses.length] ?? '').catch((error: unknown) => refusals.push(error))
  await upgrading
  expect(written).toBeGreaterThan(refusals.length)
  for (const error of refusals) expect(error).toMatchObject({ errorEnum: 'ServiceUnavailable' })
  for (const businessId of businesses) {
    const [row] = await ask(
      businessId,
      'SELECT pg_typeof(size)::text AS type, to_jsonb(n) ? $1 AS "hasPlace" FROM notes n',
      ['place'],
    )
    expect(row).toEqual({ type: 'bigint', hasPlace: false })
  }
})

test('batches go through each shard, and see all of its businesses', async () => {
  const { admin, businesses, ask, upgrade } = await inUse()
  await upgrade('places', 'ALTER TABLE notes ADD COLUMN place text')
  await upgrade(
    'fill',
    `-- in batches, on notes
UPDATE notes SET place = upper(text) WHERE (business_id, id) IN (SELECT business_id, id FROM notes WHERE place IS NULL LIMIT 2)`,
  )
  for (const businessId of businesses)
    expect(await ask(businessId, 'SELECT place FROM notes')).toEqual([{ place: 'NOTE' }])
  const { rows } = await admin.query(`SELECT FROM pg_policies WHERE policyname = 'backfill'`)
  expect(rows).toEqual([])
})

test('batches through a table that is the same on each node are refused, with what is expected', async () => {
  const said = 'Expected no table that lies with a client or is the same on each node: places.'
  const made = await ownDatabase(template)
  const places = {
    ...laterMigrations('places', { '0001-places.sql': 'CREATE TABLE places (id int PRIMARY KEY, name text)' }),
    everywhere: ['places'],
  }
  const fill = laterMigrations('fill', {
    '0001-fill.sql': `-- in batches, on places\nUPDATE places SET name = '' WHERE id IN (SELECT id FROM places WHERE name IS NULL LIMIT 1)`,
  })
  const target = service(sharedServers().postgresAdminUrl, made.name)
  await provision({ ...target, migrations: [...migrations, places] })
  await expect(provision({ ...target, migrations: [...migrations, places, fill] })).rejects.toThrow(said)
})

test('a right to a column that is taken is gone from every shard, and those beside it stay', async () => {
  const { businesses, ask, upgrade } = await inUse()
  await upgrade('places', 'ALTER TABLE notes ADD COLUMN place text;\nGRANT UPDATE (place, text) ON notes TO {{app}};')
  const change = (businessId: string, column: string) => ask(businessId, `UPDATE notes SET ${column} = 'new'`)
  for (const businessId of businesses) await change(businessId, 'text')
  await upgrade('less', 'REVOKE UPDATE (text) ON notes FROM {{app}};')
  for (const businessId of businesses) {
    await expect(change(businessId, 'text')).rejects.toThrow('permission denied')
    await change(businessId, 'place')
    expect(await ask(businessId, 'SELECT text, place FROM notes')).toEqual([{ text: 'new', place: 'new' }])
  }
})
