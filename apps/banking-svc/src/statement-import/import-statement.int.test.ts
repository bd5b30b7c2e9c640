import type { DomainError } from '@pacioli/errors'
import type { ImportStatementRequest__Output } from '@pacioli/protos/banking'
import type { BusinessWrite } from '@pacioli/rpc'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findExternalAccount } from '../bank-accounts/external-account.store.ts'
import { openTestAccount } from '../bank-accounts/bank-accounts.test-helpers.ts'
import { openTestBusiness, startTestBanking, type TestBanking } from '../banking.test-helpers.ts'
import { loadTransactions } from '../bank-transactions/bank-transaction.store.ts'
import { mapping } from './formats/formats.test-helpers.ts'
import { importStatement } from './import-statement.ts'
import { importTestTransactions } from './imports.test-helpers.ts'

let banking: TestBanking
let shared: BusinessWrite
beforeAll(async () => {
  banking = await startTestBanking()
  shared = await openTestBusiness(banking)
})
afterAll(() => banking.stop())

/** An account; of a business of its own if something is said of that. */
const open = async (details?: Parameters<typeof openTestBusiness>[1]) => {
  const request = details ? await openTestBusiness(banking, details) : shared
  return { request, ...(await openTestAccount(banking, request)) }
}

const CSV = mapping({ amount: 'Amount', description: 'Text', balance: 'Balance' })

const importFile = async (
  request: BusinessWrite,
  externalAccountId: string,
  content: string,
  rest: Partial<ImportStatementRequest__Output> = {},
) => {
  const { data, posting } = await importStatement(banking, request, {
    external_account_id: externalAccountId,
    content: Buffer.from(content),
    ...rest,
  })
  const report = data as NonNullable<typeof data>
  return { report, rows: report.rows ?? [], posting }
}

const refusalOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (refusal: DomainError) => refusal,
  )
  return error?.problems.map(({ error_enum, meta }) => [error_enum, meta.field])
}

/** How many rows each table of the import has. */
const countsOf = async (request: BusinessWrite) => {
  const [row] = await banking.db.transact(request, (tx) =>
    tx.rows(
      `SELECT (SELECT count(*)::int FROM bank_transactions WHERE business_id = $1) AS transactions,
              (SELECT count(*)::int FROM statement_line_ids WHERE business_id = $1) AS ids,
              (SELECT count(*)::int FROM counterparties WHERE business_id = $1) AS counterparties`,
      [request.businessId],
    ),
  )
  return { ...row, events: await eventsOf(request, 'bank_transaction') }
}

const eventsOf = async ({ businessId }: BusinessWrite, aggregate: string) => {
  const [row] = await banking.relayDb.call<{ events: number }>(
    'SELECT count(*)::int AS events FROM outbox WHERE business_id = $1 AND aggregate_type = $2',
    [businessId, aggregate],
  )
  return row?.events
}

const csv = (...rows: string[]) => `Date,Text,Amount,Balance\n${rows.join('\n')}\n`
const JANUARY = csv('2026-01-14,Paper,-12.50,87.50', '2026-01-15,Coffee,-3.00,84.50', '2026-01-15,Coffee,-3.00,81.50')

const ofx = (transactions: string, { currency = 'USD', account = '4711', balance = '' } = {}) =>
  `OFXHEADER:100\nDATA:OFXSGML\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>${currency}<BANKACCTFROM><ACCTID>${account}</BANKACCTFROM><BANKTRANLIST>${transactions}</BANKTRANLIST>${balance}</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`
const transaction = (id: string, amount: string, name: string, day = '20260115') =>
  `<STMTTRN><TRNTYPE>POS<DTPOSTED>${day}<TRNAMT>${amount}<FITID>${id}<NAME>${name}</STMTTRN>`
const closing = (amount: string, at: string) => `<LEDGERBAL><BALAMT>${amount}<DTASOF>${at}</LEDGERBAL>`

const latestBalanceOf = async (request: BusinessWrite, id: string) => {
  const account = await banking.db.transact(request, (tx) => findExternalAccount(tx, request.businessId, id))
  return account?.latestBalance && [account.latestBalance.balance, account.latestBalance.at.toISOString()]
}

