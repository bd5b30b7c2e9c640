import { existsSync } from 'node:fs'
import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { sharedServers, testDatabase, testDirectory, testLedger, testNats } from './index.ts'

let migrations = 0

const sample = {
  name: 'sample',
  migrate: async (adminUrl: string, dbName: string) => {
    migrations += 1
    const url = new URL(adminUrl)
    url.pathname = `/${dbName}`
    await query(url.href, 'CREATE TABLE thing (id int)')
  },
}

describe('a database per test file', () => {
  test('is cloned from a template migrated once, however many are requested concurrently', async () => {
    const databases = await Promise.all([testDatabase(sample), testDatabase(sample), testDatabase(sample)])
    for (const database of databases) expect(await query(database.adminUrl, 'SELECT * FROM thing')).toEqual([])
    expect(migrations).toBe(1)
  })

  test('shares nothing with its siblings and can be dropped', async () => {
    const [one, two] = await Promise.all([testDatabase(sample), testDatabase(sample)])
    await query(one.adminUrl, 'INSERT INTO thing VALUES (1)')
    expect(await query(two.adminUrl, 'SELECT * FROM thing')).toEqual([])
    await one.drop()
    await expect(query(one.adminUrl, 'SELECT 1')).rejects.toThrow('does not exist')
  })

  test('a failing migration fails every file, each with the reason', async () => {
    const broken = { name: 'broken', migrate: () => Promise.reject(new Error('no such column')) }
    await expect(testDatabase(broken)).rejects.toThrow('no such column')
    await expect(testDatabase(broken)).rejects.toThrow('no such column')
  })
})

describe("a file's own NATS server", () => {
  const stops: (() => Promise<void>)[] = []
  afterAll(() => Promise.all(stops.map((stop) => stop())))

  test('is another one than the shared server', async () => {
    const nats = await testNats()
    stops.push(nats.stop)
    expect(nats.url).not.toBe(sharedServers().natsUrl)
    expect(existsSync(nats.stateDir)).toBe(true)
  })
})

test('a ledger is handed on to the next file, whose client is another one', async () => {
  const first = await testLedger()
  await first.release()
  const next = await testLedger()
  expect([next.target, next.clientId === first.clientId]).toEqual([first.target, false])
  await next.release()
})

test('a test directory is inside of the run directory', () => {
  expect(testDirectory('files')).toContain(sharedServers().runDir)
})

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows as unknown[]
  } finally {
    await client.end()
  }
}
