/** The operator's command to register clients. */
import { compileCacheEnv } from '@pacioli/dev-stack'
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestLedger, type TestLedger } from './ledger.test-helpers.ts'

let ledger: TestLedger
beforeAll(async () => {
  ledger = await startTestLedger()
})
afterAll(() => ledger.stop())

const run = promisify(execFile)

const create = async (...names: string[]): Promise<{ client_id: string; client_secret: string; name: string }[]> => {
  const args = [join(import.meta.dirname, 'clients.ts'), 'create', '--json', '--name', ...names]
  const relay = Object.assign(new URL(ledger.adminUrl), { username: 'ledger_relay', password: 'relay' })
  const env = {
    ...process.env,
    ...compileCacheEnv(),
    LEDGER_DATABASE_URL: ledger.appUrl,
    LEDGER_RELAY_DATABASE_URL: relay.href,
  }
  const { stdout } = await run(process.execPath, args, { env })
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Awaited<ReturnType<typeof create>>[number])
}

test('several names make as many clients, each shown with its own secret, of which only a hash is stored', async () => {
  const shown = await create('a platform', 'b')
  expect(shown.map(({ name }) => name)).toEqual(['a platform', 'b'])
  expect(new Set(shown.map(({ client_secret }) => client_secret)).size).toBe(2)
  const admin = new pg.Client({ connectionString: ledger.adminUrl })
  await admin.connect()
  const { rows } = await admin.query(`SELECT id, name, encode(secret_sha256, 'hex') AS hash FROM clients ORDER BY name`)
  await admin.end()
  const hashed = (secret: string) => createHash('sha256').update(secret).digest('hex')
  expect(rows).toEqual(
    shown.map(({ client_id, client_secret, name }) => ({ id: client_id, name, hash: hashed(client_secret) })),
  )
})
