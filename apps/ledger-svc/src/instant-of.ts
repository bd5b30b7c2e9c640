import { instant } from '@pacioli/calendar'
import { refused } from '@pacioli/errors'

/** @throws InvalidPayload when the text is no instant */
export function instantOf(text: string, field: string): Date {
  try {
    return instant(text)
  } catch {
    throw refused('InvalidPayload', 'Expected a date-time with offset, such as 2026-01-31T12:00:00Z.', {
      field,
      value: text,
    })
  }
}
