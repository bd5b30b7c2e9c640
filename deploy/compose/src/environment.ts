/** The content of `.env`: new secrets, and the two published ports. */
import { randomBytes } from 'node:crypto'
import { newSigningKey, ROLES } from '@pacioli/dev-stack'

export interface Addresses {
  gatewayPort: number
  filesPort: number
  /** How callers reach the gateway. */
  gatewayUrl: string
  /** How callers reach the file store. */
  filesUrl: string
}

/** Letters that need no escaping in a URL. */
const password = (): string => randomBytes(24).toString('base64url')

const key = (): string => randomBytes(32).toString('base64')

const masterKeys = (now: Date): string => JSON.stringify([{ id: now.toISOString().slice(0, 10), key: key() }])

export const newEnvironment = (
  { gatewayPort, filesPort, gatewayUrl, filesUrl }: Addresses,
  now: Date,
): Record<string, string> => ({
  GATEWAY_PORT: String(gatewayPort),
  GATEWAY_BASE_URL: gatewayUrl,
  FILES_PORT: String(filesPort),
  S3_PUBLIC_ENDPOINT: filesUrl,
  POSTGRES_PASSWORD: password(),
  ...Object.fromEntries(ROLES.map((role) => [`${role.toUpperCase()}_PASSWORD`, password()])),
  CURSOR_KEY: key(),
  LEDGER_MASTER_KEYS: masterKeys(now),
  REPORTING_MASTER_KEYS: masterKeys(now),
  GATEWAY_SIGNING_KEYS: JSON.stringify([newSigningKey()]),
  SEAL_KEY: JSON.stringify(newSigningKey()),
  S3_ACCESS_KEY: randomBytes(10).toString('hex'),
  S3_SECRET_KEY: password(),
})

/** In single quotes, where no character is special; no value contains one. */
export const asEnvFile = (environment: Record<string, string>): string =>
  `${Object.entries(environment)
    .map(([name, value]) => `${name}='${value}'`)
    .join('\n')}\n`
