import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import { tlsFilesOf, tlsSettings, wholeNumber } from './settings.ts'
import {
  base64Key,
  hostAndPort,
  httpUrl,
  logLevel,
  namedKeys,
  natsUrl,
  port,
  postgresUrl,
  unpooledPostgresUrl,
} from './validators.ts'

const specs = {
  DATABASE_URL: postgresUrl({ desc: 'the ledger’s database', example: 'postgres://ledger_app:secret@db:5432/ledger' }),
  GRPC_PORT: port(),
  LOG_LEVEL: logLevel({ default: 'info' }),
}

const mistakesOf = (env: NodeJS.ProcessEnv): string[] => {
  try {
    readConfig(specs, env)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.mistakes
    throw error
  }
}

test('a complete environment is read with its types', () => {
  const config = readConfig(specs, { DATABASE_URL: 'postgres://app:pw@db:5432/ledger', GRPC_PORT: '5001' })
  expect(config.GRPC_PORT).toBe(5001)
  expect(config.LOG_LEVEL).toBe('info')
})

test('every mistake is reported at once, with what is meant and an example', () => {
  expect(mistakesOf({ GRPC_PORT: 'x', LOG_LEVEL: 'loud' })).toEqual(
    [
      'DATABASE_URL is not set (the ledger’s database). Example: DATABASE_URL=postgres://ledger_app:secret@db:5432/ledger',
      expect.stringMatching(/^GRPC_PORT: .*"x"\.$/),
      'LOG_LEVEL: expected one of fatal, error, warn, info, debug, trace, silent, got "loud".',
    ].sort((one, other) => Number(one !== other)),
  )
})

test('an empty variable counts as an absent one', () => {
  expect(mistakesOf({ DATABASE_URL: '', GRPC_PORT: '1' })).toEqual([expect.stringContaining('DATABASE_URL is not set')])
})

test('a URL that is refused is not shown, for it holds a password', () => {
  const [mistake] = mistakesOf({ DATABASE_URL: 'postgres://:hunter2@db/ledger', GRPC_PORT: '1' })
  expect(mistake).toContain('expected a user in the URL')
  expect(mistake).not.toContain('hunter2')
})

describe('named keys', () => {
  const [FIRST, SECOND] = [randomBytes(32), randomBytes(32)]
  const KEY = FIRST.toString('base64')
  const read = (value: unknown) =>
    readConfig({ MASTER_KEYS: namedKeys() }, { MASTER_KEYS: typeof value === 'string' ? value : JSON.stringify(value) })

  test('are read in their order, with their bytes', () => {
    const { MASTER_KEYS: keys } = read([
      { id: 'new', key: KEY },
      { id: 'old', key: SECOND.toString('base64') },
    ])
    expect(keys).toEqual([
      { id: 'new', key: FIRST },
      { id: 'old', key: SECOND },
    ])
  })

  test('may still name one that can be guessed behind the first, so that secrets can be brought from under it', () => {
    const guessed = { id: 'old', key: Buffer.alloc(32).toString('base64') }
    const fresh = { id: 'new', key: KEY }
    expect(read([fresh, guessed]).MASTER_KEYS).toHaveLength(2)
    expect(() => read([guessed, fresh])).toThrow('expected random bytes for key "old"')
  })

  test.each([
    ['no list', KEY, 'expected a JSON list'],
    ['an object', { id: 'a', key: KEY }, 'expected a JSON list'],
    ['a key without an id', [{ key: KEY }], 'expected a JSON list'],
    ['an empty id', [{ id: '', key: KEY }], 'expected a JSON list'],
    ['an id without a key', [{ id: 'a' }], 'expected a JSON list'],
    ['none', [], 'expected at least one key'],
    ['one id twice', [1, 2].map(() => ({ id: 'a', key: KEY })), 'expected every id once'],
    ['31 bytes', [{ id: 'a', key: Buffer.alloc(31, 7).toString('base64') }], '32 bytes in base64 for key "a"'],
    ['no random bytes', [{ id: 'a', key: Buffer.alloc(32, 9).toString('base64') }], 'random bytes for key "a"'],
    ['33 bytes', [{ id: 'a', key: Buffer.alloc(33, 7).toString('base64') }], '32 bytes in base64 for key "a"'],
  ])('refused without showing a key: %s', (_what, value, expected) => {
    expect(() => read(value)).toThrow(expected)
    try {
      read(value)
    } catch (error) {
      expect((error as Error).message).not.toContain(KEY.slice(0, 8))
    }
  })
})

