/** Instants as requests name them. Pure. */
import { instant, isInstant } from '@pacioli/calendar'
import { refused } from '@pacioli/errors'

/** The instant, or `otherwise` where none is named. @throws InvalidPayload */
export function instantFrom<Otherwise extends Date | null>(
  text: string | undefined,
  field: string,
  otherwise: Otherwise,
): Date | Otherwise {
  if (text === undefined) return otherwise
  if (isInstant(text)) return instant(text)
  throw refused('InvalidPayload', 'Expected a date-time with its offset, such as 2026-01-31T12:00:00Z.', {
    field,
    value: text,
  })
}
