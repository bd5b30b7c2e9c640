import type { Tx } from '@pacioli/db'
import type { Client } from './client.ts'

type ClientRow = {
  id: string
  name: string
  secret_sha256: Buffer
  tokens_not_before: Date | null
  version: string
  created_at: Date
  updated_at: Date
}

const columns = 'id, name, secret_sha256, tokens_not_before, version, created_at, updated_at'

const toClient = (row: ClientRow): Client => ({
  id: row.id,
  name: row.name,
  secretSha256: row.secret_sha256,
  tokensNotBefore: row.tokens_not_before,
  version: Number(row.version),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

export async function loadClient(tx: Tx, id: string, lock: 'FOR UPDATE' | '' = ''): Promise<Client | undefined> {
  const row = await tx.row<ClientRow>(`SELECT ${columns} FROM clients WHERE id = $1 ${lock}`, [id])
  return row && toClient(row)
}

/** All clients, newest last; only the operator's role sees more than one. */
export async function loadClients(tx: Tx): Promise<Client[]> {
  return (await tx.rows<ClientRow>(`SELECT ${columns} FROM clients ORDER BY created_at, id`)).map(toClient)
}

export async function saveClient(tx: Tx, client: Client): Promise<void> {
  await tx.rows(
    `INSERT INTO clients (id, name, secret_sha256, tokens_not_before, version, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (id) DO UPDATE SET name = excluded.name, secret_sha256 = excluded.secret_sha256,
       tokens_not_before = excluded.tokens_not_before, version = excluded.version, updated_at = excluded.updated_at`,
    [
      client.id,
      client.name,
      client.secretSha256,
      client.tokensNotBefore,
      client.version,
      client.createdAt,
      client.updatedAt,
    ],
  )
}
