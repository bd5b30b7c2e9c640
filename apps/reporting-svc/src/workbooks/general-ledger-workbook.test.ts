import { expect, test } from 'vitest'
import { writeGeneralLedgerWorkbook, type GeneralLedger, type LedgerLine } from './general-ledger-workbook.ts'
import { formulasOf, linkTo, readWorkbook, written } from './workbooks.test-helpers.ts'

const now = new Date('2026-01-31T12:00:00Z')

const line = (debit: number, credit: number, balance: number, more: Partial<LedgerLine> = {}): LedgerLine => ({
  entryId: 'e1',
  day: '2026-01-31',
  description: null,
  reference: null,
  party: null,
  debit,
  credit,
  balance,
  ...more,
})

async function* stream<Item>(...items: Item[]) {
  yield* items
}

/** Its lines can be read once. */
const sample = (): GeneralLedger => ({
  title: 'General ledger',
  subtitles: ['2026-01-01 to 2026-01-31'],
  currency: 'USD',
  accounts: stream(
    {
      id: 'cash',
      name: '1010 Cash',
      opening: 1_000,
      lines: stream(line(250, 0, 1_250, { description: '@Sale', reference: '=1', party: '=2' }), line(0, 50, 1_200)),
    },
    { id: 'idle', name: 'Idle', opening: -7, lines: stream<LedgerLine>() },
    { id: 'sales', name: 'Sales', opening: 0, lines: stream(line(0, 200, 200)) },
  ),
  links: {
    figure: (row, column) => `/figures/${row}/${column}`,
    balance: (account, at) => `/lines/${account}/${at}`,
    entry: (id) => `/entries/${id}`,
  },
  linkTo,
})

const read = async (ledger: GeneralLedger) => {
  const { sheets, formats } = await readWorkbook(await written((sink) => writeGeneralLedgerWorkbook(sink, ledger, now)))
  const [sheet] = sheets
  const values = (row: number) => [...'ABCDEFG'].map((column) => sheet?.cells.get(`${column}${row}`)?.value ?? '')
  return { sheets, sheet, formats, values }
}

test('each account has a heading, an opening balance, its lines and a closing balance', async () => {
  const { values, sheet } = await read(sample())
  expect(values(4)).toEqual(['Date', 'Description', 'Reference', 'Name', 'Debit', 'Credit', 'Balance'])
  expect([5, 6, 7, 8, 9, 10].map(values)).toEqual([
    ['1010 Cash', '', '', '', '', '', ''],
    ['', 'Opening balance', '', '', '', '', '10'],
    ['46053', '@Sale', '=1', '=2', '2.5', '', '12.5'],
    ['46053', '', '', '', '', '0.5', '12'],
    ['', 'Closing balance', '', '', '2.5', '0.5', '12'],
    ['', '', '', '', '', '', ''],
  ])
  expect([11, 12, 13].map(values)).toEqual([
    ['Idle', '', '', '', '', '', ''],
    ['', 'Opening balance', '', '', '', '', '-0.07'],
    ['', 'Closing balance', '', '', '0', '0', '-0.07'],
  ])
  expect(sheet?.frozen).toMatchObject({ ySplit: '4', state: 'frozen' })
  for (const address of ['B7', 'C7', 'D7'])
    expect([sheet?.cells.get(address)?.type, sheet?.cells.get(address)?.formula]).toEqual(['str', ''])
})

test('sums and closing balances are formulas whose results are the shown figures', async () => {
  const { sheets, sheet, values } = await read(sample())
  expect(['E9', 'G9', 'G13', 'E20', 'F20'].map((address) => sheet?.cells.get(address)?.formula)).toEqual([
    'SUM(E7:E8)',
    'G8',
    'G12',
    'E9+E13+E18',
    'F9+F13+F18',
  ])
  expect(values(19)).toEqual(['', '', '', '', '', '', ''])
  expect(values(20)).toEqual(['Total', '', '', '', '2.5', '2.5', ''])
  for (const { at, cached, evaluated } of formulasOf(sheets, 2)) expect([at, evaluated]).toEqual([at, cached])
})

test('a business without accounts has a total of zero', async () => {
  const { values } = await read({ ...sample(), accounts: [] })
  expect(values(5)).toEqual(['Total', '', '', '', '0', '0', ''])
})

test('lines lead to their entries, balances and sums to their lines', async () => {
  const { sheet } = await read(sample())
  const links = [...(sheet?.links ?? [])].map(([cell, address]) => [cell, address.replace('https://books.test', '')])
  expect(links).toEqual([
    ['G6', '/lines/cash/BEGINNING'],
    ['A7', '/entries/e1'],
    ['A8', '/entries/e1'],
    ['E9', '/figures/cash/debit'],
    ['F9', '/figures/cash/credit'],
    ['G9', '/lines/cash/END'],
    ['G12', '/lines/idle/BEGINNING'],
    ['E13', '/figures/idle/debit'],
    ['F13', '/figures/idle/credit'],
    ['G13', '/lines/idle/END'],
    ['G16', '/lines/sales/BEGINNING'],
    ['A17', '/entries/e1'],
    ['E18', '/figures/sales/debit'],
    ['F18', '/figures/sales/credit'],
    ['G18', '/lines/sales/END'],
    ['E20', '/figures/TOTAL/debit'],
    ['F20', '/figures/TOTAL/credit'],
  ])
})
