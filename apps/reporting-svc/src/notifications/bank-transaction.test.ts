import { firstOfMonth } from '@pacioli/calendar'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { transactionStateFrom, waitingDeltas, type TransactionState } from './bank-transaction.ts'

const origin = { businessId: 'b', eventId: 'e', recorded: null }
const fields = { id: 't', day: '2026-01-31', categorizationStatus: 'PENDING', version: 1 }

describe('a transaction', () => {
  test.each([
    ['PENDING', true],
    ['READY_FOR_INPUT', true],
    ['CATEGORIZED', false],
    ['SPLIT', false],
    ['MATCHED', false],
  ])('that is %s waits: %s', (categorizationStatus, waits) => {
    expect(transactionStateFrom({ ...fields, categorizationStatus }, origin)).toMatchObject({
      waits,
      day: '2026-01-31',
    })
  })

  test.each([
    [{ categorizationStatus: 'LOST' }, 'categorizationStatus: expected one of PENDING, READY_FOR_INPUT, CATEGORIZED'],
    [{ day: '2026-02-29' }, 'day: expected a date'],
    [{ version: 1.5 }, 'version: expected an integer'],
    [{ id: '' }, 'id: expected text'],
  ])('with %j is refused', (wrong, message) => {
    expect(() => transactionStateFrom({ ...fields, ...wrong }, origin)).toThrow(message)
  })
})

describe('counts', () => {
  const state = fc.record({
    businessId: fc.constantFrom('a', 'b'),
    transactionId: fc.uuid(),
    day: fc.constantFrom('2025-12-31', '2026-01-01', '2026-01-31', '2026-02-01'),
    waits: fc.boolean(),
    counterparty: fc.constant(null),
    recorded: fc.constant(null),
    version: fc.constant(1),
    eventId: fc.constant('e'),
  })
  const total = (deltas: { by: number }[]) => deltas.reduce((sum, { by }) => sum + by, 0)
  const waiting = (states: readonly TransactionState[]) => states.filter(({ waits }) => waits).length

  test('move by what is added less what is taken away, the same by day and by month, in the order of businesses and time', () => {
    fc.assert(
      fc.property(fc.array(state), fc.array(state), (added, takenAway) => {
        const [days, months] = [waitingDeltas(added, takenAway), waitingDeltas(added, takenAway, firstOfMonth)]
        expect(total(days)).toBe(waiting(added) - waiting(takenAway))
        expect(total(months)).toBe(total(days))
        for (const deltas of [days, months]) {
          const places = deltas.map(({ businessId, on }) => `${businessId} ${on}`)
          expect(places).toEqual([...new Set(places)].sort())
          expect(deltas.every(({ by }) => by !== 0)).toBe(true)
        }
      }),
    )
  })

  test('do not move for a state that replaces an equal one', () => {
    fc.assert(
      fc.property(fc.array(state), (states) => {
        expect(waitingDeltas(states, states)).toEqual([])
      }),
    )
  })

  test('of the last day of a month and the first of the next are apart', () => {
    expect([firstOfMonth('2026-01-31'), firstOfMonth('2026-02-01')]).toEqual(['2026-01-01', '2026-02-01'])
  })
})
