/** The general ledger as a workbook: per account the opening balance, its lines, and the closing balance. */
import type { Day } from '@pacioli/calendar'
import { toAmount } from '@pacioli/money'
import type { Writable } from 'node:stream'
import type { GeneralLedgerLinks } from '../general-ledger/general-ledger.ts'
import { dayValue, majorUnits, type SheetCell } from './cells.ts'
import { sumOf, type SignedRow } from './formulas.ts'
import { headingRows, summed, writeHeading, type Heading } from './heading.ts'
import type { LinkTo } from './links.ts'
import * as styles from './styles.ts'
import { Workbook, type Sheet } from './workbook.ts'

/** Amounts are minor units; the balance is the one after the line. */
export type LedgerLine = {
  entryId: string
  day: Day
  description: string | null
  reference: string | null
  party: string | null
  debit: number
  credit: number
  balance: number
}

export type LedgerAccount = {
  id: string
  name: string
  /** The balance before the first line. */
  opening: number
  lines: Iterable<LedgerLine> | AsyncIterable<LedgerLine>
}

export type GeneralLedger = Heading & {
  /** ISO 4217. */
  currency: string
  accounts: Iterable<LedgerAccount> | AsyncIterable<LedgerAccount>
  links: GeneralLedgerLinks
  linkTo: LinkTo
}

const COLUMNS = [
  { name: 'Date', width: 12 },
  { name: 'Description', width: 48 },
  { name: 'Reference', width: 22 },
  { name: 'Name', width: 28 },
  { name: 'Debit', width: 16, style: styles.AMOUNT_HEADING },
  { name: 'Credit', width: 16, style: styles.AMOUNT_HEADING },
  { name: 'Balance', width: 16, style: styles.AMOUNT_HEADING },
]
const [DEBIT, CREDIT, BALANCE] = ['E', 'F', 'G'] as const

/** Debits and credits of all accounts so far, and the rows that have those of each account. */
type Totals = { debits: number; credits: number; rows: SignedRow[] }

export async function writeGeneralLedgerWorkbook(
  sink: Writable,
  ledger: GeneralLedger,
  createdAt: Date,
): Promise<void> {
  const workbook = new Workbook(sink, createdAt)
  const sheet = workbook.sheet(ledger.title, {
    widths: COLUMNS.map(({ width }) => width),
    frozenRows: headingRows(ledger) + 1,
  })
  await writeHeading(sheet, ledger)
  await sheet.row(COLUMNS.map(({ name, style = styles.HEADING }) => ({ value: name, style })))
  const amounts = styles.amountStyles(ledger.currency)
  const totals: Totals = { debits: 0, credits: 0, rows: [] }
  for await (const account of ledger.accounts) await writeAccount(sheet, account, totals, ledger, amounts)
  const { links, linkTo } = ledger
  const sum = (amount: number, column: string, key: 'debit' | 'credit'): SheetCell => ({
    value: summed(majorUnits(amount, ledger.currency), sumOf(column, totals.rows)),
    style: amounts.total,
    link: linkTo(links.figure('TOTAL', key)),
  })
  await sheet.row([
    { value: 'Total', style: styles.TOTAL_TEXT },
    ...blank(3),
    sum(totals.debits, DEBIT, 'debit'),
    sum(totals.credits, CREDIT, 'credit'),
    ...blank(1),
  ])
  await sheet.close()
  await workbook.close()
}

const blank = (count: number): SheetCell[] =>
  Array.from({ length: count }, () => ({ value: null, style: styles.TOTAL_TEXT }))

async function writeAccount(
  sheet: Sheet,
  { id, name, opening, lines }: LedgerAccount,
  totals: Totals,
  { currency, links, linkTo }: GeneralLedger,
  { amount, total }: styles.AmountStyles,
): Promise<void> {
  const money = (value: number, link?: string): SheetCell => ({
    value: majorUnits(value, currency),
    style: amount,
    link,
  })
  await sheet.row([{ value: name, style: styles.BOLD_TEXT }])
  const openingLabel = { value: 'Opening balance', style: styles.TEXT }
  await sheet.row([
    undefined,
    openingLabel,
    undefined,
    undefined,
    undefined,
    undefined,
    money(opening, linkTo(links.balance(id, 'BEGINNING'))),
  ])
  const first = sheet.rows + 1
  let [debits, credits, closing] = [0, 0, opening]
  for await (const line of lines) {
    debits = toAmount(debits + line.debit)
    credits = toAmount(credits + line.credit)
    closing = line.balance
    await sheet.row([
      { value: dayValue(line.day), style: styles.DAY, link: linkTo(links.entry(line.entryId)) },
      { value: line.description, style: styles.TEXT },
      { value: line.reference, style: styles.TEXT },
      { value: line.party, style: styles.TEXT },
      line.debit === 0 ? undefined : money(line.debit),
      line.credit === 0 ? undefined : money(line.credit),
      money(line.balance),
    ])
  }
  const last = sheet.rows
  const sum = (value: number, column: string, key: 'debit' | 'credit'): SheetCell => ({
    value: summed(majorUnits(value, currency), last < first ? undefined : `SUM(${column}${first}:${column}${last})`),
    style: total,
    link: linkTo(links.figure(id, key)),
  })
  await sheet.row([
    ...blank(1),
    { value: 'Closing balance', style: styles.TOTAL_TEXT },
    ...blank(2),
    sum(debits, DEBIT, 'debit'),
    sum(credits, CREDIT, 'credit'),
    // With no lines this is the opening balance.
    {
      value: { formula: `${BALANCE}${last}`, result: majorUnits(closing, currency) },
      style: total,
      link: linkTo(links.balance(id, 'END')),
    },
  ])
  totals.debits = toAmount(totals.debits + debits)
  totals.credits = toAmount(totals.credits + credits)
  totals.rows.push({ row: sheet.rows, sign: 1 })
  await sheet.row([])
}
