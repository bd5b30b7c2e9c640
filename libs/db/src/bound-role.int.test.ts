import { testDatabase, type TestDatabase } from '@pacioli/testing'
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Database, expectBoundRoles } from './index.ts'
import { provision } from './migrate.ts'
import { sharedMigrations } from './migrations.ts'

/** Roles belong to the whole server, which other test files use at the same time. */
const mark = randomBytes(4).toString('hex')
const named = (role: string): string => `bound_${mark}_${role}`

let database: TestDatabase
let admin: pg.Client

beforeAll(async () => {
  database = await testDatabase({
    name: 'bound_role',
    migrate: (adminUrl, name) =>
      provision({
        adminUrl,
        database: name,
        owner: 'bound_owner',
        app: { role: 'bound_app', password: 'app' },
        relay: { role: 'bound_relay', password: 'relay' },
        migrations: [sharedMigrations],
      }),
  })
  admin = new pg.Client({ connectionString: database.adminUrl })
  await admin.connect()
  for (const [role, attributes] of [
    ['super', 'SUPERUSER'],
    ['bypass', 'BYPASSRLS'],
    ['plain', ''],
    ['group', 'BYPASSRLS'],
    ['owner', ''],
  ] as const)
    await admin.query(`CREATE ROLE ${named(role)} LOGIN PASSWORD 'x' ${attributes}`)
  for (const role of ['super', 'bypass', 'plain', 'owner'])
    await admin.query(`GRANT CONNECT ON DATABASE ${database.name} TO ${named(role)}`)
})

afterAll(() => admin.end())

const refusalOf = async (user: string, password = 'x'): Promise<string> => {
  const db = new Database({ url: database.urlFor(user, password), applicationName: 'test', poolSize: 1 })
  try {
    await expectBoundRoles({ LEDGER_DATABASE_URL: db })
    return 'accepted'
  } catch (error) {
    return (error as Error).message
  } finally {
    await db.close()
  }
}

test('roles created by migrations are accepted, and so is any other role that row-level security binds', async () => {
  expect([await refusalOf('bound_app', 'app'), await refusalOf('bound_relay', 'relay')]).toEqual([
    'accepted',
    'accepted',
  ])
  expect(await refusalOf(named('plain'))).toBe('accepted')
})

test.each([
  ['super', 'is a superuser'],
  ['bypass', 'bypasses row-level security'],
])('a role that row-level security does not bind is refused: %s', async (role, reason) => {
  expect(await refusalOf(named(role))).toBe(
    `LEDGER_DATABASE_URL: the role ${named(role)} ${reason}, so the rows of all tenants would be open to it. ` +
      'Use the role that migrations make for it.',
  )
})

test('a role that may become an exempt role is refused', async () => {
  await admin.query(`GRANT ${named('group')} TO ${named('plain')}`)
  expect(await refusalOf(named('plain'))).toContain(
    `is a member of ${named('group')}, which bypasses row-level security`,
  )
  await admin.query(`REVOKE ${named('group')} FROM ${named('plain')}`)
  expect(await refusalOf(named('plain'))).toBe('accepted')
})

test('a role that owns a tenant table, or may become its owner, is refused', async () => {
  await admin.query(`CREATE TABLE guarded (id int); ALTER TABLE guarded ENABLE ROW LEVEL SECURITY`)
  await admin.query(`ALTER TABLE guarded OWNER TO ${named('owner')}`)
  expect(await refusalOf(named('owner'))).toContain('owns the table guarded')
  await admin.query(`GRANT ${named('owner')} TO ${named('plain')}`)
  expect(await refusalOf(named('plain'))).toContain(`is a member of ${named('owner')}, which owns the table guarded`)
})
