/** What an operator does with clients: register one, give it a new secret, revoke its tokens. */
import type { Database } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import { stageEvents } from '@pacioli/events'
import { clientEvent, hashSecret, type Client } from './client.ts'
import { loadClient, saveClient } from './client.store.ts'

export type Sources = { now: Date; newId: () => string; newSecret: () => string }

/** The secret is returned this once; only its hash is kept. */
export async function registerClient(
  db: Database,
  name: string,
  { now, newId, newSecret }: Sources,
): Promise<{ client: Client; secret: string }> {
  const secret = newSecret()
  const client: Client = {
    id: newId(),
    name,
    secretSha256: hashSecret(secret),
    tokensNotBefore: null,
    version: 1,
    createdAt: now,
    updatedAt: now,
  }
  await db.transact({ clientId: client.id }, async (tx) => {
    await saveClient(tx, client)
    await stageEvents(tx, [clientEvent(client, 'created', newId(), now)])
  })
  return { client, secret }
}

/** The old secret stops working at once; tokens it obtained work until they expire or are revoked. */
export async function rotateSecret(
  db: Database,
  clientId: string,
  made: Sources,
): Promise<{ client: Client; secret: string }> {
  const secret = made.newSecret()
  return { client: await change(db, clientId, made, { secretSha256: hashSecret(secret) }), secret }
}

/** Refuses all tokens issued up to now. */
export const revokeTokens = (db: Database, clientId: string, made: Sources): Promise<Client> =>
  change(db, clientId, made, { tokensNotBefore: made.now })

function change(db: Database, clientId: string, { now, newId }: Sources, fields: Partial<Client>): Promise<Client> {
  return db.transact({ clientId }, async (tx) => {
    const client = await loadClient(tx, clientId, 'FOR UPDATE')
    if (!client)
      throw refused('ClientNotFound', `There is no client ${clientId}.`, { field: 'client_id', value: clientId })
    const changed = { ...client, ...fields, version: client.version + 1, updatedAt: now }
    await saveClient(tx, changed)
    await stageEvents(tx, [clientEvent(changed, 'updated', newId(), now)])
    return changed
  })
}
