/** What libpq knows as `target_session_attrs`: which of several servers may be used. */
export const SESSION_ATTRS = ['any', 'read-write', 'read-only', 'primary', 'standby', 'prefer-standby'] as const
export type SessionAttrs = (typeof SESSION_ATTRS)[number]

/** The servers that a database URL names. */
export type DatabaseServers = {
  /** A URL for each, with one host and without `target_session_attrs`. */
  urls: readonly [string, ...string[]]
  sessionAttrs: SessionAttrs
}

const SHAPE = 'postgres://user:password@host:5432/database, or several host:port separated by commas'

/** Scheme and user, hosts, and the rest; a password may contain a comma. */
const PARTS = /^([a-z]+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/is

/**
 * Reads a URL that may name several servers, as libpq writes them:
 * `postgres://user:password@a:5432,b:5432/database?target_session_attrs=primary`. With several servers `read-write` is
 * the default, with one it is `any`.
 * @throws Error saying what was expected
 */
export function databaseServers(url: string): DatabaseServers {
  const [, before = '', hosts = '', after = ''] = PARTS.exec(url) ?? []
  const [first, ...others] = hosts.split(',').map((host) => serverAt(host, `${before}${host}${after}`, url))
  if (!first) throw new Error(`expected ${SHAPE}, got "${url}"`)
  const wanted = first.searchParams.get('target_session_attrs')
  if (first.searchParams.get('host')?.includes(','))
    throw new Error(`expected several hosts in front of the database, as in ${SHAPE}, got "${url}"`)
  const sessionAttrs = SESSION_ATTRS.find((known) => known === wanted)
  if (wanted !== null && !sessionAttrs)
    throw new Error(`expected target_session_attrs to be one of ${SESSION_ATTRS.join(', ')}, got "${wanted}"`)
  if (others.length === 0 && wanted === null) return { urls: [url], sessionAttrs: 'any' }
  const urls: [string, ...string[]] = [withoutAttrs(first), ...others.map(withoutAttrs)]
  return { urls, sessionAttrs: sessionAttrs ?? (others.length === 0 ? 'any' : 'read-write') }
}

/**
 * Whether the URL leads through a pooler that gives each transaction a connection of the server, such as PgBouncer with
 * `pool_mode = transaction`: `?pooler=transaction`.
 * @throws Error for another kind of pooler
 */
export function isPooled(url: string): boolean {
  const pooler = new URL(databaseServers(url).urls[0]).searchParams.get('pooler')
  if (pooler !== null && pooler !== 'transaction')
    throw new Error(`expected pooler=transaction, or none where a session keeps its connection, got "pooler=${pooler}"`)
  return pooler !== null
}

/** The same servers, seen as another user or in another database. */
export function databaseUrl(
  base: string,
  change: { database?: string | undefined; user?: string | undefined; password?: string | undefined },
): string {
  const [, before = '', hosts = '', after = ''] = PARTS.exec(base) ?? []
  const [scheme = ''] = base.split('://', 1)
  const [user = '', password = ''] = before.slice(`${scheme}://`.length).replace(/@$/, '').split(/:(.*)/s)
  const encoded = (value: string | undefined, present: string): string =>
    value === undefined ? present : encodeURIComponent(value)
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(after) ?? []
  const login = `${encoded(change.user, user)}:${encoded(change.password, password)}`.replace(/:$/, '')
  const database = encoded(change.database, path.replace(/^\//, ''))
  return `${scheme}://${login === '' ? '' : `${login}@`}${hosts}/${database}${rest}`
}

/** Only of several servers each needs a name: one may be given as `host=…`, such as a socket's directory. */
function serverAt(host: string, url: string, given: string): URL {
  if (!URL.canParse(url) || (host === '' && given !== url)) throw new Error(`expected ${SHAPE}, got "${given}"`)
  return new URL(url)
}

function withoutAttrs(url: URL): string {
  url.searchParams.delete('target_session_attrs')
  return url.href
}
