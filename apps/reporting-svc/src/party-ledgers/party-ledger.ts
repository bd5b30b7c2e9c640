/**
 * The ledger of a vendor or customer: what was posted about what is owed, line by line, with the balance after each
 * (docs/POSTING-RULES.md "Ledgers of parties"). Pure.
 */
import type { Day } from '@pacioli/calendar'
import { PARTY_ACCOUNTS } from '@pacioli/chart'
import type { AgingSide, DocumentKind } from '../aging/aging.ts'
import type { ContactKind } from '../contacts/contact.ts'
import { exact } from '../report-tables/exact.ts'
import { leavesOf, type Cell, type Column, type Row } from '../report-tables/report.ts'
import type { ControlAccount } from '../statements/control-account.ts'
import { describedAs } from '../statements/entry.ts'

/** What of a party stands on which account: what is owed, what was paid ahead, and refunds that are to be paid out. */
export type Part = 'owed' | 'unapplied' | 'refunds'

/** Whether credits, and not debits, make more of it. */
type PartOfSide = { part: Part; control: ControlAccount; grows: 'DEBIT' | 'CREDIT' }

export type PartySide = {
  side: AgingSide
  kind: ContactKind
  noun: 'vendor' | 'customer'
  ledger: { name: 'VENDOR_LEDGER' | 'CUSTOMER_LEDGER'; title: string }
  statement: { name: 'VENDOR_STATEMENT' | 'CUSTOMER_STATEMENT'; title: string }
  parts: readonly PartOfSide[]
}

const [RECEIVABLE, PAYABLE] = PARTY_ACCOUNTS

export const PARTY_SIDES: Record<ContactKind, PartySide> = {
  CUSTOMER: {
    side: 'RECEIVABLE',
    kind: 'CUSTOMER',
    noun: 'customer',
    ledger: { name: 'CUSTOMER_LEDGER', title: 'Customer Ledger' },
    statement: { name: 'CUSTOMER_STATEMENT', title: 'Customer Statement' },
    parts: [
      { part: 'owed', control: RECEIVABLE.account, grows: 'DEBIT' },
      { part: 'unapplied', control: RECEIVABLE.unapplied, grows: 'CREDIT' },
      { part: 'refunds', control: 'REFUND_LIABILITIES', grows: 'CREDIT' },
    ],
  },
  VENDOR: {
    side: 'PAYABLE',
    kind: 'VENDOR',
    noun: 'vendor',
    ledger: { name: 'VENDOR_LEDGER', title: 'Vendor Ledger' },
    statement: { name: 'VENDOR_STATEMENT', title: 'Vendor Statement' },
    parts: [
      { part: 'owed', control: PAYABLE.account, grows: 'CREDIT' },
      { part: 'unapplied', control: PAYABLE.unapplied, grows: 'DEBIT' },
    ],
  },
}

export type PartyLine = {
  id: string
  entryId: string
  entryAt: Date
  day: Day
  part: Part
  direction: 'DEBIT' | 'CREDIT'
  /** Minor units. */
  amount: number
  /** What the entry was posted for; null for a manual one. */
  sourceType: string | null
  /** The entry that its entry reverses. */
  reversalOfId: string | null
  referenceNumber: string | null
  memo: string | null
  /** The document whose debt it moves. */
  document: { id: string; kind: DocumentKind | null; number: string | null } | null
  /** Of the line that the document itself made. */
  dueDay: Day | null
}

/** What stands of each part, in minor units: more is more of it. */
export type Standing = Record<Part, bigint>

/** A party's ledger without its lines: what stood before them, and the sums of the range. */
export type PartySums = {
  opening: Standing
  /** Of what is owed. */
  debits: bigint
  credits: bigint
  moved: Standing
  lineCount: number
  /** Nothing that stands between the lines is farther from zero. */
  reach: bigint
}

export const nothingStands = (): Standing => ({ owed: 0n, unapplied: 0n, refunds: 0n })

/** A line with what it moves and what stands after it. */
export type ShownLine = PartyLine & { moved: bigint; after: Standing }

/** Adds what stands after each line; pass the lines in order. */
export function standings({ parts }: PartySide, opening: Standing): (line: PartyLine) => ShownLine {
  const growsBy = new Map(parts.map(({ part, grows }) => [part, grows]))
  const after = { ...opening }
  return (line) => {
    const moved = BigInt(growsBy.get(line.part) === line.direction ? line.amount : -line.amount)
    after[line.part] += moved
    return { ...line, moved, after: { ...after } }
  }
}

/** `Invoice Payment`, `Reversal of Invoice Payment`, or `Invoice Payment Taken Back` where it became credit. */
export function nameOfLine({ sourceType, reversalOfId, part, moved }: ShownLine): string {
  const name = describedAs(sourceType)
  if (reversalOfId !== null) return `Reversal of ${name}`
  const isTakenBack = part === 'owed' && moved > 0n && sourceType?.endsWith('_payment') === true
  return isTakenBack ? `${name} Taken Back` : name
}

/**
 * Without the entries that were undone, or replaced, as of the same instant, and their reversals: whoever gets a statement has
 * never seen them.
 * @param lines in their order, in which those of one instant stand together
 */
