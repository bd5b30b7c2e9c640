import { createHash } from 'node:crypto'

/** Tells one content from another: whoever has the same was seen like this before. */
export const fingerprintOf = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('base64url')
