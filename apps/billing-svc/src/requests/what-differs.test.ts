import { expect, test } from 'vitest'
import { partsThatDiffer, tagsThatDiffer } from './what-differs.ts'

const [one, two, three] = [{ id: 'one' }, { id: 'two' }, { id: 'three' }]

test('a part that is the same object stays; a new one is added, another one of the same id has changed', () => {
  const other = { ...two }
  expect(partsThatDiffer([one, two], [one, other, three])).toEqual({ added: [three], changed: [other] })
  expect(partsThatDiffer([one, two], [one, two])).toEqual({ added: [], changed: [] })
})

test('tags differ where they are another list, and where what carries them is new', () => {
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
  expect(tagsThatDiffer(before, after)).toEqual(after.slice(1))
})
