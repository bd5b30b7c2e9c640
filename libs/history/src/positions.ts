/** Positions in the histories of all owners, as reports and lists tell and take them. Pure. */
import { instant, isDay, isInstant } from '@pacioli/calendar'
import { refused } from '@pacioli/errors'

/** The services that own something of a business. */
export const OWNERS = ['ledger', 'banking', 'billing'] as const

/** The last position of each owner's history that counts. */
export type Positions = Readonly<Record<(typeof OWNERS)[number], number>>

/** What a request said nothing of, and its moment decided: the day of today in the business's zone, and the default basis. */
export type Left = { today?: string | undefined; basis?: 'ACCRUAL' | 'CASH' | undefined }

/** The moment that a report or a list is asked of: positions, with what a report of them was asked without, or an instant. */
export type Moment = { kind: 'POSITIONS'; positions: Positions; left: Left } | { kind: 'INSTANT'; at: Date }

/** What was asked without is in positions; an instant decides it by itself. */
export const leftTo = (moment: Moment): Left => (moment.kind === 'POSITIONS' ? moment.left : {})

export const positionsBy = (of: (owner: keyof Positions) => number): Positions =>
  Object.fromEntries(OWNERS.map((owner) => [owner, of(owner)])) as Positions

/** `ledger:17,banking:3,billing:9`, and for what was left to the moment `,today:2026-01-31,basis:CASH`. */
export const textOf = (positions: Positions, { today, basis }: Left = {}): string =>
  [
    ...OWNERS.map((owner) => `${owner}:${positions[owner]}`),
    ...(today === undefined ? [] : [`today:${today}`]),
    ...(basis === undefined ? [] : [`basis:${basis}`]),
  ].join(',')

const PLACES = OWNERS.map((owner) => `${owner}:(?<${owner}>\\d{1,15})`).join(',')
const POSITIONS = new RegExp(`^${PLACES}(?:,today:(?<today>[\\d-]{10}))?(?:,basis:(?<basis>ACCRUAL|CASH))?$`)

/** @param field the name of the parameter @throws InvalidQuery */
export function momentFrom(text: string, field = 'recorded_as_of'): Moment {
  const found = POSITIONS.exec(text)?.groups
  if (found && (found.today === undefined || isDay(found.today)))
    return {
      kind: 'POSITIONS',
      positions: positionsBy((owner) => Number(found[owner])),
      left: { today: found.today, basis: found.basis as Left['basis'] },
    }
  if (isInstant(text)) return { kind: 'INSTANT', at: instant(text) }
  throw refused(
    'InvalidQuery',
    `${field}: expected the \`through\` of a report, such as ledger:17,banking:3,billing:9, or an instant in ISO 8601, got ${text}.`,
    { field, value: text },
  )
}
