import { createPrivateKey, randomUUID, sign } from 'node:crypto'
import type { SigningKey } from './secrets.ts'

export interface TokenClaims {
  issuer: string
  audience: string
  clientId: string
  /** Space-separated. */
  scope: string
  /** Lifetime in seconds. */
  lifetime: number
}

/** A signed access token, as the gateway itself would issue it, but of any lifetime. */
export function issueToken(key: SigningKey, { issuer, audience, clientId, scope, lifetime }: TokenClaims): string {
  const now = Math.floor(Date.now() / 1000)
  const header = { alg: key.alg, typ: 'JWT', kid: key.kid }
  const claims = {
    iss: issuer,
    aud: audience,
    sub: clientId,
    client_id: clientId,
    scope,
    iat: now,
    exp: now + lifetime,
    jti: randomUUID(),
  }
  const signed = `${encoded(header)}.${encoded(claims)}`
  const privateKey = createPrivateKey({ key, format: 'jwk' })
  return `${signed}.${sign(null, Buffer.from(signed), privateKey).toString('base64url')}`
}

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')
