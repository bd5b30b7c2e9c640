import { DomainError, Problems, refused } from '@pacioli/errors'
import type { AskBooksResponse__Output } from '@pacioli/protos/ledger'
import { describe, expect, test } from 'vitest'
import { askingBoth, RetryDecision, Books, withFieldsOf, type BooksFacts, type Question } from './books.ts'
import { booksFrom } from './posting.messages.ts'

const ASKED_AT = new Date('2026-01-01T00:00:00Z')

const stable = (stable_name: string) => ({ type: 'StableName', stable_name })
const ID = 'aaaaaaaa-0000-7000-8000-000000000001'

const account = (id: string, name: string) => ({
  id: { type: 'AccountId', id },
  name,
  normality: 'DEBIT',
  account_type: { value: 'ASSET', display_name: 'Asset' },
  account_subtype: { value: 'CASH', display_name: 'Cash' },
  stable_name: null,
})

const answer = (more: Partial<AskBooksResponse__Output> = {}): AskBooksResponse__Output => ({
  books_epoch: 7,
  accounts: [],
  tags: [],
  archived_account_ids: [],
  match_rounding_threshold: 100,
  match_adjustment_threshold: 0.25,
  disable_adjustment_match_suggestions: true,
  ...more,
})

const question: Question = {
  accounts: [{ identifier: stable('CASH'), field: 'category' }, { identifier: { type: 'AccountId', id: ID } }],
  tags: [{ input: { key: 'site', value: 'a' }, field: 'tags.3' }],
}

const books = (more: Partial<BooksFacts> = {}): Books =>
  new Books({
    ...booksFrom({}, answer(), ASKED_AT).facts,
    ...more,
  })

const refusalOf = (act: () => unknown): unknown => {
  try {
    act()
    return 'none'
  } catch (error) {
    return error instanceof DomainError ? [error.errorEnum, error.problems[0].meta.field] : error
  }
}

describe('the answer of the ledger', () => {
  const answered = booksFrom(
    question,
    answer({
      accounts: [account(ID.replace('1', '2'), 'Cash'), account(ID, 'Till')] as AskBooksResponse__Output['accounts'],
      tags: [
        { definition_id: 'v', dimension_id: 'd', key: 'site', value: 'a', strictness: 'BALANCING' },
      ] as AskBooksResponse__Output['tags'],
      archived_account_ids: [ID],
      closed_through: '2026-01-31T23:59:59.999Z',
      business_archived_at: '2026-02-01T00:00:00.000Z',
    }),
    ASKED_AT,
  )

  test('is found by the names in the request, and an account by its id too, in any case', () => {
    expect(answered.account(stable('CASH')).name).toBe('Cash')
    expect(answered.accountById(answered.account(stable('CASH')).id).name).toBe('Cash')
    expect(answered.accountById(ID.toUpperCase())).toMatchObject({ name: 'Till', isArchived: true, subtype: 'CASH' })
    expect(answered.tag({ key: 'site', value: 'a' })).toMatchObject({ definitionId: 'v', strictness: 'BALANCING' })
    expect(answered.epoch).toBe(7)
    expect(answered.matching).toEqual({ roundingThreshold: 100, adjustmentThreshold: 0.25, suggestsAdjustments: false })
  })

  test('lacks what was not queried: then that is queried, too, and the decision is repeated', () => {
    const missedBy = (act: () => unknown): Question => {
      try {
        act()
      } catch (error) {
        if (error instanceof RetryDecision) return error.missed
      }
      throw new Error('expected a RetryDecision')
    }
    const [byName, tag] = [stable('SALES'), { key: 'site', value: 'b' }]
    expect(missedBy(() => answered.account(byName))).toEqual({ accounts: [{ identifier: byName }] })
    expect(missedBy(() => answered.accountById('x'))).toEqual({
      accounts: [{ identifier: { type: 'AccountId', id: 'x' } }],
    })
    expect(missedBy(() => answered.tag(tag))).toEqual({ tags: [{ input: tag }] })
    expect(askingBoth({ withHeadroom: true, tags: [{ input: tag }] }, { accounts: [{ identifier: byName }] })).toEqual({
      withHeadroom: true,
      tags: [{ input: tag }],
      accounts: [{ identifier: byName }],
    })
  })

  test('is a defect where it does not fit the question', () => {
    expect(() => booksFrom(question, answer(), ASKED_AT)).toThrow(TypeError)
  })

  test('tells archived accounts and businesses apart', () => {
    expect(refusalOf(() => answered.requirePostable(answered.accountById(ID), 'f'))).toEqual(['AccountArchived', 'f'])
    expect(refusalOf(() => answered.requirePostable(answered.account(stable('CASH'))))).toBe('none')
    expect(refusalOf(() => answered.requireOpenBusiness())).toEqual(['BusinessArchived', undefined])
    expect(refusalOf(() => books().requireOpenBusiness())).toBe('none')
  })
})

describe('a closed period', () => {
  const through = new Date('2026-01-31T23:59:59.999Z')
  const closed = books({ closedThrough: through })
  const after = new Date('2026-02-01T00:00:00.000Z')

  test('ends with its last instant', () => {
    expect([closed.isClosedAt(through), closed.isClosedAt(after)]).toEqual([true, false])
    expect(refusalOf(() => closed.requireOpenAt(through, 'date'))).toEqual(['PeriodClosed', 'date'])
    expect(refusalOf(() => closed.requireOpenAt(after, 'date'))).toBe('none')
    expect(refusalOf(() => books().requireOpenAt(through))).toBe('none')
  })

  test('moves replacements to the first open instant', () => {
    expect([closed.firstOpenFrom(through), closed.firstOpenFrom(after)]).toEqual([after, after])
    expect(books().firstOpenFrom(through)).toEqual(through)
  })
})

describe('refusals of the ledger', () => {
  test('name the fields of the request in place of positions in the question, or none', () => {
    const problems = new Problems()
    problems.add('AccountNotFound', 'a', { field: 'account_identifiers.0', value: 'x' })
    problems.add('AccountNotFound', 'b', { field: 'account_identifiers.1', value: 'y' })
    problems.add('TagValueArchived', 'c', { field: 'tags.0' })
    const renamed = withFieldsOf(question, refusalOfAll(problems)) as DomainError
    expect(renamed.problems.map(({ meta }) => meta)).toEqual([
      { field: 'category', value: 'x' },
      { value: 'y' },
      { field: 'tags.3' },
    ])
  })

  test('about anything else stay as they are, and so do defects', () => {
    const other = refused('BusinessNotFound', 'x', { field: 'businessId' })
    expect((withFieldsOf(question, other) as DomainError).problems).toEqual(other.problems)
    const defect = new TypeError('x')
    expect(withFieldsOf(question, defect)).toBe(defect)
  })
})

function refusalOfAll(problems: Problems): unknown {
  try {
    problems.throwIfAny()
  } catch (error) {
    return error
  }
  return undefined
}
