import type { SecretKind } from './vault.ts'

/**
 * A table that keeps secrets of the vault: what a rotation of master keys goes through. It has one sealed secret per row,
 * in columns `master_key_id`, `wrapped_key` and `ciphertext`, and lets the operators' role read and change the first two
 * and see whose they are, nothing else.
 */
export type SealedTable = {
  name: string
  /** What its secrets are: part of what they are bound to. */
  kind: SecretKind
  /** Columns of uuids that together are the primary key of the table, in its order: how a rotation walks through it. */
  key: readonly string[]
  /** The columns that name the owner, which the secrets are bound to. */
  owner: { clientId: string; businessId?: string; recordId: string }
}
