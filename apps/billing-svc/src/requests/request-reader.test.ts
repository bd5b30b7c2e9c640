import { DomainError } from '@pacioli/errors'
import { expect, test } from 'vitest'
import { readRequest, type RequestReader } from './request-reader.ts'
import { UpdateReader } from './updates.ts'

/** Every problem with its field and its value. */
function problemsOf(act: () => unknown): unknown {
  try {
    act()
  } catch (error) {
    if (error instanceof DomainError)
      return error.problems.map(({ error_enum, meta: { field, value } }) => [error_enum, field, value])
    throw error
  }
  return []
}

type Input = { at?: string; fee?: number; method?: string; account?: { type: string; id?: string } | null }

const fields = (read: RequestReader<Input>) => [
  read.instant('at'),
  read.amount('fee', 0),
  read.oneOf('method', ['ACH', 'CASH']),
  read.account('account'),
]

test('fields are read, and absent ones are undefined', () => {
  const input = { at: '2026-01-31T12:00:00Z', fee: 1, method: 'CASH', account: { type: 'AccountId', id: 'a' } }
  const account = { type: 'AccountId', id: 'a', stable_name: undefined }
  expect(readRequest<Input, unknown>(input, fields)).toEqual([new Date(input.at), 1, 'CASH', account])
  expect(readRequest<Input, unknown>({ account: null }, fields)).toEqual([undefined, undefined, undefined, undefined])
})

test('every invalid field is named with its place, in lists, too', () => {
  const wrong = { at: 'never', fee: -1, method: '', account: null }
  const expected = (prefix: string) => [
    ['InvalidPayload', `${prefix}at`, 'never'],
    ['InvalidPayload', `${prefix}fee`, -1],
    ['InvalidPayload', `${prefix}method`, ''],
  ]
  const ofAll = (read: RequestReader<{ list: Input[] | { items: Input[] } }>) => read.elements('list').map(fields)
  expect(problemsOf(() => readRequest<Input, unknown>(wrong, fields))).toEqual(expected(''))
  for (const list of [[{}, wrong], { items: [{}, wrong] }])
    expect(problemsOf(() => readRequest({ list }, ofAll))).toEqual(expected('list.1.'))
  expect(problemsOf(() => readRequest(wrong, (read) => read.requiredAccount('account', 'Expected it.')))).toEqual([
    ['InvalidPayload', 'account', undefined],
  ])
})

test('a list is limited, and names identify its parts', () => {
  const list = [{ id: 'a' }, { id: 'A', external_id: 'x' }, { external_id: 'x' }, { external_id: 'X' }]
  expect(problemsOf(() => readRequest({ list }, (read) => read.limit('list', 3)))).toEqual([
    ['InvalidPayload', 'list', undefined],
  ])
  expect(problemsOf(() => readRequest({ list }, (read) => read.parts('list', 'line item')))).toEqual([
    ['InvalidPayload', 'list.1.id', 'A'],
    ['InvalidPayload', 'list.2.external_id', 'x'],
  ])
})

test('what repeats an earlier element is left out, and what contradicts it is refused', () => {
  const read = (list: { external_id?: string; memo?: string }[]) =>
    readRequest({ list }, (reader) => reader.distinct('list', 'payment', ({ input }) => input.memo))
  expect(
    read([{ external_id: 'x', memo: '1' }, { memo: '2' }, { external_id: 'x', memo: '1' }, { memo: '2' }]),
  ).toEqual(['1', '2', '2'])
  expect(problemsOf(() => read([{ external_id: 'x', memo: '1' }, { external_id: 'x' }]))).toEqual([
    ['DuplicateExternalId', 'list.1.external_id', 'x'],
  ])
})

test('an update clears what is not always there, and leaves what it does not name', () => {
  const input = { memo: 'm', due_at: 'never', cleared: ['metadata', 'due_at', 'tags'] }
  const read = new UpdateReader(input, ['due_at'])
  expect(read.head()).toEqual({ memo: 'm', metadata: null })
  expect(read.unlessCleared('due_at', () => read.instant('due_at'))).toBeNull()
  expect(problemsOf(() => read.problems.throwIfAny())).toEqual([['InvalidPayload', 'tags', null]])
})
