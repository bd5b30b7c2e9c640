import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readSales, totalOf } from './sales-file.ts'

const pounds = { code: 'GBP', decimals: 2 }
const HEAD = 'InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice,CustomerID,Country'
const FIRST = '7001,A1, MUG ,6,2026-01-05 09:12:00,2.55,12001.0,France'

const read = (...rows: string[]) => readSales(Buffer.from([HEAD, ...rows].join('\n')), 'x.csv', pounds)

test('the rows of a number are one document, in the order of the file', () => {
  const documents = read(
    FIRST,
    '7002,B,,1,2026-01-05 10:00:00,1.00,,EIRE',
    '7001,A2,"A ""B"", C",2,2026-01-05 09:13:00,0.5,12001,France',
  )
  expect(documents).toEqual([
    {
      number: '7001',
      isCredit: false,
      where: 'x.csv, row 2',
      at: '2026-01-05T09:12:00Z',
      customer: '12001',
      country: 'France',
      lines: [
        { product: 'A1', description: ' MUG ', quantity: 6n, unitPrice: 255n },
        { product: 'A2', description: 'A "B", C', quantity: 2n, unitPrice: 50n },
      ],
    },
    {
      number: '7002',
      isCredit: false,
      where: 'x.csv, row 3',
      at: '2026-01-05T10:00:00Z',
      customer: '',
      country: 'EIRE',
      lines: [{ product: 'B', description: '', quantity: 1n, unitPrice: 100n }],
    },
  ])
  expect(documents.map(totalOf)).toEqual([1630n, 100n])
})

test('a file may be gzipped, and say its times as Americans do', () => {
  const text = [HEAD, FIRST.replace('2026-01-05 09:12:00', '1/5/2026 9:12')].join('\n')
  expect(readSales(gzipSync(text), 'x.csv.gz', pounds)[0]?.at).toBe('2026-01-05T09:12:00Z')
})

test('a credit note gives back, an invoice does not, and either may come to nothing', () => {
  const [note] = read('C9,A1,MUG,-6,2026-01-05 09:12:00,2.55,1,France')
  expect(note).toMatchObject({ isCredit: true, lines: [{ quantity: -6n }] })
  expect(() => read('C9,A1,MUG,6,2026-01-05 09:12:00,2.55,1,France')).toThrow(
    'x.csv, row 2: the credit note C9 comes to 15.30 GBP',
  )
  expect(() => read('9,A1,MUG,-6,2026-01-05 09:12:00,2.55,1,France')).toThrow(
    'x.csv, row 2: the invoice 9 comes to -15.30 GBP',
  )
  expect(read('9,A1,MUG,-6,2026-01-05 09:12:00,0.0,1,France').map(totalOf)).toEqual([0n])
})

test.each([
  ['a half', FIRST.replace(',6,', ',6.5,'), 'x.csv, row 2: expected a whole quantity, but it is "6.5".'],
  ['a day that there is not', FIRST.replace('2026-01-05', '2026-02-30'), 'x.csv, row 2: expected a time like'],
  ['a third of a penny', FIRST.replace('2.55', '2.555'), 'x.csv, row 2: 2.555 has more decimals than GBP'],
  ['no country', FIRST.replace('France', ''), 'x.csv, row 2: the column "country" is empty.'],
])('%s is told with its row', (_, row, words) => {
  expect(() => read(row)).toThrow(words)
})

test('a document of two customers is none', () => {
  expect(() => read(FIRST, FIRST.replace('12001', '12002'))).toThrow(
    'x.csv, row 3: the document 7001 is of another customer or country than its first line.',
  )
})

test('all that is wrong with a file is told at once, by row and document', () => {
  const rows = [
    FIRST.replace('2.55', 'x').replace('France', ''),
    FIRST.replace('7001', '7002'),
    FIRST.replace('7001', 'C3'),
    FIRST.replace('7001', 'x'.repeat(256)),
  ]
  const told = [
    'x.csv, row 2: the column "country" is empty.',
    'x.csv, row 2: expected a decimal amount such as -12.50 or 1,250.00, but it is "x".',
    'x.csv, row 5: invoiceno has 256 characters, and may have 255: "',
    'x.csv, row 4: the credit note C3 comes to 15.30 GBP, where no credit note is above zero.',
  ]
  expect(() => read(...rows)).toThrow(
    expect.objectContaining({ message: expect.stringContaining(told.join('\n').slice(0, 160)) }),
  )
  for (const words of told) expect(() => read(...rows)).toThrow(words)
  expect(() => read(...Array.from({ length: 30 }, () => FIRST.replace('2.55', 'x')))).toThrow(/… and 10 more\.$/)
})

test('a document longer than the API takes, and a line that gives nothing back, are refused before anything is entered', () => {
  expect(read(...Array.from({ length: 1_000 }, () => FIRST))).toHaveLength(1)
  expect(() => read(...Array.from({ length: 1_001 }, () => FIRST))).toThrow(
    'x.csv, row 2: the invoice 7001 has 1001 lines, and a document has at most 1000.',
  )
  const back = FIRST.replace('7001', 'C1').replace(',6,', ',-60,')
  expect(() => read(back, FIRST.replace('7001', 'C1'))).toThrow('has a line of 15.30 GBP (A1)')
  expect(() => read(FIRST.replace(',6,', ',999999999999999,').replace('2.55', '10.00'))).toThrow(
    'more than can be kept',
  )
})

test('thousands are read, and a row of totals at the end is compared and left out', () => {
  const dear = FIRST.replace('2.55', '"1,250.00"')
  const documents = read(dear)
  expect(documents.map(totalOf)).toEqual([750_000n])
  for (const total of ['Total,,,6,,"7,500.00",,', ',,,,,7500,,', 'GRAND TOTAL', 'Total:,,,6'])
    expect(read(dear, total)).toEqual(documents)
  expect(() => read(dear, 'Total,,,6,,"7,500.01",,')).toThrow(
    'x.csv, row 3: the total row says 7,500.01, the rows above it come to 7500.00 GBP.',
  )
  expect(() => read(dear, 'Total,,,7,,,,')).toThrow('says 7 pieces, the rows above it come to 6')
  // Only at the end, and only without names.
  expect(() => read('Total,,,6,,1.00,,', dear)).toThrow('x.csv, row 2: the column "stockcode" is empty.')
})
