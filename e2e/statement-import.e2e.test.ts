/** Statement files: what is in them comes in once, whichever files overlap, and what they say of themselves is checked. */
import { beforeAll, describe, expect, test } from 'vitest'
import { hash } from 'node:crypto'
import { Banking, newClient, target, type ExternalAccount, type TestClient } from './src/index.ts'
import { leavesOf, sealed } from './src/sealed.ts'

let client: TestClient
let banking: Banking
let account: ExternalAccount

beforeAll(async () => {
  client = await newClient(target(), 'statement-import')
  banking = new Banking(await client.books())
})

const HEADER = 'Date,Text,Amount,Balance'
const csv = (...rows: string[]): string => [HEADER, ...rows, ''].join('\n')
const mapping = { csv_mapping: { date: 'Date', description: 'Text', amount: 'Amount', balance: 'Balance' } }

const outcomes = async (answer: ReturnType<Banking['importFile']>): Promise<string[]> =>
  (await answer).body.data.rows.map(({ outcome }) => outcome)

describe('a CSV file', () => {
  beforeAll(async () => {
    account = await banking.account('csv')
  })

  const coffee = '2026-01-05,Coffee,-3.50'

  test('is tried out first, which writes nothing', async () => {
    const tried = await banking.importFile(account.id, csv(`${coffee},96.50`), { ...mapping, dry_run: true })
    expect(tried.body.data).toMatchObject({ type: 'Statement_Import', format: 'CSV', dry_run: true, imported_count: 1 })
    expect(await banking.all({ external_account_ids: account.id })).toEqual([])
  })

  test('comes in with equal rows of a day apart, and again without adding any', async () => {
    const file = csv(`${coffee},96.50`, `${coffee},93.00`, '2026-01-06,Sale,"1,200.00","1,293.00"')
    expect(await outcomes(banking.importFile(account.id, file, mapping))).toEqual(Array(3).fill('IMPORTED'))
    expect(await outcomes(banking.importFile(account.id, file, mapping))).toEqual(Array(3).fill('KNOWN'))
    const listed = await banking.all({ external_account_ids: account.id })
    expect(listed.map(({ amount, direction, description }) => [amount, direction, description])).toEqual([
      [350, 'DEBIT', 'Coffee'],
      [350, 'DEBIT', 'Coffee'],
      [120_000, 'CREDIT', 'Sale'],
    ])
  })

  test('that overlaps adds what is new', async () => {
    const file = csv(`${coffee},96.50`, `${coffee},93.00`, `${coffee},89.50`, '2026-01-07,Rent,-80.00,9.50')
    expect((await outcomes(banking.importFile(account.id, file, mapping))).toSorted()).toEqual([
      'IMPORTED',
      'IMPORTED',
      'KNOWN',
      'KNOWN',
    ])
  })

  test('names the rows that it refuses, and takes the others', async () => {
    const file = csv('2026-02-30,Never,-1.00,', '2026-03-01,Half a cent,-0.005,', '2026-03-01,Tea,-1.00,')
    const { data } = (await banking.importFile(account.id, file, mapping)).body
    expect(data.rows.map(({ outcome }) => outcome)).toEqual(['REFUSED', 'REFUSED', 'IMPORTED'])
    expect(data.rows[0]?.reason).toContain('2026-02-30')
    expect([data.imported_count, data.refused_count]).toEqual([1, 2])
  })

  test('of which no row can be read is refused with the reasons', async () => {
    const file = csv('2026-02-30,Never,x,', '2026-03-01,Euros,-1.00 EUR,')
    const answer = await banking.importFile(account.id, file, mapping)
    expect(answer.refusal).toMatchObject({ status: 422, error_enum: 'NoReadableRow', field: 'content' })
    expect(answer.error.meta).toMatchObject({
      rows: [
        { row: 2, reason: expect.stringMatching(/2026-02-30.*"x"/) },
        { row: 3, reason: expect.stringContaining('in EUR, the account in USD') },
      ],
    })
  })

  test('without a column that the mapping names says which there are', async () => {
    const file = csv('2026-01-05,Coffee,-3.50,')
    const answer = await banking.importFile(account.id, file, { csv_mapping: { date: 'Date', amount: 'Betrag' } })
    expect(answer.refusal).toMatchObject({ status: 400, error_enum: 'InvalidPayload', field: 'csv_mapping.amount' })
    expect(answer.error.description).toContain('Amount')
  })
})

