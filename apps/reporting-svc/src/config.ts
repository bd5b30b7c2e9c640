import { base64Key, host, hostAndPort, loadConfig, logLevel, natsUrl, port, postgresUrl } from '@pacioli/service'

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

const billing = {
  BILLING_GRPC_URL: hostAndPort({ desc: 'where billing-svc serves gRPC', example: '127.0.0.1:7003' }),
}

const logging = { LOG_LEVEL: logLevel({ default: 'info' }) }

/** What the service itself needs. */
export const serviceConfig = () =>
  loadConfig({
    ...database,
    ...housekeeping,
    ...ledger,
    ...banking,
    ...billing,
    ...logging,
    CURSOR_KEY: base64Key({ desc: '32 random bytes in base64, the same for all replicas: signs page cursors' }),
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
export const rebuildConfig = () => loadConfig({ ...database, ...ledger, ...banking, ...billing })

/** What looking at parked events needs, and what taking them in again needs. */
export const listParkedConfig = () => loadConfig(housekeeping)
export const retryParkedConfig = () => loadConfig({ ...database, ...housekeeping, ...ledger, ...banking, ...billing })
