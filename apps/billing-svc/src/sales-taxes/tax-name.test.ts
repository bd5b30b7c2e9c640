import { expect, test } from 'vitest'
import { refusalOf } from '../testing/payables.test-helpers.ts'
import { requireTaxName, taxAccountName, taxStableName, TAXES_COLLECTED, TAXES_PAID } from './tax-name.ts'

test.each([
  ['CA', 'SALES_TAXES:CA'],
  ['ny state', 'SALES_TAXES:NY_STATE'],
  ['  Québec (QST) 9.975% ', 'SALES_TAXES:QU_BEC_QST_9_975'],
  ['SALES_TAXES:CA', 'SALES_TAXES:CA'],
  ['sales_taxes:ca', 'SALES_TAXES:CA'],
  ['__a__b__', 'SALES_TAXES:A_B'],
  ['税 8', 'SALES_TAXES:8'],
])('the tax %s has the account %s', (name, stableName) => {
  expect(taxStableName(name, TAXES_PAID)).toBe(stableName)
  expect(taxStableName(stableName, TAXES_PAID)).toBe(stableName)
})

test('on an invoice it is a liability', () => {
  expect(taxStableName('ny state', TAXES_COLLECTED)).toBe('SALES_TAXES_PAYABLE:NY_STATE')
  expect(taxStableName('SALES_TAXES_PAYABLE:NY_STATE', TAXES_COLLECTED)).toBe('SALES_TAXES_PAYABLE:NY_STATE')
  expect(taxAccountName('NY state', TAXES_COLLECTED)).toBe('Sales Taxes Payable NY state')
})

test('its account has the name of the tax', () => {
  expect(taxAccountName('NY state', TAXES_PAID)).toBe('Sales Taxes NY state')
  expect(taxAccountName('SALES_TAXES:NY_STATE', TAXES_PAID)).toBe('Sales Taxes NY_STATE')
})

test.each([
  [{ type: 'Tax_Name', name: 'A' }, undefined],
  [{ type: 'Tax_Name', name: 'A'.repeat(100) }, undefined],
  [{ type: 'Tax_Name', name: 'A'.repeat(101) }, ['InvalidPayload', 'tax.name']],
  [{ type: 'Tax_Name', name: '' }, ['InvalidPayload', 'tax.name']],
  [{ type: 'Tax_Name', name: ' - ' }, ['InvalidPayload', 'tax.name']],
  [{ type: 'Tax_Name', name: 'SALES_TAXES:' }, ['InvalidPayload', 'tax.name']],
  [{ type: 'Tax_Name', name: 'SALES_TAXES_PAYABLE:' }, ['InvalidPayload', 'tax.name']],
  [{ type: 'Account', name: 'A' }, ['InvalidPayload', 'tax.type']],
  [null, ['InvalidPayload', 'tax.type']],
])('%j as the name of a tax', (tax, refusal) => {
  expect(refusalOf(() => requireTaxName(tax, 'tax'))).toEqual(refusal)
})
