/** A valid file is read as it was meant; one that was cut off is refused, or reads the same. */
import { DomainError } from '@pacioli/errors'
import { decimalsOf } from '@pacioli/money'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mapping, readText } from './formats.test-helpers.ts'
import type { StatementFile } from './read-statement.ts'
import type { ParsedStatement } from './statement.ts'

type Row = { day: string; amount: number; text: string; id: string }

const currency = fc.constantFrom('EUR', 'JPY', 'KWD')
const day = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2069-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const amount = fc.oneof(
  fc.integer({ min: -2_000, max: 2_000 }),
  fc.integer({ min: -9_999_999_999, max: 9_999_999_999 }),
)
const word = fc.stringMatching(/^[A-Z][A-Za-z0-9 .]{0,20}[A-Za-z]$/)
const row: fc.Arbitrary<Row> = fc.record({ day, amount, text: word, id: fc.stringMatching(/^[A-Z]{2}[1-9]{3,12}$/) })
const rows = fc.array(row, { minLength: 1, maxLength: 4 })

/** `-1234.5`, with as many decimals as the currency has, or fewer where they are zeros. */
function written(amount: number, code: string, mark: string, isShort = false): string {
  const decimals = decimalsOf(code)
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0')
  const fraction = decimals === 0 ? '' : digits.slice(-decimals)
  const whole = decimals === 0 ? digits : digits.slice(0, -decimals)
  const kept = isShort ? fraction.replace(/0+$/, '') : fraction
  return `${amount < 0 ? '-' : ''}${whole}${kept === '' && mark !== ',' ? '' : `${mark}${kept}`}`
}

const sum = (all: readonly Row[]): number => all.reduce((total, one) => total + one.amount, 0)

const facts = ({ lines }: ParsedStatement) => lines.map(({ date, amount }) => [date.slice(0, 10), amount])
const meant = (all: readonly Row[]) => all.map(({ day, amount }) => [day, amount])

/** Undefined for a refusal, which has words. */
function attempt(text: string | Uint8Array, file: Partial<StatementFile>): ParsedStatement[] | undefined {
  try {
    return readText(text, file)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    expect(error.message).toMatch(/\w{3,}/)
    return undefined
  }
}

/** Each row of a file that was cut is one of the whole file, as it was there, or refused with its reason. */
function expectNothingElse(whole: string | Uint8Array, at: number, file: Partial<StatementFile>): void {
  const before = readText(whole, file)
  const after = attempt(whole.slice(0, at), file)
  for (const [index, statement] of after?.entries() ?? []) {
    const known = before[index]
    expect(statement.lines.length).toBeLessThanOrEqual(known?.lines.length ?? 0)
    expect(facts(statement)).toEqual(known && facts(known).slice(0, statement.lines.length))
    if (statement.closing !== null && statement.problems.length === 0 && statement.lines.length === known?.lines.length)
      expect(statement.closing.amount).toBe(known.closing?.amount)
  }
}

const reference = fc.stringMatching(/^[A-Z0-9][A-Z0-9 ]{0,14}[A-Z0-9]$/)
const shortDay = (day: string): string => day.replaceAll('-', '').slice(2)

/** Field 61, as SWIFT allows it. */
const line61 = fc
  .record({
    day,
    amount,
    code: currency,
    isShort: fc.boolean(),
    hasEntryDate: fc.boolean(),
    isReversal: fc.boolean(),
    funds: fc.constantFrom('', 'R', 'P', 'D', 'C'),
    type: fc.stringMatching(/^[NSF][A-Z0-9]{3}$/),
    own: reference,
    ofBank: fc.option(reference),
  })
  .map((entry) => {
    const isIn = entry.amount >= 0
    const mark = entry.isReversal ? (isIn ? 'RD' : 'RC') : isIn ? 'C' : 'D'
    const digits = written(Math.abs(entry.amount), entry.code, ',', entry.isShort)
    const entryDate = entry.hasEntryDate ? entry.day.slice(5).replace('-', '') : ''
    const text = `${shortDay(entry.day)}${entryDate}${mark}${entry.funds}${digits}${entry.type}${entry.own}${entry.ofBank === null ? '' : `//${entry.ofBank}`}`
    return { ...entry, text }
  })

