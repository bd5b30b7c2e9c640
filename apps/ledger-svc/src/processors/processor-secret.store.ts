import type { Tx } from '@pacioli/db'
import { table, text, timestamp, uuid } from '@pacioli/db/table'
import { sealedColumns, type SealedSecret } from '@pacioli/vault'
import type { ProcessorSecret } from './processor.ts'

const secrets = table('processor_secrets', ['clientId', 'processor'], {
  clientId: uuid,
  id: uuid,
  processor: text,
  last4: text.named('last_4'),
  ...sealedColumns,
  createdAt: timestamp.once,
  updatedAt: timestamp,
})
const shown = secrets.only('processor', 'last4', 'updatedAt')
const OF_PROCESSOR = 't.client_id = $1 AND t.processor = $2'

export const findProcessorSecret = (
  tx: Tx,
  clientId: string,
  processor: string,
): Promise<ProcessorSecret | undefined> => shown.row(tx, OF_PROCESSOR, [clientId, processor])

/** The sealed secret with the id it is bound to. */
export async function loadSealedProcessorSecret(
  tx: Tx,
  clientId: string,
  processor: string,
): Promise<{ id: string; sealed: SealedSecret } | undefined> {
  const kept = secrets.only('id', 'masterKeyId', 'wrappedKey', 'ciphertext')
  const row = await kept.row(tx, OF_PROCESSOR, [clientId, processor])
  if (!row) return undefined
  const { id, ...sealed } = row
  return { id, sealed }
}

/** A new secret gets a new id, because the ciphertext is bound to it. */
export async function replaceProcessorSecret(
  tx: Tx,
  clientId: string,
  { sealed, ...secret }: ProcessorSecret & { id: string; sealed: SealedSecret },
): Promise<void> {
  const row = { ...secret, ...sealed, createdAt: secret.updatedAt }
  await secrets.upsert(tx, { clientId }, [row], { set: 'version = t.version + 1' })
}
