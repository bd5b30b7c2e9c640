/** Settings of the books: those of a client, those of a business, and what they make effective for a business. Pure. */
import { endOfDay, isDay, type Day } from '@pacioli/calendar'
import { isDeepStrictEqual } from 'node:util'
import type { ReportingBasis } from '../books/books.ts'
import { instantOf } from '../instant-of.ts'

/** Books are closed through the end of a day, wherever the business is, or through an instant. */
export type Closing = { day: Day } | { at: Date }

/** What a client or a business has set; null is not set. Thresholds are minor units. */
export type Settings = {
  defaultReportingBasis: ReportingBasis | null
  categoryListType: string | null
  closing: Closing | null
  matchRoundingThreshold: number | null
  matchAdjustmentThreshold: number | null
  disableAdjustmentMatchSuggestions: boolean | null
  enableTaxEstimates: boolean | null
}

export const NO_SETTINGS: Settings = {
  defaultReportingBasis: null,
  categoryListType: null,
  closing: null,
  matchRoundingThreshold: null,
  matchAdjustmentThreshold: null,
  disableAdjustmentMatchSuggestions: null,
  enableTaxEstimates: null,
}

/** Nothing posts at or before `through`; `day` is null if the closing was given as an instant. */
type ClosedPeriod = { through: Date; day: Day | null }

type Defaults = { [Name in Exclude<keyof Settings, 'closing'>]: NonNullable<Settings[Name]> }

/** What is in effect for a business, or for one that has nothing of its own. */
export type EffectiveSettings = Defaults & { closed: ClosedPeriod | null }

const PRODUCT_DEFAULTS: Defaults = {
  defaultReportingBasis: 'ACCRUAL',
  categoryListType: 'ALL_ACCOUNTS',
  matchRoundingThreshold: 0,
  matchAdjustmentThreshold: 0,
  disableAdjustmentMatchSuggestions: false,
  enableTaxEstimates: false,
}

/** The zone of a closing day in the settings of a client, where no business is concerned. */
export const CLIENT_TIME_ZONE = 'UTC'

/** @throws InvalidPayload when the text is neither a day nor an instant */
export const closingOf = (text: string): Closing =>
  isDay(text) ? { day: text } : { at: instantOf(text, 'closing_date') }

export const closedPeriodOf = (closing: Closing | null, timeZone: string): ClosedPeriod | null => {
  if (closing === null) return null
  return 'day' in closing
    ? { through: endOfDay(closing.day, timeZone), day: closing.day }
    : { through: closing.at, day: null }
}

/** The later of the two; of two that end in one instant, the business's own. */
export function closedPeriodInEffect(own: Settings, client: Settings, timeZone: string): ClosedPeriod | null {
  const [mine, theirs] = [closedPeriodOf(own.closing, timeZone), closedPeriodOf(client.closing, timeZone)]
  if (!mine || !theirs) return mine ?? theirs
  return theirs.through > mine.through ? theirs : mine
}

type Given = { [Name in keyof Settings]?: NonNullable<Settings[Name]> }

const whatIsSet = (settings: Settings): Given =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null))

/** What is in effect for a business in this zone. */
export function effectiveSettings(own: Settings, client: Settings, timeZone: string): EffectiveSettings {
  const { closing: _own, ...set } = whatIsSet(own)
  const { closing: _clients, ...inherited } = whatIsSet(client)
  return { ...PRODUCT_DEFAULTS, ...inherited, ...set, closed: closedPeriodInEffect(own, client, timeZone) }
}

export const isSameClosing = (one: Closing | null, other: Closing | null): boolean => isDeepStrictEqual(one, other)

export const isSame = (one: Settings, other: Settings): boolean => isDeepStrictEqual(one, other)
