/** Signing secrets: stored sealed, opened to sign. */
import type { Tx } from '@pacioli/db'
import type { SecretOwner, Vault } from '@pacioli/vault'
import type { SealedTable } from '@pacioli/vault/rotation'
import { findSecrets, insertSecret } from './secret.store.ts'

/** Every table of this service with sealed secrets. */
export const sealedTables: readonly SealedTable[] = [
  {
    name: 'webhook_secrets',
    kind: 'webhook',
    key: ['client_id', 'id'],
    owner: { clientId: 'client_id', recordId: 'id' },
  },
]

const ownerOf = (clientId: string, recordId: string): SecretOwner => ({ kind: 'webhook', clientId, recordId })

type Of = { clientId: string; webhookId: string; now: Date }

/** Signs with this secret from now on. @param id of the record, which the ciphertext is bound to */
export const storeSecret = (tx: Tx, vault: Vault, of: Of, id: string, secret: string): Promise<void> =>
  insertSecret(tx, of, { id, sealed: vault.seal(secret, ownerOf(of.clientId, id)) })

/** The secrets to sign with, the current one first, and the errors of those that cannot be opened. */
export type OpenedSecrets = { secrets: string[]; defects: unknown[] }

/** A secret that cannot be opened does not affect others: after a rotation the new one signs at once. */
export async function openSecrets(tx: Tx, vault: Vault, { clientId, webhookId, now }: Of): Promise<OpenedSecrets> {
  const opened: OpenedSecrets = { secrets: [], defects: [] }
  for (const { id, sealed } of await findSecrets(tx, clientId, webhookId, now)) {
    try {
      opened.secrets.push(vault.open(sealed, ownerOf(clientId, id)))
    } catch (error) {
      opened.defects.push(error)
    }
  }
  return opened
}
