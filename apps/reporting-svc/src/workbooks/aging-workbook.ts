/** Aging as a workbook: a sheet with sums per vendor or customer, and one with every open item. */
import type { Writable } from 'node:stream'
import type { Day } from '@pacioli/calendar'
import {
  AGING_BUCKETS,
  type DocumentKind,
  type ItemKind,
  type AgingDetailRow,
  type AgingSummaryRow,
} from '../aging/aging.ts'
import { AMOUNT_OF } from '../aging/aging-report.ts'
import { exact } from '../report-tables/exact.ts'
import { columnName, dayValue, majorUnits, type SheetCell } from './cells.ts'
import { sumOf } from './formulas.ts'
import { headingRows, summed, writeHeading, type Heading } from './heading.ts'
import type { LinkTo } from './links.ts'
import * as styles from './styles.ts'
import { Workbook } from './workbook.ts'

export type AgingReport = Heading & {
  /** ISO 4217. */
  currency: string
  /** `Vendor` or `Customer`. */
  contactHeading: string
  summary: Iterable<AgingSummaryRow> | AsyncIterable<AgingSummaryRow>
  details: Iterable<AgingDetailRow> | AsyncIterable<AgingDetailRow>
  links: AgingLinks
  linkTo: LinkTo
}

/** Where what is behind a figure is: by the id of whom it is of, or TOTAL, and its column; or by its document or entry. */
export type AgingLinks = {
  figure: (contactId: string, columnKey: string) => string
  document: (kind: DocumentKind | 'JOURNAL', id: string) => string
}

const SUMS = [
  ...AGING_BUCKETS.map(({ key, name }) => ({ key: AMOUNT_OF[key], column: key, name })),
  { key: 'total', column: 'total', name: 'Total' },
  { key: 'unapplied', column: 'unapplied', name: 'Unapplied' },
] as const

const NAME_OF = new Map<string, string>(AGING_BUCKETS.map(({ key, name }) => [key, name]))

const KINDS: Record<ItemKind, string> = {
  BILL: 'Bill',
  VENDOR_CREDIT: 'Vendor credit',
  INVOICE: 'Invoice',
  JOURNAL: 'Journal entry',
  UNAPPLIED: 'Unapplied',
}

const DETAIL_COLUMNS = [
  { name: 'Type', width: 14 },
  { name: 'Number', width: 26 },
  { name: 'External id', width: 26 },
  { name: 'Date', width: 12 },
  { name: 'Due date', width: 12 },
  { name: 'Days past due', width: 16, style: styles.AMOUNT_HEADING },
  // Beside numbers, which they would touch.
  { name: 'Age', width: 11, style: styles.INSET_HEADING },
  { name: 'Outstanding', width: 16, style: styles.AMOUNT_HEADING },
  { name: 'Unapplied', width: 16, style: styles.AMOUNT_HEADING },
  { name: 'Id', width: 40, style: styles.INSET_HEADING },
]
/** The columns with amounts, after the contact's. */
const [OUTSTANDING, UNAPPLIED] = ['Outstanding', 'Unapplied'].map((name) =>
  columnName(DETAIL_COLUMNS.findIndex((column) => column.name === name) + 2),
) as [string, string]

export async function writeAgingWorkbook(sink: Writable, report: AgingReport, createdAt: Date): Promise<void> {
  const workbook = new Workbook(sink, createdAt)
  await writeSummary(workbook, report)
  await writeDetails(workbook, report)
  await workbook.close()
}

