import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SharedBudget } from './shared-budget.ts'

test('one owner gets at most its share, all at most the total, and released amounts are available again', () => {
  const owners = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 2 })
  const step = fc.record({ owners, amount: fc.integer({ min: 1, max: 6 }), givesBack: fc.boolean() })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const shares = new SharedBudget({ limit: 20, limitEach: 8 })
      const held: { owners: string[]; amount: number }[] = []
      const heldBy = (owner: string) =>
        held.filter((one) => one.owners.includes(owner)).reduce((sum, { amount }) => sum + amount, 0)
      const inAll = () => held.reduce((sum, { amount }) => sum + amount, 0)
      for (const one of steps) {
        const last = one.givesBack ? held.pop() : undefined
        if (last) shares.release(last.owners, last.amount)
        const fits = inAll() + one.amount <= 20 && one.owners.every((owner) => heldBy(owner) + one.amount <= 8)
        expect(shares.reserve(one.owners, one.amount)).toBe(fits)
        if (fits) held.push(one)
        expect(shares.used).toBe(inAll())
      }
    }),
  )
})
