/** Bills computed from their number: both sides of a comparison know them independently. Pure. */

export const VENDORS = 200

/** Bills that were paid in part this recently: one in so many. */
const MOVED_EACH = 20
export const PAID_DAYS_AGO = 10
/** On that day none of these payments had been made. */
export const PAST_DAYS_AGO = 30

/** From so many days past due to as many days before. */
const DAYS = { overdue: 120, ahead: 60, terms: 90 }

export type Bill = {
  id: string
  vendor: number
  number: string
  externalId: string
  /** Days before today; below zero after it. */
  documentDaysAgo: number
  daysPastDue: number
  amount: number
  /** What was paid of it, `PAID_DAYS_AGO`. */
  paid: number
}

const uuid = (seed: number, index: number): string =>
  `${(Math.imul(index + 1, seed) >>> 0).toString(16).padStart(8, '0')}-0000-7000-8000-${index.toString(16).padStart(12, '0')}`

export const vendorId = (vendor: number): string => uuid(40_503, vendor)
export const vendorName = (vendor: number): string => `Vendor ${String(vendor).padStart(4, '0')} Supplies Ltd`

/** One of the bills of a business with so many, in the order in which aging lists them. */
export function billOf(index: number, size: number): Bill {
  const each = size / VENDORS
  const vendor = Math.floor(index / each)
  const daysPastDue = DAYS.overdue - Math.floor(((index % each) * (DAYS.overdue + DAYS.ahead)) / each)
  const amount = 1_000 + ((index * 7_919) % 500_000)
  return {
    id: uuid(2_654_435_761, index),
    vendor,
    number: `B-${String(index).padStart(7, '0')}`,
    externalId: `erp-bill-${index}`,
    documentDaysAgo: daysPastDue + DAYS.terms,
    daysPastDue,
    amount,
    paid: index % MOVED_EACH === 7 ? Math.floor(amount / 3) : 0,
  }
}

export const outstandingOf = ({ amount, paid }: Bill): number => amount - paid

const BUCKETS: [number, string][] = [
  [0, 'Current'],
  [30, '1-30'],
  [60, '31-60'],
  [90, '61-90'],
]

export const bucketName = ({ daysPastDue }: Bill): string =>
  BUCKETS.find(([until]) => daysPastDue <= until)?.[1] ?? '91+'

const DAY_MS = 86_400_000
const SHEETS_BEGAN = Date.UTC(1899, 11, 30)

/** A day as spreadsheets count it. */
export const serialOf = (today: Date, daysAgo: number): number =>
  Math.floor((today.getTime() - SHEETS_BEGAN) / DAY_MS) - daysAgo

export const dayOf = (today: Date, daysAgo: number): string =>
  new Date(today.getTime() - daysAgo * DAY_MS).toISOString().slice(0, 10)
