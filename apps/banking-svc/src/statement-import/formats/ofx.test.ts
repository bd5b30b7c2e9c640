import { expect, test } from 'vitest'
import { readOne, readText } from './formats.test-helpers.ts'

const HEADER = `OFXHEADER:100
DATA:OFXSGML
VERSION:102
SECURITY:NONE
ENCODING:USASCII
CHARSET:1252
COMPRESSION:NONE
OLDFILEUID:NONE
NEWFILEUID:NONE

`

const bank = (transactions: string, { account = '4711', currency = 'EUR', rest = '' } = {}) =>
  `<STMTTRNRS><TRNUID>1<STATUS><CODE>0<SEVERITY>INFO</STATUS><STMTRS><CURDEF>${currency}<BANKACCTFROM><BANKID>1<ACCTID>${account}<ACCTTYPE>CHECKING</BANKACCTFROM>` +
  `<BANKTRANLIST><DTSTART>20260101<DTEND>20260131${transactions}</BANKTRANLIST>${rest}</STMTRS></STMTTRNRS>`

const ofx = (body: string, header = HEADER) => `${header}<OFX><BANKMSGSRSV1>${body}</BANKMSGSRSV1></OFX>\n`

const TRANSACTION =
  '<STMTTRN><TRNTYPE>POS<DTPOSTED>20260114<TRNAMT>-6.60<FITID>1<NAME>CAF&#233; &amp; CO<MEMO>Two coffees</STMTTRN>'

test('a statement of OFX 1 is read, though its leaves have no end', () => {
  const statement = readOne(ofx(bank(TRANSACTION, { rest: '<LEDGERBAL><BALAMT>-100.99<DTASOF>20260131</LEDGERBAL>' })))
  expect(statement).toEqual({
    accountId: '4711',
    currency: 'EUR',
    statementId: null,
    opening: null,
    closing: { amount: -10099, at: '2026-01-31' },
    lines: [
      {
        row: 1,
        bankId: '1',
        date: '2026-01-14',
        amount: -660,
        description: 'CAFé & CO',
        memo: 'Two coffees',
        counterparty: null,
        reference: null,
      },
    ],
    problems: [],
    warnings: [],
  })
})

test('the same is read from XML, from XML with a byte order mark, in CRLF, without header, after blank lines', () => {
  const expected = readOne(ofx(bank(TRANSACTION)))
  const closed = TRANSACTION.replace(/<(\w+)>([^<]+)/g, '<$1>$2</$1>\n  ')
  const xml = '<?xml version="1.0" encoding="UTF-8"?>\n<?OFX OFXHEADER="200" VERSION="203"?>\n'
  for (const text of [
    ofx(bank(closed), xml),
    `\ufeff${ofx(bank(closed), xml)}`,
    ofx(bank(TRANSACTION), xml),
    ofx(bank(TRANSACTION)).replaceAll('\n', '\r\n'),
    ofx(bank(TRANSACTION), ''),
    `\n\n  \r\n${ofx(bank(TRANSACTION))}`,
    ofx(bank(TRANSACTION))
      .replace(/<(\w+)>/g, (tag) => tag.toLowerCase())
      .replace('<ofx>', '<OFX>'),
  ])
    expect(readOne(text)).toEqual(expected)
})

test('an empty leaf without an end takes nothing from what follows', () => {
  const [line] = readOne(
    ofx(bank('<STMTTRN><TRNTYPE>OTHER<CHECKNUM><REFNUM><DTPOSTED>20260114<MEMO><TRNAMT>5<FITID>9<NAME>A</STMTTRN>')),
  ).lines
  expect(line).toMatchObject({ bankId: '9', amount: 500, description: 'A', memo: null, reference: null })
})

test('a less-than sign in a text is a text, and CDATA is, too', () => {
  const [one, other] = readOne(
    ofx(
      bank(
        '<STMTTRN><DTPOSTED>20260114<TRNAMT>5<FITID>1<NAME>a < b > c</STMTTRN><STMTTRN><DTPOSTED>20260114<TRNAMT>5<FITID>2<NAME><![CDATA[<b>&amp;]]></NAME></STMTTRN>',
      ),
    ),
  ).lines
  expect([one?.description, other?.description]).toEqual(['a < b > c', '<b>&amp;'])
})

test('a transaction without a date or an amount is refused, the others are read', () => {
  const statement = readOne(
    ofx(
      bank(
        '<STMTTRN><TRNAMT>-80.00<FITID>1<NAME>A</STMTTRN><STMTTRN><DTPOSTED></DTPOSTED><TRNAMT>1<FITID>2</STMTTRN>' +
          '<STMTTRN><DTPOSTED>20260114<FITID>3</STMTTRN><STMTTRN><DTPOSTED>20260114<TRNAMT>0.001<FITID>4</STMTTRN>' +
          TRANSACTION,
      ),
    ),
  )
  expect(statement.problems.map(({ row }) => row)).toEqual([1, 2, 3, 4])
  expect(statement.lines.map(({ row }) => row)).toEqual([5])
})

