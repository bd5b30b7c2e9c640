import { createLogger } from '@pacioli/service'
import { randomBytes, randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestLedger, type TestLedger } from '../ledger.test-helpers.ts'
import { configureProcessor, getProcessorSecret, openProcessorSecret } from './processor-secrets.ts'

const stripe = { name: 'stripe', displayName: 'Stripe' }
const newSecret = (): string => randomBytes(24).toString('base64url')

let ledger: TestLedger
let admin: pg.Client

beforeAll(async () => {
  ledger = await startTestLedger({ onOneShard: true })
  admin = await ledger.connect()
})

afterAll(async () => {
  await admin.end()
  await ledger.stop()
})

test('the service gets back the secret that was handed in, and others its last four characters', async () => {
  const client = randomUUID()
  const secret = newSecret()
  const kept = await configureProcessor(ledger, client, stripe, secret)
  expect(kept.last4).toBe(secret.slice(-4))
  expect(await getProcessorSecret(ledger, client, stripe)).toEqual(kept)
  expect(await openProcessorSecret(ledger, client, stripe)).toBe(secret)
})

test('a new secret takes the place of the old one, as a record of its own', async () => {
  const client = randomUUID()
  const rows = async () =>
    (await admin.query('SELECT * FROM processor_secrets WHERE client_id = $1', [client])).rows as Record<
      string,
      unknown
    >[]
  await configureProcessor(ledger, client, stripe, newSecret())
  const [before] = await rows()
  const secret = newSecret()
  await configureProcessor(ledger, client, stripe, secret)
  const [after, ...more] = await rows()
  expect(more).toEqual([])
  expect(after).toMatchObject({ version: '2', created_at: before?.created_at, last_4: secret.slice(-4) })
  for (const column of ['id', 'wrapped_key', 'ciphertext']) expect(after?.[column]).not.toEqual(before?.[column])
})

test('of many secrets that are set concurrently one is stored, whole', async () => {
  const client = randomUUID()
  const secrets = Array.from({ length: 16 }, newSecret)
  await Promise.all(secrets.map((secret) => configureProcessor(ledger, client, stripe, secret)))
  const opened = await openProcessorSecret(ledger, client, stripe)
  expect(secrets).toContain(opened)
  expect((await getProcessorSecret(ledger, client, stripe)).last4).toBe(opened.slice(-4))
})

test("another client's secret is as unknown as none", async () => {
  const [client, stranger] = [randomUUID(), randomUUID()]
  await configureProcessor(ledger, client, stripe, newSecret())
  for (const ask of [getProcessorSecret, openProcessorSecret])
    await expect(ask(ledger, stranger, stripe)).rejects.toMatchObject({ errorEnum: 'ProcessorNotFound' })
  const seen = await ledger.db.transact({ clientId: stranger }, (tx) => tx.rows('SELECT id FROM processor_secrets'))
  expect(seen).toEqual([])
  const changed = await ledger.db.transact({ clientId: stranger }, (tx) =>
    tx.rows(`UPDATE processor_secrets SET last_4 = 'xxxx' RETURNING id`),
  )
  expect(changed).toEqual([])
})

describe('a statement that fails with a secret bound to it', () => {
  /** The log line of it, in full as the service writes it. */
  async function logged(sql: string, secret: string): Promise<string> {
    let line = ''
    const logger = createLogger('ledger-svc', 'trace', { write: (text) => void (line += text) })
    const failed = ledger.db.transact({ clientId: randomUUID() }, (tx) => tx.rows(sql, [secret]))
    const error: unknown = await failed.then(
      () => undefined,
      (reason: unknown) => reason,
    )
    expect(error).toBeInstanceOf(Error)
    logger.error({ err: error }, 'call failed')
    return line
  }

  test.each([
    ['breaks a rule of the table', 'INSERT INTO processor_secrets (client_id, processor) VALUES (app_client_id(), $1)'],
    ['takes it for another type, and PostgreSQL quotes it', 'SELECT $1::uuid'],
    ['takes it for a number', 'SELECT $1::int'],
    ['does not parse', 'SELEC $1'],
    ['raises it', `SELECT ('{"a":1}'::jsonb -> 'a')::text::int / nullif(length($1), length($1))::int, $1::date`],
  ])('is logged without it: one that %s', async (_what, sql) => {
    const secret = newSecret()
    const line = await logged(sql, secret)
    expect(line).toContain('call failed')
    expect(line).not.toContain(secret)
  })
})
