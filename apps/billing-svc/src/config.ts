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
  BILLING_RELAY_DATABASE_URL: postgresUrl({
    desc: 'the billing database, as the role that relays events and postings and keeps house',
  }),
}
const urls = {
  BILLING_DATABASE_URL: postgresUrl({ desc: 'the billing database, as the role that serves requests' }),
  ...relayUrl,
}

const ledger = { LEDGER_GRPC_URL: hostAndPort({ desc: 'host:port of ledger-svc', example: '127.0.0.1:50051' }) }

const banking = { BANKING_GRPC_URL: hostAndPort({ desc: 'host:port of banking-svc', example: '127.0.0.1:50052' }) }

/** Environment variables of each program of billing-svc, by its file; docs/CONFIGURATION.md is generated from them. */
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
    ...banking,
    CURSOR_KEY: base64Key({ desc: '32 random bytes in base64, the same for all replicas: signs page cursors' }),
    BILLING_POOL_SIZE: num({
      default: 16,
      desc: 'connections to the database for requests; the relays have 4 more, and 1 to listen',
    }),
  },
  migrate: {
    ...urls,
    BILLING_ADMIN_DATABASE_URL: postgresUrl({
      desc: 'the maintenance database, as a role that may create databases and roles',
      example: 'postgres://admin:…@db:5432/postgres',
    }),
  },
  'check-billing': { ...urls, ...ledger, ...banking, ...tlsSettings },
  'parked-events': urls,
}

/** Settings of billing-svc itself. */
export const readConfig = () => {
  const env = loadConfig(programs.main)
  return {
    databaseUrl: env.BILLING_DATABASE_URL,
    relayDatabaseUrl: env.BILLING_RELAY_DATABASE_URL,
    logLevel: env.LOG_LEVEL,
    host: env.HOST,
    ending: endingOf(env),
    callGraceMs: callGraceOf(env),
    tls: tlsFilesOf(env),
    maxInFlight: env.GRPC_MAX_IN_FLIGHT,
    workload: workloadOf(env, env.BILLING_POOL_SIZE),
    grpcPort: env.GRPC_PORT,
    opsPort: env.OPS_PORT,
    broker: brokerOf(env),
    ledgerTarget: { address: env.LEDGER_GRPC_URL, tls: tlsFilesOf(env) },
    bankingTarget: { address: env.BANKING_GRPC_URL, tls: tlsFilesOf(env) },
    cursorKey: env.CURSOR_KEY,
    poolSize: env.BILLING_POOL_SIZE,
  }
}

/** For migrations: also a role that may create databases and roles. */
export const migrationUrls = () => {
  const env = loadConfig(programs.migrate)
  return { app: env.BILLING_DATABASE_URL, relay: env.BILLING_RELAY_DATABASE_URL, admin: env.BILLING_ADMIN_DATABASE_URL }
}

/** For commands that read only data of no business. */
export const relayConfig = () => ({ relayUrl: loadConfig(relayUrl).BILLING_RELAY_DATABASE_URL })

/** For commands that read the database. */
export const databaseConfig = () => {
  const env = loadConfig(programs['parked-events'])
  return { databaseUrl: env.BILLING_DATABASE_URL, relayDatabaseUrl: env.BILLING_RELAY_DATABASE_URL }
}

/** For commands that read the database and query the ledger and banking. */
export const commandConfig = () => {
  const env = loadConfig(programs['check-billing'])
  return {
    databaseUrl: env.BILLING_DATABASE_URL,
    relayDatabaseUrl: env.BILLING_RELAY_DATABASE_URL,
    ledgerTarget: { address: env.LEDGER_GRPC_URL, tls: tlsFilesOf(env) },
    bankingTarget: { address: env.BANKING_GRPC_URL, tls: tlsFilesOf(env) },
  }
}
