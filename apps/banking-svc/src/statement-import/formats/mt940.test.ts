import { expect, test } from 'vitest'
import { readOne, readText } from './formats.test-helpers.ts'

const mt940 = (body: string, { opening = 'C260130EUR100,00', closing = 'C260131EUR90,00', number = '1/1' } = {}) =>
  `:20:STARTUMSE\n:25:10020030/1234567\n:28C:${number}\n:60F:${opening}\n${body}:62F:${closing}\n-\n`

const lineOf = (entry: string) => readOne(mt940(`:61:${entry}\n`)).lines[0]

test('a statement is read with its balances and its fields', () => {
  expect(readOne(mt940(':61:2601310131D10,00NTRFCUSTREF//BANKREF\nSupplement\n:86:Paper\n'))).toEqual({
    accountId: '10020030/1234567',
    currency: 'EUR',
    statementId: '1/1',
    opening: { amount: 10000, at: '2026-01-30' },
    closing: { amount: 9000, at: '2026-01-31' },
    lines: [
      {
        row: 1,
        bankId: 'BANKREF',
        date: '2026-01-31',
        amount: -1000,
        description: 'Paper',
        counterparty: null,
        reference: 'CUSTREF',
        memo: 'Supplement',
      },
    ],
    problems: [],
    warnings: [],
  })
})

test.each([
  ['260131C10,00NTRFNONREF', 1000],
  ['260131D10,NTRFNONREF', -1000],
  ['260131RC10,00NTRFNONREF', -1000],
  ['260131RD10,00NTRFNONREF', 1000],
  ['260131DR10,5NTRFNONREF', -1050],
  ['260131CR10,00N024NONREF', 1000],
  ['260131C0,00NTRFNONREF', 0],
  ['2601310131D65,00NOVBNL47INGB9999999999', -6500],
])('%s is %s', (entry, amount) => {
  expect(lineOf(entry)?.amount).toBe(amount)
})

test.each([
  ['2601310131D1,NTRF', '2026-01-31'],
  ['2512310102D1,NTRF', '2026-01-02'],
  ['2601021231D1,NTRF', '2025-12-31'],
  ['260131D1,NTRF', '2026-01-31'],
  ['1602300301D1,NTRF', '2016-03-01'],
  ['160230D1,NTRF', '2016-02-29'],
  ['1602300230D1,NTRF', '2016-02-29'],
  ['890131D1,NTRF', '1989-01-31'],
])('the entry %s is booked on %s', (entry, day) => {
  expect(lineOf(entry)?.date).toBe(day)
})

test('references that banks write where they have none are none', () => {
  expect(lineOf('260131D1,NTRFNONREF//NONREF')).toMatchObject({ bankId: null, reference: null })
  expect(lineOf('260131D1,NMSC341241773/1X//O/341241774')).toMatchObject({
    bankId: 'O/341241774',
    reference: '341241773/1X',
  })
})

test('German fields are put together, and the references of SEPA taken out', () => {
  const read = readOne(
    mt940(
      ':61:260131D1,NTRFNONREF\n:86:008?00DAUERAUFTRAG?100599?20EREF+E2E-7?21SVWZ+Miete?22Januar\n?3010020030?31234567?32MUELLER?33 UND SOHN?34339\n',
    ),
  )
  expect(read.lines[0]).toMatchObject({
    description: 'Miete Januar',
    counterparty: 'MUELLER UND SOHN',
    reference: 'E2E-7',
  })
})

test('fields of other marks, and those of the Netherlands, are read too', () => {
  const details = (text: string) => readOne(mt940(`:61:260131D1,NTRFNONREF\n:86:${text}\n`)).lines[0]
  expect(details('000>100987654321\n>20ALGEMENE TUSSENREKENING KOS>21TEN VAN JANUARI')).toMatchObject({
    description: 'ALGEMENE TUSSENREKENING KOSTEN VAN JANUARI',
  })
  expect(details('/EREF/E1/NAME/Jansen BV/REMI/USTD//Factuur 7/ISDT/260131')).toMatchObject({
    description: 'Factuur 7',
    counterparty: 'Jansen BV',
    reference: 'E1',
  })
})

test('lines that SWIFT broke in a word are put together, others with a space', () => {
  const long = 'x'.repeat(65)
  const read = readOne(mt940(`:61:260131D1,NTRFNONREF\n:86:${long}\nyyy\n\nzzz\n`))
  expect(read.lines[0]?.description).toBe(`${long}yyy zzz`)
})

