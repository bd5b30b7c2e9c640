import {
  base64Key,
  brokerOf,
  brokerSettings,
  callGraceOf,
  capacitySettings,
  endingOf,
  hostAndPort,
  loadConfig,
  num,
  port,
  postgresUrl,
  processSettings,
  tlsFilesOf,
  tlsSettings,
  workloadOf,
} from '@pacioli/service/configuration'

const relayUrl = {
  BANKING_RELAY_DATABASE_URL: postgresUrl({
    desc: 'the banking database, as the role that relays events and postings and keeps house',
  }),
}
const urls = {
  BANKING_DATABASE_URL: postgresUrl({ desc: 'the banking database, as the role that serves requests' }),
  ...relayUrl,
}

const ledger = { LEDGER_GRPC_URL: hostAndPort({ desc: 'host:port of ledger-svc', example: '127.0.0.1:50051' }) }
const billing = { BILLING_GRPC_URL: hostAndPort({ desc: 'host:port of billing-svc', example: '127.0.0.1:50053' }) }

/** The environment variables of each program of banking-svc, by its file; docs/CONFIGURATION.md is generated from it. */
export const programs = {
  main: {
    ...urls,
    ...processSettings,
    ...tlsSettings,
    ...capacitySettings,
    GRPC_PORT: port({ desc: 'gRPC for the other services' }),
    OPS_PORT: port({ desc: 'HTTP for probes and metrics' }),
    ...brokerSettings,
    ...ledger,
    ...billing,
    CURSOR_KEY: base64Key({ desc: '32 random bytes in base64, the same for all replicas: signs page cursors' }),
    BANKING_POOL_SIZE: num({
      default: 16,
      desc: 'connections to the database for requests; the relays have 4 more, and 1 to listen',
    }),
  },
  migrate: {
    ...urls,
    BANKING_ADMIN_DATABASE_URL: postgresUrl({
      desc: 'the maintenance database, as a role that may create databases and roles',
      example: 'postgres://admin:…@db:5432/postgres',
    }),
  },
  'check-banking': { ...urls, ...ledger, ...billing, ...tlsSettings },
  'parked-events': { ...urls, ...ledger, ...billing, ...tlsSettings },
}

/** The settings of banking-svc itself. */
export const readConfig = () => {
  const env = loadConfig(programs.main)
  return {
    databaseUrl: env.BANKING_DATABASE_URL,
    relayDatabaseUrl: env.BANKING_RELAY_DATABASE_URL,
    logLevel: env.LOG_LEVEL,
    host: env.HOST,
    ending: endingOf(env),
    callGraceMs: callGraceOf(env),
    tls: tlsFilesOf(env),
    maxInFlight: env.GRPC_MAX_IN_FLIGHT,
    workload: workloadOf(env, env.BANKING_POOL_SIZE),
    grpcPort: env.GRPC_PORT,
    opsPort: env.OPS_PORT,
    broker: brokerOf(env),
    ledgerTarget: { address: env.LEDGER_GRPC_URL, tls: tlsFilesOf(env) },
    billingTarget: { address: env.BILLING_GRPC_URL, tls: tlsFilesOf(env) },
    cursorKey: env.CURSOR_KEY,
    poolSize: env.BANKING_POOL_SIZE,
  }
}

/** For migrations: also a role that may create databases and roles. */
export const migrationUrls = () => {
  const env = loadConfig(programs.migrate)
  return { app: env.BANKING_DATABASE_URL, relay: env.BANKING_RELAY_DATABASE_URL, admin: env.BANKING_ADMIN_DATABASE_URL }
}

/** For commands that read across all tenants. */
export const relayConfig = () => ({ relayUrl: loadConfig(relayUrl).BANKING_RELAY_DATABASE_URL })

/** For commands that read the database and compare it with the owners of its copies. */
export const commandConfig = () => {
  const env = loadConfig(programs['check-banking'])
  return {
    databaseUrl: env.BANKING_DATABASE_URL,
    relayDatabaseUrl: env.BANKING_RELAY_DATABASE_URL,
    ledgerTarget: { address: env.LEDGER_GRPC_URL, tls: tlsFilesOf(env) },
    billingTarget: { address: env.BILLING_GRPC_URL, tls: tlsFilesOf(env) },
  }
}
