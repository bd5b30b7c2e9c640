/** What requests to an endpoint are signed with, as the Standard Webhooks write it: pure. */
import { refused } from '@pacioli/errors'

const PREFIX = 'whsec_'
const MIN_BYTES = 24
const MAX_BYTES = 64
/** So many bytes a secret has that we make. */
export const SECRET_BYTES = 32
/** How long the secret before is signed with, too. */
export const GRACE_MS = 24 * 3_600_000

export const MAX_SECRET_LENGTH = PREFIX.length + Math.ceil(MAX_BYTES / 3) * 4

export const secretOfBytes = (bytes: Buffer): string => `${PREFIX}${bytes.toString('base64')}`

/** @throws InvalidPayload, without telling the secret */
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
