import {
  base64Key,
  bool,
  host,
  hostAndPort,
  loadConfig,
  logLevel,
  makeValidator,
  namedKeys,
  natsUrl,
  port,
  postgresUrl,
} from '@pacioli/service'

const database = {
  REPORTING_DATABASE_URL: postgresUrl({
    desc: 'the reporting database, as the role that serves requests',
    example: 'postgres://reporting_app:secret@127.0.0.1:5432/reporting',
  }),
}

const housekeeping = {
  REPORTING_RELAY_DATABASE_URL: postgresUrl({
    desc: 'the reporting database, as the role that keeps house',
    example: 'postgres://reporting_relay:secret@127.0.0.1:5432/reporting',
  }),
}

const ledger = {
  LEDGER_GRPC_URL: hostAndPort({ desc: 'where ledger-svc serves gRPC', example: '127.0.0.1:7001' }),
}

const banking = {
  BANKING_GRPC_URL: hostAndPort({ desc: 'where banking-svc serves gRPC', example: '127.0.0.1:7002' }),
}

const masterKeys = {
  REPORTING_MASTER_KEYS: namedKeys({
    desc: 'JSON list of keys of 32 random bytes in base64; the first wraps what webhooks are signed with, the others unwrap',
    example: '[{"id":"2026-11","key":"…"}]',
  }),
}

/** A stream that was lost is published again for a week: what is not kept for longer would be appended twice. */
const MIN_KEEP_DAYS = 14

const days = makeValidator<number>((given) => {
  const count = Number(given)
  if (Number.isInteger(count) && count >= MIN_KEEP_DAYS && count <= 3_650) return count
  throw new Error(`expected a whole number of days from ${MIN_KEEP_DAYS} to 3650, got "${given}"`)
})

const eventsOut = {
  ...masterKeys,
  FEED_KEEP_DAYS: days({ default: 90, desc: 'how long events are kept in the feed, and the log of their deliveries' }),
  WEBHOOKS_ALLOW_PRIVATE: bool({
    default: false,
    desc: 'whether webhooks may be http and lead to private networks; for development',
  }),
  CURSOR_KEY: base64Key({ desc: '32 random bytes in base64, the same for all replicas: signs page cursors' }),
}

const logging = { LOG_LEVEL: logLevel({ default: 'info' }) }

/** What the service itself needs. */
export const serviceConfig = () =>
  loadConfig({
    ...database,
    ...housekeeping,
    ...ledger,
    ...banking,
    ...eventsOut,
    ...logging,
    NATS_URL: natsUrl({ default: 'nats://127.0.0.1:4222' }),
    HOST: host({ default: '127.0.0.1' }),
    GRPC_PORT: port({ desc: 'serves the other services' }),
    OPS_PORT: port({ desc: 'serves /healthz, /readyz and /metrics' }),
  })

/** What migrating needs. */
export const migrationConfig = () =>
  loadConfig({
    ...database,
    ...housekeeping,
    REPORTING_ADMIN_DATABASE_URL: postgresUrl({
      desc: 'the maintenance database, as a role that may create roles and databases',
      example: 'postgres://postgres:secret@127.0.0.1:5432/postgres',
    }),
  })

/** What rebuilding the read models needs. */
export const rebuildConfig = () => loadConfig({ ...database, ...ledger, ...banking })

/** What looking at parked events needs, and what taking them in again needs. */
export const listParkedConfig = () => loadConfig(housekeeping)
export const retryParkedConfig = () => loadConfig({ ...database, ...housekeeping, ...ledger, ...banking })

/** For `reporting:keys:rotate`: the operators' role, and every master key there is. */
export const rotationConfig = () => {
  const env = loadConfig({ ...housekeeping, ...masterKeys })
  return { databaseUrl: env.REPORTING_RELAY_DATABASE_URL, masterKeys: env.REPORTING_MASTER_KEYS }
}
