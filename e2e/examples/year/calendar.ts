/** The days of the year that the example keeps books of. Pure. */

export const YEAR = 2025
/** Where the roastery is: its year begins and ends five hours after that of UTC. */
export const TIME_ZONE = 'America/New_York'
export const FIRST_DAY = `${YEAR}-01-01`
export const LAST_DAY = `${YEAR}-12-31`
/** The first instant of the year, where the roastery is. */
export const ACTIVATION = `${YEAR}-01-01T05:00:00Z`

/** Counted from 1. */
export const MONTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const

const two = (number: number): string => String(number).padStart(2, '0')

/** The day of a month; one that the month does not have is its last. */
export function dayOf(month: number, day: number): string {
  const last = new Date(Date.UTC(YEAR, month, 0)).getUTCDate()
  return `${YEAR}-${two(month)}-${two(Math.min(day, last))}`
}

const DAY_MS = 86_400_000

export const daysAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

export const isInYear = (day: string): boolean => day <= LAST_DAY

/** Around noon of that day, where the roastery is. */
export const noonOf = (day: string): string => `${day}T17:00:00Z`

/** `2025-03`, as numbers of documents begin. */
export const monthKey = (month: number): string => `${YEAR}-${two(month)}`
