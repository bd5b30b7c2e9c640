import { writeOnce } from '@pacioli/db'
import { stageEvents } from '@pacioli/events'
import type { CreateTagValueRequest__Output, TagValue as TagValueMessage } from '@pacioli/protos/ledger'
import { type BusinessWrite, isUuid } from '@pacioli/rpc'
import { lockBooksToDefine } from '../books/change-books.ts'
import type { Ledger } from '../ledger.ts'
import { newValue } from './dimension.ts'
import { loadDimension } from './dimension.store.ts'
import { createdEvents, toValueMessage } from './tag.messages.ts'
import { findValue, insertValues } from './tag-value.store.ts'
import { dimensionNotFound } from './update-dimension.ts'

/**
 * Adds a value to a dimension. One that exists is answered as it is, whatever the request says of it.
 * @throws TagDimensionNotFound, BusinessNotFound, BusinessArchived
 */
export function createValue(
  ledger: Ledger,
  request: BusinessWrite,
  input: CreateTagValueRequest__Output,
): Promise<{ data: TagValueMessage; created: boolean }> {
  const now = ledger.now()
  const { businessId } = request
  return writeOnce(ledger.db, request, now, async (tx) => {
    const books = await lockBooksToDefine(tx, request)
    const dimension = isUuid(input.dimension_id) ? await loadDimension(tx, businessId, input.dimension_id) : undefined
    if (!dimension || dimension.deletedAt !== null) throw dimensionNotFound(input.dimension_id)
    const requested = {
      value: input.value,
      displayName: input.display_name ?? null,
      isArchived: input.is_archived ?? false,
    }
    const value = newValue(ledger.newId(), dimension, requested, { now, epoch: books.epoch })
    if ((await insertValues(tx, businessId, [value])).length > 0) {
      await stageEvents(tx, createdEvents(businessId, { dimensions: [], values: [value] }, ledger.newId, now))
      tx.afterCommit(ledger.notify)
      return { data: toValueMessage(value), created: true }
    }
    const existing = await findValue(tx, businessId, dimension.id, input.value)
    if (!existing) throw new Error(`the value ${input.value} of ${dimension.id} is neither new nor found`)
    return { data: toValueMessage(existing), created: false }
  })
}
