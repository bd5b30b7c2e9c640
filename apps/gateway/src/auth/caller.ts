import type { Scope } from './scopes.ts'

/** What a verified token says. Instants in seconds, as in the token. */
export type Caller = {
  clientId: string
  /** Whom the token was issued to. */
  subject: string
  /** In a token for one business: whom the platform has made it for, in its own words. */
  user: string | undefined
  scopes: readonly Scope[]
  /** Set in a token that reaches this one business only. */
  businessId: string | undefined
  issuedAt: number
  expiresAt: number
}
