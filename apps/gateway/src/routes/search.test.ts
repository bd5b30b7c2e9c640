import type { FoundResource__Output } from '@pacioli/protos/search'
import { expect, test } from 'vitest'
import { mergedFinds } from './search.ts'

const found = (id: string, matched_by: string, type = 'invoice') =>
  ({ id, matched_by, type, url: `/${id}` }) as FoundResource__Output

test('the best comes first, whichever service has it', () => {
  const merged = mergedFinds([
    [found('a', 'EXTERNAL_ID'), found('b', 'REQUEST_ID')],
    [found('c', 'ID'), found('d', 'REFERENCE_NUMBER')],
    [found('e', 'EXTERNAL_ID')],
    [],
  ])
  expect(merged.map(({ id }) => id)).toEqual(['c', 'a', 'e', 'd', 'b'])
})

test('what two services find is shown once, as the better of both, else as the first one has it', () => {
  const merged = mergedFinds([
    [found('a', 'REQUEST_ID', 'expense'), found('b', 'REQUEST_ID')],
    [found('a', 'REQUEST_ID', 'bill'), found('b', 'ID', 'task')],
  ])
  expect(merged.map(({ id, type }) => [id, type])).toEqual([
    ['b', 'task'],
    ['a', 'expense'],
  ])
})
