/** The ledger of a vendor or customer as a workbook, and as the statement that is sent to them. */
import type { Writable } from 'node:stream'
import { AGING_BUCKETS, type AgingSummaryRow } from '../aging/aging.ts'
import { AMOUNT_OF, UNAPPLIED } from '../aging/aging-report.ts'
import {
  closingOf,
  nameOfLine,
  type Part,
  type PartyLinks,
  type PartySide,
  type PartySums,
  type ShownLine,
} from '../party-ledgers/party-ledger.ts'
import { exact } from '../report-tables/exact.ts'
import { columnName, dayValue, majorUnits, type SheetCell } from './cells.ts'
import { headingRows, summed, writeHeading, type Heading } from './heading.ts'
import type { LinkTo } from './links.ts'
import * as styles from './styles.ts'
import { Workbook, type Sheet } from './workbook.ts'

export type PartyLedger = Heading & {
  /** ISO 4217. */
  currency: string
  side: PartySide
  sums: PartySums
  lines: Iterable<ShownLine> | AsyncIterable<ShownLine>
  links: PartyLinks
  linkTo: LinkTo
}

/** With how old what stands at the end is; nothing where nothing does. */
export type PartyStatement = PartyLedger & { aging: AgingSummaryRow | undefined }

/** A column: what a line has there, what it leads to, and what the first and the last row have. */
type PartyColumn = {
  /** That of the report, where its figures are found. */
  key?: string
  name: string
  width: number
  kind: 'TEXT' | 'DAY' | 'AMOUNT'
  of: (line: ShownLine) => string | bigint | null
  leadsTo?: (line: ShownLine, links: PartyLinks) => string | undefined
  opening?: (sums: PartySums) => bigint
  /** The last row has what stands then, or the sum of the lines that are shown. */
  closing?: ((sums: PartySums) => bigint) | 'SUM'
}

const text = (name: string, width: number, of: PartyColumn['of']): PartyColumn => ({ name, width, kind: 'TEXT', of })
const day = (name: string, of: PartyColumn['of']): PartyColumn => ({ name, width: 14, kind: 'DAY', of })
const leading = (column: PartyColumn, leadsTo: PartyColumn['leadsTo']): PartyColumn => ({ ...column, leadsTo })

const sumOfSide = (direction: 'DEBIT' | 'CREDIT'): PartyColumn => ({
  ...(direction === 'DEBIT' ? { key: 'debit', name: 'Debit' } : { key: 'credit', name: 'Credit' }),
  ...{ width: 16, kind: 'AMOUNT', closing: 'SUM' },
  of: ({ part, amount, ...line }) => (part === 'owed' && line.direction === direction ? BigInt(amount) : null),
})
const moved = (key: string, name: string, of: Part): PartyColumn => ({
  ...{ key, name, width: 16, kind: 'AMOUNT', closing: 'SUM' },
  of: (line) => (line.part === of ? line.moved : null),
})
const standing = (key: string, name: string, of: Part): PartyColumn => ({
  ...{ key, name, width: 16, kind: 'AMOUNT' },
  of: (line) => line.after[of],
  opening: (sums) => sums.opening[of],
  closing: (sums) => closingOf(sums)[of],
})

const amountColumns = ({ parts }: PartySide): PartyColumn[] => [
  ...[sumOfSide('DEBIT'), sumOfSide('CREDIT'), standing('balance', 'Balance', 'owed')],
  ...[moved('unapplied', 'Unapplied', 'unapplied'), standing('unapplied_balance', 'Unapplied balance', 'unapplied')],
  ...(parts.some(({ part }) => part === 'refunds')
    ? [moved('refunds', 'Refunds', 'refunds'), standing('refunds_due', 'Refunds due', 'refunds')]
    : []),
]

const COMMON: readonly PartyColumn[] = [
  leading(
    day('Date', (line) => line.day),
    ({ entryId }, links) => links.entry(entryId),
  ),
  text('Description', 34, nameOfLine),
  leading(
    text('Document', 22, ({ document }) => document?.number ?? null),
    ({ document }, links) => (document?.kind ? links.document(document.kind, document.id) : undefined),
  ),
  text('Reference', 22, ({ referenceNumber }) => referenceNumber),
  day('Due date', ({ dueDay }) => dueDay),
]
const MEMO = text('Memo', 40, ({ memo }) => memo)

