import { randomUUID } from 'node:crypto'
import { RetryDecision, Books, type AskedAccount, type NewPosting, type Reversal } from '@pacioli/postings'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NO_CONTACTS } from '../bank-transactions/bank-transaction.ts'
import { anAccount, aTransaction, NOW } from '../categorization/decided.test-helpers.ts'
import type { Allocation, Candidate } from '../matches/candidate.ts'
import { outcomeOf, rematch } from './changed-document.ts'
import { clearedOf, type Match } from '../matches/match.ts'

const bank = anAccount({ name: 'Checking', type: 'ASSET', normality: 'DEBIT' })
const clearing = anAccount({ name: 'Clearing', type: 'ASSET' })
const adjustments = anAccount({ name: 'Adjustments', stableName: 'MATCH_ADJUSTMENTS' })

const part = (amount: number, ...definitionIds: string[]): Allocation => ({
  amount,
  tags: definitionIds.map((definitionId) => ({ dimensionId: `dimension of ${definitionId}`, definitionId })),
})

const document = (given: Partial<Candidate> = {}): Candidate => ({
  ...NO_CONTACTS,
  id: 'document',
  matchType: 'BILL_PAYMENT',
  subjectId: 'document',
  ledgerAccountId: null,
  clearingAccountId: clearing.id,
  direction: 'DEBIT',
  amount: 1_000,
  date: NOW,
  day: '2026-03-01',
  description: '',
  allocations: [part(600, 'north'), part(400)],
  isOpen: true,
  version: 1,
  ...given,
})

const matchTo = (candidate: Candidate, given: Partial<Match> = {}): Match => ({
  id: 'match',
  matchType: candidate.matchType,
  transactionId: 'transaction',
  counterpartId: null,
  candidateId: candidate.id,
  postingKey: 'bank_match:match:matched:1',
  revision: 1,
  cleared: clearedOf(candidate),
  ...given,
})

const outcome = (after: Candidate, given: Partial<Match> = {}, before = document()) =>
  outcomeOf(matchTo(before, given), { ...before, direction: 'DEBIT' }, after)

test('a match ends when its document is closed, or has another amount, account or direction', () => {
  expect(outcome(document())).toBe('STAYS')
  expect(outcome(document({ isOpen: false }))).toBe('ENDS')
  expect(outcome(document({ amount: 999, allocations: [part(999)] }))).toBe('ENDS')
  expect(outcome(document({ clearingAccountId: randomUUID() }))).toBe('ENDS')
  expect(outcome(document({ direction: 'CREDIT' }))).toBe('ENDS')
  const ofEntry = { matchType: 'JOURNAL_ENTRY', clearingAccountId: null, ledgerAccountId: bank.id } as const
  const entry = document({ ...ofEntry, allocations: [] })
  expect(outcome(entry, { postingKey: null }, entry)).toBe('STAYS')
  expect(outcome({ ...entry, isOpen: false }, { postingKey: null }, entry)).toBe('ENDS')
})

test('a match stays for all other changes of its document', () => {
  const change = {
    date: new Date(0),
    day: '1970-01-01',
    description: 'x',
    counterpartyName: 'y',
    version: 9,
  }
  expect(outcome(document(change))).toBe('STAYS')
})

test('a match is reposted when tags divide its document differently, not for the order of its parts', () => {
  expect(outcome(document({ allocations: [part(600, 'south'), part(400)] }))).toBe('REPOST')
  expect(outcome(document({ allocations: [part(601, 'north'), part(399)] }))).toBe('REPOST')
  expect(outcome(document({ allocations: [part(1_000)] }))).toBe('REPOST')
  expect(outcome(document({ allocations: [part(400), part(100, 'north'), part(500, 'north')] }))).toBe('STAYS')
  const twoTags = document({ allocations: [part(1_000, 'a', 'b')] })
  expect(outcome(document({ allocations: [part(1_000, 'b', 'a')] }), {}, twoTags)).toBe('STAYS')
  // A match without a posting has no tags in the journal.
  expect(outcome(document({ allocations: [part(1_000, 'south')] }), { postingKey: null })).toBe('STAYS')
})

test('a match is reposted when its document is of another customer or vendor, which its lines name', () => {
  const ofVendor = document({ vendorId: 'v' })
  expect(outcome(ofVendor, {}, ofVendor)).toBe('STAYS')
  expect(outcome(document({ vendorId: 'w' }), {}, ofVendor)).toBe('REPOST')
  expect(outcome(document(), {}, ofVendor)).toBe('REPOST')
  expect(outcome(document({ customerId: 'c' }))).toBe('REPOST')
  // A match without a posting names nobody in the journal.
  expect(outcome(document({ vendorId: 'w' }), { postingKey: null }, ofVendor)).toBe('STAYS')
  const lines = (reposted(document({ vendorId: 'w' }))?.postings[1] as NewPosting).lines
  expect(new Set(lines.map(({ vendorId }) => vendorId))).toEqual(new Set(['w']))
})

