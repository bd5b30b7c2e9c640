import type { Taggable } from '../documents/taggable.ts'
import { recordVendors } from './record-vendors.ts'
import { loadVendors, lockVendors } from './vendor.store.ts'
import { changed, type Vendor } from './vendor.ts'

/** Tags of a vendor are its own: they go on no document and on no entry. */
export const taggableVendors: Taggable<Vendor> = {
  load: loadVendors,
  lock: lockVendors,
  ask: () => Promise.resolve(),
  requireOpen: () => undefined,
  sourceOf: undefined,
  write: async (tx, billing, business, books, changes) => {
    const now = billing.now()
    const written = changes.map(({ before, tags }) => ({ before, after: changed(before, { tags }, undefined, now) }))
    await recordVendors(tx, billing, books, business.id, written)
    return []
  },
}
