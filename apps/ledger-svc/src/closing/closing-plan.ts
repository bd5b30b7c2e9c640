/**
 * What a closing posts: for each revenue and expense account one line that zeroes it, and the difference to the target
 * account, apart for every combination of tags and for the books of either basis (docs/POSTING-RULES.md, "Closing"). Pure.
 */
import { refused } from '@pacioli/errors'
import { MAX_AMOUNT, type Direction } from '@pacioli/money'
import { safeBalance } from '../balances/safe-balance.ts'
import type { Books } from '../books/books.ts'
import type { Account } from '../chart-of-accounts/account.ts'
import {
  MAX_LINES_PER_REQUEST,
  MAX_LINE_TAGS_PER_REQUEST,
  type Basis,
  type JournalEntry,
} from '../journal/journal-entry.ts'
import { NO_PARTY } from '../journal/party.ts'
import { inKeyOrder, tagName, type AppliedTag, type TagDefinition } from '../tags/tag.ts'
import { CLOSING_SOURCE, type ClosingRequest } from './closing.ts'

/** The balance of an account under a combination of tags: debits less credits, in the books of either basis. */
export type Balance = { account: Account; combination: readonly TagDefinition[]; accrual: bigint; cash: bigint }

export type PlannedLine = {
  account: Account
  direction: Direction
  amount: bigint
  tags: readonly TagDefinition[]
}
export type PlannedEntry = { basis: Basis; lines: readonly PlannedLine[]; tags: readonly TagDefinition[] }

/** The entries of one closing, the primary one first. */
export type PlannedClosing = readonly [PlannedEntry] | readonly [PlannedEntry, PlannedEntry]

/** Empty for no tags; sorts a combination before those that have more. */
const nameOf = (combination: readonly TagDefinition[]): string =>
  combination
    .map(({ key, value }) => tagName(key, value))
    .sort()
    .join('')

/**
 * One closing per combination, the untagged one first; or one of all of them.
 * @param balances in the order in which accounts are to be listed
 */
export function planClosings(balances: readonly Balance[], target: Account, together: boolean): PlannedClosing[] {
  const combinations = [...Map.groupBy(balances, ({ combination }) => nameOf(combination))]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([_name, of]) => of)
  const groups = together ? [combinations] : combinations.map((one) => [one])
  return groups.flatMap((group) => {
    const [primary, secondary] = entriesByBasis(group, target)
    if (!primary) return []
    return [secondary ? ([primary, secondary] as const) : ([primary] as const)]
  })
}

/** One entry for both books where they agree, else one for each that has something to close. */
function entriesByBasis(combinations: readonly (readonly Balance[])[], target: Account): PlannedEntry[] {
  const agree = combinations.flat().every(({ accrual, cash }) => accrual === cash)
  const entries = agree
    ? [entryOf('BOTH', combinations, ({ accrual }) => accrual, target)]
    : [
        entryOf('ACCRUAL', combinations, ({ accrual }) => accrual, target),
        entryOf('CASH', combinations, ({ cash }) => cash, target),
      ]
  return entries.filter(({ lines }) => lines.length > 0)
}

function entryOf(
  basis: Basis,
  combinations: readonly (readonly Balance[])[],
  netOf: (balance: Balance) => bigint,
  target: Account,
): PlannedEntry {
  const parts = combinations.map((balances) => linesOf(balances, netOf, target)).filter((lines) => lines.length > 0)
  const [first = [], ...others] = parts.map(([line]) => line?.tags ?? [])
  const onAll = ({ definitionId }: TagDefinition): boolean =>
    others.every((tags) => tags.some((tag) => tag.definitionId === definitionId))
  return { basis, lines: parts.flat(), tags: first.filter(onAll) }
}

/** The lines of one combination, which balance among themselves. */
function linesOf(balances: readonly Balance[], netOf: (balance: Balance) => bigint, target: Account): PlannedLine[] {
  const tags = balances[0]?.combination ?? []
  const lines = balances.flatMap((balance) => lineOf(balance.account, -netOf(balance), tags))
  const total = balances.reduce((sum, balance) => sum + netOf(balance), 0n)
  return [...lines, ...lineOf(target, total, tags)]
}

