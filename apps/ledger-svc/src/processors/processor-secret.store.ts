import type { Tx } from '@pacioli/db'
import type { SealedSecret } from '@pacioli/vault'
import type { ProcessorSecret } from './processor.ts'

type Row = { processor: string; last_4: string; updated_at: Date }

const toSecret = ({ processor, last_4, updated_at }: Row): ProcessorSecret => ({
  processor,
  last4: last_4,
  updatedAt: updated_at,
})

export async function findProcessorSecret(
  tx: Tx,
  clientId: string,
  processor: string,
): Promise<ProcessorSecret | undefined> {
  const row = await tx.row<Row>(
    'SELECT processor, last_4, updated_at FROM processor_secrets WHERE client_id = $1 AND processor = $2',
    [clientId, processor],
  )
  return row && toSecret(row)
}

/** The sealed secret with the id it is bound to. */
export async function loadSealedProcessorSecret(
  tx: Tx,
  clientId: string,
  processor: string,
): Promise<{ id: string; sealed: SealedSecret } | undefined> {
  type Sealed = { id: string; master_key_id: string; wrapped_key: Buffer; ciphertext: Buffer }
  const row = await tx.row<Sealed>(
    `SELECT id, master_key_id, wrapped_key, ciphertext FROM processor_secrets WHERE client_id = $1 AND processor = $2`,
    [clientId, processor],
  )
  return (
    row && {
      id: row.id,
      sealed: { masterKeyId: row.master_key_id, wrappedKey: row.wrapped_key, ciphertext: row.ciphertext },
    }
  )
}

/** A new secret gets a new id, because the ciphertext is bound to it. */
export async function replaceProcessorSecret(
  tx: Tx,
  clientId: string,
  { id, sealed, ...secret }: ProcessorSecret & { id: string; sealed: SealedSecret },
): Promise<void> {
  await tx.rows(
    `INSERT INTO processor_secrets (client_id, id, processor, last_4, master_key_id, wrapped_key, ciphertext,
       created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8)
     ON CONFLICT (client_id, processor) DO UPDATE SET id = excluded.id, last_4 = excluded.last_4,
       master_key_id = excluded.master_key_id, wrapped_key = excluded.wrapped_key, ciphertext = excluded.ciphertext,
       version = processor_secrets.version + 1, updated_at = excluded.updated_at`,
    [
      clientId,
      id,
      secret.processor,
      secret.last4,
      sealed.masterKeyId,
      sealed.wrappedKey,
      sealed.ciphertext,
      secret.updatedAt,
    ],
  )
}
