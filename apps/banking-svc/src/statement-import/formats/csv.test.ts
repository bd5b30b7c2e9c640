import { expect, test } from 'vitest'
import { mapping, readOne, readText } from './formats.test-helpers.ts'

const FILE = 'Date,Text,Amount\n2026-01-14,"Paper, A4",-12.50\n2026-01-15,"She said ""hi""",1000\n'
const MAPPING = mapping({ amount: 'Amount', description: 'Text' })

const refusalsOf = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    const { problems } = error as { problems: { error_enum: string; meta: { field?: string; columns?: string[] } }[] }
    return problems.map(({ error_enum, meta }) => [error_enum, meta.field])
  }
  return undefined
}

test('rows are read by the names of their columns', () => {
  expect(readOne(FILE, { csvMapping: MAPPING }).lines).toEqual([
    {
      row: 2,
      bankId: null,
      date: '2026-01-14',
      amount: -1250,
      description: 'Paper, A4',
      counterparty: null,
      reference: null,
      memo: null,
    },
    {
      row: 3,
      bankId: null,
      date: '2026-01-15',
      amount: 100000,
      description: 'She said "hi"',
      counterparty: null,
      reference: null,
      memo: null,
    },
  ])
})

test.each([';', '\t', '|'])('the delimiter %j is detected, and may be given', (delimiter) => {
  const file = FILE.replace('Paper, A4', 'Paper').replaceAll(',', delimiter)
  const expected = readOne(FILE.replace('Paper, A4', 'Paper'), { csvMapping: MAPPING })
  expect(readOne(file, { csvMapping: MAPPING })).toEqual(expected)
  expect(readOne(file, { csvMapping: { ...MAPPING, delimiter } })).toEqual(expected)
})

test('an amount that may be thousands or decimals is refused without decimal_separator', () => {
  const read = (file: string, more: Parameters<typeof mapping>[0] = {}, currency = 'EUR') => {
    const { lines, problems } = readOne(file, {
      csvMapping: mapping({ amount: 'Amount', description: 'Text', ...more }),
      currency,
    })
    return [lines.map(({ amount }) => amount), problems.map(({ row }) => row)]
  }
  const file = 'Date;Text;Amount\n2026-01-14;a;-2.000\n2026-01-15;b;500\n'
  expect(read(file)).toEqual([[50_000], [2]])
  expect(read(file, { decimal_separator: ',' })).toEqual([[-200_000, 50_000], []])
  expect(read(file, { decimal_separator: '.' })).toEqual([[-200, 50_000], []])
  expect(read(`${file}2026-01-16;c;1,50\n`)).toEqual([[-200_000, 50_000, 150], []])
  expect(read(`${file}2026-01-16;c;0.500\n`)).toEqual([[-200, 50_000, 50], []])
  expect(read(file, {}, 'KWD')).toEqual([[-2_000, 500_000], []])
})

test('columns are named by position, too, and of two with one name the first counts', () => {
  const file = 'Date,Code,Code,Amount\n2026-01-14,a,b,1\n'
  const description = (column: string) =>
    readOne(file, { csvMapping: mapping({ amount: '#4', description: column }) }).lines[0]?.description
  expect([description('Code'), description('#3'), description(' code ')]).toEqual(['a', 'b', 'a'])
  const bare = readOne('2026-01-14,x,1\n', {
    csvMapping: mapping({ date: '#1', description: '#2', amount: '#3', has_header: false }),
  })
  expect(bare.lines).toMatchObject([{ row: 1, description: 'x', amount: 100 }])
})

test('a mapping that does not fit names what is wrong and which columns there are', () => {
  const refusals = (columns: Parameters<typeof mapping>[0]) =>
    refusalsOf(() => readText(FILE, { csvMapping: mapping(columns) }))
  expect(refusals({})).toEqual([['InvalidPayload', 'csv_mapping.amount']])
  expect(refusals({ date: '' })).toEqual([
    ['InvalidPayload', 'csv_mapping.date'],
    ['InvalidPayload', 'csv_mapping.amount'],
  ])
  expect(refusals({ amount: 'Betrag', description: '#4' })).toEqual([
    ['InvalidPayload', 'csv_mapping.amount'],
    ['InvalidPayload', 'csv_mapping.description'],
  ])
  expect(refusals({ amount: 'Amount', credit: 'Amount' })).toEqual([['InvalidPayload', 'csv_mapping.amount']])
  expect(refusals({ credit: 'Amount', direction: 'Text' })).toEqual([['InvalidPayload', 'csv_mapping.direction']])
  expect(refusals({ amount: 'Amount', delimiter: ';;' })).toEqual([['InvalidPayload', 'csv_mapping.delimiter']])
  expect(refusals({ amount: 'Amount', decimal_separator: ':' })).toEqual([
    ['InvalidPayload', 'csv_mapping.decimal_separator'],
  ])
  expect(refusals({ amount: 'Amount', encoding: 'utf-99' })).toEqual([['InvalidPayload', 'csv_mapping.encoding']])
  expect(refusals({ amount: 'Amount', skip_rows: -1 })).toEqual([['InvalidPayload', 'csv_mapping.skip_rows']])
  expect(() => readText(FILE, { csvMapping: mapping({}) })).toThrow(/"Date", "Text", "Amount"/)
})