const mt940 = (
  entries: string,
  { code, opening = 0, closing = 0 }: { code: string; opening?: number; closing?: number },
) => {
  const balance = (amount: number) => `${amount < 0 ? 'D' : 'C'}260131${code}${written(Math.abs(amount), code, ',')}`
  return `:20:STARTUMSE\n:25:10020030/1234567\n:28C:1/1\n:60F:${balance(opening)}\n${entries}:62F:${balance(closing)}\n-\n`
}

describe('a line of MT940', () => {
  test('is read as it was meant', () => {
    fc.assert(
      fc.property(line61, ({ text, code, day, amount, own, ofBank }) => {
        const [statement] = readText(mt940(`:61:${text}\n:86:Paper\n`, { code }))
        expect(statement?.problems).toEqual([])
        expect(statement?.lines).toMatchObject([{ date: day, amount: amount + 0 }])
        expect([statement?.lines[0]?.reference ?? own, statement?.lines[0]?.bankId ?? ofBank]).toEqual(
          [own, ofBank].map((one) => one?.replace(/ +/g, ' ') ?? null),
        )
      }),
    )
  })

  test('that was cut at any character reads the same, or is refused', () => {
    fc.assert(
      fc.property(line61, fc.nat({ max: 60 }), ({ text, code, day, amount }, at) => {
        const [statement] = readText(mt940(`:61:${text.slice(0, at)}\n:86:Paper\n`, { code }))
        if (statement?.problems.length !== 1)
          expect(statement?.lines).toMatchObject([{ date: day, amount: amount + 0 }])
      }),
      { numRuns: 500 },
    )
  })
})

type Written = { text: string; file: Partial<StatementFile> }

const entry61 = ({ day, amount, text, id }: Row, code: string): string =>
  `:61:${shortDay(day)}${amount < 0 ? 'D' : 'C'}${written(Math.abs(amount), code, ',', true)}NTRFNONREF//${id}\n:86:${text}\n`

