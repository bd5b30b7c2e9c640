import ExcelJS from 'exceljs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { headingOf } from '../report-query/report-head.ts'
import { sampleHead, samplePositions } from '../report-query/report-head.test-helpers.ts'
import type { Report, Row } from '../report-tables/report.ts'
import { writeStatementWorkbook } from './statement-workbook.ts'
import { formulasOf, linkTo, readWorkbook, written, type ReadCell } from './workbooks.test-helpers.ts'

const now = new Date('2026-01-31T12:00:00Z')

const row = (key: string, depth: number, values: (number | string | null)[], terms?: Row['terms']): Row => ({
  key,
  name: key,
  depth,
  cells: values.map((value) => ({ value })),
  terms,
})
const plus = (rowKey: string) => ({ rowKey, sign: 1 as const })
const minus = (rowKey: string) => ({ rowKey, sign: -1 as const })

const sample: Report = {
  head: sampleHead,
  positions: samplePositions,
  columns: [
    {
      key: 'this',
      name: 'This year',
      columns: [
        { key: 'q1', name: 'Q1', kind: 'AMOUNT' },
        { key: 'q2', name: 'Q2', kind: 'AMOUNT' },
      ],
    },
    { key: 'since', name: 'Since', kind: 'DAY' },
    { key: 'note', name: 'Note', kind: 'TEXT' },
  ],
  rows: [
    row('REVENUE', 0, [300_050, 10], [plus('SALES'), plus('FEES')]),
    row('SALES', 1, [300_000, 20, '2026-01-31', '=1+1']),
    row('FEES', 1, [50, -10, null, null]),
    row('EXPENSES', 0, [1_000, 5], [plus('RENT')]),
    row('RENT', 1, [1_000, 5, '2026-02-28', null]),
    row('TOTAL', 0, [299_050, 5], [plus('REVENUE'), minus('EXPENSES')]),
  ],
}

const read = async (report: Report) => {
  const bytes = await written((sink) =>
    writeStatementWorkbook(sink, report, { createdAt: now, isAsked: false, linkTo, seal: null }),
  )
  const { sheets, formats } = await readWorkbook(bytes)
  const [sheet] = sheets
  if (!sheet) throw new Error('There is no sheet')
  const at = (address: string) => sheet.cells.get(address)
  return { bytes, sheets, sheet, at, value: (address: string) => at(address)?.value, formats }
}