test('a file without a mapping is refused with its columns', () => {
  expect(() => readText(FILE)).toThrow(/"Date", "Text", "Amount"/)
  expect(() => readText(FILE, { format: 'CSV' })).toThrow(expect.objectContaining({ errorEnum: 'UnreadableStatement' }))
})

test('money in and out may have columns of their own, with or without a sign', () => {
  const file =
    'Date;In;Out\n2026-01-14;;12,50\n2026-01-15;1.000,00;\n2026-01-16;;-3,00\n2026-01-17;;\n2026-01-18;0,00;4,00\n'
  const read = readOne(file, { csvMapping: mapping({ credit: 'In', debit: 'Out' }) })
  expect(read.lines.map(({ amount }) => amount)).toEqual([-1250, 100000, -300, -400])
  expect(read.problems).toEqual([{ row: 5, reason: 'The amount is missing.' }])
})

test('a direction may have a column of its own', () => {
  const file = 'Date,Amount,Way\n2026-01-14,1.00,Haben\n2026-01-14,1.00,soll\n2026-01-14,1.00,?\n'
  const named = mapping({ amount: 'Amount', direction: 'Way', credit_values: ['Haben'], debit_values: ['Soll'] })
  const read = readOne(file, { csvMapping: named })
  expect(read.lines.map(({ amount }) => amount)).toEqual([100, -100])
  expect(read.problems.map(({ row }) => row)).toEqual([4])
  const usual = readOne(file.replace('Haben', 'CR').replace('soll', 'debit'), {
    csvMapping: mapping({ amount: 'Amount', direction: 'Way' }),
  })
  expect(usual.lines.map(({ amount }) => amount)).toEqual([100, -100])
})

test('amounts may be inverted, and lines above the header skipped', () => {
  const read = readOne(`"Account 4711\nJanuary\n${FILE}`, {
    csvMapping: { ...MAPPING, skip_rows: 2, invert_amounts: true },
  })
  expect(read.lines.map(({ row, amount }) => [row, amount])).toEqual([
    [4, 1250],
    [5, -100000],
  ])
})

test('dates have the given form, else that of ISO', () => {
  const file = 'Date,Amount\n14.01.2026,1\n01/14/2026,1\n2026-01-14,1\n'
  const daysFor = (date_format?: string) => {
    const { lines, problems } = readOne(file, {
      csvMapping: mapping({ amount: 'Amount', ...(date_format ? { date_format } : {}) }),
    })
    return [lines.map(({ row, date }) => [row, date]), problems.map(({ row }) => row)]
  }
  expect(daysFor('dd.MM.yyyy')).toEqual([[[2, '2026-01-14']], [3, 4]])
  expect(daysFor('MM/dd/yyyy')).toEqual([[[3, '2026-01-14']], [2, 4]])
  expect(daysFor()).toEqual([[[4, '2026-01-14']], [2, 3]])
})

test('a column of balances reconciles, whichever way the file goes', () => {
  const rows = ['2026-01-14,-10.00,90.00', '2026-01-15,5.00,95.00', '2026-01-15,1.00,96.00']
  const read = (lines: string[]) => {
    const { opening, closing } = readOne(`Date,Amount,Balance\n${lines.join('\n')}\n`, {
      csvMapping: mapping({ amount: 'Amount', balance: 'Balance' }),
    })
    return [opening?.amount, closing?.amount, closing?.at]
  }
  expect(read(rows)).toEqual([10000, 9600, '2026-01-15'])
  expect(read([...rows].reverse())).toEqual([10000, 9600, '2026-01-15'])
  expect(read(rows.slice(1).reverse())).toEqual([9000, 9600, '2026-01-15'])
  expect(read(['2026-01-14,-10.00,', '2026-01-15,5.00,95.00'])).toEqual([undefined, undefined, undefined])
})

