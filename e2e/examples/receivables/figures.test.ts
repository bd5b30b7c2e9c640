import { expect, test } from 'vitest'
import { compareControls, compareSums, figuresOf } from './figures.ts'
import type { SalesDocument } from './sales-file.ts'

const document = (number: string, customer: string, country: string, amount: bigint): SalesDocument => ({
  number,
  isCredit: number.startsWith('C'),
  where: 'x.csv, row 2',
  at: '2026-01-05T09:12:00Z',
  customer,
  country,
  lines: [
    { product: 'A', description: '', quantity: amount < 0n ? -1n : 1n, unitPrice: amount < 0n ? -amount : amount },
  ],
})

const figures = figuresOf([
  document('1', '7', 'France', 500n),
  document('2', '', 'EIRE', 30n),
  document('C3', '7', 'France', -120n),
])

test('credit notes come off what their customer and country owe', () => {
  expect(figures).toEqual({
    byCustomer: new Map([
      ['7', 380n],
      ['no number', 30n],
    ]),
    byCountry: new Map([
      ['France', 380n],
      ['EIRE', 30n],
    ]),
    invoiced: 530n,
    credited: 120n,
  })
})

test('every name that any side has is compared, in all sides', () => {
  const compared = compareSums(new Map([['a', 1n]]), new Map([['a', 1n]]), new Map([['b', 2n]]))
  expect(compared).toEqual([
    { name: 'a', expected: 1n, found: [1n, 0n], isEqual: false },
    { name: 'b', expected: 0n, found: [0n, 2n], isEqual: false },
  ])
})

test('debits are positive on the accounts that the sales go through', () => {
  const same = (amount: bigint) => ({ ledger: amount, trialBalance: amount })
  const books = {
    byCustomer: figures.byCustomer,
    byCountry: figures.byCountry,
    receivable: same(530n),
    sales: same(-530n),
    returns: same(120n),
    refundLiabilities: same(-120n),
  }
  expect(compareControls(figures, books).every(({ isEqual }) => isEqual)).toBe(true)
  const moved = { ...books, returns: { ledger: 120n, trialBalance: 119n } }
  expect(compareControls(figures, moved).filter(({ isEqual }) => !isEqual)).toEqual([
    { name: 'Returns', expected: 120n, found: [120n, 119n], isEqual: false },
  ])
})
