/**
 * One attempt of a person to connect a business to a provider (RFC 6749, 4.1, with PKCE, RFC 7636). The `state` begins
 * with the id of the business, so that the callback searches the attempts of that business alone; the other 256 bits are
 * random, and only their hash is stored. Pure.
 */
import { createHash } from 'node:crypto'
import type { SecretOwner } from '@pacioli/vault'

export type Authorization = {
  id: string
  clientId: string
  businessId: string
  provider: string
  stateSha256: Buffer
  createdAt: Date
  expiresAt: Date
}

export const LIFETIME_MS = 10 * 60_000

/** How many attempts one business may have open with one provider; a new one replaces the oldest. */
export const MAX_OPEN = 10

export const STATE_RANDOM_BYTES = 32
const ID_BYTES = 16
const STATE = /^[\w-]{64}$/

/** @param random unguessable bytes */
export const stateOf = (businessId: string, random: Buffer): string =>
  Buffer.concat([Buffer.from(businessId.replaceAll('-', ''), 'hex'), random]).toString('base64url')

export const hashOfState = (state: string): Buffer => createHash('sha256').update(state).digest()

/** The business that a state claims; undefined if it is malformed. */
export function businessOfState(state: string): string | undefined {
  if (!STATE.test(state)) return undefined
  const hex = Buffer.from(state, 'base64url').subarray(0, ID_BYTES).toString('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

export const beginAuthorization = (
  owner: { id: string; clientId: string; businessId: string; provider: string },
  state: string,
  now: Date,
): Authorization => ({
  ...owner,
  stateSha256: hashOfState(state),
  createdAt: now,
  expiresAt: new Date(now.getTime() + LIFETIME_MS),
})

/** Whether a callback from this provider at this time may complete it. */
export const isValid = ({ provider, expiresAt }: Authorization, from: string, now: Date): boolean =>
  provider === from && now < expiresAt

/** What the PKCE verifier of an attempt is sealed under. */
export const verifierOwner = ({ id, clientId, businessId }: Authorization): SecretOwner => ({
  kind: 'oauth_authorization',
  clientId,
  businessId,
  recordId: id,
})
