import { DomainError } from '@pacioli/errors'
import { MAX_AMOUNT } from '@pacioli/money'
import { describe, expect, test } from 'vitest'
import { toConditions } from './rule.messages.ts'
import {
  decisionOf,
  disable,
  hasRegex,
  isInForce,
  MAX_PRIORITY,
  priorityAfter,
  requireSensible,
  type Conditions,
  type Rule,
} from './rule.ts'
import { conditionsOf } from './rules.test-helpers.ts'

const now = new Date('2026-01-14T12:00:00Z')
const NONE = toConditions(undefined)

const ruleWith = (details: Partial<Rule> = {}, conditions: Partial<Conditions> = { amountMin: 0 }): Rule => ({
  id: 'r',
  externalId: null,
  name: 'Rent',
  priority: 10,
  isActive: true,
  conditions: { ...NONE, ...conditions },
  categoryAccountId: 'a',
  categoryCustomerId: null,
  categoryVendorId: 'v',
  excludes: false,
  tags: [],
  taxCode: null,
  memo: null,
  isApplying: false,
  appliedThrough: null,
  appliedCount: 0,
  disabledAt: null,
  disabledReason: null,
  version: 1,
  createdAt: now,
  updatedAt: now,
  deletedAt: null,
  ...details,
})

/** The fields that are refused. */
function refusedIn(rule: Rule): unknown[] {
  try {
    requireSensible(rule)
    return []
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    expect(new Set(error.problems.map(({ error_enum }) => error_enum))).toEqual(new Set(['InvalidPayload']))
    return error.problems.map(({ meta }) => meta.field)
  }
}

describe('a rule', () => {
  const tag = { id: 't', dimensionId: 'd', definitionId: 'v' }
  const NOTHING = { categoryAccountId: null }

  test.each<[string, Rule, unknown[]]>([
    ['has a name', ruleWith({ name: ' ' }), ['name']],
    ['comes from 0', ruleWith({ priority: 0 }), []],
    ['comes not before 0', ruleWith({ priority: -1 }), ['priority']],
    ['comes not between two numbers', ruleWith({ priority: 1.5 }), ['priority']],
    ['comes at the end', ruleWith({ priority: MAX_PRIORITY }), []],
    ['comes not after the end', ruleWith({ priority: MAX_PRIORITY + 1 }), ['priority']],
    ['has a condition', ruleWith({}, {}), ['conditions']],
    ['has one that asks for something', ruleWith({}, { descriptionContains: '', bankAccountIds: [] }), ['conditions']],
    ['may ask for an amount of 0', ruleWith({}, { amountMax: 0 }), []],
    ['may ask for accounts alone', ruleWith({}, { externalAccountIds: ['x'] }), []],
    ['may ask for a direction alone', ruleWith({}, { direction: 'DEBIT' }), []],
    ['says something', ruleWith(NOTHING), ['category']],
    ['may exclude', ruleWith({ ...NOTHING, excludes: true }), []],
    ['may only tag', ruleWith({ ...NOTHING, tags: [tag] }), []],
    ['may only give a tax code', ruleWith({ ...NOTHING, taxCode: 'x' }), []],
    ['may only give a memo, also an empty one', ruleWith({ ...NOTHING, memo: '' }), []],
    ['asks for no negative amounts', ruleWith({}, { amountMin: -1 }), ['conditions.amount_min']],
    ['asks for whole amounts', ruleWith({}, { amountMax: 0.5 }), ['conditions.amount_max']],
    ['asks for amounts that there are', ruleWith({}, { amountMax: MAX_AMOUNT }), []],
    ['and no larger ones', ruleWith({}, { amountMax: MAX_AMOUNT + 1 }), ['conditions.amount_max']],
    ['may ask for one amount', ruleWith({}, { amountMin: 5, amountMax: 5 }), []],
    ['asks for what can be', ruleWith({}, { amountMin: 6, amountMax: 5 }), ['conditions.amount_max']],
    ['names all problems at once', ruleWith({ name: '', ...NOTHING }, {}), ['name', 'conditions', 'category']],
  ])('%s', (_fact, rule, fields) => {
    expect(refusedIn(rule)).toEqual(fields)
  })

  test('is in force while active, not deleted and not disabled', () => {
    expect(isInForce(ruleWith())).toBe(true)
    expect(isInForce(ruleWith({ isActive: false }))).toBe(false)
    expect(isInForce(ruleWith({ deletedAt: now }))).toBe(false)
    expect(isInForce(disable(ruleWith(), 'why', now))).toBe(false)
  })

  test('that is disabled has the time and the reason, is no longer applied, and is a new version', () => {
    const later = new Date(now.getTime() + 1)
    expect(disable(ruleWith({ isApplying: true }), 'why', later)).toMatchObject({
      isApplying: false,
      isActive: true,
      disabledAt: later,
      disabledReason: 'why',
      version: 2,
      updatedAt: later,
    })
  })

  test('without a priority comes after the last one, with a gap while there is one', () => {
    expect([0, 10, MAX_PRIORITY - 10, MAX_PRIORITY - 9, MAX_PRIORITY].map(priorityAfter)).toEqual([
      10,
      20,
      MAX_PRIORITY,
      MAX_PRIORITY,
      MAX_PRIORITY,
    ])
  })

  test('has an expression in either text', () => {
    expect(hasRegex(ruleWith())).toBe(false)
    expect(hasRegex(ruleWith({}, { descriptionRegex: 'a' }))).toBe(true)
    expect(hasRegex(ruleWith({}, { merchantNameRegex: 'a' }))).toBe(true)
  })

  test('decides with its effects and its id; the ids of its tags are its own', () => {
    expect(decisionOf(ruleWith({ tags: [tag], memo: 'm', taxCode: 'x' }))).toEqual({
      ruleId: 'r',
      categoryAccountId: 'a',
      categoryCustomerId: null,
      categoryVendorId: 'v',
      excludes: false,
      tags: [{ dimensionId: 'd', definitionId: 'v' }],
      memo: 'm',
      taxCode: 'x',
    })
  })
})

describe('conditions of a request', () => {
  test('are none if all are empty', () => {
    expect(
      toConditions(conditionsOf({ description_contains: '', merchant_name_regex: '', counterparty_id: '' })),
    ).toEqual(NONE)
  })

  test('name each id once, as the database spells it', () => {
    expect(toConditions(conditionsOf({ bank_account_ids: ['AB', 'ab', 'c'] })).bankAccountIds).toEqual(['ab', 'c'])
  })

  test('refuse an unknown direction', () => {
    expect(() => toConditions(conditionsOf({ direction: 'SIDEWAYS' }))).toThrow('CREDIT or DEBIT')
  })
})
