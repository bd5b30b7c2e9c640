import ExcelJS from 'exceljs'
import { expect, test } from 'vitest'
import type { AgingDetailRow, AgingSummaryRow } from '../aging/aging.ts'
import { writeAgingWorkbook, type AgingReport } from './aging-workbook.ts'
import { formulasOf, linkTo, readWorkbook, written } from './workbooks.test-helpers.ts'

const now = new Date('2026-01-31T12:00:00Z')

const contact = (contactName: string, amounts: [number, number, number, number, number]): AgingSummaryRow => {
  const [current = 0n, days1To30 = 0n, days31To60 = 0n, days61To90 = 0n, days91Plus = 0n] = amounts.map(BigInt)
  const total = current + days1To30 + days31To60 + days61To90 + days91Plus
  return {
    contactId: contactName,
    contactName,
    current,
    days1To30,
    days31To60,
    days61To90,
    days91Plus,
    total,
    unapplied: 0n,
  }
}

const bill = (contactName: string, more: Partial<AgingDetailRow>): AgingDetailRow => ({
  contactId: contactName,
  contactName,
  kind: 'BILL',
  name: 'B-1',
  id: '00000000-0000-4000-8000-000000000001',
  number: null,
  externalId: null,
  documentDay: '2026-01-01',
  dueDay: '2026-01-31',
  daysPastDue: 0,
  bucket: 'current',
  outstanding: 0n,
  unapplied: 0n,
  ...more,
})

const sample = {
  title: 'AP aging',
  subtitles: ['As of 2026-01-31'],
  currency: 'USD',
  contactHeading: 'Vendor',
  summary: [
    contact('=cmd|calc', [10_000, 250, 0, 0, 7]),
    contact('Aluminium & Söhne', [-500, 0, 33, 0, 0]),
    contact('Zinc', [0, 0, 0, 100_000_000_001, 0]),
  ],
  details: [
    bill('=cmd|calc', { number: '-1', externalId: '+2', outstanding: 10_000n }),
    bill('=cmd|calc', { dueDay: '2026-01-01', daysPastDue: 30, bucket: '1_30', outstanding: 257n }),
    bill('Aluminium & Söhne', { kind: 'VENDOR_CREDIT', outstanding: -467n }),
    bill('Zinc', { daysPastDue: 61, bucket: '61_90', outstanding: 100_000_000_001n }),
  ],
  links: {
    figure: (contactId, column) => `/figures/${contactId}/${column}`,
    document: (kind, id) => `/${kind}/${id.slice(-1)}`,
  },
  linkTo,
} satisfies AgingReport

const read = async (report: AgingReport) => {
  const bytes = await written((sink) => writeAgingWorkbook(sink, report, now))
  const { sheets, formats } = await readWorkbook(bytes)
  const [summary, detail] = sheets
  if (!summary || !detail) throw new Error('A sheet is missing')
  return { bytes, sheets, summary, detail, formats }
}

const line = (sheet: Awaited<ReturnType<typeof read>>['summary'], row: number): (string | undefined)[] =>
  [...'ABCDEFGHIJK'].map((column) => sheet.cells.get(`${column}${row}`)?.value)

test('the summary has a row per vendor, the ages as columns, and totals', async () => {
  const { summary, sheets } = await read(sample)
  const heads = ['Vendor', 'Current', '1-30', '31-60', '61-90', '91+', 'Total', 'Unapplied']
  expect(line(summary, 4).slice(0, 8)).toEqual(heads)
  expect(line(summary, 5).slice(0, 7)).toEqual(['=cmd|calc', '100', '2.5', '0', '0', '0.07', '102.57'])
  expect(line(summary, 6).slice(0, 7)).toEqual(['Aluminium & Söhne', '-5', '0', '0.33', '0', '0', '-4.67'])
  expect(line(summary, 8).slice(0, 7)).toEqual(['Total', '95', '2.5', '0.33', '1000000000.01', '0.07', '1000000097.91'])
  expect(sheets.map(({ name }) => name)).toEqual(['Summary', 'Detail'])
})

test('totals are formulas whose results are the shown figures, down and across', async () => {
  const { sheets, summary, detail } = await read(sample)
  const formulaAt = (address: string) => summary.cells.get(address)?.formula
  expect(['G5', 'B8', 'G8'].map(formulaAt)).toEqual(['SUM(B5:F5)', 'SUM(B5:B7)', 'SUM(G5:G7)'])
  expect(detail.cells.get('I9')?.formula).toBe('SUM(I5:I8)')
  const formulas = formulasOf(sheets, 2)
  expect(formulas).toHaveLength(3 + 7 + 2)
  for (const { at, cached, evaluated } of formulas) expect([at, evaluated]).toEqual([at, cached])
})

test('the detail has a row per item, with days that sort, and its total is that of the summary', async () => {
  const { summary, detail, formats } = await read(sample)
  const id = '00000000-0000-4000-8000-000000000001'
  expect(line(detail, 5)).toEqual(['=cmd|calc', 'Bill', '-1', '+2', '46023', '46053', '0', 'Current', '100', '0', id])
  expect(line(detail, 6)).toEqual(['=cmd|calc', 'Bill', '', '', '46023', '46023', '30', '1-30', '2.57', '0', id])
  expect(line(detail, 7).slice(1, 9)).toEqual(['Vendor credit', '', '', '46023', '46053', '0', 'Current', '-4.67'])
  expect(detail.cells.get('I9')?.value).toBe(summary.cells.get('G8')?.value)
  const formatOf = (address: string) => formats[detail.cells.get(address)?.style ?? 0]
  expect(['E5', 'I5', 'I9'].map(formatOf)).toEqual(['yyyy-mm-dd', '#,##0.00', '#,##0.00'])
})

