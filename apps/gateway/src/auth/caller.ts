import type { Scope } from './scopes.ts'

/** What a verified token says. Instants in seconds, as in the token. */
export type Caller = {
  clientId: string
  scopes: readonly Scope[]
  /** Set in a token that reaches this one business only. */
  businessId: string | undefined
  issuedAt: number
  expiresAt: number
}