test('a statement is imported, reconciles, and brings nothing when it comes again', async () => {
  const { request, externalAccountId } = await open({ time_zone: 'Europe/Berlin' })
  const { report, rows } = await importFile(request, externalAccountId, JANUARY, { csv_mapping: CSV })
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
  expect(await latestBalanceOf(request, externalAccountId)).toEqual([8150, '2026-01-15T22:59:59.999Z'])
  const [first] = await banking.db.transact(request, (tx) =>
    loadTransactions(tx, request.businessId, [rows[0]?.transaction_id ?? '']),
  )
  expect(first).toMatchObject({
    date: new Date('2026-01-13T23:00:00Z'),
    day: '2026-01-14',
    amount: 1250,
    direction: 'DEBIT',
    description: 'Paper',
    status: 'READY_FOR_INPUT',
  })
  const again = await importFile(request, externalAccountId, JANUARY, { csv_mapping: CSV })
  expect(again.report).toMatchObject({ imported_count: 0, known_count: 3 })
  expect(again.rows.map(({ transaction_id }) => transaction_id).sort()).toEqual(
    rows.map(({ transaction_id }) => transaction_id).sort(),
  )
  const more = csv('2026-01-15,Coffee,-3.00,', '2026-01-15,Coffee,-3.00,', '2026-01-15,Coffee,-3.00,')
  expect((await importFile(request, externalAccountId, more, { csv_mapping: CSV })).report.imported_count).toBe(1)
})

test('a dry run says what would happen, and writes nothing', async () => {
  const { request, externalAccountId } = await open()
  await importFile(request, externalAccountId, csv('2026-01-14,Paper,-12.50,'), { csv_mapping: CSV })
  const before = await countsOf(request)
  const { report, rows } = await importFile(request, externalAccountId, `${JANUARY}2026-01-16,Odd,x,\n`, {
    csv_mapping: CSV,
    dry_run: true,
  })
  expect(report).toMatchObject({ dry_run: true, imported_count: 2, known_count: 1, refused_count: 1 })
  expect(rows.map(({ outcome, transaction_id }) => [outcome, transaction_id !== undefined])).toEqual([
    ['KNOWN', true],
    ['IMPORTED', false],
    ['IMPORTED', false],
    ['REFUSED', false],
  ])
  expect(await countsOf(request)).toEqual(before)
  expect(await latestBalanceOf(request, externalAccountId)).toBeNull()
})

test('ids of the bank name transactions; another amount under one of them is another transaction', async () => {
  const { request, externalAccountId } = await open()
  const file = ofx(
    transaction('F1', '-3.00', 'Coffee') + transaction('F2', '-3.00', 'Coffee') + transaction('F2', '-4.00', 'Tea'),
  )
  const { rows } = await importFile(request, externalAccountId, file)
  const loaded = await banking.db.transact(request, (tx) =>
    loadTransactions(
      tx,
      request.businessId,
      rows.map(({ transaction_id }) => transaction_id ?? ''),
    ),
  )
  expect(loaded.map(({ sourceTransactionId }) => sourceTransactionId.slice(0, 8))).toEqual(['F1', 'F2', 'content:'])
  expect((await importFile(request, externalAccountId, file)).report).toMatchObject({
    imported_count: 0,
    known_count: 3,
  })
  expect(
    (await importFile(request, externalAccountId, ofx(transaction('F2', '-4.00', 'Tea')))).report.imported_count,
  ).toBe(0)
  expect(
    (await importFile(request, externalAccountId, ofx(transaction('F3', '-4.00', 'Tea')))).report.imported_count,
  ).toBe(1)
})

test('what came in another format, or from the feed, with the same content is known', async () => {
  const { request, externalAccountId } = await open()
  await importTestTransactions(banking, request, externalAccountId, [
    { external_id: 'x', date: '2026-01-15', amount: 3_00, description: 'coffee' },
  ])
  const two = ofx(transaction('F1', '-3.00', 'Coffee') + transaction('F2', '-3.00', 'Coffee'))
  expect((await importFile(request, externalAccountId, two)).report).toMatchObject({
    imported_count: 1,
    known_count: 1,
  })
  expect((await importFile(request, externalAccountId, JANUARY, { csv_mapping: CSV })).report).toMatchObject({
    imported_count: 1,
    known_count: 2,
  })
  expect(
    (await importFile(request, externalAccountId, ofx(transaction('F3', '-3.00', 'Coffee')))).report.imported_count,
  ).toBe(1)
})

