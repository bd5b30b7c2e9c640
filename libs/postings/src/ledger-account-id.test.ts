import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ledgerAccountIdOf } from './ledger-account-id.ts'

test('the id of a new account in the chart derives from the request alone', () => {
  const uuid8 = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
  fc.assert(
    fc.property(fc.uuid(), fc.array(fc.string()), fc.array(fc.string()), (businessId, one, other) => {
      expect(ledgerAccountIdOf(businessId, one)).toMatch(uuid8)
      const same = JSON.stringify(one) === JSON.stringify(other)
      expect(ledgerAccountIdOf(businessId, one) === ledgerAccountIdOf(businessId, other)).toBe(same)
    }),
  )
  expect(ledgerAccountIdOf('b1', ['x'])).not.toBe(ledgerAccountIdOf('b2', ['x']))
  expect(ledgerAccountIdOf('b1', ['x', 'y'])).not.toBe(ledgerAccountIdOf('b1', ['xy']))
})