test('ids that mean nothing are none', () => {
  const ids = ['', '0', '000', 'NONREF', 'none', 'N/A']
  const { lines } = readOne(
    ofx(bank(ids.map((id) => `<STMTTRN><DTPOSTED>20260114<TRNAMT>1<FITID>${id}</FITID></STMTTRN>`).join(''))),
  )
  expect(lines.map(({ bankId }) => bankId)).toEqual(ids.map(() => null))
})

test('a transaction in another currency is refused; without a currency the statement takes that of its transactions', () => {
  const foreign = TRANSACTION.replace('<MEMO>', '<CURRENCY><CURRATE>1.06<CURSYM>USD</CURRENCY><MEMO>')
  expect(readOne(ofx(bank(foreign))).problems).toEqual([
    { row: 1, reason: 'The amount is in USD, the statement in EUR.' },
  ])
  expect(readOne(ofx(bank(foreign, { currency: '' })))).toMatchObject({ currency: 'USD', problems: [] })
  const original = TRANSACTION.replace('<MEMO>', '<ORIGCURRENCY><CURRATE>1.06<CURSYM>USD</ORIGCURRENCY><MEMO>')
  expect(readOne(ofx(bank(original))).lines).toHaveLength(1)
})

test('a memo that continues a cut-off name becomes the description', () => {
  const [line] = readOne(ofx(bank(TRANSACTION.replace('Two coffees', 'CAF&#233; &amp; CO, BERLIN')))).lines
  expect(line).toMatchObject({ description: 'CAFé & CO, BERLIN', memo: null })
})

test('several accounts are several statements, whose rows count on', () => {
  const statements = readText(ofx(bank(TRANSACTION) + bank(TRANSACTION + TRANSACTION, { account: '4712' })))
  expect(statements.map(({ accountId, lines }) => [accountId, lines.map(({ row }) => row)])).toEqual([
    ['4711', [1]],
    ['4712', [2, 3]],
  ])
})

test('a refusal of the bank is passed on in its words', () => {
  const refusal =
    '<SIGNONMSGSRSV1><SONRS><STATUS><CODE>15500<SEVERITY>ERROR<MESSAGE>Wrong password</STATUS></SONRS></SIGNONMSGSRSV1>'
  expect(() => readText(ofx(refusal))).toThrow(/Wrong password.*15500/)
  const one = '<STMTTRNRS><STATUS><CODE>2003<SEVERITY>ERROR<MESSAGE>Account not found</STATUS></STMTTRNRS>'
  expect(() => readText(ofx(one))).toThrow(/Account not found/)
})

test('a file that was cut off is refused, wherever that was', () => {
  const text = ofx(bank(TRANSACTION + TRANSACTION))
  for (const end of ['<MEMO>', '<STMTTRN>', '</BANKTRANLIST>', '</OFX>'])
    expect(() => readText(text.slice(0, text.lastIndexOf(end)))).toThrow(/cut off.*<\/OFX>/)
})

test('a comma divides off the decimals of an amount, of which none are lost', () => {
  const amounts = (amount: string, currency: string) => {
    const { lines, problems } = readOne(ofx(bank(TRANSACTION.replace('-6.60', amount), { currency })))
    return lines[0]?.amount ?? problems[0]?.reason
  }
  expect([amounts('1,250', 'KWD'), amounts('1250,5', 'EUR')]).toEqual([1250, 125050])
  expect(amounts('1250,345', 'EUR')).toContain('more decimals')
  expect(amounts('1,234.56', 'EUR')).toBe(123456)
})

test('a comma before three digits may make a group of thousands, and is refused where the currency has not as many decimals', () => {
  const read = (amount: string, currency: string) =>
    readOne(
      ofx(
        bank(TRANSACTION.replace('-6.60', amount), {
          currency,
          rest: `<LEDGERBAL><BALAMT>${amount}<DTASOF>20260131</LEDGERBAL>`,
        }),
      ),
    )
  for (const [amount, currency] of [
    ['1,000', 'EUR'],
    ['-12,000', 'JPY'],
    ['12,345', 'EUR'],
  ] as const) {
    const { lines, problems, closing, warnings } = read(amount, currency)
    expect([lines, closing]).toEqual([[], null])
    expect([problems[0]?.reason, warnings[0]]).toEqual([
      expect.stringContaining('thousands or decimals'),
      expect.stringContaining('thousands or decimals'),
    ])
  }
  expect(read('0,500', 'EUR').lines[0]?.amount).toBe(50)
  expect(read('1,000', 'KWD').lines[0]?.amount).toBe(1_000)
})

test('no transactions are no lines; no statement is refused', () => {
  expect(readOne(ofx(bank(''))).lines).toEqual([])
  expect(() => readText(`${HEADER}<OFX></OFX>`)).toThrow(/no bank or credit card statement/)
  expect(() => readText(HEADER)).toThrow(/no <OFX> element/)
})

test('texts in the encoding that is declared, and in UTF-8 whatever is declared, are read', () => {
  const text = ofx(bank(TRANSACTION.replace('&#233;', 'é¦')))
  expect(readOne(Buffer.from(text, 'latin1')).lines[0]?.description).toBe('CAFé¦ & CO')
  expect(readOne(Buffer.from(text, 'utf8')).lines[0]?.description).toBe('CAFé¦ & CO')
})
