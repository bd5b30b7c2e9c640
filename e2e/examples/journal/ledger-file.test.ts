import { expect, test } from 'vitest'
import { readBalances, readPostings, sumPostings } from './ledger-file.ts'

const HEAD =
  'txnidx,date,date2,status,code,description,comment,account,amount,commodity,credit,debit,posting-status,posting-comment'
const dollars = { code: 'USD', decimals: 2 }

/** One posting per line: `index account amount commodity`. */
const postings = (...lines: string[]): string =>
  [
    HEAD,
    ...lines
      .map((line) => line.split(' '))
      .map(
        ([index, account, amount, commodity = '']) =>
          `${index},2026-01-31,,*,,a sale,,${account},${amount},${commodity},,,,`,
      ),
  ].join('\n')

const read = (...lines: string[]) => readPostings(postings(...lines), 'x.csv')

test('rows with one number make one transaction', () => {
  const { currency, transactions } = read(
    '1 assets:cash 12.50 $',
    '1 income:sales -12.50 $',
    '2 assets:cash -1 $',
    '2 assets:bank 1 $',
  )
  expect(currency).toEqual(dollars)
  expect(
    transactions.map(({ index, day, postings: all }) => [
      index,
      day,
      all.map(({ account, amount }) => [account, amount]),
    ]),
  ).toEqual([
    [
      '1',
      '2026-01-31',
      [
        ['assets:cash', 1_250n],
        ['income:sales', -1_250n],
      ],
    ],
    [
      '2',
      '2026-01-31',
      [
        ['assets:cash', -100n],
        ['assets:bank', 100n],
      ],
    ],
  ])
})

test('a zero has no commodity and is no posting', () => {
  const { transactions, zeroPostings } = read('1 a 5 $', '1 b 0', '1 c -5 $', '2 a 0.00', '2 b 0')
  expect(transactions.map((transaction) => transaction.postings.length)).toEqual([2, 0])
  expect(zeroPostings).toBe(3)
})

test('several currencies are refused, all of them named', () => {
  expect(() => read('1 a 5 $', '1 b -5 EUR', '2 a 1 AAPL', '2 b -1 AAPL')).toThrow(
    'amounts in 3 commodities: $, AAPL, EUR.',
  )
})

test('what does not balance is refused with the way out', () => {
  expect(() => read('1 a 5 $', '1 b -4.99 $')).toThrow('transaction 1: debits exceed credits by 0.01 USD')
})

test('a bad row is named by its line in the file', () => {
  expect(() => read('1 a 5 $', '1 b -5h $')).toThrow('x.csv, row 3: expected a decimal amount')
  expect(() => read('1 a 5 $', '1 b -5.001 $')).toThrow('x.csv, row 3: -5.001 has more decimals')
  expect(() => read('1 a 5 $', '1 b::c -5 $')).toThrow('x.csv, row 3: "b::c" has an empty part')
})

test('a file of another kind is refused by its columns', () => {
  expect(() => readPostings('date,amount\n2026-01-31,5', 'bank.csv')).toThrow('bank.csv lacks the columns txnidx, code')
  expect(() => readPostings('', 'empty.csv')).toThrow('empty.csv has no rows')
})

test('only zeros move no money', () => {
  expect(() => read('1 a 0', '1 b 0')).toThrow('x.csv moves no money')
})

test('balances come with the currency before or after the amount', () => {
  const balances = readBalances('account,balance\na,$-12.50\nb,12.50 USD\nc,0\n', 'b.csv', dollars)
  expect([...balances]).toEqual([
    ['a', -1_250n],
    ['b', 1_250n],
    ['c', 0n],
  ])
})

test.each([
  ['"$1, 2 AAPL"', 'expected one amount with its currency'],
  ['12.50', 'expected one amount with its currency'],
  ['€12.50', 'expected a balance in USD'],
])('a balance of %s is refused', (balance, message) => {
  expect(() => readBalances(`account,balance\na,${balance}\n`, 'b.csv', dollars)).toThrow(`b.csv, row 2: ${message}`)
})

test('groups of thousands are read, and the total that hledger writes at the end is no account', () => {
  const balances = (...rows: string[]) => [...readBalances(['account,balance', ...rows].join('\n'), 'b.csv', dollars)]
  expect(balances('a,"$-1,012.50"', 'b,"1,000.50 USD"', 'Total,$-12.00')).toEqual([
    ['a', -101_250n],
    ['b', 100_050n],
  ])
  expect(balances('a,$1', 'b,$-1', 'total,0')).toHaveLength(2)
  expect(balances('a,$1', 'total,$5')).toHaveLength(2)
})

test('an account with two balances is refused', () => {
  expect(() => readBalances('account,balance\na,$1\na,$2\n', 'b.csv', dollars)).toThrow(
    'b.csv, row 3: a has a balance already',
  )
})

test('postings add up to balances by account', () => {
  const { transactions } = read('1 a 5 $', '1 b -5 $', '2 a -2 $', '2 c 2 $')
  expect([...sumPostings(transactions)]).toEqual([
    ['a', 300n],
    ['b', -500n],
    ['c', 200n],
  ])
})