const booksWith = (given: { closedThrough?: Date; accounts?: AskedAccount[] } = {}): Books => {
  const { closedThrough = null, accounts = [bank, clearing, adjustments] } = given
  const byKey = accounts.map((one): [string, AskedAccount] => [JSON.stringify(['AccountId', one.id]), one])
  return new Books({
    epoch: 1,
    closedThrough,
    businessArchivedAt: null,
    accounts: new Map([...byKey, [JSON.stringify(['StableName', 'MATCH_ADJUSTMENTS']), adjustments]]),
    tags: new Map(),
    matching: { roundingThreshold: 0, adjustmentThreshold: 0, suggestsAdjustments: true },
  })
}

const namesOf = (ids: readonly string[]) =>
  new Map(ids.map((id) => [id, { definitionId: id, key: 'Region', value: id }]))

const own = (amount = 1_000) => ({
  transaction: aTransaction({ id: 'transaction', direction: 'DEBIT', amount }),
  ledgerAccountId: bank.id,
})

const reposted = (candidate: Candidate, books = booksWith(), amount?: number) =>
  rematch(matchTo(document(), { revision: 3, postingKey: 'bank_match:match:matched:3' }), own(amount), candidate, {
    namesOf,
    books,
  })

test('a repost reverses the standing posting, has the next revision, and stores what it cleared', () => {
  const after = document({ allocations: [part(1_000, 'south')] })
  const outcome = reposted(after)
  const [reversal, posting] = outcome?.postings as [Reversal, NewPosting]
  expect(reversal).toMatchObject({
    postingKey: 'bank_match:match:ended:3',
    reverses: 'bank_match:match:matched:3',
    source: { type: 'bank_match', id: 'match' },
  })
  expect(posting).toMatchObject({ postingKey: 'bank_match:match:matched:4', source: reversal.source })
  expect(outcome?.match).toMatchObject({ id: 'match', revision: 4, postingKey: posting.postingKey })
  expect(outcome?.match.cleared).toEqual(clearedOf(after))
})

test('for any parts the bank account gives the reported amount and the clearing account becomes zero', () => {
  const parts = fc.array(
    fc.record({ amount: fc.integer({ min: 1, max: 1_000 }), tag: fc.constantFrom('', 'north', 'south') }),
    { minLength: 1, maxLength: 6 },
  )
  fc.assert(
    fc.property(parts, fc.integer({ min: -5, max: 5 }), (given, off) => {
      const amount = given.reduce((sum, one) => sum + one.amount, 0)
      const reported = Math.max(1, amount + off)
      const allocations = given.map((one) => (one.tag === '' ? part(one.amount) : part(one.amount, one.tag)))
      const outcome = reposted(document({ amount, allocations }), booksWith(), reported)
      const posting = outcome?.postings[1] as NewPosting
      const on = (accountId: string): number =>
        posting.lines
          .filter((line) => line.accountId === accountId)
          .reduce((sum, line) => sum + (line.direction === 'DEBIT' ? line.amount : -line.amount), 0)
      expect([on(bank.id), on(clearing.id), on(adjustments.id)]).toEqual([-reported, amount, reported - amount])
    }),
  )
})

test('after a closed period both move to the first open instant, and an archived account takes nothing', () => {
  const after = document({ allocations: [part(1_000)] })
  const { transaction } = own()
  const closedThrough = new Date(transaction.date.getTime() + 1_000)
  const moved = reposted(after, booksWith({ closedThrough }))
  expect(moved?.postings.map(({ entryAt }) => entryAt.getTime())).toEqual([
    closedThrough.getTime() + 1,
    closedThrough.getTime() + 1,
  ])
  expect(reposted(after)?.postings.map(({ entryAt }) => entryAt)).toEqual([transaction.date, transaction.date])
  for (const archived of [bank, clearing]) {
    const accounts = [bank, clearing, adjustments].map((one) => (one === archived ? { ...one, isArchived: true } : one))
    expect(reposted(after, booksWith({ accounts }))).toBeUndefined()
  }
  expect(() => reposted(after, booksWith({ accounts: [bank] }))).toThrow(RetryDecision)
})