describe('a report as a workbook', () => {
  test('has its title, subtitles, and frozen nested headings', async () => {
    const { sheet, value } = await read(sample)
    const { title, subtitles } = headingOf(sampleHead, { positions: samplePositions, isAsked: false })
    expect(['A1', 'A2', 'A3', 'A4', 'A5'].map(value)).toEqual([title, ...subtitles])
    expect(['B7', 'C7', 'D7', 'E7'].map(value)).toEqual(['This year', '', '', ''])
    expect(['B8', 'C8', 'D8', 'E8'].map(value)).toEqual(['Q1', 'Q2', 'Since', 'Note'])
    expect(sheet.frozen).toMatchObject({ xSplit: '1', ySplit: '8', state: 'frozen' })
    expect(sheet.name).toBe('Profit and loss')
  })

  test('has its rows in order, amounts in major units, days that sort, and text that stays text', async () => {
    const { at, value, formats } = await read(sample)
    expect(['A9', 'A10', 'A11', 'A12', 'A13', 'A14'].map(value)).toEqual([
      'REVENUE',
      'SALES',
      'FEES',
      'EXPENSES',
      'RENT',
      'TOTAL',
    ])
    expect(['B10', 'C10', 'D10', 'E10'].map(value)).toEqual(['3000', '0.2', '46053', '=1+1'])
    expect([at('E10')?.type, at('E10')?.formula]).toEqual(['str', ''])
    const formatOf = (address: string) => formats[at(address)?.style ?? 0]
    expect(['B10', 'B14', 'D10'].map(formatOf)).toEqual(['#,##0.00', '#,##0.00', 'yyyy-mm-dd'])
  })

  test('has totals as formulas over the rows that they name, with the figures of the report', async () => {
    const { sheets, at } = await read(sample)
    expect(['B9', 'C9', 'B12', 'B14'].map((address) => at(address)?.formula)).toEqual([
      'SUM(B10:B11)',
      'SUM(C10:C11)',
      'B13',
      'B9-B12',
    ])
    const formulas = formulasOf(sheets, 2)
    expect(formulas).toHaveLength(6)
    for (const { at: place, cached, evaluated } of formulas) expect([place, evaluated]).toEqual([place, cached])
    expect([at('B14')?.value, at('C14')?.value]).toEqual(['2990.5', '0.05'])
  })

  test('is the same to a spreadsheet library, with indents', async () => {
    const { bytes } = await read(sample)
    const workbook = new ExcelJS.Workbook()
    await workbook.xlsx.load(bytes as unknown as ExcelJS.Buffer)
    const [sheet] = workbook.worksheets
    expect(sheet?.getCell('B14').value).toEqual({ formula: 'B9-B12', result: 2990.5 })
    expect([sheet?.getCell('A9').alignment.indent ?? 0, sheet?.getCell('A10').alignment.indent]).toEqual([0, 1])
    expect(sheet?.views).toMatchObject([{ state: 'frozen', xSplit: 1, ySplit: 8 }])
    expect([sheet?.getCell('B10').numFmt, sheet?.getCell('B14').font.bold]).toEqual(['#,##0.00', true])
    expect(sheet?.getCell('E10').type).toBe(ExcelJS.ValueType.String)
  })

  test('has tall rows for headings that wrap', async () => {
    const columns = ['2025-10-01 to 2025-12-31', 'Total'].map((name) => ({ key: name, name, kind: 'AMOUNT' as const }))
    const bytes = await written((sink) =>
      writeStatementWorkbook(
        sink,
        { ...sample, columns, rows: [] },
        { createdAt: now, isAsked: false, linkTo, seal: null },
      ),
    )
    const workbook = new ExcelJS.Workbook()
    await workbook.xlsx.load(bytes as unknown as ArrayBuffer)
    const [sheet] = workbook.worksheets
    expect([6, 7].map((number) => sheet?.getRow(number).height)).toEqual([undefined, 30])
  })

  test('has links on figures, whose values, formulas and formats stay what they are', async () => {
    const linked = (one: Row): Row => ({
      ...one,
      cells: one.cells.map((cell, index) => ({
        ...cell,
        linesUrl: index === 1 ? undefined : `/${one.key}?a=1&b=${index}`,
      })),
    })
    const [plain, after] = [await read(sample), await read({ ...sample, rows: sample.rows.map(linked) })]
    expect([...after.sheet.cells]).toEqual([...plain.sheet.cells])
    expect([plain.sheet.links.size, after.sheet.links.size]).toEqual([0, 12])
    const isTotal = ({ address, formula }: ReadCell) => formula !== '' && after.sheet.links.has(address)
    expect([...after.sheet.cells.values()].some(isTotal)).toBe(true)
    expect([...after.sheet.links].slice(0, 2)).toEqual([
      ['B9', 'https://books.test/REVENUE?a=1&b=0'],
      ['B10', 'https://books.test/SALES?a=1&b=0'],
    ])
  })

  test('has the decimals of its currency', async () => {
    const { value, formats, at } = await read({
      ...sample,
      head: { ...sampleHead, business: { ...sampleHead.business, currency: 'JPY' } },
    })
    expect([value('B10'), formats[at('B10')?.style ?? 0]]).toEqual(['300000', '#,##0'])
  })

  test('may be empty', async () => {
    const { sheet } = await read({ ...sample, rows: [] })
    expect([...sheet.cells.keys()].filter((address) => Number(address.slice(1)) > 8)).toEqual([])
  })

  test('whose total is not the sum of its rows is not written', async () => {
    const wrong = { ...sample, rows: [row('a', 0, [1]), row('TOTAL', 0, [2], [plus('a')])] }
    await expect(read(wrong)).rejects.toThrow('The total TOTAL is 2, but its rows make 1.')
  })

  test('whose total names a missing row has only the figure', async () => {
    const { at } = await read({ ...sample, rows: [row('a', 0, [1]), row('TOTAL', 0, [3], [plus('a'), plus('b')])] })
    expect([at('B10')?.formula, at('B10')?.value]).toEqual(['', '0.03'])
  })
})

test('for any rows and terms, each formula has the figure of the report as its result', async () => {
  const amount = fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 })
  const signs = fc.array(fc.constantFrom(1 as const, -1 as const, 0 as const), { minLength: 1, maxLength: 30 })
  await fc.assert(
    fc.asyncProperty(
      fc.array(amount, { minLength: 1, maxLength: 30 }),
      fc.array(signs, { maxLength: 6 }),
      async (amounts, picks) => {
        const rows = amounts.map((value, index) => row(`r${index}`, 1, [value]))
        for (const pick of picks) {
          const terms = rows.flatMap(({ key }, index) => {
            const sign = pick[index % pick.length] ?? 0
            return sign === 0 ? [] : [{ rowKey: key, sign }]
          })
          const value = terms.reduce((sum, { rowKey, sign }) => {
            const found = rows.find(({ key }) => key === rowKey)?.cells[0]?.value
            return sum + sign * Number(found)
          }, 0)
          if (Number.isSafeInteger(value)) rows.push(row(`t${rows.length}`, 0, [value], terms))
        }
        const columns = [{ key: 'a', name: 'A', kind: 'AMOUNT' as const }]
        const { sheets } = await read({ ...sample, columns, rows })
        // In cents, since sums of floating point numbers are off by less.
        for (const { cached, evaluated, at } of formulasOf(sheets, 2))
          expect([at, Math.abs(Number(cached) - Number(evaluated)) < 0.01]).toEqual([at, true])
      },
    ),
    { numRuns: 12 },
  )
})
