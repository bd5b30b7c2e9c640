/** Common filters of listings. Pure. */
import { instantRange, type InstantRange } from '@pacioli/calendar'
import { refused } from '@pacioli/errors'

/** Each word is searched in every text. */
const MAX_WORDS = 20

/** The words of a search box: each must be found. @throws InvalidQuery for too many */
export function wordsOf(q: string): string[] {
  const words = q.split(/\s+/u).filter((word) => word !== '')
  if (words.length > MAX_WORDS)
    throw refused('InvalidQuery', `q has ${words.length} words; expected at most ${MAX_WORDS}.`, {
      field: 'q',
      value: q,
    })
  return words
}

/** The ILIKE pattern for texts that contain this one literally. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** Whether the database can contain the text. */
export const isKeepable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/** The values that the database can contain; undefined without a list. */
export const kept = (list: readonly string[] | undefined, can: (text: string) => boolean): string[] | undefined =>
  list === undefined || list.length === 0 ? undefined : list.filter(can)

/** The instants of two dates in the zone of the business. @param field the name of the dates @throws InvalidQuery */
export function rangeOf(
  startDate: string | undefined,
  endDate: string | undefined,
  timeZone: string,
  field = 'start_date, end_date',
): InstantRange {
  try {
    return instantRange(startDate, endDate, timeZone)
  } catch {
    throw refused('InvalidQuery', 'Dates are YYYY-MM-DD, or a date-time with offset.', { field })
  }
}

/** A tag filter needs its key and at least one value. @throws MissingTagValues */
export function requireTagPair(tagKey: string | undefined, tagValues: readonly string[] = []): void {
  if ((tagKey !== undefined) === tagValues.length > 0) return
  const field = tagKey === undefined ? 'tag_key' : 'tag_values'
  throw refused('MissingTagValues', `Give tag_key together with one or more tag_values; ${field} is missing.`, {
    field,
  })
}