test('what the feed calls pending is booked once a statement lists it', async () => {
  const { request, externalAccountId } = await open({})
  const told = { external_id: 'x', date: '2026-01-15', amount: 3_00, description: 'coffee' }
  const [pending] = await importTestTransactions(banking, request, externalAccountId, [{ ...told, pending: true }])
  expect(pending?.status).toBe('PENDING')
  const file = ofx(transaction('F1', '-3.00', 'Coffee'))
  const dry = await importFile(request, externalAccountId, file, { dry_run: true })
  const { rows, report } = await importFile(request, externalAccountId, file)
  for (const row of [...dry.rows, ...rows])
    expect(row).toMatchObject({
      outcome: 'KNOWN',
      transaction_id: pending?.id,
      categorizationStatus: 'READY_FOR_INPUT',
      reason: expect.stringContaining('booked now'),
    })
  expect(report).toMatchObject({ imported_count: 0, known_count: 1 })
  const stateOf = () =>
    banking.db.transact(request, (tx) => loadTransactions(tx, request.businessId, [pending?.id ?? '']))
  expect(await stateOf()).toMatchObject([{ status: 'READY_FOR_INPUT', sourceTransactionId: 'x', version: 2 }])
  // Neither the file again nor a feed that is behind changes it.
  await importFile(request, externalAccountId, file)
  await importTestTransactions(banking, request, externalAccountId, [{ ...told, pending: true }])
  expect(await stateOf()).toMatchObject([{ status: 'READY_FOR_INPUT', version: 2 }])
  expect(await countsOf(request)).toMatchObject({ transactions: 1, ids: 1 })
})

test('two accounts of one business keep their lines apart', async () => {
  const { request, externalAccountId } = await open()
  const other = await openTestAccount(banking, request)
  await importFile(request, externalAccountId, JANUARY, { csv_mapping: CSV })
  expect(
    (await importFile(request, other.externalAccountId, JANUARY, { csv_mapping: CSV })).report.imported_count,
  ).toBe(3)
})

test('racing imports of one file bring each line once', async () => {
  const { request, externalAccountId } = await open({})
  const rows = Array.from({ length: 12 }, (_, index) => `2026-01-${10 + (index % 2)},Shop ${index % 3},-1.00,`)
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => importFile(request, externalAccountId, csv(...rows), { csv_mapping: CSV })),
  )
  expect(answers.map(({ report }) => report.imported_count).sort()).toEqual([0, 0, 0, 12])
  expect(await countsOf(request)).toMatchObject({ transactions: 12, events: 12 })
})

test('a file of several accounts asks which one is meant', async () => {
  const { request, externalAccountId } = await open()
  const file = ofx(transaction('F1', '-3.00', 'Coffee')).replace(
    '</STMTTRNRS>',
    `</STMTTRNRS>${/<STMTTRNRS>.*<\/STMTTRNRS>/.exec(ofx(transaction('F2', '-4.00', 'Tea'), { account: '48 12' }))?.[0]}`,
  )
  const refused = importFile(request, externalAccountId, file)
  await expect(refused).rejects.toThrow(/4711, 48 12.*statement_account_id/)
  const { report, rows } = await importFile(request, externalAccountId, file, { statement_account_id: '4812' })
  expect([report.statements?.length, rows.map(({ amount }) => amount)]).toEqual([1, [400]])
  expect(await refusalOf(importFile(request, externalAccountId, file, { statement_account_id: '9' }))).toEqual([
    ['UnreadableStatement', 'statement_account_id'],
  ])
})

test('a statement in another currency is refused', async () => {
  const { request, externalAccountId } = await open({ currency: 'EUR' })
  expect(await refusalOf(importFile(request, externalAccountId, ofx(transaction('F1', '-3.00', 'Coffee'))))).toEqual([
    ['CurrencyMismatch', 'content'],
  ])
  expect(await countsOf(request)).toMatchObject({ transactions: 0 })
})

