/** The lines of one account in order, with the balance after each. */
import { signedFor, type Direction } from '@pacioli/money'
import type { Party } from './party.ts'
import type { AppliedTag } from '../tags/tag.ts'
import { safeBalance } from '../balances/safe-balance.ts'

const RUNNING = 'A running balance on this page'

export type AccountLine = {
  id: string
  /** Order of insertion; breaks ties of time. */
  seq: string
  entryId: string
  amount: number
  direction: Direction
  entryAt: Date
  memo: string | null
  entry: { externalId: string | null; memo: string | null; sourceType: string | null; sourceId: string | null }
  tags: AppliedTag[]
  /** In the account's normality, over all lines of the basis up to this one. */
  runningBalance: number
} & Party

/** A line without its running balance. */
export type BareLine = Omit<AccountLine, 'runningBalance' | 'tags'>

/** The sums of the account before a line. */
export type Before = { debits: bigint; credits: bigint }

const balance = (normality: Direction, { debits, credits }: Before): bigint =>
  normality === 'DEBIT' ? debits - credits : credits - debits

/**
 * Running balances of consecutive lines, from the sums before the earliest of them.
 * @throws AmountOutOfRange
 */
export function withRunningBalances(
  lines: readonly BareLine[],
  normality: Direction,
  before: Before,
  descending: boolean,
) {
  const ascending = descending ? lines.toReversed() : lines
  let running = balance(normality, before)
  const done = ascending.map((line) => {
    running += BigInt(signedFor(normality, line.direction, line.amount))
    return { ...line, runningBalance: safeBalance(running, RUNNING) }
  })
  return descending ? done.toReversed() : done
}

/** The running balance of one line, from the sums before it. */
export const runningBalance = (line: BareLine, normality: Direction, before: Before): number =>
  safeBalance(balance(normality, before) + BigInt(signedFor(normality, line.direction, line.amount)), RUNNING)
