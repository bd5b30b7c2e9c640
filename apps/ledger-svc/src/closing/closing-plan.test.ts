import { DomainError } from '@pacioli/errors'
import { describe, expect, test } from 'vitest'
import type { Account } from '../chart-of-accounts/account.ts'
import type { TagDefinition } from '../tags/tag.ts'
import { planClosings, refuseOutOfRange, refuseTooLarge, type Balance, type PlannedClosing } from './closing-plan.ts'

const account = (name: string): Account => ({
  id: name,
  parentId: null,
  name,
  accountNumber: null,
  stableName: name,
  normality: 'CREDIT',
  type: 'REVENUE',
  subtype: 'SALES',
  archivedAt: null,
  archivedEpoch: null,
  version: 1,
  createdAt: new Date(0),
  updatedAt: new Date(0),
})
const target = account('EARNINGS')

const tag = (key: string, value: string): TagDefinition => ({
  dimensionId: key,
  key,
  dimensionDisplayName: null,
  strictness: 'BALANCING',
  balancingEpoch: 1,
  definitionId: `${key}=${value}`,
  value,
  valueDisplayName: null,
  archivedAt: null,
  archivedEpoch: null,
})

const balance = (name: string, accrual: number, cash: number, ...combination: TagDefinition[]): Balance => ({
  account: account(name),
  combination,
  accrual: BigInt(accrual),
  cash: BigInt(cash),
})

/** Lines as `DEBIT 5 SALES [store=one]`. */
const shown = (closings: readonly PlannedClosing[]) =>
  closings.map((closing) =>
    Object.fromEntries(
      closing.map(({ basis, lines, tags }) => [
        [basis, ...tags.map((one) => one.definitionId)].join(' '),
        lines.map((line) =>
          [line.direction, line.amount, line.account.name, ...line.tags.map((one) => one.definitionId)].join(' '),
        ),
      ]),
    ),
  )

describe('net income', () => {
  test('net income is credited to the target', () => {
    expect(shown(planClosings([balance('SALES', -100, -100), balance('COGS', 30, 30)], target, false))).toEqual([
      { BOTH: ['DEBIT 100 SALES', 'CREDIT 30 COGS', 'CREDIT 70 EARNINGS'] },
    ])
  })

  test('a loss is debited to the target', () => {
    expect(shown(planClosings([balance('SALES', -10, -10), balance('COGS', 30, 30)], target, false))).toEqual([
      { BOTH: ['DEBIT 10 SALES', 'CREDIT 30 COGS', 'DEBIT 20 EARNINGS'] },
    ])
  })

  test('revenue and expenses that cancel out do not touch the target', () => {
    expect(shown(planClosings([balance('SALES', -30, -30), balance('COGS', 30, 30)], target, false))).toEqual([
      { BOTH: ['DEBIT 30 SALES', 'CREDIT 30 COGS'] },
    ])
  })
})

test('with nothing on any account there is no closing', () => {
  expect(planClosings([], target, false)).toEqual([])
  expect(planClosings([], target, true)).toEqual([])
})

describe('the two bases', () => {
  test('bases that differ on one account have an entry each', () => {
    expect(shown(planClosings([balance('SALES', -5, -3), balance('COGS', 1, 1)], target, false))).toEqual([
      {
        ACCRUAL: ['DEBIT 5 SALES', 'CREDIT 1 COGS', 'CREDIT 4 EARNINGS'],
        CASH: ['DEBIT 3 SALES', 'CREDIT 1 COGS', 'CREDIT 2 EARNINGS'],
      },
    ])
  })

  test('bases that agree in sum only have an entry each', () => {
    expect(shown(planClosings([balance('SALES', -5, 0), balance('FEES', 0, -5)], target, false))).toEqual([
      { ACCRUAL: ['DEBIT 5 SALES', 'CREDIT 5 EARNINGS'], CASH: ['DEBIT 5 FEES', 'CREDIT 5 EARNINGS'] },
    ])
  })

  test('a basis with nothing to close has no entry', () => {
    expect(shown(planClosings([balance('SALES', -5, 0)], target, false))).toEqual([
      { ACCRUAL: ['DEBIT 5 SALES', 'CREDIT 5 EARNINGS'] },
    ])
    expect(shown(planClosings([balance('SALES', 0, -5)], target, false))).toEqual([
      { CASH: ['DEBIT 5 SALES', 'CREDIT 5 EARNINGS'] },
    ])
  })
})

