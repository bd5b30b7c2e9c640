import type { ImportStatementRequest__Output } from '@pacioli/protos/banking'
import type { BusinessWrite } from '@pacioli/rpc'
import { createHash } from 'node:crypto'
import { refusalsOf } from '@pacioli/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findExternalAccount } from '../bank-accounts/external-account.store.ts'
import { openTestAccount, type TestAccount } from '../bank-accounts/bank-accounts.test-helpers.ts'
import { openTestBusiness, startTestBanking, type TestBanking } from '../banking.test-helpers.ts'
import { loadTransactions } from '../bank-transactions/bank-transaction.store.ts'
import { mapping } from './formats/formats.test-helpers.ts'
import { importTestTransactions } from './imports.test-helpers.ts'
import { importStatement } from '../use-cases.test-helpers.ts'

let banking: TestBanking
let request: BusinessWrite
/** For dry runs. */
let tried: TestAccount
beforeAll(async () => {
  banking = await startTestBanking()
  request = await openTestBusiness(banking, { time_zone: 'Europe/Berlin' })
  tried = await openTestAccount(banking, request)
})
afterAll(() => banking.stop())

const open = async () => (await openTestAccount(banking, request)).externalAccountId

const CSV = mapping({ amount: 'Amount', description: 'Text', balance: 'Balance' })

const importFile = async (
  externalAccountId: string,
  content: string,
  rest: Partial<ImportStatementRequest__Output> = {},
  by = request,
) => {
  const { data, posting } = await importStatement(banking, by, {
    external_account_id: externalAccountId,
    content: Buffer.from(content),
    ...rest,
  })
  const report = data as NonNullable<typeof data>
  return { report, rows: report.rows ?? [], posting }
}
const importCsv = (externalAccountId: string, content: string) =>
  importFile(externalAccountId, content, { csv_mapping: CSV })

/** The report of a dry run. */
const tryOut = (content: string, rest: Partial<ImportStatementRequest__Output> = {}) =>
  importFile(tried.externalAccountId, content, { ...rest, dry_run: true })

/** How many rows each table of the import has. */
const countsOf = async () => {
  const [row] = await banking.db.transact(request, (tx) =>
    tx.rows<{ transactions: number; ids: number; counterparties: number }>(
      `SELECT (SELECT count(*)::int FROM bank_transactions WHERE business_id = $1) AS transactions,
              (SELECT count(*)::int FROM statement_line_ids WHERE business_id = $1) AS ids,
              (SELECT count(*)::int FROM counterparties WHERE business_id = $1) AS counterparties`,
      [request.businessId],
    ),
  )
  const [outbox] = await banking.relayDb.call<{ events: number }>(
    `SELECT count(*)::int AS events FROM events WHERE business_id = $1 AND aggregate_type = 'bank_transaction'`,
    [request.businessId],
    request.businessId,
  )
  return { ...row, ...outbox }
}

const versionOf = async (id: string) => (await accountNow(id))?.version

const accountNow = (id: string) => banking.db.transact(request, (tx) => findExternalAccount(tx, id))

const csv = (...rows: string[]) => `Date,Text,Amount,Balance\n${rows.join('\n')}\n`
const JANUARY = csv('2026-01-14,Paper,-12.50,87.50', '2026-01-15,Coffee,-3.00,84.50', '2026-01-15,Coffee,-3.00,81.50')

const ofx = (transactions: string, { currency = 'USD', account = '4711', balance = '' } = {}) =>
  `OFXHEADER:100\nDATA:OFXSGML\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>${currency}<BANKACCTFROM><ACCTID>${account}</BANKACCTFROM><BANKTRANLIST>${transactions}</BANKTRANLIST>${balance}</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`
const transaction = (id: string, amount: string, name: string, day = '20260115') =>
  `<STMTTRN><TRNTYPE>POS<DTPOSTED>${day}<TRNAMT>${amount}<FITID>${id}<NAME>${name}</STMTTRN>`
const closing = (amount: string, at: string) => `<LEDGERBAL><BALAMT>${amount}<DTASOF>${at}</LEDGERBAL>`

