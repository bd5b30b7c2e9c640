import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { DomainError } from '@pacioli/errors'
import { describe, expect, test } from 'vitest'
import { charactersIn, mapping, readText } from './formats.test-helpers.ts'
import { MAX_BYTES } from './read-statement.ts'

const csvMapping = mapping({ date: '#1', amount: '#2', has_header: false })

/** Reads or refuses; anything else is a defect. */
function attempt(content: Uint8Array, format?: string): void {
  try {
    readText(content, { csvMapping, ...(format === undefined ? {} : { format }) })
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
  }
}

/** What is meant for one format or another, of about so many bytes. */
const HOSTILE: [string, (bytes: number) => Uint8Array][] = [
  ['random bytes', (bytes) => randomBytes(bytes)],
  ['zeros', (bytes) => Buffer.alloc(bytes)],
  ['one long line', (bytes) => Buffer.alloc(bytes, 'a')],
  ['less-than signs', (bytes) => Buffer.alloc(bytes, '<')],
  ['open tags', (bytes) => Buffer.from('<OFX>'.repeat(bytes / 5))],
  ['other open tags', (bytes) => Buffer.from(`<OFX>${'<A>'.repeat(bytes / 3 - 2)}`)],
  ['nested elements', (bytes) => Buffer.from(`<Document>${'<a>'.repeat(bytes / 3 - 10)}`)],
  ['flat elements', (bytes) => Buffer.from(`<Document>${'<a/>'.repeat(bytes / 4 - 10)}</Document>`)],
  ['unended CDATA', (bytes) => Buffer.from(`<OFX>${'<![CDATA['.repeat(bytes / 9 - 2)}`)],
  ['quotes', (bytes) => Buffer.alloc(bytes, '"')],
  ['delimiters', (bytes) => Buffer.alloc(bytes, ',')],
  ['lines', (bytes) => Buffer.alloc(bytes, '\n')],
  ['short rows', (bytes) => Buffer.from('1,2\n'.repeat(bytes / 4))],
  ['fields of MT940', (bytes) => Buffer.from(`:20:x\n:25:1\n${':61:\n'.repeat(bytes / 5 - 10)}`)],
  ['one long field', (bytes) => Buffer.from(`:20:x\n:25:1\n:61:260131D1,NTRF\n:86:${'?20'.repeat(bytes / 3 - 20)}`)],
  ['transactions', (bytes) => Buffer.from(`<OFX><STMTRS><BANKTRANLIST>${'<STMTTRN>'.repeat(bytes / 9 - 10)}`)],
]

test('as long a file as is taken is read or refused', () => {
  attempt(Buffer.alloc(MAX_BYTES, 'a'))
  attempt(Buffer.alloc(MAX_BYTES, '<'))
})

/** More of each than a function takes arguments, and than calls may lie within each other. */
test.each(HOSTILE)('a megabyte of %s is read or refused', (_name, bytesOf) => {
  attempt(bytesOf(1024 * 1024))
})

/** Each format gets what is meant for the others, too. */
describe.each([undefined, 'OFX', 'CAMT053', 'MT940', 'CSV'])('as %s', (format) => {
  test.each(HOSTILE)(
    'twice as many %s make the reader go through hardly more than twice as many characters',
    (_name, bytesOf) => {
      const [once, twice] = [2 * 1024, 4 * 1024].map((bytes) => {
        const content = bytesOf(bytes)
        return charactersIn(() => attempt(content, format))
      }) as [number, number]
      expect(twice).toBeLessThan(2.5 * once + 10_000)
    },
  )
})

test('a file that is too long is refused before it is read', () => {
  expect(() => readText(Buffer.alloc(MAX_BYTES + 1, 'a'))).toThrow(
    expect.objectContaining({ errorEnum: 'PayloadTooLarge' }),
  )
})

test.each([
  ['a PDF', '%PDF-1.7'],
  ['a ZIP', 'PK\x03\x04'],
  ['nothing', ''],
  ['QIF', '!Type:Bank\nD1/2/26\nT-1.00\n^\n'],
  ['QIF with an account', '!Account\nNChecking\n^\n'],
  ['a letter', 'Dear bank, please send me my statement.'],
])('%s is refused in words', (_name, text) => {
  expect(() => readText(Buffer.from(text, 'latin1'))).toThrow(
    expect.objectContaining({ errorEnum: 'UnreadableStatement' }),
  )
})

test('an unknown format is refused', () => {
  expect(() => readText('x', { format: 'PDF' })).toThrow(expect.objectContaining({ errorEnum: 'InvalidPayload' }))
})

test('whatever text comes, as whatever format, is read or refused', () => {
  const word = fc.oneof(
    fc.constantFrom(
      '<OFX>',
      '<STMTRS>',
      '<STMTTRN>',
      '</STMTTRN>',
      '<TRNAMT>',
      '<DTPOSTED>20260131',
      '-1.00',
      '<MEMO>',
      ':20:',
      ':25:1',
      ':60F:C260131EUR1,',
      ':61:260131D1,NTRF//x',
      ':86:008?00a?20b',
      '\n',
      ',',
      '"',
      '<Document>',
      '<BkToCstmrStmt>',
      '<Stmt>',
      '<Ntry>',
      '</Document>',
      '&#0;',
      '&#55357;',
      '&lol;',
    ),
    fc.string({ unit: 'binary', maxLength: 8 }),
  )
  fc.assert(
    fc.property(
      fc.array(word, { maxLength: 40 }),
      fc.constantFrom(undefined, 'OFX', 'CAMT053', 'MT940', 'CSV'),
      (words, format) => {
        attempt(Buffer.from(words.join('')), format)
      },
    ),
    { numRuns: 50 },
  )
}, 60_000)

test.each([
  ['OFX', `<OFX>${'<STMTRS><CURDEF>EUR</STMTRS>'.repeat(5_001)}</OFX>`],
  ['CAMT053', `<Document><BkToCstmrStmt>${'<Stmt/>'.repeat(5_001)}</BkToCstmrStmt></Document>`],
  ['MT940', ':20:x\n:25:1\n'.repeat(5_001)],
])('a file of more statements than there are days in many years is refused as %s', (format, text) => {
  expect(() => readText(text, { format })).toThrow(expect.objectContaining({ errorEnum: 'UnreadableStatement' }))
})

test('a long text that a file has once is not repeated in full for every row', () => {
  const long = 'X'.repeat(50_000)
  const row = '<STMTTRN><TRNAMT>1.00<DTPOSTED>20260131<CURRENCY><CURSYM>EUR</CURRENCY></STMTTRN>'
  const entry = '<Ntry><Amt Ccy="EUR">1</Amt><Sts>BOOK</Sts></Ntry>'
  for (const text of [
    `<OFX><STMTRS><CURDEF>${long}<BANKACCTFROM><ACCTID>${long}</BANKACCTFROM><BANKTRANLIST>${row.repeat(3)}</BANKTRANLIST></STMTRS></OFX>`,
    `<Document><BkToCstmrStmt><Stmt><Acct><Id><IBAN>${long}</IBAN></Id><Ccy>${long}</Ccy></Acct>${entry.repeat(3)}</Stmt></BkToCstmrStmt></Document>`,
  ]) {
    const [statement] = readText(text)
    expect(statement?.problems).toHaveLength(3)
    expect(JSON.stringify(statement).length).toBeLessThan(2_000)
  }
})
