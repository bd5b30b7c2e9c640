import { generateKeyPairSync, randomBytes } from 'node:crypto'

const DATABASES = ['ledger', 'banking', 'billing', 'reporting'] as const

/** Settings by the name of their Secret, without `-secrets`. */
export type SecretSettings = Record<string, Record<string, string>>

/** New secrets for one cluster with the stores of overlays/dev in it. */
export function makeDevSecrets(): SecretSettings {
  const admin = password()
  const files = { id: randomBytes(10).toString('hex'), secret: password() }
  const secrets: SecretSettings = {
    gateway: { GATEWAY_SIGNING_KEYS: JSON.stringify([signingKey()]), CURSOR_KEY: key() },
    postgres: { POSTGRES_PASSWORD: admin },
    files: { ROOT_ACCESS_KEY_ID: files.id, ROOT_SECRET_ACCESS_KEY: files.secret },
  }
  const sealKey = JSON.stringify(signingKey())
  for (const database of DATABASES) {
    const prefix = database.toUpperCase()
    secrets[`${database}-svc`] = {
      [`${prefix}_DATABASE_URL`]: urlOf(`${database}_app`, password(), database),
      [`${prefix}_RELAY_DATABASE_URL`]: urlOf(`${database}_relay`, password(), database),
      CURSOR_KEY: key(),
    }
    secrets[`${database}-svc-migrate`] = { [`${prefix}_ADMIN_DATABASE_URL`]: urlOf('postgres', admin, 'postgres') }
  }
  for (const sealing of ['ledger-svc', 'banking-svc', 'billing-svc'])
    Object.assign(secrets[sealing] ?? {}, { SEAL_KEY: sealKey })
  Object.assign(secrets['ledger-svc'] ?? {}, { LEDGER_MASTER_KEYS: namedKeys() })
  Object.assign(secrets['reporting-svc'] ?? {}, {
    REPORTING_MASTER_KEYS: namedKeys(),
    S3_ACCESS_KEY: files.id,
    S3_SECRET_KEY: files.secret,
  })
  return secrets
}

/** As kustomize reads it: everything after the first `=` is the value, quotes included. */
export const envFileOf = (settings: Record<string, string>): string =>
  Object.entries(settings)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('')

const key = (): string => randomBytes(32).toString('base64')
const password = (): string => randomBytes(24).toString('base64url')
const namedKeys = (): string => JSON.stringify([{ id: 'dev', key: key() }])

const urlOf = (role: string, secret: string, database: string): string =>
  `postgres://${role}:${secret}@postgres:5432/${database}`

function signingKey(): object {
  const { privateKey } = generateKeyPairSync('ed25519')
  return { ...privateKey.export({ format: 'jwk' }), kid: randomBytes(8).toString('hex'), alg: 'EdDSA', use: 'sig' }
}
