/** A bill or an expense after an update, with names resolved. */
import { DomainError } from '@pacioli/errors'
import { Books, type AskedAccount, type AskedTag } from '@pacioli/postings'
import type { UpdateBillRequest__Output } from '@pacioli/protos/billing'
import { describe, expect, test } from 'vitest'
import { CLEARING_ACCOUNTS } from '../payables/bill-payment.ts'
import { aBill, aLine, day, spent, tagOf, tax } from '../testing/payables.test-helpers.ts'
import type { Contact } from '../contacts/contact.ts'
import { changeOf, line, named, taxInputs } from '../testing/bill-inputs.test-helpers.ts'
import { updated, type UpdateFacts } from './updated-bill.ts'
import type { Bill } from '../payables/bill.ts'
import { mayMoveMoney, mayPost, requireOwnFields, requestedUpdate } from './requested-update.ts'

const NOW = new Date('2026-03-01T00:00:00Z')

const account = (id: string, subtype = 'COGS', isArchived = false): [string, AskedAccount] => [
  JSON.stringify(['StableName', id]),
  {
    id: id.toLowerCase(),
    name: id,
    accountNumber: null,
    stableName: id,
    normality: 'DEBIT',
    type: 'EXPENSE',
    subtype,
    isArchived,
  },
]

const tag = (key: string, value: string): AskedTag => ({
  definitionId: `${key}:${value}`,
  dimensionId: key,
  key,
  value,
  dimensionDisplayName: null,
  valueDisplayName: null,
  strictness: 'NON_BALANCING',
})

const booksOf = (closedThrough: Date | null = null): Books =>
  new Books({
    epoch: 1,
    closedThrough,
    businessArchivedAt: null,
    accounts: new Map([
      account('RENT'),
      account('BANK', 'BANK_ACCOUNTS'),
      account('OLD', 'COGS', true),
      account('ACCOUNTS_PAYABLE', 'ACCOUNTS_PAYABLE'),
      account('PURCHASE_DISCOUNTS'),
      account('VENDOR_PREPAYMENTS'),
      ...[...new Set(Object.values(CLEARING_ACCOUNTS))].map((name) => account(name, 'CLEARING')),
    ]),
    tags: new Map(
      [tag('a', '1'), tag('a', '2'), tag('c', '1')].map((one) => [JSON.stringify([one.key, one.value]), one]),
    ),
    matching: { roundingThreshold: 0, adjustmentThreshold: 0, suggestsAdjustments: false },
  })

const facts = (given: Partial<UpdateFacts> = {}): UpdateFacts => {
  let made = 0
  return {
    books: booksOf(),
    vendor: undefined,
    taxAccountOf: (name) => `tax ${name}`,
    newId: () => `new ${(made += 1)}`,
    now: NOW,
    timeZone: 'UTC',
    ...given,
  }
}

type Change = Partial<UpdateBillRequest__Output>

const requestedOf = (change: Change) => requestedUpdate(changeOf({ id: 'bill' }, change))
const stored = (given: Parameters<typeof aBill>[0] = {}): Bill => ({ ...aBill(given), paid: [], credited: [] })
const changed = (bill: Bill, change: Change, given: Partial<UpdateFacts> = {}): Bill =>
  updated(bill, requestedOf(change), facts(given))

/** Every problem with its field. */
function refusalsOf(act: () => unknown): unknown {
  try {
    act()
  } catch (error) {
    if (error instanceof DomainError) return error.problems.map(({ error_enum, meta }) => [error_enum, meta.field])
    throw error
  }
  return 'done'
}
const refusals = (bill: Bill, change: Change, given: Partial<UpdateFacts> = {}): unknown =>
  refusalsOf(() => changed(bill, change, given))

const paid = { id: 'part', paymentId: 'payment', amount: 60, allocatedAt: day(20) }
const credited = { id: 'part', vendorCreditId: 'credit', amount: 20, allocatedAt: day(15), countsFrom: null }

