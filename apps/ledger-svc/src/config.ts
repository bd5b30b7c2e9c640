import {
  base64Key,
  brokerOf,
  brokerSettings,
  callGraceOf,
  capacitySettings,
  endingOf,
  processSettings,
  tlsFilesOf,
  tlsSettings,
  workloadOf,
  loadConfig,
  makeValidator,
  namedKeys,
  num,
  port,
  postgresUrl,
  unpooledPostgresUrl,
  url,
} from '@pacioli/service/configuration'
import { auditingOf, auditSettings } from '@pacioli/proof/configuration'
import { sealingOf, sealSettings, witnessingOf } from '@pacioli/seals/configuration'
import { parseProviders } from './providers/provider-settings.ts'
import { DEFAULT_PROCESSORS, readProcessors } from './processors/processor.ts'

const urls = {
  LEDGER_DATABASE_URL: postgresUrl({ desc: 'the ledger database, as the role that serves requests' }),
  LEDGER_RELAY_DATABASE_URL: unpooledPostgresUrl({
    desc: 'the ledger database, as the role that relays events and keeps house',
  }),
}

const masterKeys = {
  LEDGER_MASTER_KEYS: namedKeys({
    desc: 'JSON list of keys of 32 random bytes in base64; the first wraps what keeps secrets, the others unwrap',
    example: '[{"id":"2026-11","key":"…"}]',
    docs: 'OPERATIONS.md#master-keys',
  }),
}

const relayUrl = { LEDGER_RELAY_DATABASE_URL: urls.LEDGER_RELAY_DATABASE_URL }

/** The environment variables of each program of ledger-svc, by its file; docs/CONFIGURATION.md is generated from it. */
export const programs = {
  main: {
    ...urls,
    ...processSettings,
    ...tlsSettings,
    ...capacitySettings,
    GRPC_PORT: port({ desc: 'gRPC for the other services' }),
    OPS_PORT: port({ desc: 'HTTP for probes and metrics' }),
    ...brokerSettings,
    CURSOR_KEY: base64Key({ desc: '32 random bytes in base64, the same for all replicas: signs page cursors' }),
    ...masterKeys,
    ...sealSettings,
    ...auditSettings,
    PAYMENT_PROCESSORS: makeValidator(readProcessors, {
      is: 'names, separated by commas',
      write: (all) => [...all.keys()].join(','),
    })({
      default: readProcessors(DEFAULT_PROCESSORS),
      desc: 'the payment processors that secrets are kept for; after a colon how the type of the answer is spelled',
      example: 'stripe,authorize_net:Authorize_Net',
    }),
    ACCOUNTING_PROVIDERS: makeValidator(parseProviders, { is: 'JSON list', isSecret: true })({
      default: [],
      desc: 'JSON list of the accounting software that businesses can be connected to',
      example: '[{"connector":"quickbooks","client_id":"…","client_secret":"…"}]',
      docs: 'OPERATIONS.md#accounting-providers',
    }),
    ACCOUNTING_PROVIDER_TIMEOUT_MS: num({
      default: 10_000,
      desc: 'how long one answer of such a provider may take, in milliseconds; keep it below 15 seconds, which is how long the gateway waits',
    }),
    GATEWAY_BASE_URL: url({
      default: 'http://127.0.0.1:8080',
      desc: 'how callers reach the gateway: accounting providers send people back there',
    }),
    LEDGER_POOL_SIZE: num({
      default: 16,
      desc: 'connections to the database for requests; the relay has 4 more, and 1 to listen',
    }),
    LEDGER_POSTINGS_TOGETHER: num({
      default: 50,
      desc: 'how many postings go to the database in one call, when they come while others are under way; 1 sends each alone',
    }),
    LEDGER_POSTING_LANES: num({
      default: 1,
      desc: 'how many such calls are under way at once, each of some of the businesses; with 0 only postings of the same business go together',
    }),
  },
  migrate: {
    ...urls,
    LEDGER_ADMIN_DATABASE_URL: unpooledPostgresUrl({
      desc: 'the maintenance database, as a role that may create databases and roles',
      example: 'postgres://admin:…@db:5432/postgres',
    }),
  },
  clients: urls,
  'check-books': urls,
  'import-books': { LEDGER_DATABASE_URL: urls.LEDGER_DATABASE_URL },
  'keys-rotate': { ...relayUrl, ...masterKeys },
}

export const readConfig = () => {
  const env = loadConfig(programs.main)
  return {
    databaseUrl: env.LEDGER_DATABASE_URL,
    relayDatabaseUrl: env.LEDGER_RELAY_DATABASE_URL,
    logLevel: env.LOG_LEVEL,
    host: env.HOST,
    ending: endingOf(env),
    callGraceMs: callGraceOf(env),
    tls: tlsFilesOf(env),
    maxInFlight: env.GRPC_MAX_IN_FLIGHT,
    workload: workloadOf(env, env.LEDGER_POOL_SIZE),
    grpcPort: env.GRPC_PORT,
    opsPort: env.OPS_PORT,
    broker: brokerOf(env),
    cursorKey: env.CURSOR_KEY,
    masterKeys: env.LEDGER_MASTER_KEYS,
    sealing: sealingOf(env),
    witnessing: witnessingOf(env),
    auditing: auditingOf(env),
    processors: env.PAYMENT_PROCESSORS,
    providers: env.ACCOUNTING_PROVIDERS,
    providerTimeoutMs: env.ACCOUNTING_PROVIDER_TIMEOUT_MS,
    publicUrl: env.GATEWAY_BASE_URL,
    poolSize: env.LEDGER_POOL_SIZE,
    together: { most: env.LEDGER_POSTINGS_TOGETHER, lanes: env.LEDGER_POSTING_LANES },
  }
}

/** For the commands, which need nothing but the database. */
export const databaseUrls = () => {
  const env = loadConfig(urls)
  return { app: env.LEDGER_DATABASE_URL, relay: env.LEDGER_RELAY_DATABASE_URL }
}

/** For `books:import`. */
export const importUrl = (): string => loadConfig(programs['import-books']).LEDGER_DATABASE_URL

/** For `keys:rotate`: the operators' role, and every master key there is. */
export const rotationConfig = () => {
  const env = loadConfig(programs['keys-rotate'])
  return { databaseUrl: env.LEDGER_RELAY_DATABASE_URL, masterKeys: env.LEDGER_MASTER_KEYS }
}

/** For migrations: also a role that may create databases and roles. */
export const migrationUrls = () => {
  const env = loadConfig(programs.migrate)
  return { app: env.LEDGER_DATABASE_URL, relay: env.LEDGER_RELAY_DATABASE_URL, admin: env.LEDGER_ADMIN_DATABASE_URL }
}
