/** Links to files on disk: each serves the file under this name and type until it expires. Pure but for HMAC. */
import { createHmac, timingSafeEqual } from 'node:crypto'

/** The content of a link, all of it signed. */
export type Link = { key: string; fileName: string; contentType: string; expiresAt: Date }

const PARAMETERS = ['name', 'type', 'expires', 'signature'] as const

/** The path and query of a link. */
export function signLink(link: Link, signingKey: Buffer): string {
  const expires = String(Math.floor(link.expiresAt.getTime() / 1000))
  const signature = signatureOf({ ...link, expires }, signingKey).toString('base64url')
  const query = new URLSearchParams({ name: link.fileName, type: link.contentType, expires, signature })
  return `/files/${link.key}?${query.toString()}`
}

/** The content of a link that we signed, expired or not; undefined for any other. */
export function readLink(pathAndQuery: string, signingKey: Buffer): Link | undefined {
  const [path = '', ...queries] = pathAndQuery.split('?')
  const key = /^\/files\/([0-9a-f-]{36}\/[0-9a-f-]{36})$/.exec(path)?.[1]
  const query = new URLSearchParams(queries.join('?'))
  const names = [...query.keys()]
  if (key === undefined || names.length !== PARAMETERS.length) return undefined
  const [fileName, contentType, expires, signature] = PARAMETERS.map((name) => query.get(name) ?? undefined)
  if (fileName === undefined || contentType === undefined || expires === undefined || signature === undefined)
    return undefined
  const given = Buffer.from(signature, 'base64url')
  const expected = signatureOf({ key, fileName, contentType, expires }, signingKey)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  // Other spellings of the same bytes are refused.
  if (given.toString('base64url') !== signature) return undefined
  return { key, fileName, contentType, expiresAt: new Date(Number(expires) * 1000) }
}

/** Over a JSON list, so that no text can extend into the next one. */
const signatureOf = (
  { key, fileName, contentType, expires }: Omit<Link, 'expiresAt'> & { expires: string },
  signingKey: Buffer,
): Buffer =>
  createHmac('sha256', signingKey)
    .update(JSON.stringify([key, fileName, contentType, expires]))
    .digest()
