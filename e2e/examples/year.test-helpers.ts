/** The example of a year, run against a stack: what it prints, its workbooks, and what the reports say afterwards. */
import type ExcelJS from 'exceljs'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Target } from '../src/index.ts'
import { sheetsIn } from '../src/sheets.ts'
import { exampleOf } from './shared/example.test-helpers.ts'
import { fileOf, STATEMENTS } from './year/statements.ts'
import { REPORTS, REPORTS_AFTER, type Cell, type Report, type ReportRow, type Wanted } from './year/reports.ts'

const reports: Wanted[] = [...Object.values(REPORTS), ...Object.values(REPORTS_AFTER)]

const CHECKED = [
  '| Net income = what was closed to retained earnings | 99192.94 | 99192.94 | = |',
  '| Cash at the end = cash on the balance sheet | 159725.47 | 159725.47 | = |',
  '| Payables by age = accounts payable | 15997.05 | 15997.05 | = |',
  '| Receivables by age = accounts receivable | 15822.00 | 15822.00 | = |',
  '| Balance sheet after the closing: assets = liabilities + equity | 243670.45 | 243670.45 | = |',
  '| Net income not closed after the closing | 0.00 | 0.00 | = |',
  'Equal in all 16 checks.',
]

/** Rows of a sheet that have figures: the name in the first column, and the numbers after it. */
async function figuresIn(path: string): Promise<(string | number)[][]> {
  const { sheets } = await sheetsIn(readFileSync(path) as unknown as ArrayBuffer)
  const rows: (string | number)[][] = []
  sheets[0]?.eachRow((row) => {
    const [, name, ...cells] = row.values as ExcelJS.CellValue[]
    const numbers = cells.map(valueOf).filter((value) => typeof value === 'number')
    if (numbers.length > 0) rows.push([typeof name === 'string' ? name : '', ...numbers])
  })
  return rows
}

/** Of a formula what it came to; of zero the library tells nothing. */
const valueOf = (value: ExcelJS.CellValue): unknown =>
  typeof value === 'object' && value !== null && 'formula' in value ? (value.result ?? 0) : value

const leaves = (columns: Report['columns']): string[] =>
  columns.flatMap(({ column_key, columns: inner }) => (inner.length === 0 ? [column_key] : leaves(inner)))

const flat = (rows: readonly ReportRow[]): ReportRow[] => rows.flatMap((row) => [row, ...flat(row.rows)])

const inMajorUnits = (cell: Cell | undefined): number[] => (typeof cell?.value === 'number' ? [cell.value / 100] : [])

/** The test of it; the stack is there when it begins. */
export function yearComesOut(at?: () => Target): void {
  const { example, call, countOf, businessIn } = exampleOf('year', at)
  const directory = mkdtempSync(join(tmpdir(), 'pacioli-year-'))
  afterAll(() => rmSync(directory, { recursive: true }))

  const textOf = (query: Wanted['query']): string =>
    Object.entries(query)
      .map(([name, value]) => `${name}=${value}`)
      .join('&')
  const readAgain = async (business: string, { path, query }: Wanted): Promise<Report> =>
    (await call<{ data: Report }>('GET', `${business}/reports/${path}?${textOf(query)}`)).data

  test('a year comes out as reports that agree, and as workbooks that say the same', { timeout: 300_000 }, async () => {
    const { printed, status } = await example('--out', directory)
    for (const row of CHECKED) expect(printed).toContain(row)
    expect(status).toBe(0)
    expect(readdirSync(directory).sort()).toEqual(
      [...reports.map(({ file }) => file), ...STATEMENTS.map(fileOf)].sort(),
    )

    const business = businessIn(printed)
    // A closing changes what stands on accounts, and no statement of what happened.
    const still = [REPORTS.profitAndLoss, REPORTS.byQuarter, REPORTS.byShop, REPORTS.cashFlow]
    for (const wanted of [...still, ...Object.values(REPORTS_AFTER)]) {
      const { columns, rows } = await readAgain(business, wanted)
      const keys = leaves(columns)
      const said = flat(rows).map(({ display_name, cells }) => [
        display_name,
        ...keys.flatMap((key) => inMajorUnits(cells[key])),
      ])
      expect([wanted.file, await figuresIn(join(directory, wanted.file))]).toEqual([wanted.file, said])
    }
    for (const wanted of [REPORTS.apAging, REPORTS.arAging]) {
      const { columns, rows } = await readAgain(business, wanted)
      const said = rows.map(({ display_name, cells }) => [
        display_name,
        ...leaves(columns).flatMap((key) => inMajorUnits(cells[key])),
      ])
      expect([wanted.file, await figuresIn(join(directory, wanted.file))]).toEqual([wanted.file, said])
    }
    const { rows } = await readAgain(business, REPORTS.generalLedger)
    expect(await linesIn(join(directory, REPORTS.generalLedger.file))).toEqual(linesOf(rows))
    expect(await countOf(`${business}/bank-transactions?categorized=false`)).toBe(2)
    expect(await countOf(`${business}/tasks?statuses=TODO`)).toBe(1)
  })
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)

/** How many lines a ledger lists, and the sums of its columns as its last row has them, in minor units. */
type Ledger = { debits: number; credits: number; lines: number }

/** Without the closing, which came after the workbook. */
function linesOf(rows: readonly ReportRow[]): Ledger {
  const lines = rows
    .flatMap((account) => account.rows)
    .filter(({ cells }) => typeof cells.date?.value === 'string')
    .filter(({ display_name }) => display_name !== 'Closing of 2025')
  const of = (key: string): number => sum(lines.map(({ cells }) => Number(cells[key]?.value ?? 0)))
  return { debits: of('debit'), credits: of('credit'), lines: lines.length }
}

async function linesIn(path: string): Promise<Ledger> {
  const [sheet] = (await sheetsIn(readFileSync(path) as unknown as ArrayBuffer)).sheets
  const last = sheet?.lastRow
  let lines = 0
  sheet?.eachRow((row) => {
    if (row.getCell(1).value instanceof Date) lines += 1
  })
  const of = (column: number): number => Math.round(Number(valueOf(last?.getCell(column).value ?? null)) * 100)
  return { debits: of(5), credits: of(6), lines }
}
