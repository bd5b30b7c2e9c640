import { describe, expect, test } from 'vitest'
import { contactLinesFrom, mayNameContact } from './contact-entry.ts'

const line = (given: object = {}) => ({ id: 'l', account_id: 'receivable', amount: 100, direction: 'DEBIT', ...given })

const entry = (lines: object[], given: object = {}) => ({
  id: 'e',
  basis: 'BOTH',
  entry_at: '2026-03-01T12:00:00.000Z',
  reversal_of_id: null,
  memo: null,
  source_type: null,
  source_id: null,
  line_items: lines,
  version: 1,
  ...given,
})

const inWords = (lines: object[], given?: object) =>
  contactLinesFrom(entry(lines, given)).map(
    ({ contactId, kind, owed, settled, reversalOfId }) =>
      `${kind} ${contactId}: ${owed} owed, ${settled} settled${reversalOfId === null ? '' : ` of ${reversalOfId}`}`,
  )

describe('lines that name a contact', () => {
  test('raise the debt of a customer by debits, and that to a vendor by credits', () => {
    expect(
      inWords([
        line({ customer_id: 'c', vendor_id: null }),
        line({ customer_id: 'c', direction: 'CREDIT', amount: 30 }),
        line({ vendor_id: 'v', direction: 'CREDIT', amount: 70 }),
        line({ vendor_id: 'v', amount: 1 }),
        line({ customer_id: null, vendor_id: null }),
        line(),
      ]),
    ).toEqual([
      'CUSTOMER c: 100 owed, 0 settled',
      'CUSTOMER c: 0 owed, 30 settled',
      'VENDOR v: 70 owed, 0 settled',
      'VENDOR v: 0 owed, 1 settled',
    ])
  })

  test('say what a reversal takes back', () => {
    expect(inWords([line({ customer_id: 'c', direction: 'CREDIT' })], { reversal_of_id: 'before' })).toEqual([
      'CUSTOMER c: 0 owed, 100 settled of before',
    ])
  })

  test('do not count where billing posted them, or in the cash books alone', () => {
    const lines = [line({ customer_id: 'c' })]
    expect(inWords(lines, { source_type: 'invoice' })).toEqual([])
    expect(inWords(lines, { basis: 'CASH' })).toEqual([])
    expect(inWords(lines, { source_type: 'bank_transaction' })).toHaveLength(1)
  })
})

describe('an event that is looked at unread', () => {
  const may = (lines: object[], given?: object) =>
    mayNameContact(Buffer.from(JSON.stringify({ data: entry(lines, given) })))

  test('is read where it names a contact and is not of a document of billing', () => {
    expect(may([line({ customer_id: 'c' })])).toBe(true)
    expect(may([line({ vendor_id: 'v' })], { source_type: 'bank_transaction' })).toBe(true)
    expect(may([line({ vendor_id: null, customer_id: null })])).toBe(false)
    expect(may([line()])).toBe(false)
    expect(may([line({ vendor_id: 'v' })], { source_type: 'bill' })).toBe(false)
  })

  test('is not mistaken for another by what people write', () => {
    expect(may([line()], { memo: '"customer_id":"c"' })).toBe(false)
    expect(may([line({ customer_id: 'c' })], { memo: '"source_type":"bill"' })).toBe(true)
  })
})
