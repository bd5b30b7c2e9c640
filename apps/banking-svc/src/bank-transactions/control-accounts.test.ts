import { DomainError } from '@pacioli/errors'
import { expect, test } from 'vitest'
import { NO_CONTACTS } from './bank-transaction.ts'
import { requireCategory } from './control-accounts.ts'

const refusals = (stableName: string | null, party: object = {}): unknown[] => {
  try {
    requireCategory({ account: { name: 'An account', stableName }, ...NO_CONTACTS, ...party }, 'category')
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return error.problems.map(({ error_enum, meta }) => [error_enum, meta.field])
  }
  return []
}

const CUSTOMER = { customerId: 'c' }
const VENDOR = { vendorId: 'v' }

test('documents alone record credits, prepayments and refunds: a party changes nothing', () => {
  for (const name of ['CUSTOMER_CREDITS', 'VENDOR_PREPAYMENTS', 'REFUND_LIABILITIES']) {
    expect(refusals(name)).toEqual([['ControlAccount', 'category']])
    expect(refusals(name, CUSTOMER)[0]).toEqual(['ControlAccount', 'category'])
  }
})

test('receivables take a customer, payables a vendor, and nothing else takes either', () => {
  expect(refusals('ACCOUNTS_RECEIVABLE', CUSTOMER)).toEqual([])
  expect(refusals('ACCOUNTS_PAYABLE', VENDOR)).toEqual([])
  expect(refusals('ACCOUNTS_RECEIVABLE')).toEqual([['ControlAccount', 'category']])
  expect(refusals('ACCOUNTS_PAYABLE')).toEqual([['ControlAccount', 'category']])
  expect(refusals('ACCOUNTS_RECEIVABLE', { ...CUSTOMER, ...VENDOR })).toEqual([['PartyMismatch', 'category.vendor_id']])
  expect(refusals('SALES', CUSTOMER)).toEqual([['PartyMismatch', 'category.customer_id']])
  expect(refusals('SALES')).toEqual([])
})

test('an account of the same subtype with another name is an account like any other', () => {
  expect(refusals(null)).toEqual([])
})