export async function* withoutUndone(lines: AsyncIterable<PartyLine> | Iterable<PartyLine>): AsyncGenerator<PartyLine> {
  let together: PartyLine[] = []
  for await (const line of lines) {
    if (together[0] && together[0].entryAt.getTime() !== line.entryAt.getTime()) {
      yield* standing(together)
      together = []
    }
    together.push(line)
  }
  yield* standing(together)
}

function standing(lines: readonly PartyLine[]): PartyLine[] {
  const known = new Set(lines.map(({ entryId }) => entryId))
  const undone = new Set(
    lines.flatMap(({ entryId, reversalOfId }) =>
      reversalOfId !== null && known.has(reversalOfId) ? [entryId, reversalOfId] : [],
    ),
  )
  return lines.filter(({ entryId }) => !undone.has(entryId))
}

const REFUND_COLUMNS: readonly Column[] = [
  { key: 'refunds', name: 'Refunds', kind: 'AMOUNT' },
  { key: 'refunds_due', name: 'Refunds due', kind: 'AMOUNT' },
]

const hasRefunds = ({ parts }: PartySide): boolean => parts.some(({ part }) => part === 'refunds')

export const partyColumns = (side: PartySide): Column[] => [
  { key: 'date', name: 'Date', kind: 'DAY' },
  { key: 'due_date', name: 'Due date', kind: 'DAY' },
  { key: 'document', name: 'Document', kind: 'TEXT' },
  { key: 'reference_number', name: 'Reference', kind: 'TEXT' },
  { key: 'memo', name: 'Memo', kind: 'TEXT' },
  { key: 'debit', name: 'Debit', kind: 'AMOUNT' },
  { key: 'credit', name: 'Credit', kind: 'AMOUNT' },
  { key: 'balance', name: 'Balance', kind: 'AMOUNT' },
  { key: 'unapplied', name: 'Unapplied', kind: 'AMOUNT' },
  { key: 'unapplied_balance', name: 'Unapplied balance', kind: 'AMOUNT' },
  ...(hasRefunds(side) ? REFUND_COLUMNS : []),
]

const BLANK: Cell = { value: null }
const blank = (count: number): Cell[] => Array.from({ length: count }, () => BLANK)
const figure = (amount: bigint): Cell => ({ value: exact(amount) })

/** What is behind the figures of a row that is no line. */
type FigureLinks = (rowKey: string, columnKey: string) => string

/** A figure leads to its lines; those of a line lead to its entry, with its day. */
const withLinks = (side: PartySide, { key, ...row }: Row, urlOf: FigureLinks): Row => {
  const columns = leavesOf(partyColumns(side))
  return {
    ...row,
    key,
    cells: row.cells.map((cell, index) =>
      cell.value === null ? cell : { ...cell, linesUrl: urlOf(key, columns[index]?.key ?? '') },
    ),
  }
}

/** The amounts of a row after the debit and the credit. */
function standingCells(side: PartySide, after: Standing, moved: Partial<Standing>): Cell[] {
  const cellOf = (part: Part): Cell => (moved[part] === undefined ? BLANK : figure(moved[part]))
  return [
    figure(after.owed),
    ...[cellOf('unapplied'), figure(after.unapplied)],
    ...(hasRefunds(side) ? [cellOf('refunds'), figure(after.refunds)] : []),
  ]
}

export const openingRow = (side: PartySide, { opening }: PartySums, links: Pick<PartyLinks, 'figure'>): Row =>
  withLinks(
    side,
    {
      key: 'OPENING',
      name: 'Opening Balance',
      depth: 0,
      cells: [...blank(7), ...standingCells(side, opening, {})],
    },
    links.figure,
  )

export type PartyLinks = {
  figure: FigureLinks
  entry: (entryId: string) => string
  document: (kind: DocumentKind, id: string) => string
}

export function lineRow(side: PartySide, line: ShownLine, links: PartyLinks): Row {
  const { document, direction, amount, part } = line
  const isOwed = part === 'owed'
  return {
    key: line.id,
    name: nameOfLine(line),
    depth: 0,
    cells: [
      { value: line.day, linesUrl: links.entry(line.entryId) },
      { value: line.dueDay },
      {
        value: document?.number ?? null,
        linesUrl: document?.kind ? links.document(document.kind, document.id) : undefined,
      },
      { value: line.referenceNumber },
      { value: line.memo },
      isOwed && direction === 'DEBIT' ? { value: amount } : BLANK,
      isOwed && direction === 'CREDIT' ? { value: amount } : BLANK,
      ...standingCells(side, line.after, isOwed ? {} : { [part]: line.moved }),
    ],
  }
}

/** What the range sums to, and what stands at its end. */
export const closingRow = (side: PartySide, sums: PartySums, links: Pick<PartyLinks, 'figure'>): Row =>
  withLinks(
    side,
    {
      key: 'TOTAL',
      name: 'Closing Balance',
      depth: 0,
      cells: [
        ...blank(5),
        ...[figure(sums.debits), figure(sums.credits)],
        ...standingCells(side, closingOf(sums), sums.moved),
      ],
    },
    links.figure,
  )

export const closingOf = ({ opening, moved }: PartySums): Standing => ({
  owed: opening.owed + moved.owed,
  unapplied: opening.unapplied + moved.unapplied,
  refunds: opening.refunds + moved.refunds,
})
