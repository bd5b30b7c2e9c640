import { expect, test } from 'vitest'
import { DomainError, refused } from '@pacioli/errors'
import { Asking } from './asking.ts'

const RENT = { type: 'StableName', stable_name: 'RENT' }
const fieldsOf = (error: unknown): unknown[] =>
  error instanceof DomainError ? error.problems.map(({ meta }) => meta.field) : []

test('what is named alike is asked once, under the first field', () => {
  const asking = new Asking()
  asking.account(RENT, '0.category')
  asking.account({ ...RENT }, '1.category')
  asking.account({ type: 'AccountId', id: 'x' })
  asking.tag({ key: 'a', value: 'b' }, '0.tags.0')
  asking.tag({ key: 'a', value: 'b' }, '1.tags.0')
  asking.tag({ key: 'a', value: 'b', definition_id: 'd' })
  expect(asking.question()).toEqual({
    accounts: [{ identifier: RENT, field: '0.category' }, { identifier: { type: 'AccountId', id: 'x' } }],
    tags: [
      { input: { key: 'a', value: 'b' }, field: '0.tags.0' },
      { input: { key: 'a', value: 'b', definition_id: 'd' } },
    ],
  })
})

test('a refusal is told for every field that asked, and for no other', () => {
  const asking = new Asking()
  asking.account(RENT, '0.category')
  asking.account({ type: 'AccountId', id: 'x' }, '1.category')
  asking.account(RENT, '2.category')
  const told = asking.forEveryField(refused('AccountNotFound', 'No.', { field: '0.category' }))
  expect(fieldsOf(told)).toEqual(['0.category', '2.category'])
  const other = asking.forEveryField(refused('ServiceUnavailable', 'No.'))
  expect(fieldsOf(other)).toEqual([undefined])
  const defect = new Error('defect')
  expect(asking.forEveryField(defect)).toBe(defect)
})

test('at most a hundred fields are told', () => {
  const asking = new Asking()
  for (let index = 0; index < 1_000; index++) asking.account(RENT, `${index}.category`)
  const told = asking.forEveryField(refused('AccountNotFound', 'No.', { field: '0.category' }))
  expect(fieldsOf(told)).toHaveLength(100)
})
