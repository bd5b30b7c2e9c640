import { expect, test } from 'vitest'
import { changedParts, changedTags } from './changed-parts.ts'

const [one, two, three] = [{ id: 'one' }, { id: 'two' }, { id: 'three' }]

test('the same object is unchanged; a new id is added, another object of the same id has changed', () => {
  const other = { ...two }
  expect(changedParts([one, two], [one, other, three])).toEqual({ added: [three], changed: [other] })
  expect(changedParts([one, two], [one, two])).toEqual({ added: [], changed: [] })
})

test('tags differ where the list is another object, and for new parts', () => {
  const [kept, others]: [string[], string[]] = [['a'], ['a']]
  const before = [
    { id: 'one', tags: kept },
    { id: 'two', tags: kept },
  ]
  const after = [
    { id: 'one', tags: kept },
    { id: 'two', tags: others },
    { id: 'three', tags: others },
  ]
  expect(changedTags(before, after)).toEqual(after.slice(1))
})
