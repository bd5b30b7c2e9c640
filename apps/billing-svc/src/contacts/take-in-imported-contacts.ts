import type { Tx } from '@pacioli/db'
import { stageEvents } from '@pacioli/events'
import type { BillingConsumer } from '../billing.ts'
import { findIdsByExternalId } from '../documents/document.store.ts'
import { changesOf } from '../documents/record-documents.ts'
import type { RecordedContactKind } from './contact.kind.ts'
import { loadContactNames } from './contact.store.ts'
import { CUSTOMERS } from './customer.ts'
import { contactOfImport, type ImportedContact } from './imported-contact.ts'
import { VENDORS } from './vendor.ts'

/**
 * Creates the contacts that are not here yet; what became of the others since is the business's own.
 * @throws RetryDecision where a request has created one with the same external_id meanwhile
 */
export async function takeInImportedContacts(
  tx: Tx,
  billing: Pick<BillingConsumer, 'now' | 'newId' | 'notify'>,
  imported: readonly ImportedContact[],
): Promise<void> {
  for (const kind of [CUSTOMERS, VENDORS])
    await takeIn(
      tx,
      billing,
      kind,
      imported.filter((one) => one.kind === kind.type),
    )
}

async function takeIn(
  tx: Tx,
  billing: Pick<BillingConsumer, 'now' | 'newId' | 'notify'>,
  kind: RecordedContactKind,
  imported: readonly ImportedContact[],
): Promise<void> {
  const byId = new Map(imported.map((one) => [one.id, one]))
  for (const { id } of await loadContactNames(tx, kind, [...byId.keys()])) byId.delete(id)
  if (byId.size === 0) return
  const missing = [...byId.values()]
  const taken = await findIdsByExternalId(
    tx,
    kind.table,
    missing.map(({ externalId }) => externalId),
  )
  const head = { businessId: tx.businessId, now: billing.now(), isTaken: (externalId: string) => taken.has(externalId) }
  const { write, events } = changesOf(
    kind,
    missing.map((one) => ({ before: null, after: contactOfImport(one, head) })),
  )
  await write(tx)
  await stageEvents(tx, events(billing))
  tx.afterCommit(billing.notify)
}