test('files of one text in several encodings say the same', () => {
  const text = 'Date,Remarque,Montant\n2026-01-14,CAFÉ — €20 REÇU,-20.00\n'
  const read = (content: Uint8Array, encoding?: string) =>
    readOne(content, {
      csvMapping: mapping({ description: 'Remarque', amount: 'Montant', ...(encoding ? { encoding } : {}) }),
    }).lines[0]?.description
  const windows = Buffer.from(text.replace('—', '\x97').replace('€', '\x80'), 'latin1')
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
  const all = [
    read(Buffer.from(text)),
    read(Buffer.from(`\ufeff${text}`)),
    read(windows),
    read(windows, 'windows-1252'),
    read(utf16),
  ]
  expect(new Set(all)).toEqual(new Set(['CAFÉ — €20 REÇU']))
})

test('short and long rows, empty ones and stray quotes are no trouble', () => {
  const read = readOne('Date,Text,Amount\n2026-01-14,a\n\n2026-01-14,5" pipe,1,more\n,,\n', { csvMapping: MAPPING })
  expect(read.lines.map(({ row, description }) => [row, description])).toEqual([[4, '5" pipe']])
  expect(read.problems.map(({ row }) => row)).toEqual([2])
})

test('a header alone, and nothing at all, are refused', () => {
  for (const text of ['Date,Text,Amount\n', '\n', '   '])
    expect(() => readText(text, { csvMapping: MAPPING })).toThrow(
      expect.objectContaining({ errorEnum: 'UnreadableStatement' }),
    )
})

test('lines may end in any way, and in several ways in one file', () => {
  const rows = ['Date,Text,Amount', '2026-01-14,a,1', '2026-01-15,b,2', '2026-01-16,c,3']
  const mixed = `${rows[0]}\r${rows[1]}\n${rows[2]}\r\n${rows[3]}\r`
  const old = [...rows, ...Array.from({ length: 6_000 }, () => '2026-01-16,c,3'), ''].join('\r')
  for (const text of [[...rows, ''].join('\n'), [...rows, ''].join('\r\n'), mixed, old]) {
    const read = readOne(text, { csvMapping: MAPPING })
    expect(read.problems).toEqual([])
    expect(read.lines.slice(0, 3).map(({ row, amount }) => [row, amount])).toEqual([
      [2, 100],
      [3, 200],
      [4, 300],
    ])
  }
})

const EUROS = ['Date,Text,Amount', '2026-01-14,a,-1.00', '2026-01-15,b,20.50', '2026-01-16,c,3.25'].join('\n')

test('a last line that has no end is taken where the rows above show that it is whole', () => {
  expect(readOne(EUROS, { csvMapping: MAPPING })).toMatchObject({ lines: [{}, {}, { amount: 325 }], problems: [] })
  const refusal = (text: string) => readOne(text, { csvMapping: MAPPING }).problems.map(({ reason }) => reason)
  expect(refusal(EUROS.slice(0, -1))).toEqual([
    expect.stringMatching(/ends within "3\.2".*may be cut off.*end the line/),
  ])
  expect(refusal(EUROS.slice(0, -5))).toEqual([expect.stringMatching(/cut off within this row, which has 2 cells.*3/)])
  // Nothing tells 3 from 300, nor a sign that may come behind.
  expect(refusal('Date,Text,Amount\n2026-01-14,a,-100\n2026-01-16,c,3')).toHaveLength(1)
  expect(refusal('Date,Text,Amount\n2026-01-14,a,1.00\n2026-01-16,c,3.25')).toHaveLength(1)
})

test('a last line that has no end shows no decimal separator', () => {
  const read = readOne('Date;Text;Amount\n2026-01-14;a;-2.000\n2026-01-16;c;12.00', { csvMapping: MAPPING })
  expect([read.lines, read.problems.map(({ row }) => row)]).toEqual([[], [2, 3]])
})

test('a last text that may be cut off is taken, with a warning', () => {
  const text = 'Date,Amount,Text\n2026-01-14,-1.00,Paper\n2026-01-15,-2.00,Pap'
  expect(readOne(text, { csvMapping: MAPPING })).toMatchObject({
    lines: [{}, { amount: -200 }],
    warnings: [expect.stringContaining('no end')],
  })
  expect(readOne(`${text}\n`, { csvMapping: MAPPING }).warnings).toEqual([])
})

test('a file that ends within a quoted cell or within a character is refused', () => {
  const text = `${EUROS}\n2026-01-17,"Café`
  for (const cut of [Buffer.from(text), Buffer.from(text.replaceAll(',', ';'))])
    expect(() => readText(cut, { csvMapping: MAPPING })).toThrow(/Quote Not Closed/)
  expect(() => readText(Buffer.from(`${text}é`).subarray(0, -1), { csvMapping: MAPPING })).toThrow(/within a character/)
  expect(() => readText(Buffer.from(`\ufeff${EUROS}`, 'utf16le').subarray(0, -1), { csvMapping: MAPPING })).toThrow(
    /within a character/,
  )
})