describe('descriptive fields of a bill', () => {
  test('make a new version where they change, and else the same object', () => {
    const bill = stored({
      tags: ['a:1', 'c:1'],
      memo: 'old',
      metadata: '{"a": 1, "bc": {"d": 2}}',
      additionalSalesTaxes: [{ ...tax('tax CA', 5), taxName: 'CA' }],
      terms: 'NET_30',
      dueAt: new Date('2026-02-09T12:00:00Z'),
    })
    const same = {
      cleared: ['reference_number'],
      metadata: '{"bc":{"d":2},"a":1}',
      tags: {
        items: [
          { key: 'c', value: '1' },
          { key: 'a', value: '1' },
        ],
      },
      additional_sales_taxes: { items: taxInputs({ CA: 5 }) },
      additional_discount: 0,
      terms: 'NET_30',
      received_at: '2026-01-10T12:00:00Z',
    }
    expect(changed(bill, same)).toBe(bill)
    expect(changed(bill, { ...same, memo: 'new' })).toEqual({ ...bill, memo: 'new', version: 2, updatedAt: NOW })
    const others = changed(bill, { ...same, metadata: '{"bc":{"d":3},"a":1}' })
    expect(others).toEqual({ ...bill, metadata: '{"bc":{"d":3},"a":1}', version: 2, updatedAt: NOW })
  })

  test('a derived due date follows the terms; a named one stays', () => {
    let bill = stored({ terms: 'NET_30', dueAt: new Date('2026-02-09T12:00:00Z') })
    const dueAt = (change: Change) => (bill = changed(bill, change)).dueAt?.toISOString()
    expect(dueAt({ received_at: '2026-01-11T12:00:00Z' })).toBe('2026-02-10T12:00:00.000Z')
    expect(dueAt({ terms: 'NET_10' })).toBe('2026-01-21T12:00:00.000Z')
    expect(dueAt({ due_at: '2026-03-01T00:00:00Z' })).toBe('2026-03-01T00:00:00.000Z')
    expect(dueAt({ received_at: '2026-01-12T12:00:00Z' })).toBe('2026-03-01T00:00:00.000Z')
    // Equal terms are no change.
    expect(dueAt({ terms: 'NET_10', memo: 'again' })).toBe('2026-03-01T00:00:00.000Z')
    expect(dueAt({ cleared: ['due_at'] })).toBe('2026-01-22T12:00:00.000Z')
    expect(dueAt({ due_at: '2026-03-01T00:00:00Z', cleared: ['terms'] })).toBe('2026-03-01T00:00:00.000Z')
    expect(dueAt({ received_at: '2026-01-13T12:00:00Z' })).toBe('2026-03-01T00:00:00.000Z')
    expect(dueAt({ terms: 'NET_15' })).toBe('2026-01-28T12:00:00.000Z')
    expect(dueAt({ cleared: ['terms'] })).toBeUndefined()
    expect(dueAt({ cleared: ['due_at'] })).toBeUndefined()
    expect(bill.version).toBe(11)
  })

  test('its vendor can change only while nothing is allocated', () => {
    const vendor = { id: 'other' } as Contact
    const bill = stored()
    expect(changed(bill, { vendor_id: 'other' }, { vendor }).contactId).toBe('other')
    for (const one of [
      { ...bill, paid: [paid] },
      { ...bill, credited: [credited] },
    ]) {
      expect(refusals(one, { vendor_id: 'other' }, { vendor })).toEqual([['BillHasPayments', 'vendor_id']])
      expect(refusals(one, { vendor_external_id: 'x' }, { vendor })).toEqual([
        ['BillHasPayments', 'vendor_external_id'],
      ])
      expect(changed(one, { vendor_id: 'vendor' }, { vendor: { id: 'vendor' } as Contact })).toBe(one)
    }
  })

  test('tags are replaced; those that stay keep their ids', () => {
    const bill = stored({ tags: ['a:1', 'b:1'] })
    const items = [
      { key: 'c', value: '1' },
      { key: 'a', value: '1' },
    ]
    expect(changed(bill, { tags: { items } }).tags).toEqual([
      { id: 'new 1', dimensionId: 'c', definitionId: 'c:1', createdAt: NOW },
      tagOf('a:1'),
    ])
    expect(changed(bill, { tags: { items: [] } }).tags).toEqual([])
    const both = { items: ['1', '2'].map((value) => ({ key: 'a', value })) }
    expect(refusals(bill, { tags: both })).toEqual([['DuplicateTagDimension', 'tags.1']])
  })
})

