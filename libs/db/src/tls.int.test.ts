import { giveToPostgresUser, startPostgres, type Postgres } from '@pacioli/dev-stack'
import { makeAuthority, testDirectory, type CertificateFiles } from '@pacioli/testing'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { Database } from './database.ts'
import { listen } from './listen.ts'

let postgres: Postgres
let ours: CertificateFiles
let others: CertificateFiles

beforeAll(async () => {
  const stateDir = testDirectory('postgres-tls')
  ours = await (await makeAuthority('ours')).issue(join(stateDir, 'ours'), ['localhost'])
  others = await (await makeAuthority('others')).issue(join(stateDir, 'others'), ['localhost'])
  giveToPostgresUser(ours.keyFile)
  giveToPostgresUser(ours.certFile)
  const settings = { ssl: 'on', ssl_cert_file: ours.certFile, ssl_key_file: ours.keyFile }
  postgres = await startPostgres({ stateDir, durable: false, settings })
})
afterAll(() => postgres?.stop())

/** The URL as an operator writes it, with the trusted authority. */
function urlOf({ caFile }: CertificateFiles): string {
  const url = new URL(postgres.adminUrl)
  url.hostname = 'localhost'
  url.searchParams.set('sslmode', 'verify-full')
  url.searchParams.set('sslrootcert', caFile)
  return url.href
}

function databaseOf(url: string): Database {
  const db = new Database({ url, applicationName: 'test', poolSize: 1 })
  onTestFinished(() => db.close())
  return db
}

const OVER_TLS = 'SELECT version FROM pg_stat_ssl WHERE pid = pg_backend_pid()'

test('with sslmode=verify-full nothing goes in plain text, and only a server certified by the given authority is accepted', async () => {
  expect(await databaseOf(urlOf(ours)).call(OVER_TLS)).toEqual([{ version: 'TLSv1.3' }])
  await expect(databaseOf(urlOf(others)).ping()).rejects.toThrow('The database cannot be reached right now')
  expect(await databaseOf(postgres.adminUrl).call(OVER_TLS)).toEqual([{ version: null }])
})

test('notifications arrive over TLS, too', async () => {
  const heard = Promise.withResolvers<void>()
  let isListening = false
  const listener = listen(urlOf(ours), 'news', () => (isListening ? heard.resolve() : (isListening = true)))
  onTestFinished(() => listener.close())
  await expect.poll(() => isListening).toBe(true)
  await databaseOf(urlOf(ours)).call('NOTIFY news')
  await heard.promise
  const admin = new pg.Client({ connectionString: urlOf(ours) })
  await admin.connect()
  onTestFinished(() => admin.end())
  const { rows } = await admin.query<{ ssl: boolean }>(
    `SELECT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name = 'listen news'`,
  )
  expect(rows).toEqual([{ ssl: true }])
})
