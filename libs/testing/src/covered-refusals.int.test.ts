import { DomainError, problem, refused } from '@pacioli/errors'
import { expect, test } from 'vitest'
import { coveredRefusals, recorded } from './covered-refusals.ts'

const method = { path: '/pacioli.sample.v1.SamplesService/TakeSample' }

test('a recorded use case answers and refuses as before, and its refusals are noted for its method', async () => {
  const take = recorded(method, async (amount: number) => {
    if (amount < 0)
      throw new DomainError([problem('NegativeTotal', 'Below zero.'), problem('OverAllocated', 'Too much.')])
    if (amount > 9) throw new Error('a defect')
    return amount
  })
  await expect(take(7)).resolves.toBe(7)
  await expect(take(10)).rejects.toThrow('a defect')
  await expect(take(-1)).rejects.toThrow('Below zero.')
  const met = [...coveredRefusals()].filter((one) => one.startsWith('TakeSample '))
  expect(met.sort()).toEqual(['TakeSample NegativeTotal', 'TakeSample OverAllocated'])
})

test('other errors are not noted', async () => {
  await recorded(method, () => Promise.reject(refused('BillVoided', 'It is.')))().catch(() => undefined)
  expect(coveredRefusals().has('TakeSample BillVoided')).toBe(true)
  expect(coveredRefusals().has('TakeSample InvoiceVoided')).toBe(false)
})
