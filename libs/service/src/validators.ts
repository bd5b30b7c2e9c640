import { databaseServers, isPooled } from '@pacioli/fields/database-url'
import { weaknessOf } from './known-keys.ts'
import { makeValidator } from './setting-kinds.ts'

export { bool, host, json, num, port, str, url } from 'envalid'

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** A pino level. */
export const logLevel = makeValidator<LogLevel>(
  (given) => {
    const level = LOG_LEVELS.find((known) => known === given)
    if (!level) throw new Error(`expected one of ${LOG_LEVELS.join(', ')}, got "${given}"`)
    return level
  },
  { is: `one of ${LOG_LEVELS.join(', ')}` },
)

/** postgres://user:password@host:port/database, with the parts that a service needs. @returns whether it is of a pooler */
function checkPostgresUrl(given: string): boolean {
  const [first] = databaseServers(given).urls
  const parsed = parseUrl(first, ['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/database')
  if (!parsed.username) throw new Error(`expected a user in the URL, got "${given}"`)
  if (parsed.pathname.length < 2) throw new Error(`expected a database name after the host, got "${given}"`)
  return isPooled(given)
}

const POSTGRES_URL = 'postgres://user:password@host:port/database, or with several host:port, separated by commas'

/** The URL of a database, perhaps with several host:port, or of a pooler in transaction mode. */
export const postgresUrl = makeValidator<string>(
  (given) => {
    checkPostgresUrl(given)
    return given
  },
  { is: `${POSTGRES_URL}; with ?pooler=transaction through a pooler`, isSecret: true },
)

/** The same for what a session keeps: it listens, or locks over several transactions. */
export const unpooledPostgresUrl = makeValidator<string>(
  (given) => {
    if (checkPostgresUrl(given))
      throw new Error(`expected the server itself, since LISTEN and locks of a session need it, got "${given}"`)
    return given
  },
  { is: POSTGRES_URL, isSecret: true },
)

/** nats://host:port, or tls://host:port, or several of them separated by commas for a cluster. */
export const natsUrl = makeValidator<string>(
  (given) => {
    for (const one of given.split(',')) {
      const { username, password } = parseUrl(one.trim(), ['nats:', 'tls:'], 'nats://host:4222')
      if (username || password) throw new Error('expected no user in the URL: it goes to NATS_USER and NATS_PASSWORD')
    }
    return given
  },
  { is: 'nats://host:port or tls://host:port, or several, separated by commas' },
)

const REPLICAS = [1, 3, 5]

/** On how many servers of a cluster data is kept: an even number would tolerate no more failures. */
export const streamReplicas = makeValidator<number>(
  (given) => {
    const replicas = REPLICAS.find((known) => String(known) === given)
    if (!replicas) throw new Error(`expected one of ${REPLICAS.join(', ')}, got "${given}"`)
    return replicas
  },
  { is: `one of ${REPLICAS.join(', ')}` },
)

/** Where something speaks HTTP: http://host or https://host:port, perhaps with a path, never with credentials. */
export const httpUrl = makeValidator<string>(
  (given) => {
    const parsed = parseUrl(given, ['http:', 'https:'], 'https://host')
    if (parsed.username || parsed.password) throw new Error('expected no user and no password in the URL')
    if (parsed.search || parsed.hash) throw new Error(`expected nothing after the path, got "${given}"`)
    return given.replace(/\/+$/, '')
  },
  { is: 'http(s)://host:port' },
)

/**
 * host:port of a gRPC target, or ip:port of each of its replicas, separated by commas. A name may resolve to several.
 */
export const hostAndPort = makeValidator<string>(
  (given) => {
    const replicas = given.split(',')
    const shape = replicas.length > 1 ? /^\d{1,3}(?:\.\d{1,3}){3}:(\d{1,5})$/ : /^[^\s:/]+:(\d{1,5})$/
    for (const one of replicas) {
      const [, port] = shape.exec(one) ?? []
      if (!port || Number(port) < 1 || Number(port) > 65_535)
        throw new Error(`expected host:port, or several ip:port separated by commas, got "${given}"`)
    }
    return given
  },
  { is: 'host:port, or several ip:port, separated by commas' },
)

/** A key of exactly 32 bytes in base64 that cannot be guessed. */
export const base64Key = makeValidator<Buffer>(
  (given) => {
    const key = Buffer.from(given, 'base64')
    requireLength(key, '')
    refuseWeak(key, '')
    return key
  },
  { is: '32 random bytes in base64', isSecret: true },
)

/**
 * A JSON list of keys of 32 bytes in base64, each with an id. The first, used from now on, must not be guessable; older
 * ones may be, so that data can be moved from under them.
 */
export const namedKeys = makeValidator<{ id: string; key: Buffer }[]>(
  (given) => {
    const keys = parseNamedKeys(given)
    if (keys.length === 0) throw new Error('expected at least one key')
    if (new Set(keys.map(({ id }) => id)).size < keys.length) throw new Error('expected every id once')
    for (const [at, { id, key }] of keys.entries()) {
      requireLength(key, ` for key "${id}"`)
      if (at === 0) refuseWeak(key, ` for key "${id}"`)
    }
    return keys
  },
  { is: 'JSON list of named keys', isSecret: true },
)

function requireLength(key: Buffer, which: string): void {
  if (key.length !== 32) throw new Error(`expected 32 bytes in base64${which}, got ${key.length} bytes`)
}

function refuseWeak(key: Buffer, which: string): void {
  const weakness = weaknessOf(key)
  if (weakness !== undefined)
    throw new Error(`expected random bytes${which}, and ${weakness}. Make them with: openssl rand -base64 32`)
}

function parseNamedKeys(given: string): { id: string; key: Buffer }[] {
  try {
    const list = JSON.parse(given) as { id: string; key: string }[]
    return list.map(({ id, key }) => {
      if (typeof id !== 'string' || id === '') throw new Error('no id')
      return { id, key: Buffer.from(key, 'base64') }
    })
  } catch {
    throw new Error('expected a JSON list like [{"id":"2026-11","key":"<32 bytes in base64>"}]')
  }
}

function parseUrl(given: string, protocols: string[], shape: string): URL {
  if (!URL.canParse(given)) throw new Error(`expected ${shape}, got "${given}"`)
  const parsed = new URL(given)
  if (!protocols.includes(parsed.protocol) || !parsed.hostname) throw new Error(`expected ${shape}, got "${given}"`)
  return parsed
}
