import { Books, credit, debit, type AskedAccount, type AskedTag, type NewPosting } from '@pacioli/postings'
import { expect, test } from 'vitest'
import { refusalOf } from '../testing/payables.test-helpers.ts'
import { requirePostable } from './postable.ts'

const account = (id: string, isArchived = false): AskedAccount => ({
  id,
  name: id,
  accountNumber: null,
  stableName: null,
  normality: 'DEBIT',
  type: 'EXPENSE',
  subtype: 'COGS',
  isArchived,
})

const tag = (value: string, strictness: string): AskedTag => ({
  definitionId: value,
  dimensionId: 'store',
  key: 'store',
  value,
  dimensionDisplayName: null,
  valueDisplayName: null,
  strictness,
})

const books = new Books({
  epoch: 1,
  closedThrough: null,
  businessArchivedAt: null,
  accounts: new Map(
    [account('rent'), account('payable'), account('old', true)].map((one) => [
      JSON.stringify(['AccountId', one.id]),
      one,
    ]),
  ),
  tags: new Map(
    [tag('north', 'BALANCING'), tag('south', 'BALANCING'), tag('loose', 'NON_BALANCING')].map((one) => [
      one.value,
      one,
    ]),
  ),
  matching: { roundingThreshold: 0, adjustmentThreshold: 0, suggestsAdjustments: false },
})

const tagged = (...values: string[]) => ({
  tags: values.map((value) => ({ definitionId: value, key: 'store', value })),
})

const entry = (...lines: NewPosting['lines']): NewPosting => ({
  postingKey: 'bill:1:received:1',
  source: { type: 'bill', id: '1' },
  entryType: 'MANUAL',
  basis: 'ACCRUAL',
  entryAt: new Date('2026-01-10T12:00:00Z'),
  lines,
})

test('an entry on accounts that take postings, balanced under each BALANCING value, can be posted', () => {
  const sound = entry(
    debit('rent', 60, tagged('north')),
    debit('rent', 40, tagged('loose')),
    credit('payable', 60, tagged('north')),
    credit('payable', 40),
  )
  expect(refusalOf(() => requirePostable(books, [sound]))).toBeUndefined()
})

test('one on an archived account cannot, and its reversal can', () => {
  const old = entry(debit('old', 1), credit('payable', 1))
  expect(refusalOf(() => requirePostable(books, [old]))).toEqual(['AccountArchived', undefined])
  const reversal = { ...old, postingKey: 'r', reverses: 'bill:1:received:1', lines: undefined }
  const { lines: _lines, ...reversed } = reversal
  expect(refusalOf(() => requirePostable(books, [reversed]))).toBeUndefined()
})

test('an account that was not queried causes a retry', () => {
  expect(() => requirePostable(books, [entry(debit('new', 1), credit('payable', 1))])).toThrow('asked again')
})

test.each([
  ['on one side alone', entry(debit('rent', 1, tagged('north')), credit('payable', 1))],
  [
    'of another value on the other side',
    entry(debit('rent', 1, tagged('north')), credit('payable', 1, tagged('south'))),
  ],
  [
    'by less than all of it',
    entry(debit('rent', 3, tagged('north')), credit('payable', 2, tagged('north')), credit('payable', 1)),
  ],
])('one with a BALANCING tag %s cannot', (_what, posting) => {
  expect(refusalOf(() => requirePostable(books, [posting]))).toEqual(['BalancingTagViolation', undefined])
})
