import { expect, test } from 'vitest'
import { basisOf, calendarOf } from './report-request.ts'

const now = new Date('2026-02-01T04:59:59.999Z')
const at = new Date('2026-01-01T04:59:59.999Z')

test('today is a day in the zone of the business', () => {
  expect(calendarOf({ now }, { timeZone: 'America/New_York' }).today).toBe('2026-01-31')
  expect(calendarOf({ now }, { timeZone: 'Pacific/Auckland' }).today).toBe('2026-02-01')
})

test('today of a moment is its day, unless it says which one it was', () => {
  const of = (today?: string) => calendarOf({ now, moment: { at, left: { today } } }, { timeZone: 'America/New_York' })
  expect(of().today).toBe('2025-12-31')
  expect(of('2026-01-02').today).toBe('2026-01-02')
})

test('the basis is left to the moment where neither the request nor the business says it', async () => {
  const fetchDefaultBasis = (of: Date | undefined) =>
    Promise.resolve(of === at ? ('CASH' as const) : ('ACCRUAL' as const))
  const none = { defaultReportingBasis: null }
  expect(await basisOf('CASH', none, { fetchDefaultBasis })).toEqual({ basis: 'CASH', left: {} })
  expect(await basisOf(undefined, { defaultReportingBasis: 'CASH' }, { fetchDefaultBasis })).toEqual({
    basis: 'CASH',
    left: {},
  })
  expect(await basisOf(undefined, none, { fetchDefaultBasis })).toEqual({
    basis: 'ACCRUAL',
    left: { basis: 'ACCRUAL' },
  })
  expect(await basisOf(undefined, none, { fetchDefaultBasis, moment: { at, left: {} } })).toEqual({
    basis: 'CASH',
    left: { basis: 'CASH' },
  })
  expect(await basisOf(undefined, none, { fetchDefaultBasis, moment: { at, left: { basis: 'ACCRUAL' } } })).toEqual({
    basis: 'ACCRUAL',
    left: { basis: 'ACCRUAL' },
  })
})
