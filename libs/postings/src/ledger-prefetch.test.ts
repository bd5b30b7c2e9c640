import { expect, test } from 'vitest'
import { DomainError, refused } from '@pacioli/errors'
import { LedgerPrefetch } from './ledger-prefetch.ts'

const RENT = { type: 'StableName', stable_name: 'RENT' }
const fieldsOf = (error: unknown): unknown[] =>
  error instanceof DomainError ? error.problems.map(({ meta }) => meta.field) : []

test('equal names are queried once, under the first field', () => {
  const prefetch = new LedgerPrefetch()
  prefetch.account(RENT, '0.category')
  prefetch.account({ ...RENT }, '1.category')
  prefetch.account({ type: 'AccountId', id: 'x' })
  prefetch.tag({ key: 'a', value: 'b' }, '0.tags.0')
  prefetch.tag({ key: 'a', value: 'b' }, '1.tags.0')
  prefetch.tag({ key: 'a', value: 'b', definition_id: 'd' })
  expect(prefetch.question()).toEqual({
    accounts: [{ identifier: RENT, field: '0.category' }, { identifier: { type: 'AccountId', id: 'x' } }],
    tags: [
      { input: { key: 'a', value: 'b' }, field: '0.tags.0' },
      { input: { key: 'a', value: 'b', definition_id: 'd' } },
    ],
  })
})

test('a refusal is repeated for every field of the query, and for no other', () => {
  const prefetch = new LedgerPrefetch()
  prefetch.account(RENT, '0.category')
  prefetch.account({ type: 'AccountId', id: 'x' }, '1.category')
  prefetch.account(RENT, '2.category')
  const repeated = prefetch.forEveryField(refused('AccountNotFound', 'No.', { field: '0.category' }))
  expect(fieldsOf(repeated)).toEqual(['0.category', '2.category'])
  const other = prefetch.forEveryField(refused('ServiceUnavailable', 'No.'))
  expect(fieldsOf(other)).toEqual([undefined])
  const defect = new Error('defect')
  expect(prefetch.forEveryField(defect)).toBe(defect)
})

test('at most a hundred fields are named', () => {
  const prefetch = new LedgerPrefetch()
  for (let index = 0; index < 1_000; index++) prefetch.account(RENT, `${index}.category`)
  const repeated = prefetch.forEveryField(refused('AccountNotFound', 'No.', { field: '0.category' }))
  expect(fieldsOf(repeated)).toHaveLength(100)
})
