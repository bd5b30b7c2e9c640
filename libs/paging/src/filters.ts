/** What the filters of listings have in common. Pure. */
import { instantRange, type InstantRange } from '@pacioli/calendar'
import { refused } from '@pacioli/errors'

/** Each word is looked for in every text. */
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

/** The pattern of ILIKE for texts that contain this one: every character of it means itself. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** Whether a text can be in the database at all. */
export const isKeepable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/** Those of a list that can be; undefined where no list was given. */
export const kept = (list: readonly string[] | undefined, can: (text: string) => boolean): string[] | undefined =>
  list === undefined || list.length === 0 ? undefined : list.filter(can)

/** The instants that two dates mean for the business. @param field what they are called @throws InvalidQuery */
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

/** A tag filter names its key and at least one value (docs/API-GUIDE.md, "Conventions"). @throws MissingTagValues */
export function requireTagPair(tagKey: string | undefined, tagValues: readonly string[] = []): void {
  if ((tagKey !== undefined) === tagValues.length > 0) return
  const field = tagKey === undefined ? 'tag_key' : 'tag_values'
  throw refused('MissingTagValues', `Give tag_key together with one or more tag_values; ${field} is missing.`, {
    field,
  })
}