test('what is unapplied is beside what is owed, with a total of its own', async () => {
  const unapplied = { bucket: undefined, documentDay: null, dueDay: null, daysPastDue: null, unapplied: 300n } as const
  const { summary, detail } = await read({
    ...sample,
    summary: [{ ...contact('Zinc', [100, 0, 0, 0, 0]), unapplied: 300n }],
    details: [
      bill('Zinc', { outstanding: 100n }),
      bill('Zinc', { kind: 'UNAPPLIED', name: 'Prepayments', ...unapplied }),
    ],
  })
  expect([line(summary, 5).slice(6, 8), line(summary, 6).slice(6, 8)]).toEqual([
    ['1', '3'],
    ['1', '3'],
  ])
  expect(line(detail, 4).at(-1)).toBe('Id')
  // It has no id: it is of no document or entry.
  expect(line(detail, 6).slice(1)).toEqual(['Unapplied', '', '', '', '', '', '', '0', '3', ''])
  expect(['I7', 'J7'].map((at) => detail.cells.get(at)?.value)).toEqual(['1', '3'])
  expect(detail.cells.get('J7')?.formula).toBe('SUM(J5:J6)')
})

test('what looks like a formula is text, in both sheets', async () => {
  const { summary, detail } = await read(sample)
  for (const cell of [summary.cells.get('A5'), ...['A5', 'C5', 'D5'].map((address) => detail.cells.get(address))])
    expect([cell?.value, cell?.type, cell?.formula]).toEqual([cell?.value, 'str', ''])
})

test('both headers are frozen, with the names', async () => {
  // A library would take what is in a cell with a link for text.
  const { summary, detail, bytes } = await read({ ...sample, linkTo: () => undefined })
  for (const { frozen } of [summary, detail])
    expect(frozen).toMatchObject({ xSplit: '1', ySplit: '4', state: 'frozen' })
  const workbook = new ExcelJS.Workbook()
  await workbook.xlsx.load(bytes as unknown as ExcelJS.Buffer)
  expect(workbook.getWorksheet('Summary')?.getCell('G8').value).toEqual({
    formula: 'SUM(G5:G7)',
    result: 1_000_000_097.91,
  })
})

test('without open documents the totals are zero', async () => {
  const { summary, detail, sheets } = await read({ ...sample, summary: [], details: [] })
  expect(line(summary, 5).slice(0, 7)).toEqual(['Total', '0', '0', '0', '0', '0', '0'])
  expect(detail.cells.get('I5')?.value).toBe('0')
  expect(formulasOf(sheets, 2)).toEqual([])
})

test('one contact and one document have totals, too; rows come from a stream', async () => {
  const stream = async function* <Item>(...items: Item[]) {
    yield* items
  }
  const one = contact('Zinc', [1, 0, 0, 0, 0])
  const report = { ...sample, summary: stream(one), details: stream(bill('Zinc', { outstanding: 1n })) }
  const { summary, detail } = await read(report)
  expect([summary.cells.get('B6')?.formula, detail.cells.get('I6')?.formula]).toEqual(['B5', 'I5'])
})

test('a row that cannot be read aborts the writing', async () => {
  const failing = async function* () {
    yield bill('Zinc', { outstanding: 1n })
    throw new Error('the database is gone')
  }
  await expect(read({ ...sample, details: failing() })).rejects.toThrow('the database is gone')
})

test('figures lead to what they are the sum of, or to their document, and nothing leads from zeros', async () => {
  const unapplied = bill('Zinc', { kind: 'UNAPPLIED', unapplied: 5n, outstanding: 0n })
  const { summary, detail } = await read({ ...sample, details: [...sample.details, unapplied] })
  const of = ({ links }: typeof summary, ...cells: string[]) => cells.map((cell) => links.get(cell))
  expect(of(summary, 'B6', 'C6', 'D6', 'G6', 'G7')).toEqual([
    'https://books.test/figures/Aluminium & Söhne/current',
    undefined,
    'https://books.test/figures/Aluminium & Söhne/31_60',
    'https://books.test/figures/Aluminium & Söhne/total',
    'https://books.test/figures/Zinc/total',
  ])
  expect(of(summary, 'B8', 'H8')).toEqual(['https://books.test/figures/TOTAL/current', undefined])
  const [outstanding, last] = [['I5', 'J5', 'I7'], 9]
  expect(of(detail, ...outstanding)).toEqual([
    'https://books.test/BILL/1',
    undefined,
    'https://books.test/VENDOR_CREDIT/1',
  ])
  expect(of(detail, `I${last}`, `J${last}`, `I${last + 1}`)).toEqual([
    undefined,
    'https://books.test/figures/Zinc/unapplied',
    'https://books.test/figures/TOTAL/total',
  ])
})
