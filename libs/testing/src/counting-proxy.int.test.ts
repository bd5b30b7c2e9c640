import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startCountingProxy, type CountingProxy } from './counting-proxy.ts'
import { sharedServers } from './shared.ts'

let proxy: CountingProxy
beforeAll(async () => {
  const { hostname, port } = new URL(sharedServers().postgresAdminUrl)
  proxy = await startCountingProxy({ host: hostname, port: Number(port) })
})
afterAll(() => proxy.close())

async function connected(options: { pipeline: boolean }): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: proxy.through(sharedServers().postgresAdminUrl), ...options })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

test('what waits for the answer before it is a flight of its own, and connecting is none', async () => {
  const client = await connected({ pipeline: false })
  expect(await proxy.count()).toEqual({ flights: 0, statements: 0, parsed: 0, answers: 0 })
  await client.query('SELECT 1')
  await client.query('SELECT $1::int', [2])
  expect(await proxy.count()).toEqual({ flights: 2, statements: 2, parsed: 2, answers: 2 })
  expect(await proxy.count()).toEqual({ flights: 0, statements: 0, parsed: 0, answers: 0 })
})

test('what is sent together is one flight, on each connection', async () => {
  for (const client of await Promise.all([connected({ pipeline: true }), connected({ pipeline: true })]))
    await Promise.all([client.query('SELECT 1'), client.query('SELECT $1::int', [2]), client.query('SELECT 3')])
  expect(await proxy.count()).toEqual({ flights: 2, statements: 6, parsed: 6, answers: 6 })
})

test('a statement that the server knows by its name is not parsed again', async () => {
  const client = await connected({ pipeline: false })
  for (const value of [1, 2, 3]) await client.query({ name: 'one', text: 'SELECT $1::int', values: [value] })
  expect(await proxy.count()).toEqual({ flights: 3, statements: 3, parsed: 1, answers: 3 })
})