const latestBalanceOf = async (id: string) => {
  const account = await accountNow(id)
  return account?.latestBalance && [account.latestBalance.balance, account.latestBalance.at.toISOString()]
}

test('a statement is imported, reconciles, and brings nothing the second time', async () => {
  const externalAccountId = await open()
  const { report, rows } = await importCsv(externalAccountId, JANUARY)
  expect(report).toMatchObject({ format: 'CSV', dry_run: false, imported_count: 3, known_count: 0, refused_count: 0 })
  expect(rows.map(({ row, outcome }) => [row, outcome])).toEqual([
    [2, 'IMPORTED'],
    [3, 'IMPORTED'],
    [4, 'IMPORTED'],
  ])
  expect(report.statements).toMatchObject([
    {
      opening_balance: 10000,
      closing_balance: 8150,
      row_count: 3,
      row_sum: -1850,
      reconciliation: 'RECONCILED',
      difference: 0,
    },
  ])
  expect(await latestBalanceOf(externalAccountId)).toEqual([8150, '2026-01-15T22:59:59.999Z'])
  const [first] = await banking.db.transact(request, (tx) => loadTransactions(tx, [rows[0]?.transaction_id ?? '']))
  expect(first).toMatchObject({
    date: new Date('2026-01-13T23:00:00Z'),
    day: '2026-01-14',
    amount: 1250,
    direction: 'DEBIT',
    description: 'Paper',
    status: 'READY_FOR_INPUT',
  })
  const before = await countsOf()
  const again = await importCsv(externalAccountId, JANUARY)
  expect(again.report).toMatchObject({ imported_count: 0, known_count: 3 })
  expect(again.rows.map(({ transaction_id }) => transaction_id).sort()).toEqual(
    rows.map(({ transaction_id }) => transaction_id).sort(),
  )
  const more = csv('2026-01-15,Coffee,-3.00,', '2026-01-15,Coffee,-3.00,', '2026-01-15,Coffee,-3.00,')
  const dry = await importFile(externalAccountId, `${more}2026-01-16,Odd,x,\n`, { csv_mapping: CSV, dry_run: true })
  expect(dry.report).toMatchObject({ dry_run: true, imported_count: 1, known_count: 2, refused_count: 1 })
  expect(dry.rows.map(({ outcome, transaction_id }) => [outcome, transaction_id !== undefined])).toEqual([
    ['KNOWN', true],
    ['KNOWN', true],
    ['IMPORTED', false],
    ['REFUSED', false],
  ])
  // Neither the repeat nor the dry run has left anything.
  expect(await countsOf()).toEqual(before)
  expect((await importCsv(externalAccountId, more)).report.imported_count).toBe(1)
})

const transactionsOf = (ids: readonly (string | undefined)[]) =>
  banking.db.transact(request, (tx) =>
    loadTransactions(
      tx,
      ids.map((id) => id ?? ''),
    ),
  )

test('a transaction says which row of which file it came from, and keeps that when the file comes again', async () => {
  const externalAccountId = await open()
  const first = await importFile(externalAccountId, JANUARY, { csv_mapping: CSV, file_name: 'january.csv' })
  const again = await importFile(externalAccountId, JANUARY, { csv_mapping: CSV, file_name: 'copy.csv' })
  expect(again.report.import_id).not.toBe(first.report.import_id)
  const from = (await transactionsOf(first.rows.map(({ transaction_id }) => transaction_id))).map(
    ({ importedFrom }) => importedFrom,
  )
  expect(from).toEqual(
    [2, 3, 4].map((row) => ({
      import_id: first.report.import_id,
      format: 'CSV',
      file_name: 'january.csv',
      sha256: createHash('sha256').update(JANUARY).digest('hex'),
      statement_id: null,
      row,
    })),
  )
})

