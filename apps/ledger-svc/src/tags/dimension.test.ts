import { describe, expect, test } from 'vitest'
import { changeDimension, changeValue, deleteDimension, newDimension, newValue } from './dimension.ts'

const [then, now] = [new Date('2026-01-01T00:00:00Z'), new Date('2026-02-01T00:00:00Z')]
const moment = { now, epoch: 7 }
const made = { key: 'fund', displayName: 'Fund', strictness: 'NON_BALANCING', userVisible: false } as const
const dimension = newDimension('d', made, { now: then, epoch: 1 })
const value = newValue('v', dimension, { value: 'a', displayName: null, isArchived: false }, { now: then, epoch: 1 })

describe('a dimension', () => {
  test('that becomes BALANCING records since when, until it is no longer', () => {
    const strict = changeDimension(dimension, { strictness: 'BALANCING' }, moment)
    expect(strict).toMatchObject({ strictness: 'BALANCING', balancingEpoch: 7, version: 2, updatedAt: now })
    const renamed = changeDimension(strict, { key: 'grant' }, { now, epoch: 9 })
    expect(renamed).toMatchObject({ key: 'grant', balancingEpoch: 7, version: 3 })
    expect(changeDimension(renamed, { strictness: 'NON_BALANCING' }, moment).balancingEpoch).toBeNull()
  })

  test('stays itself when nothing changes', () => {
    expect(changeDimension(dimension, {}, moment)).toBe(dimension)
    expect(changeDimension(dimension, { ...made }, moment)).toBe(dimension)
  })

  test('loses its display name when it is cleared, not when it is left out', () => {
    expect(changeDimension(dimension, { displayName: null }, moment).displayName).toBeNull()
    expect(changeDimension(dimension, { key: 'x' }, moment).displayName).toBe('Fund')
  })

  test('that is deleted records when', () => {
    expect(deleteDimension(dimension, now)).toMatchObject({ deletedAt: now, version: 2 })
  })
})

describe('a value', () => {
  test('keeps the time of its first archiving', () => {
    const archived = changeValue(value, { isArchived: true }, { now: then, epoch: 3 })
    expect(archived).toMatchObject({ archivedAt: then, archivedEpoch: 3, version: 2 })
    expect(changeValue(archived, { isArchived: true }, moment)).toBe(archived)
    expect(changeValue(archived, { value: 'b' }, moment)).toMatchObject({ archivedAt: then, archivedEpoch: 3 })
  })

  test('is active again on request, and can be archived again', () => {
    const active = changeValue(changeValue(value, { isArchived: true }, moment), { isArchived: false }, moment)
    expect(active).toMatchObject({ archivedAt: null, archivedEpoch: null, version: 3 })
  })

  test('can be created archived', () => {
    const input = { value: 'a', displayName: null, isArchived: true }
    expect(newValue('v', dimension, input, moment)).toMatchObject({ archivedAt: now, archivedEpoch: 7, version: 1 })
  })
})
