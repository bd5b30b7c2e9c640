import fc from 'fast-check'
import { expect, test } from 'vitest'
import { beginAuthorization, businessOfState, hashOfState, isValid, LIFETIME_MS, stateOf } from './authorization.ts'

const random = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes))

test('a state contains its business, and fits into a URL as it is', () => {
  fc.assert(
    fc.property(fc.uuid(), random, (businessId, bytes) => {
      const state = stateOf(businessId, bytes)
      expect(businessOfState(state)).toBe(businessId)
      expect(encodeURIComponent(state)).toBe(state)
    }),
  )
})

test('a malformed state has no business', () => {
  const state = stateOf('018f0c1e-0000-7000-8000-000000000000', Buffer.alloc(32))
  for (const other of ['', 'x', state.slice(1), `${state}A`, state.replace('A', '+'), state.replace('A', '\0')])
    expect([other, businessOfState(other)]).toEqual([other, undefined])
})

test('an attempt is valid for exactly ten minutes, with its provider alone', () => {
  const now = new Date('2026-01-31T12:00:00Z')
  const after = (ms: number) => new Date(now.getTime() + ms)
  const attempt = beginAuthorization({ id: 'a', clientId: 'c', businessId: 'b', provider: 'quickbooks' }, 'state', now)
  expect(attempt.stateSha256).toEqual(hashOfState('state'))
  expect([
    isValid(attempt, 'quickbooks', now),
    isValid(attempt, 'quickbooks', after(LIFETIME_MS - 1)),
    isValid(attempt, 'quickbooks', after(LIFETIME_MS)),
    isValid(attempt, 'another', now),
  ]).toEqual([true, true, false, false])
})