const FORMATS: Record<string, (all: readonly Row[], code: string) => Written> = {
  MT940: (all, code) => ({
    text: mt940(all.map((one) => entry61(one, code)).join(''), { code, closing: sum(all) }),
    file: {},
  }),
  'MT940 of several statements': (all, code) => ({
    text: all.map((one) => `{1:F01BANK}{4:\n${mt940(entry61(one, code), { code, closing: one.amount })}`).join(''),
    file: {},
  }),
  'OFX 1': (all, code) => ({
    text: `OFXHEADER:100\nDATA:OFXSGML\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>${code}<BANKACCTFROM><ACCTID>1</BANKACCTFROM><BANKTRANLIST>${all
      .map(
        ({ day, amount, text, id }) =>
          `<STMTTRN><TRNTYPE>POS<DTPOSTED>${day.replaceAll('-', '')}<TRNAMT>${written(amount, code, '.')}<FITID>${id}<NAME>${text}</STMTTRN>\n`,
      )
      .join(
        '',
      )}</BANKTRANLIST><LEDGERBAL><BALAMT>${written(sum(all), code, '.')}<DTASOF>20260131</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\n`,
    file: {},
  }),
  'OFX 2': (all, code) => ({
    text: `<?xml version="1.0"?>\n<?OFX OFXHEADER="200"?>\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>${code}</CURDEF><BANKTRANLIST>${all
      .map(
        ({ day, amount, text, id }) =>
          `<STMTTRN><DTPOSTED>${day.replaceAll('-', '')}</DTPOSTED><TRNAMT>${written(amount, code, ',')}</TRNAMT><FITID>${id}</FITID><NAME>${text}</NAME></STMTTRN>\n`,
      )
      .join('')}</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`,
    file: { fileName: 'january.qfx' },
  }),
  'CAMT.053': (all, code) => ({
    text: `<?xml version="1.0" encoding="UTF-8"?>\n<Document><BkToCstmrStmt><Stmt><Id>1</Id><Acct><Id><IBAN>DE1</IBAN></Id><Ccy>${code}</Ccy></Acct>${all
      .map(
        ({ day, amount, text }) =>
          `<Ntry><Amt Ccy="${code}">${written(Math.abs(amount), code, '.')}</Amt><CdtDbtInd>${amount < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>${day}</Dt></BookgDt><AddtlNtryInf>${text}</AddtlNtryInf></Ntry>\n`,
      )
      .join('')}</Stmt></BkToCstmrStmt></Document>\n`,
    file: {},
  }),
}

type Cell = (row: Row, code: string, balance: number) => string
const CELLS: Record<string, Cell> = {
  Date: ({ day }) => day,
  Text: ({ text }) => text,
  Amount: ({ amount }, code) => written(amount, code, '.'),
  Short: ({ amount }, code) => written(amount, code, '.', true),
  Trailing: ({ amount }, code) => `${written(Math.abs(amount), code, '.')}${amount < 0 ? '-' : ''}`,
  Coded: ({ amount }, code) => `${written(amount, code, '.')} ${code}`,
  Grouped: ({ amount }, code) => `"${written(amount, code, '.').replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ',')}"`,
  Way: ({ amount }) => (amount < 0 ? 'Payment' : 'Payment received'),
  Bare: ({ amount }, code) => written(Math.abs(amount), code, '.'),
  In: ({ amount }, code) => (amount >= 0 ? written(amount, code, '.') : ''),
  Out: ({ amount }, code) => (amount < 0 ? written(-amount, code, '.') : ''),
  'In or zero': ({ amount }, code) => written(Math.max(amount, 0), code, '.'),
  'Out or zero': ({ amount }, code) => written(Math.max(-amount, 0), code, '.'),
  Balance: (_row, code, balance) => written(balance, code, '.'),
}

/** Columns in their order, and what they hold. */
const LAYOUTS: [string[], Parameters<typeof mapping>[0]][] = [
  [['Date', 'Text', 'Amount'], { amount: 'Amount' }],
  [['Date', 'Text', 'Short'], { amount: 'Short' }],
  [['Date', 'Text', 'Trailing'], { amount: 'Trailing' }],
  [['Date', 'Text', 'Coded'], { amount: 'Coded' }],
  [['Date', 'Text', 'Grouped'], { amount: 'Grouped' }],
  [['Amount', 'Text', 'Date'], { amount: 'Amount' }],
  [['Date', 'Amount', 'Text'], { amount: 'Amount' }],
  [['Date', 'Text', 'Amount', 'Balance'], { amount: 'Amount', balance: 'Balance' }],
  [
    ['Date', 'Text', 'Bare', 'Way'],
    { amount: 'Bare', direction: 'Way', debit_values: ['Payment'], credit_values: ['Payment received'] },
  ],
  [['Date', 'Text', 'In', 'Out'], { credit: 'In', debit: 'Out' }],
  [['Date', 'Text', 'In or zero', 'Out or zero'], { credit: 'In or zero', debit: 'Out or zero' }],
]
for (const [columns, map] of LAYOUTS)
  FORMATS[`CSV of ${columns.join(', ')}`] = (all, code) => ({
    text: [
      columns.join(','),
      ...all.map((one, index) =>
        columns.map((column) => CELLS[column]?.(one, code, sum(all.slice(0, index + 1)))).join(','),
      ),
      '',
    ].join('\n'),
    file: { csvMapping: mapping({ description: 'Text', decimal_separator: '.', ...map }), currency: code },
  })

describe.each(Object.entries(FORMATS))('a file of %s', (_name, write) => {
  test('is read as it was meant', () => {
    fc.assert(
      fc.property(rows, currency, (all, code) => {
        const { text, file } = write(all, code)
        const statements = readText(text, file)
        expect(statements.flatMap(({ problems }) => problems)).toEqual([])
        expect(statements.flatMap(facts)).toEqual(meant(all))
      }),
      { numRuns: 30 },
    )
  })

  test('that was cut at any character tells no other amounts', () => {
    fc.assert(
      fc.property(rows, currency, fc.nat(10_000), (all, code, place) => {
        const { text, file } = write(all, code)
        const ofTheLastRow = Array.from({ length: 12 }, (_, index) => text.length - 1 - index)
        for (const at of [place % text.length, ...ofTheLastRow]) expectNothingElse(text, at, file)
      }),
      { numRuns: 20 },
    )
  })
})
