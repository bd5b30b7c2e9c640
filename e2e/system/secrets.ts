/** A stack that logs all that it can, statements with their values included: secrets are not in it, and can be rotated. */
import { OPERATOR_FILE, type Stack } from '@pacioli/dev-stack'
import { knownSecret, searchStack, startRecords, stopRecords, testDirectory, waitFor } from '@pacioli/testing'
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newClient, platformToken, type TestClient } from '../src/index.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const PROCESSORS = ['stripe', 'square', 'adyen']

/** From now on the server logs every statement with the values bound to it, or none. */
async function logStatements({ postgresAdminUrl }: Stack, which: 'all' | 'none'): Promise<void> {
  const admin = new pg.Client({ connectionString: postgresAdminUrl })
  await admin.connect()
  await admin.query(`ALTER SYSTEM SET log_statement = '${which}'`)
  await admin.query('SELECT pg_reload_conf()')
  await admin.end()
}

/** What is after the prefix is bytes in base64, and looked for as such, too. */
const newWebhookSecret = (): string =>
  `whsec_${knownSecret(randomBytes(32).toString('base64'), 'the secret of a webhook, in a stack that logs everything')}`

const newSecret = (): string =>
  knownSecret(randomBytes(24).toString('base64url'), 'the secret of a processor, in a stack that logs everything')

/** Where the secrets of this file are noted from here on, and the answers that it sees; until the file ends. */
export function notedSecrets(): string {
  const records = testDirectory('records')
  beforeAll(() => startRecords(records))
  afterAll(stopRecords)
  return records
}

/** The tests: of a stack that logs at the level trace, whose secrets are noted in `records`. It is there when they begin. */
export function secretsAreKept(wordyStack: () => Stack, records: string): void {
  let stack: Stack
  let clients: TestClient[]

  beforeAll(async () => {
    stack = wordyStack()
    await logStatements(stack, 'all')
    clients = [await newClient(stack, 'one of two'), await newClient(stack, 'two of two')]
    for (const { api } of clients)
      for (const processor of PROCESSORS)
        await api.call('configureProcessor', { path: { processor }, body: { secret: newSecret() } })
    for (const { api } of clients) {
      await api.call('createWebhook', { body: { url: 'https://platform.example/hooks' } })
      const body = { url: 'https://platform.example/hooks', event_types: ['payout'], secret: newWebhookSecret() }
      const { data } = (await api.call('createWebhook', { body })).body
      for (const secret of [undefined, newWebhookSecret()])
        await api.call('rotateWebhookSecret', { path: { webhookId: data.id }, body: { secret } })
      await api.call('createWebhook', { body: { ...body, url: 'nonsense', secret: newWebhookSecret() } })
      await api.call('createWebhook', {
        rawBody: `{"url": "https://platform.example/", "secret": ${newWebhookSecret()}`,
      })
    }
  })

  afterAll(() => stack && logStatements(stack, 'none'))

  const postgresLog = (): string => readFileSync(join(stack.stateDir, 'postgres.log'), 'utf8')

  test('no secret is in a log, a database, what the broker stores, or an answer', async () => {
    const [{ api, id, secret } = clients[1] as TestClient] = clients
    const refused = newSecret()
    await api.call('configureProcessor', { path: { processor: 'stripe' }, rawBody: `{"secret": ${refused}}` })
    await api.call('configureProcessor', { path: { processor: 'stripe' }, body: { secret: [refused] } })
    await api.call('configureProcessor', { path: { processor: 'nobody' }, body: { secret: refused } })
    await platformToken(api, id, secret)
    await expect(platformToken(api, id, refused)).rejects.toThrow('InvalidClient')
    // What was logged last is what is waited for, so all before it has been written.
    await api.call('getProcessorConfiguration', { path: { processor: 'adyen' } })
    await waitFor('PostgreSQL to log its statements', () =>
      /SELECT t\.processor, [^\n]* FROM processor_secrets t WHERE/.test(postgresLog()),
    )
    // The values bound to statements are really there: an id is one of them.
    expect(postgresLog()).toMatch(/INSERT INTO processor_secrets[^]*Parameters: \$1 = '[0-9a-f-]{36}'/i)
    const { found, searched } = await searchStack(stack, records)
    expect(found).toEqual([])
    expect(searched.secrets).toBeGreaterThan(PROCESSORS.length * clients.length)
  }, 180_000)

  describe('npm run keys:rotate', () => {
    type Run = { code: number; printed: string }
    const keyOf = (id: string, key = randomBytes(32).toString('base64')) => ({ id, key: knownSecret(key, `key ${id}`) })
    const local = () => keyOf('local', stack.secrets.masterKey)
    const next = keyOf('2027')

    /** As an operator runs it against this stack, with other master keys. */
    const rotate = (keys: { id: string; key: string }[], ...args: string[]): Promise<Run> => {
      const operator = JSON.parse(readFileSync(join(stack.stateDir, OPERATOR_FILE), 'utf8')) as Record<string, string>
      const tool = join(ROOT, 'apps', 'ledger-svc', 'src', 'keys-rotate.ts')
      const env = { PATH: process.env.PATH, ...operator, LEDGER_MASTER_KEYS: JSON.stringify(keys) }
      return new Promise((resolve) => {
        execFile(process.execPath, [tool, ...args], { env }, (error, stdout, stderr) =>
          resolve({ code: error ? Number(error.code) : 0, printed: stdout + stderr }),
        )
      })
    }

    test('explains itself', async () => {
      const { code, printed } = await rotate([local()], '--help')
      expect([code, printed]).toEqual([0, expect.stringContaining('LEDGER_MASTER_KEYS')])
    })

    test('counts what there is to do, does it, and then finds nothing more to do', async () => {
      const dry = await rotate([next, local()], '--dry-run')
      expect(dry.printed).toMatch(/processor_secrets' *│ *6 *│ *6 *│ *0 *│/)
      expect(dry.printed).toContain('Master key local: not current, 6 secrets need it.')
      const { code, printed } = await rotate([next, local()])
      expect([code, printed]).toEqual([0, expect.stringMatching(/processor_secrets' *│ *6 *│ *6 *│ *0 *│/)])
      expect(printed).toContain('Master key local: unused, may be taken out of LEDGER_MASTER_KEYS.')
      const again = await rotate([next])
      expect([again.code, again.printed]).toEqual([0, expect.stringMatching(/processor_secrets' *│ *6 *│ *0 *│ *6 *│/)])
      for (const shown of [dry.printed, printed, again.printed])
        for (const { key } of [next, local()]) expect(shown).not.toContain(key)
    })

    test('names a master key that is missing, and fails', async () => {
      const { code, printed } = await rotate([local()])
      expect(code).toBe(1)
      expect(printed).toContain('There is no master key 2027')
      expect(printed).toContain('Master key 2027: missing from LEDGER_MASTER_KEYS, 6 secrets need it.')
    })

    test('says what is wrong with keys that are none, without showing them', async () => {
      const key = randomBytes(24).toString('base64')
      const { code, printed } = await rotate([{ id: 'short', key }])
      expect([code, printed]).toEqual([1, expect.stringContaining('expected 32 bytes in base64 for key "short"')])
      expect(printed).not.toContain(key)
    })
  })
}
