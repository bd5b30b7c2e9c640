import { expect, test } from 'vitest'
import { matchFrom } from './transaction-match.ts'

const AT = new Date('2026-01-10T00:00:00.000Z')
const matched = {
  id: 'transaction',
  version: 2,
  categorizationStatus: 'MATCHED',
  matched_document: { type: 'INVOICE_PAYMENT', id: 'document' },
}
const letGo = { ...matched, version: 3, categorizationStatus: 'READY_FOR_INPUT', matched_document: null }

test('a transaction that is matched to a document names it, and an unmatched one names none', () => {
  expect(matchFrom(matched, AT)).toEqual({ id: 'transaction', documentId: 'document', changedAt: AT, version: 2 })
  expect(matchFrom(letGo, AT)).toEqual({ id: 'transaction', documentId: null, changedAt: AT, version: 3 })
})

test('transactions that were never matched, are decided otherwise, or matched to no document are ignored', () => {
  for (const given of [
    { version: 2 },
    { version: 1 },
    { categorizationStatus: 'CATEGORIZED', version: 7 },
    { categorizationStatus: 'MATCHED' },
    { categorizationStatus: 'MATCHED', matched_document: undefined },
  ])
    expect(matchFrom({ ...letGo, ...given }, AT)).toBeUndefined()
  const tooLarge = {
    reference: { aggregate_type: 'bank_transaction', aggregate_id: 'transaction', version: 9 },
    version: 9,
  }
  expect(matchFrom(tooLarge, AT)).toBeUndefined()
})

test.each([
  ['version', { version: 'two' }],
  ['matched_document', { matched_document: 'document' }],
  ['id', { matched_document: {} }],
  ['id', { id: null }],
])('a state without a valid %s is refused', (field, given) => {
  expect(() => matchFrom({ ...matched, ...given }, AT)).toThrow(new RegExp(`^${field}: expected`))
})
