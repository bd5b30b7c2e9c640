import type { Tx } from '@pacioli/db'
import { bytes, safeInteger, table, text, timestamp, uuid } from '@pacioli/db/table'
import type { Client } from './client.ts'

const clients = table('clients', ['id'], {
  id: uuid,
  name: text,
  secretSha256: bytes.named('secret_sha256'),
  tokensNotBefore: timestamp.orNull,
  version: safeInteger,
  createdAt: timestamp.once,
  updatedAt: timestamp,
})

export const loadClient = (tx: Tx, id: string, lock: 'FOR UPDATE' | '' = ''): Promise<Client | undefined> =>
  clients.row(tx, `t.id = $1 ${lock}`, [id])

/** All clients, newest last; only the operator's role sees more than one. */
export const loadClients = (tx: Tx): Promise<Client[]> => clients.rows(tx, 'true ORDER BY t.created_at, t.id')

export async function saveClient(tx: Tx, client: Client): Promise<void> {
  await clients.upsert(tx, {}, [client])
}