test('amounts have the decimals of the currency', async () => {
  const { request, externalAccountId } = await open({ currency: 'JPY' })
  const { rows } = await importFile(request, externalAccountId, csv('2026-01-14,A,-1200,', '2026-01-14,B,0.5,'), {
    csv_mapping: CSV,
  })
  expect(rows.map(({ outcome, amount }) => [outcome, amount])).toEqual([
    ['IMPORTED', 1200],
    ['REFUSED', undefined],
  ])
})

test('a statement that does not reconcile is imported, and says so', async () => {
  const { request, externalAccountId } = await open()
  const mt940 =
    ':20:X\n:25:1\n:28C:1/1\n:60F:C260130USD100,00\n:61:260131D10,00NTRFNONREF\n:86:Paper\n:62F:C260131USD91,00\n-\n'
  const { report } = await importFile(request, externalAccountId, mt940)
  expect(report).toMatchObject({ format: 'MT940', imported_count: 1 })
  expect(report.statements).toMatchObject([{ statement_id: '1/1', reconciliation: 'NOT_RECONCILED', difference: 100 }])
  const unknown = await importFile(request, externalAccountId, ofx(transaction('F1', '-3.00', 'Coffee')))
  expect(unknown.report.statements?.[0]?.reconciliation).toBe('UNKNOWN')
})

test('a closing balance is the latest only while nothing newer is known', async () => {
  const { request, externalAccountId } = await open({})
  const told = (amount: string, at: string) =>
    importFile(request, externalAccountId, ofx('', { balance: closing(amount, at) }))
  await told('10.00', '20260131')
  expect(await latestBalanceOf(request, externalAccountId)).toEqual([1000, '2026-01-31T23:59:59.999Z'])
  await told('9.00', '20260130')
  expect(await latestBalanceOf(request, externalAccountId)).toEqual([1000, '2026-01-31T23:59:59.999Z'])
  await told('-11.00', '20260201093000[0:GMT]')
  expect(await latestBalanceOf(request, externalAccountId)).toEqual([-1100, '2026-02-01T09:30:00.000Z'])
  expect(await eventsOf(request, 'external_account')).toBe(3)
})

test('lines that the account does not show are refused, and may come in later', async () => {
  const { request } = await open()
  const { externalAccountId } = await openTestAccount(banking, request, {
    show_transactions_on_or_after: '2026-01-15T00:00:00Z',
  })
  const { rows } = await importFile(request, externalAccountId, JANUARY, { csv_mapping: CSV })
  expect(rows.map(({ outcome }) => outcome)).toEqual(['REFUSED', 'IMPORTED', 'IMPORTED'])
})

test('unreadable files, and accounts of others, are refused', async () => {
  const { request, externalAccountId } = await open()
  const stranger = await openTestBusiness(banking)
  expect(await refusalOf(importFile(request, externalAccountId, 'Dear bank,'))).toEqual([
    ['UnreadableStatement', 'content'],
  ])
  expect(await refusalOf(importFile(stranger, externalAccountId, JANUARY, { csv_mapping: CSV }))).toEqual([
    ['ExternalAccountNotFound', 'externalAccountId'],
  ])
})

test('texts of any length and any characters come in', async () => {
  const { request, externalAccountId } = await open()
  const file = ofx(
    `<STMTTRN><DTPOSTED>20260115<TRNAMT>-3.00<FITID>${'x'.repeat(5_000)}<PAYEE><NAME>${'n'.repeat(300)}</PAYEE><MEMO>${'😀'.repeat(3_000)}&#0;&#55357;</STMTTRN>`,
  )
  const { rows } = await importFile(request, externalAccountId, file)
  expect(rows[0]).toMatchObject({ outcome: 'IMPORTED', counterparty_name: 'n'.repeat(255) })
  expect((await importFile(request, externalAccountId, file)).report.known_count).toBe(1)
})

test('10,000 lines come in with one file, and no more', async () => {
  const { request, externalAccountId } = await open()
  const rows = Array.from({ length: 10_000 }, (_, index) => `2026-01-15,Shop ${index},-0.01,`)
  const { report } = await importFile(request, externalAccountId, csv(...rows), { csv_mapping: CSV })
  expect(report.imported_count).toBe(10_000)
  const more = importFile(request, externalAccountId, csv(...rows, '2026-01-15,One more,-0.01,'), { csv_mapping: CSV })
  expect(await refusalOf(more)).toEqual([['UnreadableStatement', 'content']])
}, 60_000)