describe('combinations of tags', () => {
  const [one, two, red] = [tag('store', 'one'), tag('store', 'two'), tag('team', 'red')]
  const balances = [
    balance('SALES', -7, -7, two),
    balance('SALES', -5, -4, one),
    balance('SALES', -1, -1),
    balance('COGS', 2, 2, one, red),
    balance('COGS', 1, 1, one),
  ]

  test('combinations of tags are closed one by one, the untagged rest first, each with its tags on entry and lines', () => {
    expect(shown(planClosings(balances, target, false))).toEqual([
      { BOTH: ['DEBIT 1 SALES', 'CREDIT 1 EARNINGS'] },
      {
        'ACCRUAL store=one': ['DEBIT 5 SALES store=one', 'CREDIT 1 COGS store=one', 'CREDIT 4 EARNINGS store=one'],
        'CASH store=one': ['DEBIT 4 SALES store=one', 'CREDIT 1 COGS store=one', 'CREDIT 3 EARNINGS store=one'],
      },
      { 'BOTH store=one team=red': ['CREDIT 2 COGS store=one team=red', 'DEBIT 2 EARNINGS store=one team=red'] },
      { 'BOTH store=two': ['DEBIT 7 SALES store=two', 'CREDIT 7 EARNINGS store=two'] },
    ])
  })

  test('combinations of tags can be closed together, balanced one by one, the entry carrying what all of its lines carry', () => {
    expect(shown(planClosings(balances.slice(3), target, true))).toEqual([
      {
        'BOTH store=one': [
          'CREDIT 1 COGS store=one',
          'DEBIT 1 EARNINGS store=one',
          'CREDIT 2 COGS store=one team=red',
          'DEBIT 2 EARNINGS store=one team=red',
        ],
      },
    ])
    const [closing] = planClosings(balances, target, true)
    expect(closing?.map(({ basis, lines, tags }) => [basis, lines.length, tags])).toEqual([
      ['ACCRUAL', 9, []],
      ['CASH', 9, []],
    ])
  })
})

describe('limits', () => {
  const refusalOf = (balances: Balance[], before = { accrual: 0n, cash: 0n }): string | undefined => {
    try {
      const closings = planClosings(balances, target, true)
      refuseTooLarge(closings)
      refuseOutOfRange(closings, target, before)
    } catch (error) {
      return error instanceof DomainError ? error.errorEnum : String(error)
    }
    return undefined
  }
  const many = (count: number, ...tags: TagDefinition[]) =>
    Array.from({ length: count }, (_, n) => balance(`A${n}`, 1, 1, ...tags))

  test('a closing has at most 10,000 lines', () => {
    expect(refusalOf(many(9_999))).toBeUndefined()
    expect(refusalOf(many(10_000))).toBe('PayloadTooLarge')
  })

  test('the lines of a closing carry at most 10,000 tags', () => {
    expect(refusalOf(many(4_999, tag('a', '1'), tag('b', '1')))).toBeUndefined()
    expect(refusalOf(many(5_000, tag('a', '1'), tag('b', '1')))).toBe('PayloadTooLarge')
  })

  test('a closing leaves the balance of its target in the range, in either books', () => {
    const most = 2n ** 53n - 1n
    expect(refusalOf([balance('SALES', -5, -5)], { accrual: -most + 5n, cash: 0n })).toBeUndefined()
    expect(refusalOf([balance('SALES', -5, -5)], { accrual: -most + 4n, cash: 0n })).toBe('AmountOutOfRange')
    expect(refusalOf([balance('SALES', -5, -7)], { accrual: 0n, cash: -most + 6n })).toBe('AmountOutOfRange')
    expect(refusalOf([balance('SALES', -5, -5)], { accrual: most, cash: most })).toBeUndefined()
  })

  test('an entry of a closing moves at most the largest amount', () => {
    const half = 2 ** 52
    expect(refusalOf([balance('SALES', -half, -half), balance('TIPS', 1 - half, 1 - half)])).toBeUndefined()
    expect(refusalOf([balance('SALES', -half, -half), balance('TIPS', -half, -half)])).toBe('AmountOutOfRange')
  })
})
