/** Positions in the histories of all owners, as reports and lists tell and take them. Pure. */
import { refused } from '@pacioli/errors'

/** The services that own something of a business. */
export const OWNERS = ['ledger', 'banking', 'billing'] as const

/** The last position of each owner's history that counts. */
export type Positions = Readonly<Record<(typeof OWNERS)[number], number>>

/** The moment that a report or a list is asked of: positions, or an instant. */
export type Moment = { kind: 'POSITIONS'; positions: Positions } | { kind: 'INSTANT'; at: Date }

export const positionsBy = (of: (owner: keyof Positions) => number): Positions =>
  Object.fromEntries(OWNERS.map((owner) => [owner, of(owner)])) as Positions

/** `ledger:17,banking:3,billing:9` */
export const textOf = (positions: Positions): string => OWNERS.map((owner) => `${owner}:${positions[owner]}`).join(',')

const POSITIONS = new RegExp(`^${OWNERS.map((owner) => `${owner}:(\\d{1,15})`).join(',')}$`)
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/

/** @param field the name of the parameter @throws InvalidQuery */
export function momentFrom(text: string, field = 'recorded_as_of'): Moment {
  const found = POSITIONS.exec(text)
  if (found) {
    const numbers = found.slice(1).map(Number)
    return { kind: 'POSITIONS', positions: positionsBy((owner) => numbers[OWNERS.indexOf(owner)] ?? 0) }
  }
  const at = new Date(text)
  if (INSTANT.test(text) && !Number.isNaN(at.getTime())) return { kind: 'INSTANT', at }
  throw refused(
    'InvalidQuery',
    `${field}: expected the \`through\` of a report, such as ledger:17,banking:3,billing:9, or an instant in ISO 8601, got ${text}.`,
    { field, value: text },
  )
}
