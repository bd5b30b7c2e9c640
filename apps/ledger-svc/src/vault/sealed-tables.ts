/**
 * Every table that keeps secrets of the vault: what `keys:rotate` goes through. Each has one sealed secret per row, in
 * columns `master_key_id`, `wrapped_key` and `ciphertext`, and lets the operators' role read and change the first two
 * and see whose they are, nothing else (see 0011-processor-secrets.sql).
 */
import type { SecretKind } from './vault.ts'

export type SealedTable = {
  name: string
  /** What its secrets are: part of what they are bound to. */
  kind: SecretKind
  /** Columns of uuids that together are the primary key of the table, in its order: how a rotation walks through it. */
  key: readonly string[]
  /** The columns that name the owner, which the secrets are bound to. */
  owner: { clientId: string; businessId?: string; recordId: string }
}

export const sealedTables: readonly SealedTable[] = [
  {
    name: 'processor_secrets',
    kind: 'payment_processor',
    key: ['client_id', 'id'],
    owner: { clientId: 'client_id', recordId: 'id' },
  },
  {
    name: 'provider_tokens',
    kind: 'provider_tokens',
    key: ['business_id', 'id'],
    owner: { clientId: 'client_id', businessId: 'business_id', recordId: 'id' },
  },
  {
    name: 'oauth_authorizations',
    kind: 'oauth_authorization',
    key: ['business_id', 'id'],
    owner: { clientId: 'client_id', businessId: 'business_id', recordId: 'id' },
  },
]
