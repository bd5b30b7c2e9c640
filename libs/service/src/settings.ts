/** Settings that services share, for their config.ts. */
import { isIP } from 'node:net'
import { ConfigError } from './config.ts'
import { namedCondition, makeValidator, secret } from './setting-kinds.ts'
import { host, logLevel, natsUrl, str, streamReplicas } from './validators.ts'

/** A whole number in this range. */
export const wholeNumber = (from: number, to: number) =>
  makeValidator<number>(
    (given) => {
      const number = Number(given)
      if (/^\d+$/.test(given) && number >= from && number <= to) return number
      throw new Error(`expected a whole number from ${from} to ${to}, got "${given}"`)
    },
    { is: `a whole number from ${from} to ${to}` },
  )

const milliseconds = wholeNumber(0, 600_000)
const calls = wholeNumber(1, 1_000_000)

/** For every process that serves. */
export const processSettings = {
  LOG_LEVEL: logLevel({ default: 'info', desc: 'the least important lines to log' }),
  HOST: host({ default: '127.0.0.1', desc: 'the address to listen on; 0.0.0.0 in a container' }),
  SHUTDOWN_DELAY_MS: milliseconds({
    default: 0,
    desc: 'how long it serves on after SIGTERM while /readyz says 503, until nobody sends it requests any more',
    example: '5000',
  }),
  SHUTDOWN_TIMEOUT_MS: milliseconds({
    default: 30_000,
    desc: 'how long ending may take in all, before the process ends as it is',
  }),
}

/** The part of it for the pools, after the last call. */
const AFTER_CALLS_MS = 5_000

/** How long calls in flight may take to finish. */
export const callGraceOf = (env: { SHUTDOWN_DELAY_MS: number; SHUTDOWN_TIMEOUT_MS: number }): number =>
  Math.max(env.SHUTDOWN_TIMEOUT_MS - env.SHUTDOWN_DELAY_MS - AFTER_CALLS_MS, 1_000)

/** The times of stopping, for `runService`. */
export const endingOf = (env: { SHUTDOWN_DELAY_MS: number; SHUTDOWN_TIMEOUT_MS: number }) => ({
  stopDelayMs: env.SHUTDOWN_DELAY_MS,
  stopTimeoutMs: env.SHUTDOWN_TIMEOUT_MS,
})

/** A text that is useless without another setting. */
const withAnother = (name: string, spec: { desc: string; example?: string }) =>
  str({ ...spec, default: undefined, requiredWhen: namedCondition(name, (env) => Boolean(env[name])) })

const TLS_FILES = ['GRPC_TLS_CERT_FILE', 'GRPC_TLS_KEY_FILE', 'GRPC_TLS_CA_FILE'] as const
type TlsEnv = Record<(typeof TLS_FILES)[number], string | undefined>

const tlsFile = (desc: string, example: string) =>
  str({
    default: undefined,
    desc,
    example,
    requiredWhen: namedCondition('another of the three', (env) =>
      TLS_FILES.some((name) => Boolean((env as Partial<TlsEnv>)[name])),
    ),
  })

/** For processes that call other services, or are called: all three for mutual TLS, or none for plain text. */
export const tlsSettings = {
  GRPC_TLS_CERT_FILE: tlsFile(
    'the certificate shown to other services, PEM; with it gRPC is mutual TLS',
    '/tls/tls.crt',
  ),
  GRPC_TLS_KEY_FILE: tlsFile('the key of that certificate, PEM', '/tls/tls.key'),
  GRPC_TLS_CA_FILE: tlsFile('the authority that certificates of other services must be of, PEM', '/tls/ca.crt'),
}

/** The files for libs/rpc; undefined for plain text. */
export const tlsFilesOf = (env: TlsEnv): { certFile: string; keyFile: string; caFile: string } | undefined => {
  const { GRPC_TLS_CERT_FILE: certFile, GRPC_TLS_KEY_FILE: keyFile, GRPC_TLS_CA_FILE: caFile } = env
  return certFile && keyFile && caFile ? { certFile, keyFile, caFile } : undefined
}

/** How to reach NATS, the same for all services. */
export const brokerSettings = {
  NATS_URL: natsUrl({ desc: 'NATS with JetStream; tls:// where nothing may be sent in plain text' }),
  NATS_STREAM_REPLICAS: streamReplicas({
    default: 1,
    desc: 'on how many servers of a NATS cluster the stream of events, and limits, are kept; the same for all services',
  }),
  NATS_USER: withAnother('NATS_PASSWORD', { desc: 'the user there, where it knows users by passwords' }),
  NATS_PASSWORD: secret(withAnother('NATS_USER', { desc: 'the password of that user' })),
  NATS_CREDENTIALS_FILE: str({
    default: undefined,
    desc: 'the .creds file of the user, where NATS knows users by keys; read at each connection',
    example: '/etc/nats/pacioli.creds',
  }),
  NATS_TLS_CA_FILE: str({
    default: undefined,
    desc: 'the authority that the certificate of NATS must be of, PEM; the public ones unless given',
    example: '/etc/nats/ca.crt',
  }),
  NATS_TLS_CERT_FILE: withAnother('NATS_TLS_KEY_FILE', {
    desc: 'the certificate shown to NATS, PEM, where it asks for one',
    example: '/etc/nats/tls.crt',
  }),
  NATS_TLS_KEY_FILE: withAnother('NATS_TLS_CERT_FILE', {
    desc: 'the key of that certificate, PEM',
    example: '/etc/nats/tls.key',
  }),
}

