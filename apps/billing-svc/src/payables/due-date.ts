/** When a bill is due. Pure. */
import { daysLater } from '@pacioli/calendar'
import type { Terms } from './bill.ts'

const DAYS: Record<Terms, number> = { DUE_ON_RECEIPT: 0, NET_10: 10, NET_15: 15, NET_30: 30, NET_60: 60 }

/** So many calendar days after it was received, at the same time of day in the business's zone. */
export const dueDateOf = (receivedAt: Date, terms: Terms, zone: string): Date =>
  daysLater(receivedAt, DAYS[terms], zone)
