import { violates, type Tx } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import { stageEvents } from '@pacioli/events'
import { adopt } from '@pacioli/ledger-facts'
import type { Books } from '@pacioli/postings'
import type { Billing } from '../billing.ts'
import { vendorEvent } from './vendor.events.ts'
import { insertVendor, updateVendors } from './vendor.store.ts'
import type { Vendor } from './vendor.ts'

type Recorder = Pick<Billing, 'now' | 'newId' | 'notify'>

/** A new vendor with its event. False where another request has made one with its external_id meanwhile. */
export async function recordNewVendor(tx: Tx, billing: Recorder, books: Books, vendor: Vendor): Promise<boolean> {
  if (!(await insertVendor(tx, vendor))) return false
  await adoptTags(tx, vendor.businessId, books)
  await stageEvents(tx, [vendorEvent(vendor, 'created', billing.newId(), billing.now())])
  tx.afterCommit(billing.notify)
  return true
}

/**
 * Writes those of the vendors that have become others, and says so. Who calls holds them.
 * @throws DuplicateExternalId
 */
export async function recordVendors(
  tx: Tx,
  billing: Recorder,
  books: Books,
  businessId: string,
  changes: readonly { before: Vendor; after: Vendor }[],
): Promise<void> {
  const changed = changes.flatMap(({ before, after }) => (after.version === before.version ? [] : [after]))
  if (changed.length === 0) return
  try {
    await updateVendors(tx, businessId, changed)
  } catch (error) {
    if (!violates(error, 'vendors_external_id')) throw error
    throw duplicateExternalId(
      changes.find(({ before, after }) => before.externalId !== after.externalId)?.after.externalId,
    )
  }
  await adoptTags(tx, businessId, books)
  const now = billing.now()
  await stageEvents(
    tx,
    changed.map((vendor) => vendorEvent(vendor, 'changed', billing.newId(), now)),
  )
  tx.afterCommit(billing.notify)
}

export const duplicateExternalId = (value: string | null | undefined) =>
  refused('DuplicateExternalId', `Another vendor of the business has the external_id ${value}.`, {
    field: 'external_id',
    value,
  })

/** What was just named can be shown at once. */
const adoptTags = (tx: Tx, businessId: string, { facts }: Books): Promise<void> =>
  adopt(tx, businessId, { tags: [...facts.tags.values()] })
