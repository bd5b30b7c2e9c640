import type { Tx } from '@pacioli/db'
import { newestDocuments, type AgingDocument } from './document.ts'
import { loadDocuments, loadZones, putDocuments, putZone } from './document.store.ts'
import { creditMoves, opposite, type EntryItems } from './item-moves.ts'
import { holdAging, moveItems } from './item.store.ts'
import { recordEntryItems } from './record-entry-items.ts'

/** What a batch of events says of aging. `tellsOfBusiness`: the business's zone may be another one than before. */
export type AgingChanges = {
  documents: readonly AgingDocument[]
  entries: readonly EntryItems[]
  tellsOfBusiness: boolean
}

/** Until the business itself is told of. */
const UNKNOWN_ZONE = 'UTC'

/**
 * Takes documents and entries into what aging is made of, each version of a document and each entry once: whatever comes
 * twice, late or in another order ends in the same figures.
 */
export async function recordAging(
  tx: Tx,
  businessId: string,
  { documents, entries, tellsOfBusiness }: AgingChanges,
): Promise<void> {
  const moving = entries.filter(({ moves }) => moves.length > 0)
  if (documents.length === 0 && moving.length === 0 && !tellsOfBusiness) return
  await holdAging(tx, businessId)
  const zone = await keepZone(tx, businessId)
  await recordDocuments(tx, businessId, documents, zone)
  await recordEntryItems(tx, businessId, moving)
}

/** Takes the documents that are newer than what was told of them before. What they have of credits moves by new less old. */
async function recordDocuments(
  tx: Tx,
  businessId: string,
  incoming: readonly AgingDocument[],
  zone: string,
): Promise<void> {
  if (incoming.length === 0) return
  const newest = newestDocuments(incoming)
  const ids = newest.map(({ id }) => id)
  const kept = new Map((await loadDocuments(tx, businessId, ids)).map((one) => [one.id, one]))
  const newer = newest.filter(({ id, version }) => (kept.get(id)?.version ?? 0) < version)
  const older = newer.flatMap(({ id }) => kept.get(id) ?? [])
  await putDocuments(tx, businessId, newer, zone)
  await moveItems(tx, businessId, [
    ...newer.flatMap((one) => creditMoves(one, zone)),
    ...opposite(older.flatMap((one) => creditMoves(one, zone))),
  ])
}

/**
 * The zone of the business. Where documents came before it was known, or before it was changed, which is possible until
 * something is posted, their days are moved to it.
 */
async function keepZone(tx: Tx, businessId: string): Promise<string> {
  const { ofBusiness, ofDocuments } = await loadZones(tx, businessId)
  const zone = ofBusiness ?? ofDocuments ?? UNKNOWN_ZONE
  if (zone === ofDocuments) return zone
  await putZone(tx, businessId, zone)
  if (ofDocuments === null) return zone
  const documents = await loadDocuments(tx, businessId)
  await putDocuments(tx, businessId, documents, zone)
  await moveItems(tx, businessId, [
    ...documents.flatMap((one) => creditMoves(one, zone)),
    ...opposite(documents.flatMap((one) => creditMoves(one, ofDocuments))),
  ])
  return zone
}
