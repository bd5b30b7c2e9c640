import { expect, test } from 'vitest'
import { nothingStands, PARTY_SIDES, standings, type PartyLine, type PartySums } from '../party-ledgers/party-ledger.ts'
import { writePartyLedgerWorkbook, writePartyStatement, type PartyStatement } from './party-ledger-workbook.ts'
import { formulasOf, linkTo, readWorkbook, written } from './workbooks.test-helpers.ts'

const now = new Date('2026-03-31T12:00:00Z')
const side = PARTY_SIDES.CUSTOMER

const line = (amount: number, direction: 'DEBIT' | 'CREDIT', more: Partial<PartyLine> = {}): PartyLine => ({
  id: '1',
  entryId: '1',
  entryAt: now,
  day: '2026-01-31',
  part: 'owed',
  direction,
  amount,
  sourceType: 'invoice',
  reversalOfId: null,
  referenceNumber: null,
  memo: 'Between us',
  document: { id: 'd', kind: 'INVOICE', number: '=1+1' },
  dueDay: null,
  ...more,
})
const lines = [
  line(500, 'DEBIT', { dueDay: '2026-03-02' }),
  line(200, 'CREDIT'),
  line(50, 'CREDIT', { part: 'unapplied' }),
]
const sums: PartySums = {
  opening: { ...nothingStands(), owed: 100n },
  debits: 500n,
  credits: 200n,
  moved: { owed: 300n, unapplied: 50n, refunds: 0n },
  lineCount: 3,
  reach: 800n,
}
const statement = (given: readonly PartyLine[], of: PartySums): PartyStatement => ({
  title: 'Engines Ltd',
  subtitles: ['Ada'],
  currency: 'USD',
  side,
  sums: of,
  lines: given.map(standings(side, of.opening)),
  links: {
    figure: (row, column) => `/figures/${row}/${column}`,
    entry: (id) => `/entries/${id}`,
    document: (kind, id) => `/${kind}/${id}`,
  },
  linkTo,
  aging: undefined,
})

const read = async (write: Parameters<typeof written>[0]) => {
  const { sheets } = await readWorkbook(await written(write))
  const [sheet] = sheets
  const values = (row: number) =>
    [...'ABCDEFGHIJKLM'].map((column) => sheet?.cells.get(`${column}${row}`)?.value ?? '').join('|')
  return { sheets, sheet, values }
}

test('the ledger has what stood before, each line with what stood after it, and what stands at the end', async () => {
  const { sheets, sheet, values } = await read((sink) => writePartyLedgerWorkbook(sink, statement(lines, sums), now))
  expect([4, 5, 6, 7, 8, 9].map(values)).toEqual([
    'Date|Description|Document|Reference|Due date|Memo|Debit|Credit|Balance|Unapplied|Unapplied balance|Refunds|Refunds due',
    '|Opening balance|||||||1||0||0',
    '46053|Invoice|=1+1||46083|Between us|5||6||0||0',
    '46053|Invoice|=1+1|||Between us||2|4||0||0',
    '46053|Invoice|=1+1|||Between us|||4|0.5|0.5||0',
    '|Closing balance|||||5|2|4|0.5|0.5|0|0',
  ])
  expect([sheet?.cells.get('C6')?.type, sheet?.cells.get('C6')?.formula]).toEqual(['str', ''])
  expect(['G9', 'I9', 'J9'].map((at) => sheet?.cells.get(at)?.formula)).toEqual(['SUM(G6:G8)', 'I8', 'SUM(J6:J8)'])
  for (const { at, cached, evaluated } of formulasOf(sheets, 2)) expect([at, evaluated]).toEqual([at, cached])
})

test('a statement has no memos, and how old the balance is below it', async () => {
  const aging = {
    current: 0n,
    days1To30: 400n,
    days31To60: 0n,
    days61To90: 0n,
    days91Plus: 0n,
    total: 400n,
    unapplied: 50n,
  }
  const given = { ...statement(lines, sums), aging: { contactId: 'a', contactName: 'Ada', ...aging } }
  const { sheets, values } = await read((sink) => writePartyStatement(sink, given, now))
  expect(values(6)).toBe('46053|Invoice|=1+1||46083|5||6||0||0|')
  expect([11, 12].map(values)).toEqual([
    '|By days past due|Current|1-30|31-60|61-90|91+|Total|Customer credit||||',
    '||0|4|0|0|0|4|0.5||||',
  ])
  for (const { at, cached, evaluated } of formulasOf(sheets, 2)) expect([at, evaluated]).toEqual([at, cached])
})

test('without lines what stands is what stood before, and nothing is owed for how long', async () => {
  const empty = { ...sums, debits: 0n, credits: 0n, moved: nothingStands() }
  const { sheets, values } = await read((sink) => writePartyStatement(sink, statement([], empty), now))
  expect(values(6)).toBe('|Closing balance||||0|0|1|0|0|0|0|')
  expect(values(9)).toBe('||0|0|0|0|0|0|0||||')
  for (const { at, cached, evaluated } of formulasOf(sheets, 2)) expect([at, evaluated]).toEqual([at, cached])
})

test('a line leads to its entry and its document, and the figures above and below to their lines', async () => {
  const [first] = lines
  const { sheet } = await read((sink) => writePartyLedgerWorkbook(sink, statement(first ? [first] : [], sums), now))
  const links = [...(sheet?.links ?? [])].map(([cell, address]) => [cell, address.replace('https://books.test', '')])
  expect(links).toEqual([
    ['I5', '/figures/OPENING/balance'],
    ['K5', '/figures/OPENING/unapplied_balance'],
    ['M5', '/figures/OPENING/refunds_due'],
    ['A6', '/entries/1'],
    ['C6', '/INVOICE/d'],
    ['G7', '/figures/TOTAL/debit'],
    ['H7', '/figures/TOTAL/credit'],
    ['I7', '/figures/TOTAL/balance'],
    ['J7', '/figures/TOTAL/unapplied'],
    ['K7', '/figures/TOTAL/unapplied_balance'],
    ['L7', '/figures/TOTAL/refunds'],
    ['M7', '/figures/TOTAL/refunds_due'],
  ])
})