export async function writePartyLedgerWorkbook(sink: Writable, ledger: PartyLedger, createdAt: Date): Promise<void> {
  const workbook = new Workbook(sink, createdAt)
  const sheet = await writeLines(workbook, ledger.side.ledger.title, ledger, [
    ...COMMON,
    MEMO,
    ...amountColumns(ledger.side),
  ])
  await sheet.close()
  await workbook.close()
}

/** The lines without remarks of the business's own, and below them how old what stands is. */
export async function writePartyStatement(sink: Writable, statement: PartyStatement, createdAt: Date): Promise<void> {
  const workbook = new Workbook(sink, createdAt)
  const columns = [...COMMON, ...amountColumns(statement.side)]
  const sheet = await writeLines(workbook, 'Statement', statement, columns)
  await writeAging(sheet, statement)
  await sheet.close()
  await workbook.close()
}

async function writeLines(
  workbook: Workbook,
  name: string,
  ledger: PartyLedger,
  columns: readonly PartyColumn[],
): Promise<Sheet> {
  const { currency, sums, lines, links, linkTo } = ledger
  const amounts = styles.amountStyles(currency)
  const sheet = workbook.sheet(name, {
    widths: columns.map(({ width }) => width),
    frozenRows: headingRows(ledger) + 1,
  })
  await writeHeading(sheet, ledger)
  const headingOf = ({ kind }: PartyColumn) => (kind === 'AMOUNT' ? styles.AMOUNT_HEADING : styles.HEADING)
  await sheet.row(columns.map((column) => ({ value: column.name, style: headingOf(column) })))
  const money = (amount: bigint, link?: string): SheetCell => ({
    value: majorUnits(exact(amount), currency),
    style: amounts.amount,
    link,
  })
  const figure = (row: string, column: string | undefined) =>
    column === undefined ? undefined : linkTo(links.figure(row, column))
  const label = (value: string, index: number, style = styles.TEXT): SheetCell | undefined =>
    index === 1 ? { value, style } : undefined
  await sheet.row(
    columns.map(({ opening, key }, index) =>
      opening ? money(opening(sums), figure('OPENING', key)) : label('Opening balance', index),
    ),
  )
  const first = sheet.rows + 1
  const totals = columns.map(() => 0n)
  for await (const line of lines)
    await sheet.row(
      columns.map(({ kind, of, leadsTo }, index) => {
        const value = of(line)
        if (typeof value === 'bigint') {
          totals[index] = (totals[index] ?? 0n) + value
          return money(value)
        }
        if (value === null) return undefined
        const link = linkTo(leadsTo?.(line, links))
        return kind === 'DAY'
          ? { value: dayValue(value), style: styles.DAY, link }
          : { value, style: styles.TEXT, link }
      }),
    )
  const last = sheet.rows
  await sheet.row(
    columns.map(({ closing, key }, index): SheetCell => {
      if (!closing) return { value: index === 1 ? 'Closing balance' : null, style: styles.TOTAL_TEXT }
      const column = columnName(index + 1)
      const total = closing === 'SUM' ? (totals[index] ?? 0n) : closing(sums)
      const sum = last < first ? undefined : `SUM(${column}${first}:${column}${last})`
      // With no lines what stands is the opening balance.
      const formula = closing === 'SUM' ? sum : `${column}${last}`
      const value = summed(majorUnits(exact(total), currency), formula)
      return { value, style: amounts.total, link: figure('TOTAL', key) }
    }),
  )
  return sheet
}

async function writeAging(sheet: Sheet, { aging, currency, side }: PartyStatement): Promise<void> {
  const amounts = styles.amountStyles(currency)
  const columns = [
    ...AGING_BUCKETS.map(({ key, name }) => ({ name, amount: aging?.[AMOUNT_OF[key]] ?? 0n })),
    { name: 'Total', amount: aging?.total ?? 0n },
    { name: UNAPPLIED[side.side], amount: aging?.unapplied ?? 0n },
  ]
  const beside = [undefined, undefined]
  await sheet.row([])
  await sheet.row([
    undefined,
    { value: 'By days past due', style: styles.HEADING },
    ...columns.map(({ name }) => ({ value: name, style: styles.AMOUNT_HEADING })),
  ])
  const number = sheet.rows + 1
  await sheet.row([
    ...beside,
    ...columns.map(({ name, amount }): SheetCell => {
      const value = majorUnits(exact(amount), currency)
      return { value: name === 'Total' ? summed(value, `SUM(C${number}:G${number})`) : value, style: amounts.amount }
    }),
  ])
}
