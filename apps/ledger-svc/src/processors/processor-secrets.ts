/** The secret of a client's own payment processor: stored sealed, and opened for the service itself alone. */
import { refused } from '@pacioli/errors'
import type { Ledger } from '../ledger.ts'
import type { SecretOwner } from '@pacioli/vault'
import { findProcessorSecret, loadSealedProcessorSecret, replaceProcessorSecret } from './processor-secret.store.ts'
import { lastFour, type Processor, type ProcessorSecret } from './processor.ts'

const ownerOf = (clientId: string, recordId: string): SecretOwner => ({ kind: 'payment_processor', clientId, recordId })

const noSecret = ({ name }: Processor) =>
  refused('ProcessorNotFound', `No secret of the payment processor ${name} is kept. PUT one first.`, {
    field: 'processor',
    value: name,
  })

/**
 * Replaces the secret. There is no Idempotency-Key: not even the hash of a request with a secret is stored, and a repeat
 * ends in the same state.
 */
export async function configureProcessor(
  ledger: Ledger,
  clientId: string,
  { name }: Processor,
  secret: string,
): Promise<ProcessorSecret> {
  const id = ledger.newId()
  const sealed = ledger.vault.seal(secret, ownerOf(clientId, id))
  const kept: ProcessorSecret = { processor: name, last4: lastFour(secret), updatedAt: ledger.now() }
  await ledger.db.transact({ clientId }, (tx) => replaceProcessorSecret(tx, clientId, { ...kept, id, sealed }))
  return kept
}

/** @throws ProcessorNotFound where no secret is kept */
export async function getProcessorSecret(
  ledger: Ledger,
  clientId: string,
  processor: Processor,
): Promise<ProcessorSecret> {
  const found = await ledger.db.transact({ clientId }, (tx) => findProcessorSecret(tx, clientId, processor.name))
  if (!found) throw noSecret(processor)
  return found
}

/** The secret itself, for calls to the processor; never for an answer. @throws ProcessorNotFound if none is kept */
export async function openProcessorSecret(ledger: Ledger, clientId: string, processor: Processor): Promise<string> {
  const found = await ledger.db.transact({ clientId }, (tx) => loadSealedProcessorSecret(tx, clientId, processor.name))
  if (!found) throw noSecret(processor)
  return ledger.vault.open(found.sealed, ownerOf(clientId, found.id))
}
