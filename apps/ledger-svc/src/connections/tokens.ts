/** The tokens of a provider, and how long they are valid. Pure. */
import type { SealedSecret, SecretOwner, Vault } from '@pacioli/vault'
import type { IssuedTokens } from '../providers/oauth-client.ts'
import type { Connection } from './connection.ts'

export type Tokens = {
  accessToken: string
  /** Absent if the provider issues none: then a person has to authorize again once the access token has expired. */
  refreshToken?: string | undefined
  /** Absent if the provider did not say: then it is valid until it is rejected. */
  expiresAt?: Date | undefined
  scope?: string | undefined
}

/** A token that expires within a minute is not used: it would expire on its way. */
const SKEW_MS = 60_000

/** A longer lifetime is cut to this. */
const MAX_LIFETIME_SECONDS = 365 * 86_400

/** @param earlier the tokens so far; without a new refresh token the old one stays */
export const tokensOf = (issued: IssuedTokens, now: Date, earlier?: Tokens): Tokens => ({
  accessToken: issued.accessToken,
  refreshToken: issued.refreshToken ?? earlier?.refreshToken,
  expiresAt:
    issued.expiresInSeconds === undefined
      ? undefined
      : new Date(now.getTime() + Math.min(issued.expiresInSeconds, MAX_LIFETIME_SECONDS) * 1_000),
  scope: issued.scope ?? earlier?.scope,
})

export const isFresh = ({ expiresAt }: Tokens, now: Date): boolean =>
  expiresAt === undefined || expiresAt.getTime() - SKEW_MS > now.getTime()

/** What tokens are sealed under: the connection is their record. */
export const tokenOwnerOf = ({ clientId, businessId, id }: Connection): SecretOwner => ({
  kind: 'provider_tokens',
  clientId,
  businessId,
  recordId: id,
})

export const sealTokens = (vault: Vault, tokens: Tokens, owner: SecretOwner): SealedSecret =>
  vault.seal(JSON.stringify(tokens), owner)

export function openTokens(vault: Vault, sealed: SealedSecret, owner: SecretOwner): Tokens {
  const { expiresAt, ...tokens } = JSON.parse(vault.open(sealed, owner)) as Omit<Tokens, 'expiresAt'> & {
    expiresAt?: string
  }
  return { ...tokens, expiresAt: expiresAt === undefined ? undefined : new Date(expiresAt) }
}
