import { expect, test } from 'vitest'
import { candidateAllocations } from './match-candidate.ts'
import { tagState, type TagRef } from '../tags/tags.ts'

const tagOf = (definitionId: string): TagRef => ({ dimensionId: 'region', definitionId })
const [north, south] = [tagOf('north'), tagOf('south')]

test('parts are told under the tags that they stand with, also those that go the other way', () => {
  const parts = [
    { amount: 160, tags: [north] },
    { amount: -60, tags: [south] },
    { amount: 0, tags: [] },
  ]
  expect(candidateAllocations(parts)).toEqual([
    { amount: 160, tags: [tagState(north)] },
    { amount: -60, tags: [tagState(south)] },
  ])
})

test('what comes to nothing, or the other way as a whole, has no parts', () => {
  expect(candidateAllocations([])).toEqual([])
  expect(candidateAllocations([{ amount: -1, tags: [north] }])).toEqual([])
})
