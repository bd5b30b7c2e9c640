import { expect, test } from 'vitest'
import {
  compareEntries as compare,
  uncheckedOf,
  type JournalEntry,
  type PostedPosting,
  type Violation,
} from './compare-entries.ts'

const source = { type: 'bank_transaction', id: 't' }
const lines = [
  { accountId: 'bank', amount: 5, direction: 'CREDIT' as const },
  { accountId: 'rent', amount: 5, direction: 'DEBIT' as const },
]
const swapped = lines.map((line) => ({ ...line, direction: line.direction === 'DEBIT' ? 'CREDIT' : 'DEBIT' }) as const)
const entry = (change: Partial<JournalEntry> = {}): JournalEntry => ({
  id: 'e',
  source,
  reversalOfId: null,
  basis: 'BOTH',
  lines,
  ...change,
})
const posting = (change: Partial<PostedPosting> = {}): PostedPosting => ({
  postingKey: 'k',
  source,
  entryId: 'e',
  isPending: false,
  reversedEntryId: null,
  isReversal: false,
  basis: 'BOTH',
  lines,
  ...change,
})

const compareEntries = (entries: readonly JournalEntry[], postings: readonly PostedPosting[]): Violation[] =>
  compare('banking', entries, postings).violations

test('an entry has the lines of its posting, a reversal the opposite of what it reverses', () => {
  expect(compareEntries([entry()], [posting()])).toEqual([])
  expect(compareEntries([entry({ lines: swapped })], [posting({ isReversal: true })])).toEqual([])
  expect(compareEntries([entry()], [posting({ isReversal: true })])).toHaveLength(2)
})

test('lines are compared by their sum per account', () => {
  const parts = [...lines.slice(1), { accountId: 'bank', amount: 2, direction: 'CREDIT' as const }]
  const rest = { accountId: 'bank', amount: 3, direction: 'CREDIT' as const }
  expect(compareEntries([entry({ lines: [...parts, rest] })], [posting()])).toEqual([])
  expect(compareEntries([entry({ lines: parts })], [posting()])).toEqual([
    {
      invariant: 'an entry in the journal has the lines that were posted',
      detail: 'entry e of k on account bank: posted -5, entry says -2',
    },
  ])
  const elsewhere = lines.map((line) => (line.accountId === 'rent' ? { ...line, accountId: 'fees' } : line))
  expect(compareEntries([entry({ lines: elsewhere })], [posting()])).toHaveLength(2)
})

test("an entry without a posting is a finding, unless a posting of its source is under way: it may be that one's", () => {
  const unknown = [{ invariant: 'an entry of banking in the journal is one of its postings' }]
  expect(compareEntries([entry()], [])).toMatchObject(unknown)
  expect(compareEntries([entry()], [posting({ entryId: 'other' })])).toMatchObject(unknown)
  expect(compareEntries([entry()], [posting({ source: { ...source, id: 'other' } })])).toMatchObject(unknown)
  expect(compareEntries([entry()], [posting({ entryId: null })])).toMatchObject(unknown)
  const pending = posting({ entryId: null, isPending: true })
  expect(compare('banking', [entry()], [pending])).toEqual({ violations: [], underway: [entry()] })
  expect(uncheckedOf('banking', entry())).toEqual({
    unchecked: 'an entry of banking in the journal is one of its postings',
    reason: 'entry e of bank_transaction t, a posting of which waits',
  })
})

test('an entry is in the books it was posted to, and reverses what its posting reverses', () => {
  expect(compareEntries([entry({ basis: 'CASH' })], [posting()])).toEqual([
    {
      invariant: 'an entry in the journal is in the books that it was posted to',
      detail: 'entry e of k: posted BOTH, entry says CASH',
    },
  ])
  const reversal = posting({ isReversal: true, reversedEntryId: 'o' })
  expect(compareEntries([entry({ lines: swapped, reversalOfId: 'o' })], [reversal])).toEqual([])
  const invariant = 'a reversal in the journal takes back the entry of what its posting reverses'
  expect(compareEntries([entry({ lines: swapped })], [reversal])).toMatchObject([{ invariant }])
  expect(compareEntries([entry({ reversalOfId: 'o' })], [posting()])).toMatchObject([{ invariant }])
})
