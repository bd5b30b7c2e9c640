import type { Seal } from '@pacioli/seals'
import type { JournalEntry } from '../journal/journal-entry.ts'
import type { ClosingRequest, ClosingWindow } from './closing.ts'

/** One closing: the entries of one combination of tags. */
export type ClosingAction = ClosingWindow & {
  id: string
  businessId: string
  /** The actions of one request share it. */
  requestId: string
  request: ClosingRequest
  primary: JournalEntry
  secondary: readonly JournalEntry[]
  createdAt: Date
  reversedAt: Date | null
  /** 1 when it is made; its reversal adds one. 0 for one of before closings were recorded. */
  version: number
  /** The first one over all of its entries, if they are sealed. */
  seal?: Seal | undefined
}

/** What its event tells of it: its entries by their ids alone. */
export type AnnouncedClosing = Omit<ClosingAction, 'primary' | 'secondary' | 'seal'> & {
  primary: Pick<JournalEntry, 'id'>
  secondary: readonly Pick<JournalEntry, 'id'>[]
}

export const entriesOf = (action: ClosingAction): JournalEntry[] => [action.primary, ...action.secondary]