const ofx = (currency: string, ...lines: string[]): string => `OFXHEADER:100
DATA:OFXSGML
VERSION:102
SECURITY:NONE
ENCODING:USASCII
CHARSET:1252
COMPRESSION:NONE
OLDFILEUID:NONE
NEWFILEUID:NONE

<OFX><SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS><DTSERVER>20260131<LANGUAGE>ENG</SONRS></SIGNONMSGSRSV1>
<BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STATUS><CODE>0<SEVERITY>INFO</STATUS><STMTRS><CURDEF>${currency}
<BANKACCTFROM><BANKID>1<ACCTID>4711<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20260101<DTEND>20260131
${lines.join('\n')}
</BANKTRANLIST><LEDGERBAL><BALAMT>87.50<DTASOF>20260131</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>
`
const paid = (id: string, amount: string) =>
  `<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260114120000<TRNAMT>${amount}<FITID>${id}<NAME>PAPERS</STMTTRN>`

describe('an OFX file', () => {
  test('is recognized, its ids are kept, and its balance is the latest', async () => {
    account = await banking.account('ofx')
    const file = ofx('USD', paid('f1', '-12.50'), paid('f2', '-0.25'))
    const { data } = (await banking.importFile(account.id, file, { file_name: 'january.ofx' })).body
    expect([data.format, data.imported_count, data.statements[0]?.closing_balance]).toEqual(['OFX', 2, 8_750])
    expect(await outcomes(banking.importFile(account.id, file))).toEqual(['KNOWN', 'KNOWN'])
    const ids = (await banking.all({ external_account_ids: account.id })).map((one) => one.source_transaction_id)
    expect(ids.toSorted()).toEqual(['f1', 'f2'])
    // The file that came first, whatever tells of them later.
    const from = (await banking.all({ external_account_ids: account.id })).map((one) => one.imported_from)
    const sha256 = hash('sha256', file, 'hex')
    const origin = { import_id: data.import_id, format: 'OFX', file_name: 'january.ofx', sha256, statement_id: null }
    expect(from).toEqual([1, 2].map((row) => ({ ...origin, row })))
    const [external] = (await banking.books.api.call('listExternalAccounts', { query: { external_id: 'ofx' } })).body
      .data
    expect(external?.latest_balance_timestamp?.balance).toBe(8_750)
  })

  test('that was cut off is refused', async () => {
    const file = ofx('USD', paid('f1', '-12.50'), paid('f3', '-12345.67'))
    const answer = await banking.importFile(account.id, file.slice(0, file.indexOf('45.67')))
    expect(answer.refusal).toMatchObject({ status: 400, error_enum: 'UnreadableStatement' })
    expect(answer.error.description).toContain('cut off')
  })

  test('in another currency is refused', async () => {
    const answer = await banking.importFile(account.id, ofx('EUR', paid('f9', '-1.00')))
    expect(answer.refusal).toMatchObject({ status: 422, error_enum: 'CurrencyMismatch' })
  })
})

const mt940 = (closing: string): string =>
  [
    ':20:STARTUMS',
    ':25:12030000/202051',
    ':28C:00001/001',
    ':60F:C260113USD12500,00',
    ':61:2601140114D125,00NTRFNONREF//B0114',
    ':86:020?00UEBERWEISUNG?20Paper for the plotter?32ANALYTICAL PAPERS',
    `:62F:C260114USD${closing}`,
    '-',
    '',
  ].join('\r\n')

