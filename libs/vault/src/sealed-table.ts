import type { SecretKind } from './vault.ts'

/**
 * A table of sealed secrets, for rotations of master keys. It has one secret per row, in columns `master_key_id`,
 * `wrapped_key` and `ciphertext`, and lets the operators' role read and change the first two and see their owner,
 * nothing else.
 */
export type SealedTable = {
  name: string
  /** The kind of its secrets, to which they are bound. */
  kind: SecretKind
  /** The columns of its primary key, all uuids, in order: a rotation walks by them. */
  key: readonly string[]
  /** The columns of the owner, to whom the secrets are bound. */
  owner: { clientId: string; businessId?: string; recordId: string }
}
