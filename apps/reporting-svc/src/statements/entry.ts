/** Journal entries as statements need them, and how they move the sums behind statements. Pure. */
import type { Day } from '@pacioli/calendar'
import { displayName } from '@pacioli/chart'
import { day, fieldsOf, integer, listOf, moment, oneOf, text, textOrNull, type Fields } from '@pacioli/fields'
import type { ReportingBasis } from '../businesses/business.ts'
import { keyOf, newestOf, type Origin } from '../read-models/newest.ts'

export const ENTRY_BASES = ['ACCRUAL', 'CASH', 'BOTH'] as const
export type EntryBasis = (typeof ENTRY_BASES)[number]

/** The entries that make up the books of a basis (docs/POSTING-RULES.md "Which basis"). */
export const BASES_OF: Record<ReportingBasis, readonly EntryBasis[]> = {
  ACCRUAL: ['ACCRUAL', 'BOTH'],
  CASH: ['CASH', 'BOTH'],
}

const CLOSING = 'CLOSING_ACTION_RETAINED_EARNINGS'

/** Sums of all lines, whatever their tags, have this tag value. */
export const ALL_LINES = '00000000-0000-0000-0000-000000000000'

export type EntryLine = {
  id: string
  accountId: string
  /** Minor units. */
  amount: number
  direction: 'DEBIT' | 'CREDIT'
  memo: string | null
  /** At most one per dimension. */
  tagValueIds: readonly string[]
  /** Whom it concerns. */
  customerId: string | null
  vendorId: string | null
  /** The bill, vendor credit or invoice whose debt it moves. */
  documentId: string | null
}

/** One version of an entry. */
export type Entry = Origin & {
  id: string
  basis: EntryBasis
  /** Of a closing, or the reversal of one: profit and loss leaves them out (docs/POSTING-RULES.md "Closing"). */
  isClosing: boolean
  /** The day of the entry in the business's zone. */
  day: Day
  entryAt: Date
  memo: string | null
  referenceNumber: string | null
  /** What it was posted for: `bill_payment`. Null for manual entries. */
  sourceType: string | null
  sourceId: string | null
  /** The entry that it reverses. */
  reversalOfId: string | null
  lines: readonly EntryLine[]
  version: number
}

/** What an entry was posted for, in words: `Bill Payment`. */
export const describedAs = (sourceType: string | null): string =>
  sourceType === null ? 'Journal Entry' : displayName(sourceType.toUpperCase())

/** An entry from the state that the ledger sends. */
export const entryFrom = (fields: Fields, origin: Origin): Entry => ({
  ...origin,
  id: text(fields, 'id'),
  basis: oneOf(fields, 'basis', ENTRY_BASES),
  isClosing: text(fields, 'entry_type') === CLOSING,
  day: day(fields, 'entry_date'),
  entryAt: moment(fields, 'entry_at'),
  memo: textOrNull(fields, 'memo'),
  referenceNumber: textOrNull(fields, 'reference_number'),
  sourceType: textOrNull(fields, 'source_type'),
  sourceId: textOrNull(fields, 'source_id'),
  reversalOfId: textOrNull(fields, 'reversal_of_id'),
  lines: listOf(fields, 'line_items').map((line) => lineFrom(fieldsOf('line_items', line))),
  version: integer(fields, 'version'),
})

const lineFrom = (fields: Fields): EntryLine => ({
  id: text(fields, 'id'),
  accountId: text(fields, 'account_id'),
  amount: integer(fields, 'amount'),
  direction: oneOf(fields, 'direction', ['DEBIT', 'CREDIT']),
  memo: textOrNull(fields, 'memo'),
  tagValueIds: listOf(fields, 'transaction_tags').map((tag) =>
    text(fieldsOf('transaction_tags', tag), 'definition_id'),
  ),
  customerId: textOrNull(fields, 'customer_id'),
  vendorId: textOrNull(fields, 'vendor_id'),
  documentId: textOrNull(fields, 'document_id'),
})

