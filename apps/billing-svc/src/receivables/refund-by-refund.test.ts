import fc from 'fast-check'
import { expect, test } from 'vitest'
import { refundByRefund } from './refund-by-refund.ts'

test('parts stand refund by refund, whatever order the refunds came in, and those of an allocation as they stand in it', () => {
  const of = fc.record({ refundId: fc.constantFrom('a', 'b', 'c'), allocationId: fc.constantFrom('x', 'y') })
  const parts = fc.array(of, { maxLength: 12 }).map((all) => all.map((one, position) => ({ ...one, position })))
  fc.assert(
    fc.property(parts, (all) => {
      const keyed = refundByRefund(all).map((one) => `${one.refundId} ${one.allocationId} ${10 + one.position}`)
      expect(keyed).toEqual(all.map((one) => `${one.refundId} ${one.allocationId} ${10 + one.position}`).toSorted())
    }),
  )
})