type BrokerEnv = { NATS_URL: string; NATS_STREAM_REPLICAS: number } & Partial<
  Record<Exclude<keyof typeof brokerSettings, 'NATS_URL' | 'NATS_STREAM_REPLICAS'>, string | undefined>
>

/**
 * The broker's settings, for libs/events.
 * @throws ConfigError where the client would silently ignore what was meant: given two ways to authenticate it uses
 * one, and with TLS to an address it compares the certificate with `localhost`
 */
export function brokerOf(env: BrokerEnv) {
  if (env.NATS_USER && env.NATS_CREDENTIALS_FILE)
    throw new ConfigError(['expected NATS_USER or NATS_CREDENTIALS_FILE, got both'])
  const servers = env.NATS_URL.split(',').map((one) => new URL(one.trim()))
  const isSecure = servers.some(({ protocol }) => protocol === 'tls:') || env.NATS_TLS_CA_FILE || env.NATS_TLS_CERT_FILE
  const address = servers.find(({ hostname }) => isIP(hostname.replace(/^\[|\]$/g, '')))
  if (isSecure && address)
    throw new ConfigError([`NATS_URL: expected the name that the certificate has, got the address ${address.hostname}`])
  return {
    url: env.NATS_URL,
    replicas: env.NATS_STREAM_REPLICAS,
    access: {
      user: env.NATS_USER,
      password: env.NATS_PASSWORD,
      credentialsFile: env.NATS_CREDENTIALS_FILE,
      caFile: env.NATS_TLS_CA_FILE,
      certFile: env.NATS_TLS_CERT_FILE,
      keyFile: env.NATS_TLS_KEY_FILE,
    },
  }
}

const megabytes = wholeNumber(1, 1_000_000)

/** For processes that serve gRPC. */
export const capacitySettings = {
  GRPC_MAX_IN_FLIGHT: calls({ default: 512, desc: 'calls in work at once; what comes beyond is refused with 503' }),
  GRPC_MAX_MEGABYTES: megabytes({
    default: 128,
    desc: 'MiB of requests and answers in work at once, half of them of one client; requests beyond are refused with 503',
  }),
}

/**
 * The workload of a service with a pool of so many connections: large requests get a quarter of them at most, so that
 * small ones always find one.
 */
export const workloadOf = (env: { GRPC_MAX_MEGABYTES: number }, poolSize: number) => ({
  bytes: env.GRPC_MAX_MEGABYTES * 1024 * 1024,
  heavyAtOnce: Math.max(1, Math.floor(poolSize / 4)),
})

/** For the gateway. */
export const publicCapacitySettings = {
  GATEWAY_KEEP_ALIVE_MS: milliseconds({
    default: 72_000,
    desc: 'how long a connection may be idle: longer than a proxy before it keeps its own; where callers come directly, shorter than SHUTDOWN_DELAY_MS',
  }),
  GATEWAY_MAX_IN_FLIGHT: calls({
    default: 1_000,
    desc: 'requests in work at once; what comes beyond is refused with 503 and Retry-After',
  }),
  GATEWAY_MAX_IN_FLIGHT_EACH: calls({
    default: 250,
    desc: 'of them those of one client or address',
  }),
  GATEWAY_MAX_CONNECTIONS: calls({ default: 5_000, desc: 'open connections; more are closed as they come' }),
  GATEWAY_MAX_CONNECTIONS_EACH: calls({
    default: 500,
    desc: 'of them those of one address; proxies that are trusted may have all',
  }),
  GATEWAY_MAX_ARRIVING_MEGABYTES: wholeNumber(
    64,
    65_536,
  )({
    default: 256,
    desc: 'memory for bodies that are on their way in; one client or address gets a quarter of it',
  }),
  GATEWAY_MAX_MEGABYTES: megabytes({
    default: 128,
    desc: 'MiB of bodies and answers in work at once, half of them of one client; what comes beyond is refused with 503 and Retry-After',
  }),
  GATEWAY_MAX_LARGE: calls({
    default: 8,
    desc: 'requests with more than 64 KiB in work at once, two of one client; others wait up to ten seconds for their turn',
  }),
}
