import { expect, test } from 'vitest'
import { entriesOf } from './entries.ts'
import type { Transaction } from './ledger-file.ts'

const transaction: Transaction = {
  index: '7',
  day: '2026-01-31',
  code: 'INV-7',
  description: 'Cakes',
  comment: 'for a birthday',
  postings: [
    { account: 'assets:cash', amount: 1_250n, comment: '' },
    { account: 'income', amount: -1_250n, comment: 'net' },
  ],
}

test('a positive amount is a debit, a negative one a credit, at the start of its day', () => {
  expect(entriesOf([transaction])).toEqual([
    {
      external_id: 'txn-7',
      entry_at: '2026-01-31T00:00:00Z',
      memo: 'Cakes | for a birthday',
      reference_number: 'INV-7',
      line_items: [
        {
          account_identifier: { type: 'StableName', stable_name: 'hledger:assets:cash' },
          amount: 1_250,
          direction: 'DEBIT',
        },
        {
          account_identifier: { type: 'StableName', stable_name: 'hledger:income' },
          amount: 1_250,
          direction: 'CREDIT',
          memo: 'net',
        },
      ],
    },
  ])
})

test('a transaction that moves nothing is no entry', () => {
  expect(entriesOf([{ ...transaction, postings: [] }])).toEqual([])
})