test('envelopes, several statements, CRLF and what follows the last balance are no trouble', () => {
  const one = mt940(':61:260131D10,00NTRFNONREF\n:86:A\n').replace(
    '-\n',
    ':64:C260131EUR90,00\n:86:About the statement\n-}{5:}\n',
  )
  const text = `{1:F01BANKDEFF}{2:O940}{4:\n${one}{1:F01BANKDEFF}{2:O940}{4:\n${one}`
  const statements = readText(text)
  expect(statements.map(({ lines }) => lines.map(({ row, description }) => [row, description]))).toEqual([
    [[1, 'A']],
    [[2, 'A']],
  ])
  expect(readText(text.replaceAll('\n', '\r\n'))).toEqual(statements)
})

test('an entry that cannot be read is refused alone', () => {
  const read = readOne(mt940(':61:nonsense\n:61:260131D0,001NTRF\n:61:261331D1,NTRF\n:61:260131D10,00NTRFNONREF\n'))
  expect(read.problems.map(({ row }) => row)).toEqual([1, 2, 3])
  expect(read.lines.map(({ row }) => row)).toEqual([4])
})

test('a currency with other decimals, debt, and pages are read', () => {
  const read = readOne(
    mt940(':61:260131D10,NTRFNONREF\n', { opening: 'D260130JPY100,', closing: 'D260131JPY110,' }).replace(
      ':60F:',
      ':60M:',
    ),
  )
  expect(read).toMatchObject({
    currency: 'JPY',
    opening: { amount: -100 },
    closing: { amount: -110 },
    lines: [{ amount: -10 }],
  })
})

test.each([
  ['260131D2402,00S   X', -240200],
  ['260131D12345,67 NMSC', -1234567],
  ['260131D1.234,56NMSCNONREF', -123456],
  ['260131D6800NCHK16703074', -680000],
])('the amount of %s is read whole', (entry, amount) => {
  expect(lineOf(entry)?.amount).toBe(amount)
})

test.each(['D2402,00103X', 'D12345', 'D12345,67', 'D12345,6NMS', 'D12X9,56NMSC', 'D1.234NMSC', 'D12,345,67NMSC', 'D'])(
  '%s is refused',
  (amount) => {
    expect(readOne(mt940(`:61:260131${amount}\n`))).toMatchObject({ lines: [], problems: [{ row: 1 }] })
  },
)

test('all that is wrong with an entry is said', () => {
  expect(readOne(mt940(':61:261331D12X9,56NMSC\n')).problems).toEqual([
    { row: 1, reason: expect.stringMatching(/no day.*"12X9,56NMSC"/) },
  ])
})

test('a balance that cannot be read in full is left out with a warning', () => {
  const read = readOne(mt940(':61:260131D10,00NTRFNONREF\n', { closing: 'C260131EUR12X9,56' }))
  expect(read).toMatchObject({
    closing: null,
    lines: [{ amount: -1000 }],
    warnings: [expect.stringContaining('12X9,56')],
  })
  const other = readOne(mt940(':61:260131D10,00NTRFNONREF\n', { closing: 'C260131USD90,00' }))
  expect(other).toMatchObject({ closing: null, currency: 'EUR', warnings: [expect.stringContaining('USD')] })
})

test('a file that ends before its closing balance, within it, or within one more statement is refused', () => {
  const whole = mt940(':61:260131D10,50NTRFNONREF\n:86:A\n', { closing: 'C260131EUR1290,56' })
  const until = (mark: string) => whole.slice(0, whole.indexOf(mark) + mark.length)
  for (const mark of ['D10', 'NONREF', ':86:A\n', ':62F:', 'EUR12', 'EUR1290,', 'EUR1290,5'])
    expect(() => readText(until(mark)), mark).toThrow(/cut off/)
  expect(readOne(until('EUR1290,56')).closing?.amount).toBe(129056)
  for (const more of [':2', ':20:ST', '{1:F01BANK', `${until(':86:A\n')}`])
    expect(() => readText(whole + more), more).toThrow(/cut off/)
  // It agrees with the sum of the rows.
  expect(readOne(mt940('', { closing: 'C260131EUR100,' }).replace('\n-\n', '')).closing?.amount).toBe(10000)
})

test('a statement that continues in another file warns, one that continues in this file does not', () => {
  const page = mt940(':61:260131D10,00NTRFNONREF\n').replace(':62F:', ':62M:')
  expect(readText(page + page).map(({ warnings }) => warnings)).toEqual([[], [expect.stringContaining(':62M:')]])
})

test('a statement without a closing balance among others is refused', () => {
  const whole = mt940(':61:260131D10,00NTRFNONREF\n')
  const interim = ':20:X\n:25:1\n:28C:1\n:34F:EUR0,\n:61:260131D10,00NTRFNONREF\n-\n'
  expect(() => readText(interim + whole)).toThrow(/Statement 1 .*MT942/)
})
