import { randomUUID } from 'node:crypto'
import { describe as about, expect, test } from 'vitest'
import { DomainError } from '@pacioli/errors'
import { aTransaction, NOW } from '../categorization/decided.test-helpers.ts'
import {
  book,
  BY_REQUEST,
  categorize,
  describe,
  exclude,
  isCategorized,
  match,
  NO_CONTACTS,
  signedAmount,
  split,
  STATUSES,
  uncategorize,
  type BankTransaction,
} from './bank-transaction.ts'

const LATER = new Date(NOW.getTime() + 1_000)
const RULE = { method: 'RULE', ruleId: randomUUID() } as const
const PARTIES = { ...NO_CONTACTS, vendorId: randomUUID() }
const errorOf = (act: () => unknown): string => {
  try {
    act()
  } catch (error) {
    if (error instanceof DomainError) return error.errorEnum
    throw error
  }
  return 'none'
}
const accountId = randomUUID()
const category = { accountId, ...NO_CONTACTS }
const parts = (...amounts: number[]) =>
  amounts.map((amount) => ({
    ...NO_CONTACTS,
    id: randomUUID(),
    categoryAccountId: accountId,
    amount,
    memo: null,
    tags: [],
  }))

/** One of each status, made by the transitions themselves. */
const ready = aTransaction()
const states: Record<(typeof STATUSES)[number], BankTransaction> = {
  PENDING: aTransaction({ status: 'PENDING' }),
  READY_FOR_INPUT: ready,
  CATEGORIZED: categorize(ready, category, RULE, NOW),
  SPLIT: split(ready, parts(400, 600), BY_REQUEST, NOW),
  MATCHED: match(ready, randomUUID(), PARTIES, NOW),
}

about('which state follows which', () => {
  const decisions: Record<string, (one: BankTransaction) => BankTransaction> = {
    categorize: (one) => categorize(one, category, BY_REQUEST, LATER),
    exclude: (one) => exclude(one, BY_REQUEST, LATER),
    split: (one) => split(one, parts(1_000), BY_REQUEST, LATER),
  }

  test('a transaction that is booked and not matched can be decided', () => {
    for (const decide of Object.values(decisions)) {
      expect(errorOf(() => decide(states.PENDING))).toBe('TransactionPending')
      expect(errorOf(() => decide(states.MATCHED))).toBe('TransactionMatched')
      for (const status of ['READY_FOR_INPUT', 'CATEGORIZED', 'SPLIT'] as const)
        expect(isCategorized(decide(states[status]))).toBe(true)
    }
  })

  test('only an uncategorized transaction can be matched', () => {
    const matched = (one: BankTransaction) => match(one, randomUUID(), NO_CONTACTS, LATER)
    expect(errorOf(() => matched(states.PENDING))).toBe('TransactionPending')
    expect(errorOf(() => matched(states.MATCHED))).toBe('TransactionMatched')
    expect(errorOf(() => matched(states.CATEGORIZED))).toBe('MatchNotPossible')
    expect(errorOf(() => matched(states.SPLIT))).toBe('MatchNotPossible')
    expect(matched(states.READY_FOR_INPUT)).toMatchObject({ status: 'MATCHED', categorizationMethod: 'MATCH' })
  })

  test('any decision can be undone; an uncategorized transaction stays as it is', () => {
    for (const status of ['CATEGORIZED', 'SPLIT', 'MATCHED'] as const)
      expect(uncategorize(states[status], LATER)).toEqual({ ...ready, version: 3, updatedAt: LATER })
    for (const status of ['PENDING', 'READY_FOR_INPUT'] as const)
      expect(uncategorize(states[status], LATER)).toBe(states[status])
  })

  test('booking a pending transaction makes it READY_FOR_INPUT; others stay as they are', () => {
    expect(book(states.PENDING, LATER).status).toBe('READY_FOR_INPUT')
    for (const status of STATUSES.filter((one) => one !== 'PENDING'))
      expect(book(states[status], LATER)).toBe(states[status])
  })

  test('a status has its own fields and none of the previous one', () => {
    for (const before of [states.CATEGORIZED, states.SPLIT, states.READY_FOR_INPUT]) {
      expect(categorize(before, category, BY_REQUEST, LATER)).toMatchObject({
        status: 'CATEGORIZED',
        categoryAccountId: accountId,
        isExcluded: false,
        splits: [],
        ruleId: null,
        matchId: null,
        version: before.version + 1,
        updatedAt: LATER,
      })
      expect(exclude(before, RULE, LATER)).toMatchObject({
        status: 'CATEGORIZED',
        categoryAccountId: null,
        isExcluded: true,
        splits: [],
        ruleId: RULE.ruleId,
      })
      expect(split(before, parts(1_000), BY_REQUEST, LATER)).toMatchObject({
        status: 'SPLIT',
        categoryAccountId: null,
        isExcluded: false,
        ruleId: null,
      })
    }
    expect(states.MATCHED).toMatchObject(PARTIES)
    expect(uncategorize(states.MATCHED, LATER)).toMatchObject(NO_CONTACTS)
  })
})

test('parts sum to the amount, not one unit more or less, and there is at least one', () => {
  const cut = (amount: number, ...amounts: number[]) =>
    errorOf(() => split(aTransaction({ amount }), parts(...amounts), BY_REQUEST, NOW))
  expect(cut(1_000, 999)).toBe('SplitUnbalanced')
  expect(cut(1_000, 1_001)).toBe('SplitUnbalanced')
  expect(cut(1_000, 1_000)).toBe('none')
  expect(cut(0)).toBe('SplitUnbalanced')
})

test('a decision and its details are one version', () => {
  const said = { memo: 'May', taxCode: 'GST', tags: [{ id: 'i', dimensionId: 'd', definitionId: 'v' }] }
  for (const decided of [
    categorize(ready, category, BY_REQUEST, LATER, said),
    exclude(ready, BY_REQUEST, LATER, said),
    split(ready, parts(1_000), BY_REQUEST, LATER, said),
  ])
    expect(decided).toMatchObject({ ...said, version: 2 })
})

test('describing keeps the status', () => {
  for (const status of STATUSES)
    expect(describe(states[status], { memo: 'x' }, LATER)).toEqual({
      ...states[status],
      memo: 'x',
      version: states[status].version + 1,
      updatedAt: LATER,
    })
})

test('money in counts as positive, money out as negative', () => {
  expect(signedAmount({ direction: 'CREDIT', amount: 5 })).toBe(5)
  expect(signedAmount({ direction: 'DEBIT', amount: 5 })).toBe(-5)
})