test('an entry is numbered within the file, and told with its statement, however large the file is', async () => {
  const statement = (id: string, text: string) =>
    `:20:S\n:25:4711\n:28C:${id}\n:60F:C260113USD100,00\n:61:2601140114D1,00NTRFNONREF//B${id}\n:86:${text}\n:62F:C260114USD99,00\n-\n`
  // Large files are read in a thread.
  const file = `${statement('1/1', 'Paper')}${'\n'.repeat(256 * 1024)}${statement('2/1', 'Ink')}`
  const { report, rows } = await importFile(await open(), file)
  const found = await transactionsOf(rows.map(({ transaction_id }) => transaction_id))
  const sha256 = createHash('sha256').update(file).digest('hex')
  expect(found.map(({ importedFrom }) => importedFrom)).toEqual(
    ['1/1', '2/1'].map((statement_id, index) => ({
      import_id: report.import_id,
      format: 'MT940',
      file_name: null,
      sha256,
      statement_id,
      row: index + 1,
    })),
  )
})

test('a dry run stores nothing, neither lines nor a balance', async () => {
  const before = await countsOf()
  expect((await tryOut(JANUARY, { csv_mapping: CSV })).report.imported_count).toBe(3)
  expect(await countsOf()).toEqual(before)
  expect(await latestBalanceOf(tried.externalAccountId)).toBeNull()
})

test("the bank's ids identify transactions; another amount under one of them is another transaction", async () => {
  const externalAccountId = await open()
  const file = ofx(
    transaction('F1', '-3.00', 'Coffee') + transaction('F2', '-3.00', 'Coffee') + transaction('F2', '-4.00', 'Tea'),
  )
  const { rows } = await importFile(externalAccountId, file)
  const loaded = await banking.db.transact(request, (tx) =>
    loadTransactions(
      tx,
      rows.map(({ transaction_id }) => transaction_id ?? ''),
    ),
  )
  expect(loaded.map(({ sourceTransactionId }) => sourceTransactionId.slice(0, 8))).toEqual(['F1', 'F2', 'content:'])
  const again = ofx(
    transaction('F1', '-3.00', 'Coffee') + transaction('F2', '-4.00', 'Tea') + transaction('F3', '-4.00', 'Tea'),
  )
  expect((await importFile(externalAccountId, again)).rows.map(({ outcome }) => outcome)).toEqual([
    'KNOWN',
    'KNOWN',
    'IMPORTED',
  ])
})

test('the same content in another format, or from the feed, is known', async () => {
  const externalAccountId = await open()
  await importTestTransactions(banking, request, externalAccountId, [
    { external_id: 'x', date: '2026-01-15', amount: 3_00, description: 'coffee' },
  ])
  const two = ofx(transaction('F1', '-3.00', 'Coffee') + transaction('F2', '-3.00', 'Coffee'))
  expect((await importFile(externalAccountId, two)).report).toMatchObject({ imported_count: 1, known_count: 1 })
  expect((await importCsv(externalAccountId, JANUARY)).report).toMatchObject({ imported_count: 1, known_count: 2 })
  expect((await importFile(externalAccountId, ofx(transaction('F3', '-3.00', 'Coffee')))).report.imported_count).toBe(1)
})

test('a pending transaction of the feed is booked once a statement lists it', async () => {
  const externalAccountId = await open()
  const before = await countsOf()
  const sent = { external_id: 'x', date: '2026-01-15', amount: 3_00, description: 'coffee' }
  const [pending] = await importTestTransactions(banking, request, externalAccountId, [{ ...sent, pending: true }])
  expect(pending?.status).toBe('PENDING')
  const file = ofx(transaction('F1', '-3.00', 'Coffee'))
  const dry = await importFile(externalAccountId, file, { dry_run: true })
  const { rows, report } = await importFile(externalAccountId, file)
  for (const row of [...dry.rows, ...rows])
    expect(row).toMatchObject({
      outcome: 'KNOWN',
      transaction_id: pending?.id,
      categorizationStatus: 'READY_FOR_INPUT',
      reason: expect.stringContaining('booked now'),
    })
  expect(report).toMatchObject({ imported_count: 0, known_count: 1 })
  // Neither the same file nor a late feed changes it.
  await importFile(externalAccountId, file)
  await importTestTransactions(banking, request, externalAccountId, [{ ...sent, pending: true }])
  expect(await banking.db.transact(request, (tx) => loadTransactions(tx, [pending?.id ?? '']))).toMatchObject([
    {
      status: 'READY_FOR_INPUT',
      sourceTransactionId: 'x',
      importedFrom: { import_id: report.import_id, format: 'OFX', row: 1 },
      version: 2,
    },
  ])
  expect(await countsOf()).toMatchObject({
    transactions: Number(before.transactions) + 1,
    ids: Number(before.ids) + 1,
  })
})