describe('line items', () => {
  const items = (...lines: ReturnType<typeof line>[]) => ({ line_items: { items: lines } })
  const ofRent = (price: number, given: Parameters<typeof line>[1] = {}) =>
    line(price, { account_identifier: named('RENT'), ...given })

  test('of another bill, unknown, or named twice are refused', () => {
    const bill = stored({ lineItems: [aLine('rent', 100, { id: 'mine' })] })
    expect(refusals(bill, items(ofRent(1, { id: 'of another' })))).toEqual([['InvalidPayload', 'line_items.0.id']])
    expect(refusals(bill, items(ofRent(1, { id: 'mine' }), ofRent(1, { id: 'MINE' })))).toEqual([
      ['InvalidPayload', 'line_items.1.id'],
    ])
    expect(changed(bill, items(ofRent(1, { id: 'MINE' }), ofRent(1))).lineItems.map(({ id }) => id)).toEqual([
      'mine',
      'new 1',
    ])
  })

  test('on archived accounts and on control accounts are refused, each by its field', () => {
    const on = (...names: string[]) => items(...names.map((name) => line(1, { account_identifier: named(name) })))
    expect(refusals(stored(), on('RENT', 'OLD', 'ACCOUNTS_PAYABLE'))).toEqual([
      ['AccountArchived', 'line_items.1.account_identifier'],
      ['ControlAccount', 'line_items.2.account_identifier'],
    ])
  })

  test('total no less than is allocated, and not below zero', () => {
    const bill = { ...stored(), paid: [paid], credited: [credited] }
    expect(refusals(bill, items(ofRent(79)))).toEqual([['OverAllocated', 'line_items']])
    expect(refusals(bill, items(ofRent(80)))).toBe('done')
    expect(refusals(stored(), { additional_discount: 101 })).toEqual([['NegativeTotal', 'line_items']])
    expect(refusals(stored(), { additional_discount: 100 })).toBe('done')
  })
})

describe('a closed period', () => {
  const books = booksOf(new Date('2026-01-31T23:59:59.999Z'))

  test('takes nothing that the request dates there; what is there stays', () => {
    const bill = stored()
    expect(refusals(bill, { received_at: '2026-01-31T23:59:59.999Z' }, { books })).toEqual([
      ['PeriodClosed', 'received_at'],
    ])
    expect(refusals(bill, { received_at: '2026-02-01T00:00:00Z' }, { books })).toBe('done')
    expect(refusals(bill, { received_at: '2026-01-10T12:00:00Z', additional_discount: 1 }, { books })).toBe('done')
    expect(refusals(stored({ spending: spent() }), { paid_at: '2026-01-13T12:00:00Z' }, { books })).toEqual([
      ['PeriodClosed', 'paid_at'],
    ])
  })

  test('takes a total of zero', () => {
    const bill = stored({ lineItems: [] })
    expect(refusals(bill, { received_at: '2026-01-31T23:59:59.999Z' }, { books })).toBe('done')
  })
})