/** The newest version of each entry, in the order in which rows are locked. */
export function newestEntries(entries: readonly Entry[]): Entry[] {
  const versions = Map.groupBy(entries, keyOf)
  return newestOf(entries, (entry) => entry).map((newest) =>
    (versions.get(keyOf(newest)) ?? []).reduce((entry, other) => withPartiesOf(other, entry), newest),
  )
}

/** The accounts that the lines of these entries are on. */
export function accountsOf(entries: readonly Entry[]): { businessId: string; id: string }[] {
  const accounts = entries.flatMap(({ businessId, lines }) => lines.map(({ accountId: id }) => ({ businessId, id })))
  return [...new Map(accounts.map((account) => [keyOf(account), account])).values()]
}

/**
 * The entry with the parties that another version of it has. Lines never change their party; the ledger of the release
 * before, which a rollback brings back, leaves parties out of the versions that it announces.
 */
export function withPartiesOf(other: Pick<Entry, 'lines'> | undefined, entry: Entry): Entry {
  if (other === undefined || other === entry) return entry
  const known = new Map(other.lines.map((line) => [line.id, line]))
  const lines = entry.lines.map((line) => ({
    ...line,
    customerId: line.customerId ?? known.get(line.id)?.customerId ?? null,
    vendorId: line.vendorId ?? known.get(line.id)?.vendorId ?? null,
  }))
  return { ...entry, lines }
}

/** What lines and sums have of an entry: statements need not tell versions with the same content apart. */
export const contentOf = ({ basis, isClosing, day, entryAt, lines }: Pick<Entry, Summed | 'entryAt'>): string =>
  JSON.stringify([
    basis,
    isClosing,
    day,
    entryAt.toISOString(),
    ...lines.map((line) => [
      line.id,
      line.accountId,
      line.amount,
      line.direction,
      line.memo,
      [...line.tagValueIds].sort(),
      line.customerId,
      line.vendorId,
      line.documentId,
    ]),
  ])

/** How a sum moves. BigInt, because sums of safe integers need not be safe. */
export type SumDelta = {
  businessId: string
  tagValueId: string
  /** A day, or the first of a month. */
  on: Day
  accountId: string
  basis: EntryBasis
  isClosing: boolean
  debits: bigint
  credits: bigint
  lineCount: number
}

type Summed = 'businessId' | 'basis' | 'isClosing' | 'day' | 'lines'

/** Added less removed entries, without sums that cancel out, in the order in which rows are locked. */
export function deltasOf(
  added: readonly Pick<Entry, Summed>[],
  removed: readonly Pick<Entry, Summed>[] = [],
  unitOf: (on: Day) => Day = (on) => on,
): SumDelta[] {
  const deltas = new Map<string, SumDelta>()
  const move = ({ businessId, basis, isClosing, day, lines }: Pick<Entry, Summed>, sign: 1 | -1): void => {
    const on = unitOf(day)
    for (const { accountId, amount, direction, tagValueIds } of lines)
      for (const tagValueId of [ALL_LINES, ...tagValueIds]) {
        const key = `${businessId} ${tagValueId} ${on} ${accountId} ${basis} ${isClosing}`
        let delta = deltas.get(key)
        if (!delta) {
          delta = { businessId, tagValueId, on, accountId, basis, isClosing, debits: 0n, credits: 0n, lineCount: 0 }
          deltas.set(key, delta)
        }
        if (direction === 'DEBIT') delta.debits += BigInt(sign * amount)
        else delta.credits += BigInt(sign * amount)
        delta.lineCount += sign
      }
  }
  for (const entry of added) move(entry, 1)
  for (const entry of removed) move(entry, -1)
  return [...deltas.entries()]
    .filter(([, { debits, credits, lineCount }]) => debits !== 0n || credits !== 0n || lineCount !== 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, delta]) => delta)
}
