/** Reads and checks fields of requests about tasks. */
import { instant, isInstant } from '@pacioli/calendar'
import { refused } from '@pacioli/errors'
import { isUuid } from '@pacioli/rpc'

/** Of one task, those of all responses included. */
export const MAX_DOCUMENTS = 100

/** @throws InvalidPayload */
export function instantFrom(text: string, field: string): Date {
  if (isInstant(text)) return instant(text)
  throw refused('InvalidPayload', 'Expected a date-time with its offset, such as 2026-01-31T12:00:00Z.', {
    field,
    value: text,
  })
}

/** @throws InvalidPayload for any other status than these */
export function statusFrom<Status extends string>(statuses: readonly Status[], given: string): Status {
  const found = statuses.find((status) => status === given)
  if (found === undefined)
    throw refused('InvalidPayload', `Expected one of ${statuses.join(', ')}.`, { field: 'status', value: given })
  return found
}

/** Without duplicates, in the order given. @throws InvalidPayload */
export function documentIdsFrom(ids: readonly string[]): string[] {
  const index = ids.findIndex((id) => !isUuid(id))
  if (index >= 0)
    throw refused('InvalidPayload', 'Expected a UUID.', { field: `document_ids.${index}`, value: ids[index] })
  return [...new Set(ids.map((id) => id.toLowerCase()))]
}

/** @throws InvalidPayload */
export function requireFewDocuments({ documentIds }: { documentIds: readonly string[] }): void {
  if (documentIds.length > MAX_DOCUMENTS)
    throw refused(
      'InvalidPayload',
      `A task refers to at most ${MAX_DOCUMENTS} documents; with these it would be ${documentIds.length}.`,
      { field: 'document_ids' },
    )
}

/** A question or response must have a visible character. @throws InvalidPayload */
export function requireVisible(text: string, field: string): void {
  if (text.trim() === '')
    throw refused('InvalidPayload', 'Expected at least one character that can be seen.', { field, value: text })
}