test('racing imports of one file bring each line once', async () => {
  const externalAccountId = await open()
  const before = await countsOf()
  const rows = Array.from({ length: 12 }, (_, index) => `2026-01-${10 + (index % 2)},Shop ${index % 3},-1.00,`)
  const answers = await Promise.all(Array.from({ length: 6 }, () => importCsv(externalAccountId, csv(...rows))))
  expect(answers.map(({ report }) => report.imported_count).sort()).toEqual([0, 0, 0, 0, 0, 12])
  expect(await countsOf()).toMatchObject({
    transactions: Number(before.transactions) + 12,
    events: Number(before.events) + 12,
  })
})

test('a file of several accounts needs the account', async () => {
  const file = ofx(transaction('F1', '-3.00', 'Coffee')).replace(
    '</STMTTRNRS>',
    `</STMTTRNRS>${/<STMTTRNRS>.*<\/STMTTRNRS>/.exec(ofx(transaction('F2', '-4.00', 'Tea'), { account: '48 12' }))?.[0]}`,
  )
  await expect(tryOut(file)).rejects.toThrow(/4711, 48 12.*statement_account_id/)
  const { report, rows } = await tryOut(file, { statement_account_id: '4812' })
  expect([report.statements?.length, rows.map(({ amount }) => amount)]).toEqual([1, [400]])
  expect(await refusalsOf(tryOut(file, { statement_account_id: '9' }))).toEqual([
    ['UnreadableStatement', 'statement_account_id'],
  ])
})

test('the account is needed, too, where only one has rows, or none has any', async () => {
  const other = (transactions: string) =>
    /<STMTTRNRS>.*<\/STMTTRNRS>/.exec(ofx(transactions, { account: '48 12' }))?.[0] ?? ''
  for (const own of [transaction('F1', '-3.00', 'Coffee'), '']) {
    const file = ofx(own).replace('</STMTTRNRS>', `</STMTTRNRS>${other('')}`)
    await expect(tryOut(file)).rejects.toThrow(/4711, 48 12.*statement_account_id/)
    const { report } = await tryOut(file, { statement_account_id: '4711' })
    expect(report.statements).toMatchObject([{ account_identifier: '4711' }])
  }
  const unnamed = ofx('').replace('</STMTTRNRS>', `</STMTTRNRS>${other('').replace('<ACCTID>48 12', '')}`)
  await expect(tryOut(unnamed)).rejects.toThrow(/4711, without a number/)
  expect((await tryOut(unnamed, { statement_account_id: 'without a number' })).report.statements).toHaveLength(1)
})

test('a file without a readable row is refused with the reasons of its first rows, and writes nothing', async () => {
  const externalAccountId = await open()
  const before = await countsOf()
  const file = csv('14.01.2026,Paper,-12.50,', '2026-01-15,Coffee,$x,', ...Array(20).fill('2026-02-30,Tea,3 USD,'))
  const refusal = await importCsv(externalAccountId, file).catch((error: unknown) => error)
  expect(refusal).toMatchObject({
    errorEnum: 'NoReadableRow',
    message: expect.stringMatching(/None of the 22 rows.*Row 2: "14\.01\.2026".*Row 3: "\$x"/),
    problems: [{ meta: { field: 'content', rows: { length: 10, 0: { row: 2 }, 9: { row: 11 } } } }],
  })
  expect(await countsOf()).toEqual(before)
  expect(await refusalsOf(tryOut(file, { csv_mapping: CSV }))).toEqual([['NoReadableRow', 'content']])
})

test('a row names all its problems, and one in another currency is refused', async () => {
  const { rows } = await tryOut(
    csv('14.01.2026,A,1.00 EUR,', '2026-01-14,B,$1.00,', '2026-01-14,C,€ 1.00,', '2026-01-14,D,1.00,€ 5.00'),
    { csv_mapping: CSV },
  )
  expect(rows.map(({ outcome, reason }) => [outcome, reason])).toEqual([
    ['REFUSED', expect.stringMatching(/"14\.01\.2026" is no date.*"1\.00 EUR" is in EUR, the account in USD/)],
    ['IMPORTED', undefined],
    ['REFUSED', expect.stringContaining('is in €')],
    ['REFUSED', expect.stringContaining('"€ 5.00" is in €')],
  ])
})

