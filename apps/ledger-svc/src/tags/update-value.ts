import { writeOnce } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import { stageEvents } from '@pacioli/events'
import type { TagValue as TagValueMessage, UpdateTagValueRequest__Output } from '@pacioli/protos/ledger'
import { type BusinessWrite, isUuid } from '@pacioli/rpc'
import { lockBooksToChange, raiseEpoch } from '../books/change-books.ts'
import type { Ledger } from '../ledger.ts'
import { changeValue } from './dimension.ts'
import { toValueMessage, valueEvent } from './tag.messages.ts'
import { loadValue, updateValue as write } from './tag-value.store.ts'

/**
 * Renames a value, also on everything that carries it, or archives it: then it can no longer be applied.
 * @throws TagValueNotFound, DuplicateTagValue, BusinessNotFound, BusinessArchived
 */
export function updateValue(
  ledger: Ledger,
  request: BusinessWrite,
  input: UpdateTagValueRequest__Output,
): Promise<{ data: TagValueMessage; created: boolean }> {
  const now = ledger.now()
  const change = {
    value: input.value,
    displayName: input.cleared.includes('display_name') ? null : input.display_name,
    isArchived: input.is_archived,
  }
  return writeOnce(ledger.db, request, now, async (tx) => {
    const books = await lockBooksToChange(tx, request)
    const value = isUuid(input.definition_id) ? await loadValue(tx, books.businessId, input.definition_id) : undefined
    if (!value)
      throw refused('TagValueNotFound', `The business has no tag value ${input.definition_id}.`, {
        field: 'definitionId',
        value: input.definition_id,
      })
    const changed = changeValue(value, change, { now, epoch: books.epoch + 1 })
    if (changed !== value) {
      await write(tx, books.businessId, changed)
      await raiseEpoch(tx, ledger, books)
      await stageEvents(tx, [valueEvent(books.businessId, changed, 'updated', ledger.newId(), now)])
      tx.afterCommit(ledger.notify)
    }
    return { data: toValueMessage(changed), created: false }
  })
}
