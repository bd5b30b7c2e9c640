import { expect, test } from 'vitest'
import { readOne, readText } from './formats.test-helpers.ts'

const balance = (code: string, amount: string, day: string, { direction = 'CRDT', currency = 'EUR' } = {}) =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`

const entry = ({
  amount = '8.850',
  direction = 'CRDT',
  currency = 'EUR',
  rest = '',
  details = '',
  date = '<BookgDt><Dt>2026-01-31</Dt></BookgDt><ValDt><Dt>2026-02-02</Dt></ValDt>',
  status = '<Sts>BOOK</Sts>',
} = {}) =>
  `<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd>${status}${date}${rest}<NtryDtls>${details}</NtryDtls></Ntry>`

const DETAILS =
  '<TxDtls><Refs><EndToEndId>E2E-1</EndToEndId></Refs><RltdPties><Dbtr><Nm>Payer &amp; Co</Nm></Dbtr><Cdtr><Nm>Payee</Nm></Cdtr></RltdPties><RmtInf><Ustrd>Invoice</Ustrd><Ustrd>2026-17</Ustrd></RmtInf></TxDtls>'

const statement = (body: string, { id = 'S1', iban = 'DE02120300000000202051' } = {}) =>
  `<Stmt><Id>${id}</Id><Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>EUR</Ccy></Acct>${body}</Stmt>`

const camt = (body: string, { version = '02', element = 'BkToCstmrStmt', type = '053' } = {}) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.${type}.001.${version}"><${element}><GrpHdr><MsgId>M</MsgId></GrpHdr>${body}</${element}></Document>`

test('a statement is read with its balances, texts and parties', () => {
  const read = readOne(
    camt(
      statement(
        balance('OPBD', '18.150', '2026-01-30') +
          balance('CLBD', '27.00', '2026-01-31') +
          entry({ details: DETAILS, rest: '<AcctSvcrRef>REF-1</AcctSvcrRef>' }),
      ),
    ),
  )
  expect(read).toEqual({
    accountId: 'DE02120300000000202051',
    currency: 'EUR',
    statementId: 'S1',
    opening: { amount: 1815, at: '2026-01-30' },
    closing: { amount: 2700, at: '2026-01-31' },
    lines: [
      {
        row: 1,
        bankId: 'REF-1',
        date: '2026-01-31',
        amount: 885,
        description: 'Invoice 2026-17',
        counterparty: 'Payer & Co',
        reference: 'E2E-1',
        memo: null,
      },
    ],
    problems: [],
    warnings: [],
  })
})

test('the counterparty of money out is the creditor, and a reversal has its own direction', () => {
  const [out, reversal] = readOne(
    camt(
      statement(
        entry({ direction: 'DBIT', details: DETAILS }) +
          entry({ direction: 'CRDT', rest: '<RvslInd>true</RvslInd><AddtlNtryInf>Taken back</AddtlNtryInf>' }),
      ),
    ),
  ).lines
  expect(out).toMatchObject({ amount: -885, counterparty: 'Payee' })
  expect(reversal).toMatchObject({ amount: 885, description: 'Taken back', counterparty: null })
})

test('later versions keep parties and states deeper, and prefixes change nothing', () => {
  const details = DETAILS.replaceAll('<Nm>', '<Pty><Nm>').replaceAll('</Nm>', '</Nm></Pty>')
  const text = camt(statement(entry({ details, status: '<Sts><Cd>BOOK</Cd></Sts>' })), { version: '08' })
  expect(readOne(text).lines[0]?.counterparty).toBe('Payer & Co')
  const prefixed = text.replaceAll(/<(\/?)(\w)/g, '<$1n:$2').replace('xmlns=', 'xmlns:n=')
  expect(readOne(prefixed)).toEqual(readOne(text))
})

test('an entry of many payments is one movement of the account', () => {
  expect(readOne(camt(statement(entry({ details: DETAILS + DETAILS })))).lines).toMatchObject([
    { amount: 885, memo: '2 payments in one entry', counterparty: null },
  ])
})

test('dates and amounts that are missing or not booked refuse their row alone', () => {
  const read = readOne(
    camt(
      statement(
        entry({ date: '' }) +
          entry({ status: '<Sts>PDNG</Sts>' }) +
          entry({ currency: 'USD' }) +
          entry({ direction: 'XXXX' }) +
          entry({ amount: '0.001' }) +
          entry({ amount: '99999999999999999' }) +
          entry({ date: '<ValDt><Dt>2026-02-02</Dt></ValDt>' }),
      ),
    ),
  )
  expect(read.problems.map(({ row }) => row)).toEqual([1, 2, 3, 4, 5, 6])
  expect(read.lines).toMatchObject([{ row: 7, date: '2026-02-02' }])
})

test('an instant is one, midnight is a day', () => {
  const at = (text: string) => entry({ date: `<BookgDt><DtTm>${text}</DtTm></BookgDt>` })
  expect(
    readOne(camt(statement(at('2026-01-31T23:30:00+01:00') + at('2026-01-31T00:00:00+01:00')))).lines.map(
      ({ date }) => date,
    ),
  ).toEqual(['2026-01-31T23:30:00+01:00', '2026-01-31'])
})

test('a number that only counts entries is no id', () => {
  const read = readOne(
    camt(statement(entry({ rest: '<NtryRef>17</NtryRef>' }) + entry({ rest: '<NtryRef>2026013100017</NtryRef>' }))),
  )
  expect(read.lines.map(({ bankId }) => bankId)).toEqual([null, '2026013100017'])
})

test('a balance in another currency is left out with a warning', () => {
  const read = readOne(camt(statement(balance('CLBD', '27.00', '2026-01-31', { currency: 'SEK' }) + entry())))
  expect([read.closing, read.warnings]).toEqual([null, [expect.stringContaining('SEK')]])
})

test('a report of a day is read like a statement, a notification is refused by name', () => {
  const report = camt(statement(entry()).replaceAll('Stmt>', 'Rpt>'), { element: 'BkToCstmrAcctRpt', type: '052' })
  expect(readOne(report).lines).toHaveLength(1)
  expect(() => readText(camt('', { element: 'BkToCstmrDbtCdtNtfctn', type: '054' }))).toThrow(/CAMT\.054/)
})

test.each([
  ['no statement', camt('')],
  ['other XML', '<?xml version="1.0"?><Document><CstmrCdtTrfInitn/></Document>'],
  ['XML cut off', camt(statement(entry())).slice(0, 300)],
  ['tags that do not fit', '<a><b></a></b>'],
  ['HTML', '<!DOCTYPE html><html><body>Please sign in</body></html>'],
])('%s is refused in words', (_name, text) => {
  expect(() => readText(text)).toThrow(expect.objectContaining({ errorEnum: 'UnreadableStatement' }))
})

test('entities multiply nothing and read no file', () => {
  const laughs = `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;">]>${camt(statement(entry())).replace(/<\?xml.*?\?>/, '')}`
  const file = '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><Document>&x;</Document>'
  for (const text of [laughs, file, '<Document>&x;</Document>'])
    expect(() => readText(text)).toThrow(expect.objectContaining({ errorEnum: 'UnreadableStatement' }))
})