test('the leaf of a transaction has the file and the row that it came from, and hides the name of the file', async () => {
  account = await banking.account('sealed')
  const file = ofx('USD', paid('s1', '-7.77'))
  const { rows, import_id } = (await banking.importFile(account.id, file, { file_name: 'jane-doe.ofx' })).body.data
  await sealed(banking.books)
  const leaf = (await leavesOf(banking.books, 'BANKING')).find(
    (one) => one.leaf['aggregate_id'] === rows[0]?.transaction_id,
  )
  const imported_from = { import_id, format: 'OFX', sha256: hash('sha256', file, 'hex'), statement_id: null, row: 1 }
  expect(leaf?.leaf['state']).toMatchObject({ imported_from })
  expect(JSON.stringify(leaf?.leaf)).not.toContain('jane-doe')
  expect(leaf?.disclosed).toContainEqual(
    expect.objectContaining({ pointer: '/imported_from/file_name', value: '"jane-doe.ofx"' }),
  )
})

test('an MT940 file says whether its balances agree with its rows', async () => {
  account = await banking.account('mt940')
  const wrong = await banking.importFile(account.id, mt940('12300,00'), { dry_run: true })
  expect(wrong.body.data.statements[0]).toMatchObject({ reconciliation: 'NOT_RECONCILED' })
  const right = await banking.importFile(account.id, mt940('12375,00'), { format: 'MT940' })
  expect(right.body.data).toMatchObject({
    format: 'MT940',
    imported_count: 1,
    statements: [{ reconciliation: 'RECONCILED', difference: 0, row_count: 1 }],
  })
})

const camt = (amount: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><GrpHdr><MsgId>1</MsgId>
<CreDtTm>2026-01-31T18:00:00</CreDtTm></GrpHdr><Stmt><Id>1</Id><CreDtTm>2026-01-31T18:00:00</CreDtTm>
<Acct><Id><IBAN>DE02120300000000202051</IBAN></Id><Ccy>USD</Ccy></Acct>
<Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="USD">100.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-01-13</Dt></Dt></Bal>
<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="USD">112.50</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-01-14</Dt></Dt></Bal>
<Ntry><Amt Ccy="USD">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-01-14</Dt></BookgDt>
<AcctSvcrRef>R1</AcctSvcrRef><BkTxCd></BkTxCd></Ntry></Stmt></BkToCstmrStmt></Document>
`

test('a CAMT.053 file is recognized too', async () => {
  account = await banking.account('camt')
  const { data } = (await banking.importFile(account.id, camt('12.50'))).body
  expect(data).toMatchObject({ format: 'CAMT053', imported_count: 1, statements: [{ reconciliation: 'RECONCILED' }] })
  const huge = await banking.importFile(
    account.id,
    camt('90071992547409.91').replace(/<Ntry>[\s\S]*<\/Ntry>/, (entry) => entry + entry.replace('R1', 'R2')),
  )
  expect(huge.refusal).toMatchObject({ status: 422, error_enum: 'AmountOutOfRange' })
})

describe('what is no statement', () => {
  test.each([
    ['nothing of the kind', 'Hello'],
    ['an attack by entities', '<!DOCTYPE x [<!ENTITY a "aaaa">]><x>&a;</x>'],
    ['bytes', '\0\x01\x02'],
  ])('%s is refused for people to read', async (_what, content) => {
    const answer = await banking.importFile(account.id, content)
    expect(answer.refusal).toMatchObject({ status: 400, error_enum: 'UnreadableStatement' })
  })

  test('an archived account takes none', async () => {
    const closed = await banking.account('closed')
    await banking.books.api.call('archiveExternalAccount', { path: { externalAccountId: closed.id } })
    const answer = await banking.importFile(closed.id, csv('2026-01-05,Coffee,-3.50,'), mapping)
    expect(answer.refusal).toMatchObject({ status: 422, error_enum: 'BankAccountArchived' })
  })
})
