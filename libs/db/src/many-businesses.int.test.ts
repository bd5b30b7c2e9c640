import { connectAt, testDatabase, withClient, type TestDatabase } from '@pacioli/testing'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Database, expectBoundRoles, pgErrorOf, type Tx } from './index.ts'
import { provision, type ServiceDatabase } from './migrate.ts'
import { intakeMigrations, sharedMigrations } from './migrations.ts'

let database: TestDatabase
let db: Database
let relay: Database
let admin: pg.Client

const service = (adminUrl: string, name: string): ServiceDatabase => ({
  adminUrl,
  database: name,
  owner: 'many_owner',
  app: { role: 'many_app', password: 'app' },
  relay: { role: 'many_relay', password: 'relay' },
  intake: 'many_intake',
  migrations: [
    sharedMigrations,
    intakeMigrations,
    { name: 'many', folder: new URL('./test-migrations/many/', import.meta.url) },
  ],
})

beforeAll(async () => {
  database = await testDatabase({
    name: 'many_businesses',
    migrate: (adminUrl, name) => provision(service(adminUrl, name)),
  })
  admin = await connectAt(database.adminUrl, place)
  db = new Database({ url: database.urlFor('many_app', 'app'), applicationName: 'test', poolSize: 1 })
  relay = new Database({ url: database.urlFor('many_relay', 'relay'), applicationName: 'test', poolSize: 1 })
  // Which businesses share a shard is known from here on.
  await db.ping()
})
afterAll(async () => {
  await Promise.all([db.close(), relay.close(), admin.end()])
})

/** Names the shard of all businesses, which the superuser looks at. */
const place = crypto.randomUUID()
function aBusiness(): string {
  for (;;) {
    const id = crypto.randomUUID()
    if (db.groupOf(id) === db.groupOf(place)) return id
  }
}

/** Three businesses with a note each, which may share a transaction. */
async function threeBusinesses(): Promise<[string, string, string]> {
  const made: [string, string, string] = [aBusiness(), aBusiness(), aBusiness()]
  await admin.query(`INSERT INTO notes SELECT b, 1, 'first' FROM unnest($1::uuid[]) b`, [made])
  return made
}

/** Since PostgreSQL 16 each grant says whether it is inherited; before, the role does. */
async function grantsInherit(): Promise<boolean> {
  const { rows } = await admin.query<{ version: string }>(`SELECT current_setting('server_version_num') AS version`)
  return Number(rows[0]?.version) >= 160_000
}

const seenBy = (businessIds: readonly string[], among: readonly string[]): Promise<string[]> =>
  db.transactMany({ businessIds }, async (tx) => {
    const rows = await tx.rows<{ business_id: string }>(
      'SELECT business_id FROM notes WHERE business_id = ANY ($1::uuid[])',
      [[...among]],
    )
    return rows.map((row) => row.business_id)
  })

describe('a transaction of several businesses', () => {
  test('sees the rows of these and of no other', async () => {
    const [one, two, stranger] = await threeBusinesses()
    expect((await seenBy([one.toUpperCase(), two], [one, two, stranger])).sort()).toEqual([one, two].sort())
  })

  test('sees and writes nothing where there are none', async () => {
    const all = await threeBusinesses()
    expect(await seenBy([], all)).toEqual([])
    await expect(
      db.transactMany({ businessIds: [] }, (tx) => tx.rows(`INSERT INTO notes VALUES ($1, 2, 'new')`, [all[0]])),
    ).rejects.toThrow('row-level security')
  })

  test('writes no row of another, in any way', async () => {
    const [one, two, stranger] = await threeBusinesses()
    const many = { businessIds: [one, two] }
    const refused = 'row-level security'
    for (const sql of [
      `INSERT INTO notes VALUES ($1, 2, 'new')`,
      `INSERT INTO notes VALUES ($1, 1, 'new') ON CONFLICT (business_id, id) DO UPDATE SET note = 'changed'`,
      `UPDATE notes SET business_id = $1, id = 3`,
    ])
      await expect(db.transactMany(many, (tx) => tx.rows(sql, [stranger]))).rejects.toThrow(refused)
    await db.transactMany(many, async (tx) => {
      await tx.rows(`UPDATE notes SET note = 'changed' WHERE business_id = $1`, [stranger])
      await tx.rows('DELETE FROM notes WHERE business_id = $1', [stranger])
      await tx.rows(`INSERT INTO notes SELECT b, 2, 'new' FROM unnest($1::uuid[]) b`, [[one, two]])
    })
    const { rows } = await admin.query('SELECT id, note FROM notes WHERE business_id = $1', [stranger])
    expect(rows).toEqual([{ id: 1, note: 'first' }])
  })

  test('names its businesses, and is not limited to one', async () => {
    const [one, two] = await threeBusinesses()
    await db.transactMany({ businessIds: [one, two] }, (tx) => {
      expect(tx.businessIds).toEqual([one, two])
      expect(() => tx.businessId).toThrow('not limited to one business')
      return Promise.resolve()
    })
    await db.transact({ businessId: one }, (tx) => {
      expect([tx.businessId, tx.businessIds]).toEqual([one, [one]])
      return Promise.resolve()
    })
  })

  test('fails at a lock that is held for longer than it waits, as one of a single business does', async () => {
    const [one] = await threeBusinesses()
    await admin.query('BEGIN')
    await admin.query('SELECT FROM notes WHERE business_id = $1 FOR UPDATE', [one])
    const waitAtMost = { lockTimeoutMs: 20 }
    const erase = (tx: Tx) => tx.rows('DELETE FROM notes')
    const failures = [
      await db.transactMany({ businessIds: [one], ...waitAtMost }, erase).catch((error: unknown) => error),
      await db.transact({ businessId: one, ...waitAtMost }, erase).catch((error: unknown) => error),
    ]
    await admin.query('ROLLBACK')
    expect(failures.map((failure) => pgErrorOf(failure)?.code)).toEqual(['55P03', '55P03'])
  })
})

