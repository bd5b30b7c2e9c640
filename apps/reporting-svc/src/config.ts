import {
  base64Key,
  brokerSettings,
  capacitySettings,
  bool,
  hostAndPort,
  httpUrl,
  loadConfig,
  makeValidator,
  namedKeys,
  port,
  postgresUrl,
  unpooledPostgresUrl,
  processSettings,
  requiredWith,
  secret,
  str,
  tlsFilesOf,
  tlsSettings,
} from '@pacioli/service/configuration'
import { auditSettings } from '@pacioli/proof/configuration'

const database = {
  REPORTING_DATABASE_URL: postgresUrl({
    desc: 'the reporting database, as the role that serves requests',
    example: 'postgres://reporting_app:…@db:5432/reporting',
  }),
}

const housekeeping = {
  REPORTING_RELAY_DATABASE_URL: unpooledPostgresUrl({
    desc: 'the reporting database, as the role that keeps house',
    example: 'postgres://reporting_relay:…@db:5432/reporting',
  }),
}

const ledger = {
  LEDGER_GRPC_URL: hostAndPort({ desc: 'host:port of ledger-svc', example: '127.0.0.1:50051' }),
}

const banking = {
  BANKING_GRPC_URL: hostAndPort({ desc: 'host:port of banking-svc', example: '127.0.0.1:50052' }),
}

const billing = {
  BILLING_GRPC_URL: hostAndPort({ desc: 'host:port of billing-svc', example: '127.0.0.1:50053' }),
}

/** Settings of one kind of store: required if that store is chosen, without a default. */
const onDisk = requiredWith('FILE_STORE', 'disk')
const onS3 = requiredWith('FILE_STORE', 's3')

/** Where exported documents are kept. */
export const fileStore = {
  FILE_STORE: makeValidator<'disk' | 's3'>(
    (given) => {
      if (given !== 'disk' && given !== 's3') throw new Error(`expected disk or s3, got "${given}"`)
      return given
    },
    { is: 'disk or s3' },
  )({
    desc: 'where exported documents are kept: disk for one machine, s3 for any store that speaks S3',
    example: 's3',
  }),
  FILES_DIR: str({ ...onDisk, desc: 'the directory of the files', example: '/var/lib/pacioli/files' }),
  FILES_PORT: port({ ...onDisk, desc: 'serves the files', example: '7105' }),
  FILES_BASE_URL: httpUrl({ ...onDisk, desc: 'how callers reach FILES_PORT', example: 'https://files.example' }),
  FILES_SIGNING_KEY: base64Key({ ...onDisk, desc: '32 random bytes in base64 that sign links to files' }),
  S3_ENDPOINT: httpUrl({ ...onS3, desc: 'where the store is', example: 'https://s3.eu-central-1.amazonaws.com' }),
  S3_PUBLIC_ENDPOINT: httpUrl({ default: undefined, desc: 'where callers reach it; S3_ENDPOINT unless given' }),
  S3_REGION: str({ ...onS3, desc: 'the region of the bucket', example: 'eu-central-1' }),
  S3_BUCKET: str({ ...onS3, desc: 'the bucket, which must exist', example: 'pacioli-documents' }),
  S3_ACCESS_KEY: str({
    ...onS3,
    desc: 'the id of an access key that may put, get and delete objects, and abort uploads',
  }),
  S3_SECRET_KEY: secret(str({ ...onS3, desc: 'the secret of the access key' })),
  S3_PATH_STYLE: bool({ default: true, desc: 'whether the bucket stands in the path instead of the host' }),
  EXPORTS_KEEP_HOURS: makeValidator<number>(
    (given) => {
      if (!/^[1-9]\d{0,4}$/.test(given)) throw new Error(`expected a whole number of hours from 1 on, got "${given}"`)
      return Number(given)
    },
    { is: 'a whole number of hours' },
  )({ default: 24, desc: 'after how many hours exported files are removed' }),
}

const masterKeys = {
  REPORTING_MASTER_KEYS: namedKeys({
    desc: 'JSON list of keys of 32 random bytes in base64; the first wraps what webhooks are signed with, the others unwrap',
    example: '[{"id":"2026-11","key":"…"}]',
    docs: 'OPERATIONS.md#master-keys',
  }),
}