describe('an expense', () => {
  const clearingOf = (method: keyof typeof CLEARING_ACCOUNTS) => CLEARING_ACCOUNTS[method].toLowerCase()
  const expense = stored({ spending: spent({ clearingAccountId: clearingOf('CASH') }) })

  test('uses the account of its method, also of a changed one; a named account stays', () => {
    const byCard = changed(expense, { method: 'CREDIT_CARD', processor: 'stripe' })
    expect(byCard.spending).toEqual({
      method: 'CREDIT_CARD',
      processor: 'stripe',
      clearingAccountId: clearingOf('CREDIT_CARD'),
    })
    const byBank = changed(byCard, { payment_clearing_account_identifier: named('BANK') })
    expect(byBank.spending?.clearingAccountId).toBe('bank')
    const inCash = changed(byBank, { method: 'CASH' })
    expect(inCash.spending).toMatchObject({ method: 'CASH', clearingAccountId: 'bank' })
    const cleared = changed(inCash, { cleared: ['payment_clearing_account_identifier', 'processor'] })
    expect(cleared.spending).toEqual({ method: 'CASH', processor: null, clearingAccountId: clearingOf('CASH') })
  })

  test('is not paid from a control account', () => {
    const change = { payment_clearing_account_identifier: named('ACCOUNTS_PAYABLE') }
    expect(refusals(expense, change)).toEqual([['ControlAccount', 'payment_clearing_account_identifier']])
  })

  test('may have no vendor, and is dated by when it was paid', () => {
    const change = { paid_at: '2026-01-12T12:00:00Z', cleared: ['vendor_id'] }
    expect(changed(expense, change)).toMatchObject({ contactId: null, documentDate: day(12) })
  })
})

test('a voided bill cannot change', () => {
  expect(refusals(stored({ voidedAt: day(12) }), { memo: 'x' })).toEqual([['BillVoided', 'billId']])
})

describe('a request is refused', () => {
  test('for all that is invalid, at once', () => {
    const change = {
      line_items: { items: [line(2 ** 53), line(1, { quantity: 'x' })] },
      terms: 'NEVER',
      due_at: 'never',
      additional_discount: -1,
    }
    expect(refusalsOf(() => requestedOf(change))).toEqual([
      ['InvalidPayload', 'terms'],
      ['InvalidPayload', 'due_at'],
      ['InvalidPayload', 'line_items.0.unit_price'],
      ['InvalidPayload', 'line_items.1.quantity'],
      ['InvalidPayload', 'additional_discount'],
    ])
  })

  test('for clearing required fields', () => {
    expect(refusalsOf(() => requestedOf({ cleared: ['line_items', 'received_at'] }))).toEqual([
      ['InvalidPayload', 'line_items'],
      ['InvalidPayload', 'received_at'],
    ])
    const withoutVendor = () => requireOwnFields({ spending: null }, requestedOf({ cleared: ['vendor_id'] }))
    expect(refusalsOf(withoutVendor)).toEqual([['InvalidPayload', 'vendor_id']])
  })

  test('for fields of the other kind', () => {
    const ofExpense = { paid_at: '2026-01-01T00:00:00Z', method: 'ACH', cleared: ['processor'] }
    const ofBill = { received_at: '2026-01-01T00:00:00Z', terms: 'NET_10', cleared: ['due_at'] }
    const own = (spending: Bill['spending'], change: Change) =>
      refusalsOf(() => requireOwnFields({ spending }, requestedOf(change)))
    expect(own(null, ofExpense)).toEqual(['paid_at', 'method', 'processor'].map((field) => ['InvalidPayload', field]))
    expect(own(spent(), ofBill)).toEqual(['received_at', 'terms', 'due_at'].map((field) => ['InvalidPayload', field]))
    expect([own(null, ofBill), own(spent(), ofExpense)]).toEqual(['done', 'done'])
  })
})

test('remarks alone post nothing and move no money; a time and tags may post', () => {
  const may = (change: Change) => [mayPost(requestedOf(change)), mayMoveMoney(requestedOf(change))]
  expect(may({ memo: 'x', external_id: 'y', terms: 'NET_10', cleared: ['vendor_id', 'due_at'] })).toEqual([
    false,
    false,
  ])
  expect(may({ received_at: '2026-01-01T00:00:00Z', tags: { items: [] } })).toEqual([true, false])
  for (const change of [
    { method: 'ACH' },
    { cleared: ['payment_clearing_account_identifier'] },
    { additional_discount: 0 },
    { line_items: { items: [line(1)] } },
    { additional_sales_taxes: { items: [] } },
  ])
    expect(may(change)).toEqual([true, true])
})