describe('the role for the intake of several businesses', () => {
  const roleOf = async (begin: (read: (tx: Tx) => Promise<unknown>) => Promise<unknown>) =>
    begin((tx) =>
      tx.row(`SELECT current_user AS role, current_setting('lock_timeout') AS lock_timeout,
                     coalesce(current_setting('app.business_ids', true), '') AS businesses`),
    )

  test('ends with the transaction, whatever its outcome, and so do its settings', async () => {
    const [one, two] = await threeBusinesses()
    const own = { role: 'many_app', lock_timeout: '0', businesses: '' }
    const many = { businessIds: [one, two], lockTimeoutMs: 500 }
    expect(await roleOf((read) => db.transactMany(many, read))).toEqual({
      role: 'many_intake',
      lock_timeout: '500ms',
      businesses: `{${one},${two}}`,
    })
    expect(await roleOf((read) => db.transact({ lockTimeoutMs: 500 }, read))).toEqual({ ...own, lock_timeout: '500ms' })
    expect(await roleOf((read) => db.transact({}, read))).toEqual(own)
    await expect(db.transactMany(many, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await roleOf((read) => db.transact({}, read))).toEqual(own)
  })

  test('has no rights outside of it: the list alone shows nothing to the role that serves requests', async () => {
    const [one, two] = await threeBusinesses()
    const seen = await db.transact({ businessId: one }, async (tx) => {
      await tx.rows(`SELECT set_config('app.business_ids', $1, true)`, [`{${one},${two}}`])
      return tx.rows('SELECT business_id FROM notes')
    })
    expect(seen).toEqual([{ business_id: one }])
  })

  test('looks at no business of a single tenant', async () => {
    const [one, two] = await threeBusinesses()
    const seen = await db.transactMany({ businessIds: [one] }, async (tx) => {
      await tx.rows(`SELECT set_config('app.business_id', $1, true)`, [two])
      return tx.rows('SELECT business_id FROM notes')
    })
    expect(seen).toEqual([{ business_id: one }])
  })

  test('shows each statement its own rows, however often one connection has run it as either role', async () => {
    const [one, two, three] = await threeBusinesses()
    const select = (tx: Tx) =>
      tx.count('SELECT count(*) FROM notes WHERE business_id = ANY ($1::uuid[])', [[one, two, three]])
    for (let round = 0; round < 15; round++) {
      expect(await db.transactMany({ businessIds: [one, two] }, select)).toBe(2)
      expect(await db.transact({ businessId: three }, select)).toBe(1)
      expect(await db.transactMany({ businessIds: [two] }, select)).toBe(1)
    }
  })

  test('can be taken by the role that serves requests alone, and nobody logs in as it', async () => {
    await expect(relay.transactMany({ businessIds: [] }, (tx) => tx.rows('SELECT 1'))).rejects.toThrow(
      'permission denied',
    )
    const { rows } = await admin.query(
      `SELECT rolcanlogin, rolsuper, rolbypassrls, rolcreaterole FROM pg_roles WHERE rolname = 'many_intake'`,
    )
    expect(rows).toEqual([{ rolcanlogin: false, rolsuper: false, rolbypassrls: false, rolcreaterole: false }])
    await expectBoundRoles({ DATABASE_URL: db })
  })

  test('is refused where it is exempt from row-level security, or its rights are inherited', async () => {
    const provisioned = () => provision(service(database.adminUrl, database.name))
    const alter = (sql: string) => withClient(database.adminUrl, (client) => client.query(sql))
    await alter('ALTER ROLE many_intake BYPASSRLS')
    await expect(expectBoundRoles({ DATABASE_URL: db })).rejects.toThrow('member of many_intake')
    await expect(provisioned()).rejects.toThrow('many_intake is a superuser or bypasses')
    await alter('ALTER ROLE many_intake NOBYPASSRLS; ALTER ROLE many_app INHERIT')
    await provisioned()
    const { rows } = await admin.query(`SELECT pg_has_role('many_app', 'many_intake', 'USAGE') AS inherits`)
    expect(rows).toEqual([{ inherits: false }])
    if (!(await grantsInherit())) return
    await alter('GRANT many_intake TO many_app WITH INHERIT TRUE')
    await expect(provisioned()).rejects.toThrow('many_app has the rights of many_intake all the time')
    await alter('GRANT many_intake TO many_app WITH INHERIT FALSE')
  })
})
