import { DomainError } from '@pacioli/errors'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changedContact, nameOf, requireActive, requireNames } from './contact.ts'
import { movedCredits, spendableOn } from './customer-credit.ts'
import { CUSTOMERS, inlineCustomer } from './customer.ts'

const NOW = new Date('2026-03-01T12:00:00.000Z')
const LATER = new Date('2026-03-02T12:00:00.000Z')

const inline = inlineCustomer('c', 'b', 'customer-17', NOW)

const refusalOf = (act: () => unknown) => {
  try {
    act()
  } catch (error) {
    if (error instanceof DomainError) return error.problems.map(({ error_enum, meta }) => [error_enum, meta.field])
    throw error
  }
  return undefined
}

test('one name or an external_id is enough, nothing is not', () => {
  const names = (companyName: string | null, individualName: string | null, externalId: string | null) =>
    refusalOf(() => requireNames(CUSTOMERS, { companyName, individualName, externalId }))
  expect(names('Engines Ltd', null, null)).toBeUndefined()
  expect(names(null, 'Ada', null)).toBeUndefined()
  expect(names(null, null, 'customer-17')).toBeUndefined()
  expect(names('Engines Ltd', null, ' ')).toBeUndefined()
  expect(names(null, null, null)).toEqual([['InvalidPayload', 'company_name']])
  expect(names(null, null, ' \t')).toEqual([['InvalidPayload', 'company_name']])
  expect(names(' ', null, 'customer-17')).toEqual([['InvalidPayload', 'company_name']])
  expect(names(null, '', 'customer-17')).toEqual([['InvalidPayload', 'individual_name']])
})

test('a customer is identified by its company name, its own name, or its external_id', () => {
  const names = { companyName: 'Engines Ltd', individualName: 'Ada', externalId: 'customer-17' }
  expect(nameOf(CUSTOMERS, names)).toBe('Engines Ltd')
  expect(nameOf(CUSTOMERS, { ...names, companyName: null })).toBe('Ada')
  expect(nameOf(CUSTOMERS, { ...names, companyName: null, individualName: null })).toBe('customer-17')
})

test('an inline customer keeps its external_id until it has a name', () => {
  const change = (details: Parameters<typeof changedContact>[2]) =>
    changedContact(CUSTOMERS, inline, details, undefined, LATER)
  expect(refusalOf(() => change({ externalId: null }))).toEqual([['InvalidPayload', 'company_name']])
  expect(change({ externalId: null, individualName: 'Ada' })).toEqual({
    ...inline,
    externalId: null,
    individualName: 'Ada',
    version: 2,
    updatedAt: LATER,
  })
})

test('only an active customer takes new documents', () => {
  expect(refusalOf(() => requireActive(CUSTOMERS, inline, { customer_id: 'c' }))).toBeUndefined()
  expect(refusalOf(() => requireActive(CUSTOMERS, { ...inline, archivedAt: NOW }, { customer_id: 'c' }))).toEqual([
    ['CustomerArchived', 'customer_id'],
  ])
})

const moved = (balances: Record<string, number>, deltas: Record<string, number>) =>
  movedCredits(
    new Map(Object.entries(balances).map(([id, balance]) => [id, { balance, days: [] }])),
    Object.entries(deltas).map(([contactId, amount]) => ({ contactId, day: '2026-01-10', amount })),
    (id) => `${id}.amount`,
  )

describe('credit is spendable on a day', () => {
  /** 2,000 came in on the fifth, 3,000 on the tenth, 1,500 were spent on the seventh. */
  const credit = {
    balance: 3_500,
    days: [
      { day: '2026-01-10', amount: 3_000 },
      { day: '2026-01-05', amount: 2_000 },
      { day: '2026-01-07', amount: -1_500 },
    ],
  }

  test.each([
    ['2026-01-04', 0],
    ['2026-01-05', 500],
    ['2026-01-07', 500],
    ['2026-01-09', 500],
    ['2026-01-10', 3_500],
  ])('%s: %s, the lowest balance from its end on', (on, expected) => {
    expect(spendableOn(on, credit)).toBe(expected)
  })

  test('and no more than that, whatever came in later or is moved with it', () => {
    const move = (...moves: [day: string, amount: number][]) =>
      movedCredits(
        new Map([['one', credit]]),
        moves.map(([on, amount]) => ({ contactId: 'one', day: on, amount })),
        () => 'amount',
      )
    expect(move(['2026-01-06', -500]).get('one')).toBe(3_000)
    expect(() => move(['2026-01-06', -501])).toThrow(
      expect.objectContaining({
        problems: [
          expect.objectContaining({ meta: expect.objectContaining({ spendable_credit: 500, day: '2026-01-06' }) }),
        ],
      }),
    )
    expect(move(['2026-01-06', -501], ['2026-01-06', 1]).get('one')).toBe(3_000)
    expect(refusalOf(() => move(['2026-01-06', -501], ['2026-01-08', 1]))).toEqual([['OverAllocated', 'amount']])
  })
})

test('a credit is spent to the last cent and not beyond, and grows up to the safe range', () => {
  expect(moved({ one: 5 }, { one: -5, two: 7 })).toEqual(new Map(Object.entries({ one: 0, two: 7 })))
  expect(moved({ one: 5 }, { one: Number.MAX_SAFE_INTEGER - 5 })).toEqual(new Map([['one', Number.MAX_SAFE_INTEGER]]))
  expect(refusalOf(() => moved({ one: 5, three: 1 }, { one: -6, two: -1, three: Number.MAX_SAFE_INTEGER }))).toEqual([
    ['OverAllocated', 'one.amount'],
    ['OverAllocated', 'two.amount'],
    ['AmountOutOfRange', 'three.amount'],
  ])
})

test('a refusal names the credit and the requested amount', () => {
  expect(() => moved({ one: 5 }, { one: -6 })).toThrow(
    expect.objectContaining({
      message: 'The customer one has a credit of 5; 6 would be taken from it.',
      problems: [
        expect.objectContaining({ meta: { field: 'one.amount', customer_id: 'one', credit_balance: 5, value: 6 } }),
      ],
    }),
  )
})

test('no moves leave the range, and each accepted one is exact', () => {
  const amount = fc.oneof(fc.maxSafeInteger(), fc.integer({ min: -3, max: 3 }))
  const balance = fc.oneof(fc.maxSafeNat(), fc.nat(3))
  fc.assert(
    fc.property(balance, amount, (credit, delta) => {
      const after = BigInt(credit) + BigInt(delta)
      const isPossible = after >= 0n && after <= BigInt(Number.MAX_SAFE_INTEGER)
      const move = () => moved({ one: credit }, { one: delta })
      if (isPossible) expect(move().get('one')).toBe(Number(after))
      else expect(refusalOf(move)).toEqual([[after < 0n ? 'OverAllocated' : 'AmountOutOfRange', 'one.amount']])
    }),
  )
})