describe('validators', () => {
  const accepts = (validator: typeof specs.GRPC_PORT | ReturnType<typeof postgresUrl>, value: string): boolean => {
    try {
      readConfig({ VALUE: validator }, { VALUE: value })
      return true
    } catch {
      return false
    }
  }

  test.each([
    ['postgresUrl', postgresUrl(), 'postgresql://a@h/d', 'mysql://a@h/d'],
    ['postgresUrl', postgresUrl(), 'postgres://a:b@h:1/d', 'postgres://a:b@h:1'],
    ['postgresUrl', postgresUrl(), 'postgres://a@h1:1,h2/d', 'postgres://a@h1:1,h2'],
    ['postgresUrl', postgresUrl(), 'postgres://a@h/d?pooler=transaction', 'postgres://a@h/d?pooler=statement'],
    ['unpooledPostgresUrl', unpooledPostgresUrl(), 'postgres://a@h/d', 'postgres://a@h/d?pooler=transaction'],
    ['postgresUrl', postgresUrl(), 'postgres://a@h1:1,h2:2/d', 'postgres://a@h1:1,h2:two/d'],
    ['natsUrl', natsUrl(), 'nats://a:4222,nats://b:4222', 'nats://a:4222,b'],
    ['hostAndPort', hostAndPort(), '127.0.0.1:65535', '127.0.0.1:65536'],
    ['hostAndPort', hostAndPort(), 'ledger:1', 'ledger:0'],
    ['hostAndPort', hostAndPort(), '10.0.0.1:1,10.0.0.2:1', '10.0.0.1:1,ledger:1'],
    ['hostAndPort', hostAndPort(), '10.0.0.1:1,10.0.0.2:65535', '10.0.0.1:1,10.0.0.2:65536'],
    ['wholeNumber', wholeNumber(1, 10)(), '10', '11'],
    ['wholeNumber', wholeNumber(1, 10)(), '1', '0'],
    ['wholeNumber', wholeNumber(1, 10)(), '2', '1.5'],
    ['httpUrl', httpUrl(), 'https://files.example:8443/exports', 'ftp://files.example'],
    ['httpUrl', httpUrl(), 'http://127.0.0.1:9000/', 'http://user:password@127.0.0.1:9000'],
    ['httpUrl', httpUrl(), 'http://files', 'http://files?a=b'],
    ['base64Key', base64Key(), randomBytes(32).toString('base64'), randomBytes(31).toString('base64')],
    ['base64Key', base64Key(), randomBytes(32).toString('base64'), Buffer.alloc(32).toString('base64')],
  ])('%s accepts what it should and refuses its neighbour', (_name, validator, good, bad) => {
    expect(accepts(validator as ReturnType<typeof postgresUrl>, good)).toBe(true)
    expect(accepts(validator as ReturnType<typeof postgresUrl>, bad)).toBe(false)
  })
})

test('mutual TLS takes all three of its files, or none', () => {
  const files = { GRPC_TLS_CERT_FILE: '/a.crt', GRPC_TLS_KEY_FILE: '/a.key', GRPC_TLS_CA_FILE: '/ca.crt' }
  expect(tlsFilesOf(readConfig(tlsSettings, {}))).toBeUndefined()
  expect(tlsFilesOf(readConfig(tlsSettings, files))).toEqual({
    certFile: '/a.crt',
    keyFile: '/a.key',
    caFile: '/ca.crt',
  })
  for (const left of Object.keys(files))
    expect(() => readConfig(tlsSettings, { ...files, [left]: undefined })).toThrow(`${left} is not set`)
})