test("a statement is in the business's currency, with its decimals", async () => {
  const yen = await openTestBusiness(banking, { currency: 'JPY' })
  const { externalAccountId } = await openTestAccount(banking, yen)
  const file = csv('2026-01-14,A,-1200,', '2026-01-14,B,0.5,')
  const { rows } = await importFile(externalAccountId, file, { csv_mapping: CSV }, yen)
  expect(rows.map(({ outcome, amount }) => [outcome, amount])).toEqual([
    ['IMPORTED', 1200],
    ['REFUSED', undefined],
  ])
  const dollars = ofx(transaction('F1', '-3.00', 'Coffee'))
  expect(await refusalsOf(importFile(externalAccountId, dollars, {}, yen))).toEqual([['CurrencyMismatch', 'content']])
  // An account of another business.
  expect(await refusalsOf(importFile(tried.externalAccountId, file, { csv_mapping: CSV }, yen))).toEqual([
    ['ExternalAccountNotFound', 'externalAccountId'],
  ])
})

test('a statement that does not reconcile is imported, and reported so', async () => {
  const mt940 =
    ':20:X\n:25:1\n:28C:1/1\n:60F:C260130USD100,00\n:61:260131D10,00NTRFNONREF\n:86:Paper\n:62F:C260131USD91,00\n-\n'
  const { report } = await tryOut(mt940)
  expect(report).toMatchObject({ format: 'MT940', imported_count: 1 })
  expect(report.statements).toMatchObject([{ statement_id: '1/1', reconciliation: 'NOT_RECONCILED', difference: 100 }])
  const unknown = await tryOut(ofx(transaction('F1', '-3.00', 'Coffee')))
  expect(unknown.report.statements?.[0]?.reconciliation).toBe('UNKNOWN')
})

test('a closing balance becomes the latest unless a newer one is known', async () => {
  const externalAccountId = await open()
  const importBalance = (amount: string, at: string) =>
    importFile(externalAccountId, ofx('', { balance: closing(amount, at) }))
  await importBalance('10.00', '20260131')
  expect(await latestBalanceOf(externalAccountId)).toEqual([1000, '2026-01-31T22:59:59.999Z'])
  await importBalance('9.00', '20260130')
  expect(await latestBalanceOf(externalAccountId)).toEqual([1000, '2026-01-31T22:59:59.999Z'])
  await importBalance('-11.00', '20260201093000[0:GMT]')
  expect(await latestBalanceOf(externalAccountId)).toEqual([-1100, '2026-02-01T09:30:00.000Z'])
  expect(await versionOf(externalAccountId)).toBe(3)
})

test("lines outside the account's range are refused, and equal lines of another account are its own", async () => {
  const from = { show_transactions_on_or_after: '2026-01-15' }
  const { externalAccountId } = await openTestAccount(banking, request, from)
  const { rows } = await importCsv(externalAccountId, JANUARY)
  expect(rows.map(({ outcome }) => outcome)).toEqual(['REFUSED', 'IMPORTED', 'IMPORTED'])
})

test('an unreadable file is refused', async () => {
  expect(await refusalsOf(tryOut('Dear bank,'))).toEqual([['UnreadableStatement', 'content']])
})

test('texts of any length and characters are imported', async () => {
  const externalAccountId = await open()
  const file = ofx(
    `<STMTTRN><DTPOSTED>20260115<TRNAMT>-3.00<FITID>${'x'.repeat(5_000)}<PAYEE><NAME>${'n'.repeat(300)}</PAYEE><MEMO>${'😀'.repeat(3_000)}&#0;&#55357;</STMTTRN>`,
  )
  const { rows } = await importFile(externalAccountId, file)
  expect(rows[0]).toMatchObject({ outcome: 'IMPORTED', counterparty_name: 'n'.repeat(255) })
  expect((await importFile(externalAccountId, file)).report.known_count).toBe(1)
})
