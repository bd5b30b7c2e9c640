/** What entries add to the sums that statements are made of. Pure. */
import type { Day } from '@pacioli/calendar'
import { day, fieldsOf, integer, listOf, oneOf, text, type Fields } from '@pacioli/fields'

export const ENTRY_BASES = ['ACCRUAL', 'CASH', 'BOTH'] as const
export type EntryBasis = (typeof ENTRY_BASES)[number]

/** Sums of one entry on one account, in minor units. BigInt, because sums of safe integers need not be safe. */
export type AccountShare = { accountId: string; debits: bigint; credits: bigint; lineCount: number }

/** All that one version of an entry adds. */
export type Contribution = {
  entryId: string
  basis: EntryBasis
  /** The day of the entry in the business's zone. */
  day: Day
  shares: AccountShare[]
  version: number
  eventId: string
}

/** What the counters of one account, basis and day have to move by. */
export type DayDelta = {
  accountId: string
  basis: EntryBasis
  day: Day
  debits: bigint
  credits: bigint
  lineCount: number
}

/** The contribution of an entry out of the state that the ledger sends of it. */
export function contributionFrom(fields: Fields, eventId: string): Contribution {
  return {
    entryId: text(fields, 'id'),
    basis: oneOf(fields, 'basis', ENTRY_BASES),
    day: day(fields, 'entry_date'),
    shares: sharesOf(listOf(fields, 'line_items').map((line) => fieldsOf('line_items', line))),
    version: integer(fields, 'version'),
    eventId,
  }
}

function sharesOf(lines: readonly Fields[]): AccountShare[] {
  const shares = new Map<string, AccountShare>()
  for (const line of lines) {
    const accountId = text(line, 'account_id')
    const amount = BigInt(integer(line, 'amount'))
    const share = shares.get(accountId) ?? { accountId, debits: 0n, credits: 0n, lineCount: 0 }
    if (oneOf(line, 'direction', ['DEBIT', 'CREDIT']) === 'DEBIT') share.debits += amount
    else share.credits += amount
    share.lineCount += 1
    shares.set(accountId, share)
  }
  return [...shares.values()]
}

/** The newest version of each entry, in the order of their ids, in which rows are locked. */
export function newestContributions(contributions: readonly Contribution[]): Contribution[] {
  const newest = new Map<string, Contribution>()
  for (const contribution of contributions) {
    const other = newest.get(contribution.entryId)
    if (!other || other.version < contribution.version) newest.set(contribution.entryId, contribution)
  }
  return [...newest.values()].sort((a, b) => (a.entryId < b.entryId ? -1 : 1))
}

/** Added minus taken away, per account, basis and day, sorted by these; what cancels out is left out. */
export function deltasOf(added: readonly Contribution[], takenAway: readonly Contribution[] = []): DayDelta[] {
  const deltas = new Map<string, DayDelta>()
  const move = ({ basis, day, shares }: Contribution, sign: 1n | -1n): void => {
    for (const { accountId, debits, credits, lineCount } of shares) {
      const key = `${accountId} ${basis} ${day}`
      const delta = deltas.get(key) ?? { accountId, basis, day, debits: 0n, credits: 0n, lineCount: 0 }
      delta.debits += sign * debits
      delta.credits += sign * credits
      delta.lineCount += Number(sign) * lineCount
      deltas.set(key, delta)
    }
  }
  for (const contribution of added) move(contribution, 1n)
  for (const contribution of takenAway) move(contribution, -1n)
  return [...deltas.entries()]
    .filter(([, { debits, credits, lineCount }]) => debits !== 0n || credits !== 0n || lineCount !== 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, delta]) => delta)
}
