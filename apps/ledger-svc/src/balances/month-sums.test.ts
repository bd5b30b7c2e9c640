import { expect, test } from 'vitest'
import { MonthSums, monthsBefore } from './month-sums.ts'

test.each([
  ['2026-03-10T23:59:59.999Z', '2026-02-01'],
  ['2026-03-11T00:00:00.000Z', '2026-03-01'],
  ['2026-03-31T23:59:59.999Z', '2026-03-01'],
  ['2026-01-10T23:59:59.999Z', '2025-12-01'],
])('at %s months have sums before %s', (now, before) => {
  expect(monthsBefore(new Date(now))).toBe(before)
})

const tenant = (businessId: string) => ({ clientId: 'c', businessId })
const at = (day: string) => new Date(`2026-03-${day}T12:00:00Z`)

test('months are asked for once a day for each business, until none are left', async () => {
  const asked: string[] = []
  let left = 2
  const months = new MonthSums(
    async ({ businessId }, before) => asked.push(`${businessId} ${before}`) > 0 && left-- > 0,
    (error) => {
      throw error
    },
  )
  const post = async (businessId: string, day: string) => {
    months.posted(tenant(businessId), at(day))
    await months.idle()
    return asked.splice(0)
  }
  expect(await post('a', '10')).toEqual(['a 2026-02-01', 'a 2026-02-01', 'a 2026-02-01'])
  expect(await post('a', '10')).toEqual([])
  expect(await post('b', '10')).toEqual(['b 2026-02-01'])
  expect(await post('a', '11')).toEqual(['a 2026-03-01'])
})

test('what fails is told, and left to the next day', async () => {
  const failed: unknown[] = []
  let failing = true
  const months = new MonthSums(
    () => (failing ? Promise.reject(new Error('no connection')) : Promise.resolve(false)),
    (error, { businessId }) => failed.push([(error as Error).message, businessId]),
  )
  for (const day of ['10', '10', '11']) {
    months.posted(tenant('a'), at(day))
    await months.idle()
  }
  expect(failed).toEqual([
    ['no connection', 'a'],
    ['no connection', 'a'],
  ])
  failing = false
  months.posted(tenant('a'), at('12'))
  await months.idle()
  expect(failed).toHaveLength(2)
})