/** After a loss of the stream the events of nine days are published again: those kept for less would be appended twice. */
const MIN_KEEP_DAYS = 14

const days = makeValidator<number>(
  (given) => {
    const count = Number(given)
    if (Number.isInteger(count) && count >= MIN_KEEP_DAYS && count <= 3_650) return count
    throw new Error(`expected a whole number of days from ${MIN_KEEP_DAYS} to 3650, got "${given}"`)
  },
  { is: `a whole number of days from ${MIN_KEEP_DAYS} to 3650` },
)

const eventsOut = {
  ...masterKeys,
  FEED_KEEP_DAYS: days({
    default: 90,
    desc: 'how long events are kept in the feed, and the log of their deliveries, in days',
  }),
  WEBHOOKS_ALLOW_PRIVATE: bool({
    default: false,
    desc: 'whether webhooks may be http and lead to private networks: for development, or where the platform is in the same private network',
  }),
}

const replica = {
  REPORTING_REPLICA_DATABASE_URL: postgresUrl({
    default: undefined,
    desc: 'a hot standby of the reporting database, as the role of REPORTING_DATABASE_URL: reports are read there',
    example: 'postgres://reporting_app:…@db-ro:5432/reporting',
    docs: 'OPERATIONS.md#reports-from-a-replica',
  }),
}

/** The settings of each program of reporting-svc, by its file; docs/CONFIGURATION.md is generated from them. */
export const programs = {
  main: {
    ...database,
    ...replica,
    ...housekeeping,
    ...ledger,
    ...banking,
    ...billing,
    ...fileStore,
    ...eventsOut,
    ...auditSettings,
    ...processSettings,
    ...tlsSettings,
    ...capacitySettings,
    CURSOR_KEY: base64Key({ desc: '32 random bytes in base64, the same for all replicas: signs page cursors' }),
    ...brokerSettings,
    GRPC_PORT: port({ desc: 'gRPC for the other services' }),
    OPS_PORT: port({ desc: 'HTTP for /healthz, /readyz and /metrics, not to be public' }),
  },
  migrate: {
    ...database,
    ...housekeeping,
    REPORTING_ADMIN_DATABASE_URL: unpooledPostgresUrl({
      desc: 'the maintenance database, as a role that may create roles and databases',
      example: 'postgres://admin:…@db:5432/postgres',
    }),
  },
  rebuild: { ...database, ...ledger, ...banking, ...billing, ...tlsSettings },
  'check-reporting': { ...database, ...housekeeping, ...ledger, ...banking, ...billing, ...tlsSettings },
  'import-books': database,
  'make-bucket': fileStore,
  'parked-events': { ...database, ...housekeeping, ...ledger, ...banking, ...billing, ...tlsSettings },
  'keys-rotate': { ...housekeeping, ...masterKeys },
}

/** The addresses of the owners, and the certificates for them. */
export function ownerTargetsOf(
  env: Record<'LEDGER_GRPC_URL' | 'BANKING_GRPC_URL' | 'BILLING_GRPC_URL', string> & Parameters<typeof tlsFilesOf>[0],
) {
  const tls = tlsFilesOf(env)
  return {
    ledgerTarget: { address: env.LEDGER_GRPC_URL, tls },
    bankingTarget: { address: env.BANKING_GRPC_URL, tls },
    billingTarget: { address: env.BILLING_GRPC_URL, tls },
  }
}

export const serviceConfig = () => loadConfig(programs.main)

export const migrationConfig = () => loadConfig(programs.migrate)

export const rebuildConfig = () => loadConfig(programs.rebuild)

export const checkConfig = () => loadConfig(programs['check-reporting'])

export const importConfig = () => loadConfig(programs['import-books'])

export const fileStoreConfig = () => loadConfig(programs['make-bucket'])

/** To list parked events, and to retry them. */
export const listParkedConfig = () => loadConfig(housekeeping)
export const retryParkedConfig = () => loadConfig(programs['parked-events'])

/** For `reporting:keys:rotate`: the operators' role, and every master key. */
export const rotationConfig = () => {
  const env = loadConfig(programs['keys-rotate'])
  return { databaseUrl: env.REPORTING_RELAY_DATABASE_URL, masterKeys: env.REPORTING_MASTER_KEYS }
}
