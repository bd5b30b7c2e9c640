/** Signing secrets in the format of Standard Webhooks. Pure. */
import { refused } from '@pacioli/errors'

const PREFIX = 'whsec_'
const MIN_BYTES = 24
const MAX_BYTES = 64
/** Of a generated secret. */
export const SECRET_BYTES = 32
/** How long the secret before a rotation still signs. */
export const GRACE_MS = 24 * 3_600_000

export const secretOfBytes = (bytes: Buffer): string => `${PREFIX}${bytes.toString('base64')}`

/** @throws InvalidPayload, whose message does not contain the secret */
export function requireValidSecret(secret: string): string {
  const spelled = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : ''
  const bytes = Buffer.from(spelled, 'base64')
  const isBase64 = bytes.toString('base64') === spelled
  if (isBase64 && bytes.length >= MIN_BYTES && bytes.length <= MAX_BYTES) return secret
  throw refused(
    'InvalidPayload',
    `Expected whsec_ followed by ${MIN_BYTES} to ${MAX_BYTES} random bytes in base64. Leave it out and one is made.`,
    { field: 'secret' },
  )
}
