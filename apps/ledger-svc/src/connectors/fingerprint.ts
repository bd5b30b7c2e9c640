import { createHash } from 'node:crypto'

/** Equal for equal contents. */
export const fingerprintOf = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('base64url')
