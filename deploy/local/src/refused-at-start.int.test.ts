/** Unsafe settings end the start of a process, and the error says what to change. */
import { freePort, newSigningKey, runNode } from '@pacioli/dev-stack'
import { sharedServers } from '@pacioli/testing'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const APPS = join(import.meta.dirname, '..', '..', '..', 'apps')
const key = (): string => randomBytes(32).toString('base64')
/** Nothing listens there, and nothing gets as far as calling. */
const AWAY = '127.0.0.1:1'

const usable = async () => ({
  PATH: process.env.PATH,
  HOST: '127.0.0.1',
  GRPC_PORT: String(await freePort()),
  OPS_PORT: String(await freePort()),
  NATS_URL: `nats://${AWAY}`,
  CURSOR_KEY: key(),
  GATEWAY_PORT: String(await freePort()),
  GATEWAY_SIGNING_KEYS: JSON.stringify([newSigningKey()]),
  SEAL_KEY: JSON.stringify(newSigningKey()),
  LEDGER_MASTER_KEYS: JSON.stringify([{ id: 'a', key: key() }]),
  REPORTING_MASTER_KEYS: JSON.stringify([{ id: 'a', key: key() }]),
  FILE_STORE: 'disk',
  FILES_DIR: '/tmp',
  FILES_PORT: String(await freePort()),
  FILES_BASE_URL: 'http://127.0.0.1',
  FILES_SIGNING_KEY: key(),
  ...Object.fromEntries(['LEDGER', 'BANKING', 'BILLING', 'REPORTING'].map((name) => [`${name}_GRPC_URL`, AWAY])),
})

const refusalOf = async (service: string, env: Record<string, string>): Promise<string> =>
  runNode(service, [join(APPS, service, 'src', 'main.ts')], { ...(await usable()), ...env }).then(
    () => 'it ended without a word',
    (error: unknown) => (error as Error).message,
  )

test.each(['ledger', 'banking', 'billing', 'reporting'])('a superuser in a database URL of %s', async (name) => {
  const url = sharedServers().postgresAdminUrl
  const prefix = name.toUpperCase()
  const env = { [`${prefix}_DATABASE_URL`]: url, [`${prefix}_RELAY_DATABASE_URL`]: url }
  const refusal = await refusalOf(`${name}-svc`, env)
  expect(refusal).toContain('failed with code 1')
  expect(refusal).toContain(`${prefix}_DATABASE_URL: the role ${new URL(url).username} is a superuser`)
})

test('a signing key of RSA under 2,048 bits, and a cursor key of zeros', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 1_024 })
  const GATEWAY_SIGNING_KEYS = JSON.stringify([privateKey.export({ format: 'jwk' })])
  const [short, zeros] = await Promise.all([
    refusalOf('gateway', { GATEWAY_SIGNING_KEYS }),
    refusalOf('gateway', { CURSOR_KEY: Buffer.alloc(32).toString('base64') }),
  ])
  expect(short).toContain('failed with code 1')
  expect(short).toContain('GATEWAY_SIGNING_KEYS: key 0 has 1024 bits, and an RSA key needs 2048 or more')
  expect(zeros).toContain('CURSOR_KEY (32 random bytes in base64')
  expect(zeros).toContain('expected random bytes, and all of its bytes are the same')
})

test('an origin that no browser sends, or a duplicate one', async () => {
  const [slash, twice] = await Promise.all([
    refusalOf('gateway', { GATEWAY_CORS_ORIGINS: 'https://app.example,https://books.example/' }),
    refusalOf('gateway', { GATEWAY_CORS_ORIGINS: 'https://app.example,https://app.example' }),
  ])
  for (const refusal of [slash, twice]) {
    expect(refusal).toContain('failed with code 1')
    expect(refusal).toContain('GATEWAY_CORS_ORIGINS (origins whose pages may call the API')
  }
  expect(slash).toContain('got "https://books.example/"')
  expect(twice).toContain('expected each origin once, got "https://app.example" twice')
})