async function writeSummary(workbook: Workbook, report: AgingReport): Promise<void> {
  const { currency, contactHeading, summary, links, linkTo } = report
  const { amount, total } = styles.amountStyles(currency)
  const above = headingRows(report) + 1
  const sheet = workbook.sheet('Summary', {
    widths: [40, ...SUMS.map(() => 18)],
    frozenRows: above,
    frozenColumns: 1,
  })
  await writeHeading(sheet, report)
  await sheet.row([
    { value: contactHeading, style: styles.HEADING },
    ...SUMS.map(({ name }) => ({ value: name, style: styles.AMOUNT_HEADING })),
  ])
  const first = above + 1
  const totals = SUMS.map(() => 0n)
  for await (const contact of summary) {
    const number = sheet.rows + 1
    const cells = SUMS.map(({ key, column }, index): SheetCell => {
      totals[index] = (totals[index] ?? 0n) + contact[key]
      const value = majorUnits(exact(contact[key]), currency)
      const link = value === 0 ? undefined : linkTo(links.figure(contact.contactId, column))
      return key === 'total'
        ? { value: { formula: `SUM(B${number}:F${number})`, result: value }, style: amount, link }
        : { value, style: amount, link }
    })
    await sheet.row([{ value: contact.contactName, style: styles.TEXT }, ...cells])
  }
  const cells = totals.map((sum, index): SheetCell => {
    const value = summed(majorUnits(exact(sum), currency), sumOfRows(columnName(index + 2), first, sheet.rows))
    const link = sum === 0n ? undefined : linkTo(links.figure('TOTAL', SUMS[index]?.column ?? ''))
    return { value, style: total, link }
  })
  await sheet.row([{ value: 'Total', style: styles.TOTAL_TEXT }, ...cells])
  await sheet.close()
}

async function writeDetails(workbook: Workbook, report: AgingReport): Promise<void> {
  const { currency, contactHeading, details, links, linkTo } = report
  const { amount, total } = styles.amountStyles(currency)
  const above = headingRows(report) + 1
  const sheet = workbook.sheet('Detail', {
    widths: [40, ...DETAIL_COLUMNS.map(({ width }) => width)],
    frozenRows: above,
    frozenColumns: 1,
  })
  await writeHeading(sheet, report)
  await sheet.row([
    { value: contactHeading, style: styles.HEADING },
    ...DETAIL_COLUMNS.map(({ name, style = styles.HEADING }) => ({ value: name, style })),
  ])
  const first = above + 1
  let [outstanding, unapplied] = [0n, 0n]
  const dayOrNone = (day: Day | null): SheetCell['value'] => (day === null ? null : dayValue(day))
  for await (const row of details) {
    outstanding += row.outstanding
    unapplied += row.unapplied
    const link = linkTo(
      row.kind === 'UNAPPLIED' ? links.figure(row.contactId, 'unapplied') : links.document(row.kind, row.id),
    )
    const linked = (figure: bigint): SheetCell => ({
      value: majorUnits(exact(figure), currency),
      style: amount,
      link: figure === 0n ? undefined : link,
    })
    await sheet.row([
      { value: row.contactName, style: styles.TEXT },
      { value: KINDS[row.kind], style: styles.TEXT },
      { value: row.number, style: styles.TEXT },
      { value: row.externalId, style: styles.TEXT },
      { value: dayOrNone(row.documentDay), style: styles.DAY },
      { value: dayOrNone(row.dueDay), style: styles.DAY },
      { value: row.daysPastDue, style: styles.COUNT },
      { value: (row.bucket && NAME_OF.get(row.bucket)) ?? null, style: styles.INSET_TEXT },
      linked(row.outstanding),
      linked(row.unapplied),
      // What is unapplied is of no document or entry.
      { value: row.kind === 'UNAPPLIED' ? null : row.id, style: styles.INSET_TEXT },
    ])
  }
  const totalOf = (sum: bigint, column: string, key: 'total' | 'unapplied'): SheetCell => {
    const value = summed(majorUnits(exact(sum), currency), sumOfRows(column, first, sheet.rows))
    return { value, style: total, link: sum === 0n ? undefined : linkTo(links.figure('TOTAL', key)) }
  }
  await sheet.row([
    { value: 'Total', style: styles.TOTAL_TEXT },
    ...DETAIL_COLUMNS.map(({ name }): SheetCell => {
      if (name === 'Outstanding') return totalOf(outstanding, OUTSTANDING, 'total')
      return name === 'Unapplied'
        ? totalOf(unapplied, UNAPPLIED, 'unapplied')
        : { value: null, style: styles.TOTAL_TEXT }
    }),
  ])
  await sheet.close()
}

/** The sum of these rows; undefined if there are none. */
function sumOfRows(column: string, first: number, last: number): string | undefined {
  if (last < first) return undefined
  return first === last ? sumOf(column, [{ row: first, sign: 1 }]) : `SUM(${column}${first}:${column}${last})`
}