/** A line that adds `net` (debits less credits) to an account; none for nothing. */
function lineOf(account: Account, net: bigint, tags: readonly TagDefinition[]): PlannedLine[] {
  if (net === 0n) return []
  return [{ account, direction: net > 0n ? 'DEBIT' : 'CREDIT', amount: net > 0n ? net : -net, tags }]
}

/** @throws PayloadTooLarge */
export function refuseTooLarge(closings: readonly PlannedClosing[]): void {
  const lines = closings.flat().flatMap((entry) => entry.lines)
  const tags = lines.reduce((sum, line) => sum + line.tags.length, 0)
  if (lines.length > MAX_LINES_PER_REQUEST || tags > MAX_LINE_TAGS_PER_REQUEST)
    throw refused(
      'PayloadTooLarge',
      `The closing has ${lines.length} lines with ${tags} tags; at most ${MAX_LINES_PER_REQUEST} lines and ` +
        `${MAX_LINE_TAGS_PER_REQUEST} tags are possible at once. Close it part by part, each narrowed to some tag values ` +
        'with override_default_tagging_strategy.',
      { field: 'override_default_tagging_strategy' },
    )
}

/**
 * Entries and their lines are bounded, and so is the balance of the target; the others become zero.
 * @param before debits less credits of the target, in the books of either basis
 * @throws AmountOutOfRange
 */
export function refuseOutOfRange(
  closings: readonly PlannedClosing[],
  target: Account,
  before: { accrual: bigint; cash: bigint },
): void {
  const after = { ...before }
  for (const { basis, lines } of closings.flat()) {
    const moved = lines.reduce((sum, { direction, amount }) => (direction === 'DEBIT' ? sum + amount : sum), 0n)
    if (moved > BigInt(MAX_AMOUNT))
      throw refused('AmountOutOfRange', `The closing moves ${moved}; at most ${MAX_AMOUNT} is possible in one entry.`)
    for (const { account, direction, amount } of lines) {
      if (account.id !== target.id) continue
      const net = direction === 'DEBIT' ? amount : -amount
      if (basis !== 'CASH') after.accrual += net
      if (basis !== 'ACCRUAL') after.cash += net
    }
  }
  for (const balance of Object.values(after)) safeBalance(balance, `The balance of ${target.name} after the closing`)
}

/** The entries of a closing as they are posted, at its close. */
export function entriesFor(
  closing: PlannedClosing,
  of: {
    closingId: string
    closesAt: Date
    request: ClosingRequest
    /** Who asks for it. */
    actor: string | null
    books: Books
    now: Date
    newId: () => string
  },
): JournalEntry[] {
  const { closingId, closesAt, request, actor, books, now, newId } = of
  const apply = (tags: readonly TagDefinition[]): AppliedTag[] =>
    inKeyOrder(tags.map((tag) => ({ ...tag, id: newId() })))
  return closing.map(({ basis, lines, tags }) => ({
    id: newId(),
    businessId: books.businessId,
    ledgerId: books.ledgerId,
    externalId: null,
    postingKey: `${CLOSING_SOURCE}:${closingId}:closed-${basis.toLowerCase()}:1`,
    entryType: 'CLOSING_ACTION_RETAINED_EARNINGS',
    basis,
    agent: 'API',
    entryAt: closesAt,
    recordedAt: now,
    memo: request.memo,
    metadata: request.metadata,
    referenceNumber: request.referenceNumber,
    sourceType: CLOSING_SOURCE,
    sourceId: closingId,
    actor,
    reversalOfId: null,
    reversalId: null,
    lines: lines.map((line) => ({
      id: newId(),
      account: line.account,
      amount: Number(line.amount),
      direction: line.direction,
      memo: null,
      documentId: null,
      ...NO_PARTY,
      tags: apply(line.tags),
    })),
    tags: apply(tags),
    tagRevision: 0,
  }))
}
