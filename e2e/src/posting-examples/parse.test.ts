import { expect, test } from 'vitest'
import { examplesIn } from './parse.ts'

const document = (...lines: string[]): string =>
  ['## Bills', '**A bill**', '```example', ...lines, '```', 'Prose.'].join('\n')

test('a step has its entries, states and refusal', () => {
  const [example] = examplesIn(
    document(
      'zone Europe/Oslo',
      '2026-01-10  bill B1: COGS 90.00 tax CA 9.00; tag fund=a',
      '  ACCRUAL   Dr COGS  90.00 [store=b] [fund=a]',
      '            Cr ACCOUNTS_PAYABLE  90.00',
      '  CASH 2026-01-09 reversal',
      '  B1 is PAID, outstanding 0.00',
      '  vendor: balance -1.00, overdue 0.00, credit 2.50',
      '2026-01-11T03:30Z  void bill B1',
      '  refused BillVoided',
    ),
  )
  expect(example).toMatchObject({ section: 'Bills', title: 'A bill', zone: 'Europe/Oslo' })
  const [bill, voided] = example?.steps ?? []
  expect(bill).toMatchObject({
    at: '2026-01-10T12:00:00.000Z',
    verb: 'bill',
    name: 'B1',
    details: ['COGS 90.00 tax CA 9.00', 'tag fund=a'],
    entries: [
      {
        basis: 'ACCRUAL',
        day: '2026-01-10',
        isReversal: false,
        lines: [
          { side: 'Dr', account: 'COGS', amount: 9_000, tags: ['fund=a', 'store=b'] },
          { side: 'Cr', account: 'ACCOUNTS_PAYABLE', amount: 9_000, tags: [] },
        ],
      },
      { basis: 'CASH', day: '2026-01-09', isReversal: true, lines: [] },
    ],
    states: [{ name: 'B1', status: 'PAID', outstanding: 0 }],
    balances: [{ contact: 'vendor', balance: -100, overdue: 0, credit: 250 }],
  })
  expect(voided).toMatchObject({ at: '2026-01-11T03:30:00.000Z', verb: 'void bill', refusal: 'BillVoided' })
})

test('a closing says what it leaves out, and a business may give no activation', () => {
  const [example] = examplesIn(
    document(
      'zone UTC',
      'no activation',
      '2026-01-10  close year: 2025',
      '  leaves out CASH 40.00 revenue, 1.50 expense',
    ),
  )
  expect(example).toMatchObject({ isActivated: false, zone: 'UTC' })
  expect(example?.steps[0]?.leftOut).toEqual({ CASH: { revenue: 4_000, expense: 150 } })
})

test.each([
  ['2026-01-10  bill B1: COGS 90.00', '  ACCRUAL   Dr COGS  90'],
  ['2026-01-10  bill B1: COGS 90.00', '  Dr COGS  90.00'],
  ['2026-01-10  bill B1: COGS 90.00', '  ACCRUAL'],
  ['2026-01-10  bill B1: COGS 90.00', '  B1 PAID'],
  ['2026-01-10 bill B1: COGS 90.00', ''],
])('what is not of the format is refused: %s, %s', (...lines) => {
  expect(() => examplesIn(document(...lines))).toThrow('A bill')
})
