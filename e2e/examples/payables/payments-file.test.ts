import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readPayments } from './payments-file.ts'

const pounds = { code: 'GBP', decimals: 2 }
const HEAD =
  'Body,Date,Transaction Number,Invoice Number,Amount,Supplier Name,Supplier ID,VAT Reg no,Expense Area,Expense Type'

type Cells = {
  date?: string
  number?: string
  invoice?: string
  amount?: string
  name?: string
  id?: string
  type?: string
}

const row = ({
  date = '31/01/2026',
  number = 'T1',
  invoice = 'I1',
  amount = '12.50',
  name = 'QUAY BOOKS',
  id = '7',
  type = 'Books',
}: Cells = {}): string => `9,${date},${number},${invoice},${amount},${name},${id},,Libraries,${type}`

const fileOf = (...rows: Cells[]): string => [HEAD, ...rows.map(row)].join('\r\n')
const read = (text: string | Uint8Array) =>
  readPayments(typeof text === 'string' ? Buffer.from(text) : text, 'x.csv', pounds)

test('a row says who was paid when, how much, and for what', () => {
  expect(read(fileOf({}))).toEqual([
    {
      where: 'x.csv, row 2',
      number: 'T1',
      day: '2026-01-31',
      invoiceNumber: 'I1',
      amount: 1_250n,
      supplier: { key: '7 QUAY BOOKS', name: 'QUAY BOOKS' },
      expenseType: 'Books',
    },
  ])
})

test('a byte order mark, gzip, other headings and spaces around them change nothing', () => {
  const plain = read(fileOf({}))
  expect(read(`\uFEFF${fileOf({})}\r\n`)).toEqual(plain)
  expect(read(gzipSync(fileOf({})))).toEqual(plain)
  expect(read(fileOf({}).replace('VAT Reg no', 'Vat Reg No').replace('Supplier ID', ' SUPPLIER ID '))).toEqual(plain)
  expect(read(fileOf({ name: ' QUAY BOOKS ', type: ' Books' }))).toEqual(plain)
  expect(read(fileOf({}).replaceAll('\r\n', '\n'))).toEqual(plain)
})

test('days are written the British way, or as ISO dates with a time of day', () => {
  const days = ['02/01/2026', '2026-01-02', '2026-01-02 00:00:00', '2026-01-02T23:59:59']
  expect(read(fileOf(...days.map((date) => ({ date })))).map(({ day }) => day)).toEqual(days.map(() => '2026-01-02'))
  for (const date of ['31/02/2026', '2026-02-30', '1/2/2026', '2026-13-01', 'yesterday', '01/31/2026'])
    expect(() => read(fileOf({ date }))).toThrow(`x.csv, row 2: expected a date like 31/01/2011`)
})

test('what floats have left behind an amount is rounded away, and below zero is below zero', () => {
  const amounts = ['-428.79999999999995', '4737.2300000000005', '0.00', '950']
  expect(read(fileOf(...amounts.map((amount) => ({ amount })))).map(({ amount }) => amount)).toEqual([
    -42_880n,
    473_723n,
    0n,
    95_000n,
  ])
  expect(() => read(fileOf({ amount: '1.005' }))).toThrow('x.csv, row 2: 1.005 has more decimals than GBP')
  expect(read(fileOf({ amount: '"-1,000.5"' })).map(({ amount }) => amount)).toEqual([-100_050n])
  expect(() => read(fileOf({ amount: '"1,00.00"' }))).toThrow('x.csv, row 2: expected a decimal amount')
})

test('a transaction number that is repeated is told apart by counting', () => {
  expect(read(fileOf({}, { number: 'T2' }, {}, {})).map(({ number }) => number)).toEqual([
    'T1',
    'T2',
    'T1 (2)',
    'T1 (3)',
  ])
  expect(read(fileOf({}, {}, { number: 'T1 (2)' }, {})).map(({ number }) => number)).toEqual([
    'T1',
    'T1 (3)',
    'T1 (2)',
    'T1 (4)',
  ])
})

test('a supplier is its number and name; hidden ones are one by their name', () => {
  const suppliers: Cells[] = [
    { name: 'SOUTH', id: '1' },
    { name: 'SOUTH', id: '2' },
    { name: 'NORTH', id: '1' },
    { name: 'REDACTED PERSONAL DATA', id: '3' },
    { name: 'REDACTED PERSONAL DATA', id: '4' },
    { name: 'WEST', id: '' },
  ]
  expect(read(fileOf(...suppliers)).map(({ supplier }) => supplier.key)).toEqual([
    '1 SOUTH',
    '2 SOUTH',
    '1 NORTH',
    'REDACTED PERSONAL DATA',
    'REDACTED PERSONAL DATA',
    'WEST',
  ])
})

test('a hidden invoice number is none', () => {
  const invoices = ['redacted under the law', '', 'RED-1'].map((invoice) => ({ invoice }))
  expect(read(fileOf(...invoices)).map(({ invoiceNumber }) => invoiceNumber)).toEqual([undefined, undefined, 'RED-1'])
})

test('a file of another kind, a row without its number, and bytes that are no text are refused by name', () => {
  expect(() => read('Date,Amount\n2026-01-31,5')).toThrow('x.csv lacks the columns transaction number, invoice number')
  expect(() => read('')).toThrow('x.csv has no rows')
  expect(() => read(HEAD)).toThrow('x.csv has no rows')
  expect(() => read(fileOf({}, { number: ' ' }))).toThrow('x.csv, row 3: the column "transaction number" is empty.')
  expect(() => read(fileOf({ name: '"' }))).toThrow('x.csv is no readable CSV')
  expect(() => read(Buffer.from(fileOf({ name: 'CAFÉ' }), 'latin1'))).toThrow('x.csv is not UTF-8 text')
  expect(() => read(gzipSync(fileOf({})).subarray(0, 20))).toThrow('x.csv is not UTF-8 text')
})

test('all that is wrong with a file is told at once, by row', () => {
  const file = fileOf({ amount: '1.005', date: 'yesterday' }, { number: '' }, { name: 'x'.repeat(250) })
  const told = [
    'x.csv, row 2: expected a date like 31/01/2011',
    'x.csv, row 2: 1.005 has more decimals than GBP, which has 2.',
    'x.csv, row 3: the column "transaction number" is empty.',
    'x.csv, row 4: the supplier has 252 characters, and may have 230',
  ]
  for (const words of told) expect(() => read(file)).toThrow(words)
  expect(() => read(fileOf({ amount: '90071992547409.00' }, { amount: '-1.00' }))).toThrow(
    'x.csv moves 90071992547410.00 GBP',
  )
})

test('a row of totals at the end is compared and left out', () => {
  const cells = { date: '', number: 'Grand Total', invoice: '', name: '', id: '', type: '' }
  const rows = [{}, { number: 'T2', amount: '-2.50' }]
  const plain = read(fileOf(...rows))
  expect(read(fileOf(...rows, { ...cells, amount: '10.00' }))).toEqual(plain)
  expect(read(`${fileOf(...rows)}\r\nTotal`)).toEqual(plain)
  expect(() => read(fileOf(...rows, { ...cells, amount: '"1,000.00"' }))).toThrow(
    'x.csv, row 4: the total row says 1,000.00, the rows above it come to 10.00 GBP.',
  )
  // A supplier may have any name.
  expect(read(fileOf(...rows, { name: 'TOTAL GAS & POWER' }))).toHaveLength(3)
})
