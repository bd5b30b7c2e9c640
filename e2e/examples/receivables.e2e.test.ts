import { expect, test } from 'vitest'
import { exampleOf } from './shared/example.test-helpers.ts'

const { example, countOf, businessIn } = exampleOf('receivables')

test('the sample comes out as the file and its totals say', async () => {
  const first = await example()
  for (const row of [
    'sales: 11 documents in the books of',
    '8 invoices and 3 credit notes are there.',
    '| 12001 | 107.30 | 107.30 | 107.30 | = |',
    '| no number | 87.45 | 87.45 | 87.45 | = |',
    '| Total | 812.25 | 812.25 | 812.25 | = |',
    '| United Kingdom | 194.75 | 194.75 | = |',
    '| Accounts receivable | 1150.25 | 1150.25 | 1150.25 | = |',
    '| Refund liabilities | -338.00 | -338.00 | -338.00 | = |',
    'Equal in 5 customers and 4 countries.',
  ])
    expect(first.printed).toContain(row)
  expect(first.status).toBe(0)
  const lists = ['customers', 'invoices', 'invoices/refunds', 'ledger/entries']
  const counts = lists.map((list) => countOf(`${businessIn(first.printed)}/${list}`))
  expect(await Promise.all(counts)).toEqual([5, 8, 3, 10])
})
