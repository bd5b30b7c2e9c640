import { expect, test } from 'vitest'
import { candidateAllocations } from './match-candidate.ts'
import { tagState, type TagRef } from '../tags/tags.ts'

const tagOf = (definitionId: string): TagRef => ({ dimensionId: 'region', definitionId })
const [north, south] = [tagOf('north'), tagOf('south')]

test('parts have the tags of their lines, also those in the opposite direction', () => {
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

test('a total of zero, or in the opposite direction, has no parts', () => {
  expect(candidateAllocations([])).toEqual([])
  expect(candidateAllocations([{ amount: -1, tags: [north] }])).toEqual([])
})
