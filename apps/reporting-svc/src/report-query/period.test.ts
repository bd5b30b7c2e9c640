import { describe, expect, test } from 'vitest'
import {
  comparedPeriods,
  dayFrom,
  asOf,
  nameOf,
  openRangeFrom,
  periodOf,
  rangeFrom,
  type LocalCalendar,
  type Period,
} from './period.ts'

const HERE: LocalCalendar = { today: '2026-11-22', zone: 'UTC' }

const names = (periods: Period[]): string[] => periods.map(nameOf)

describe('a range', () => {
  test('goes from the start of the year until today by default', () => {
    expect(rangeFrom(undefined, undefined, HERE)).toEqual({ start: '2026-01-01', end: '2026-11-22' })
    expect(rangeFrom(undefined, '2024-05-31', HERE)).toEqual({ start: '2024-01-01', end: '2024-05-31' })
  })

  test('of one day is one, and one that ends before it starts is none', () => {
    expect(rangeFrom('2026-01-02', '2026-01-02', HERE)).toEqual({ start: '2026-01-02', end: '2026-01-02' })
    expect(() => rangeFrom('2026-01-02', '2026-01-01', HERE)).toThrow('on or before end_date')
    // It starts after today.
    expect(() => rangeFrom('2026-11-23', undefined, HERE)).toThrow('on or before end_date')
  })

  test('begins after the first day of the calendar, so that it can have an opening balance', () => {
    expect(() => rangeFrom('1000-01-01', '1000-01-31', HERE)).toThrow('with which the calendar begins')
    expect(rangeFrom('1000-01-02', '1000-01-31', HERE).start).toBe('1000-01-02')
  })

  test('is of days that exist', () => {
    expect(() => rangeFrom('2026-02-29', undefined, HERE)).toThrow('start_date: expected a day')
    expect(dayFrom('2024-02-29', 'x', HERE)).toBe('2024-02-29')
  })
})

describe('an instant means the day that it is on in the zone of the business', () => {
  test.each([
    ['America/New_York', '2026-02-01T04:59:59.999Z', '2026-01-31'],
    ['America/New_York', '2026-02-01T05:00:00Z', '2026-02-01'],
    ['America/New_York', '2026-07-01T03:59:59.999Z', '2026-06-30'],
    ['America/New_York', '2026-07-01T04:00:00Z', '2026-07-01'],
    ['America/New_York', '2026-02-01T00:00:00+14:00', '2026-01-31'],
    ['Pacific/Auckland', '2026-01-31T10:59:59.999Z', '2026-01-31'],
    ['Pacific/Auckland', '2026-01-31T11:00:00Z', '2026-02-01'],
    ['Pacific/Auckland', '2026-06-30T11:59:59.999Z', '2026-06-30'],
    ['Pacific/Auckland', '2026-06-30T12:00:00Z', '2026-07-01'],
    ['Pacific/Auckland', '2026-01-31T00:00:00-12:00', '2026-02-01'],
    ['UTC', '2026-01-31T23:59:59.999Z', '2026-01-31'],
  ])('in %s %s is on %s', (zone, moment, day) => {
    const calendar = { today: '2026-11-22', zone }
    expect(asOf(moment, calendar)).toEqual({ start: undefined, end: day })
    expect(rangeFrom(moment, undefined, calendar).start).toBe(day)
    expect(rangeFrom('2020-01-01', moment, calendar).end).toBe(day)
  })

  test('so a range of two instants of one day is of that day, whichever is earlier', () => {
    const calendar = { today: '2026-11-22', zone: 'America/New_York' }
    const day = { start: '2026-01-31', end: '2026-01-31' }
    expect(rangeFrom('2026-02-01T04:00:00Z', '2026-01-31T05:00:00Z', calendar)).toEqual(day)
    expect(() => rangeFrom('2026-02-01T05:00:00Z', '2026-02-01T04:59:59Z', calendar)).toThrow('on or before end_date')
  })

  test.each(['2026-01-31T09:30:00', '2026-01-31T24:00:00Z', '2026-02-29T00:00:00Z', 'today', ''])(
    '%j is neither a day nor an instant',
    (given) => expect(() => asOf(given, HERE)).toThrow('effective_date: expected a day'),
  )

  test('and nothing begins before the first day of the calendar there', () => {
    const calendar = { today: '2026-11-22', zone: 'America/New_York' }
    expect(() => rangeFrom('1000-01-02T00:00:00Z', undefined, calendar)).toThrow('with which the calendar begins')
  })
})

describe('compared with the period before', () => {
  test.each<[string, Period, string]>([
    ['a month has the month before', { start: '2026-03-01', end: '2026-03-31' }, '2026-02-01 to 2026-02-28'],
    ['a quarter the quarter before', { start: '2026-01-01', end: '2026-03-31' }, '2025-10-01 to 2025-12-31'],
    ['a year the year before', { start: '2024-01-01', end: '2024-12-31' }, '2023-01-01 to 2023-12-31'],
    ['February of a leap year January', { start: '2024-02-01', end: '2024-02-29' }, '2024-01-01 to 2024-01-31'],
    ['a week as many days', { start: '2026-03-02', end: '2026-03-08' }, '2026-02-23 to 2026-03-01'],
    ['a day the day before', { start: '2024-03-01', end: '2024-03-01' }, '2024-02-29 to 2024-02-29'],
    ['most of a month as many days', { start: '2026-03-01', end: '2026-03-30' }, '2026-01-30 to 2026-02-28'],
    ['the end of a month that of the month before', { start: undefined, end: '2026-03-31' }, 'As of 2026-02-28'],
    ['a day in a month the same of the month before', { start: undefined, end: '2026-03-15' }, 'As of 2026-02-15'],
    ['a day that the month before has not its last', { start: undefined, end: '2026-03-30' }, 'As of 2026-02-28'],
  ])('%s', (_what, period, before) => {
    expect(names(comparedPeriods(period, 'PREVIOUS_PERIOD', 1)).at(-1)).toBe(before)
  })

  test('several periods follow one another without a gap', () => {
    expect(names(comparedPeriods({ start: '2026-03-01', end: '2026-03-31' }, 'PREVIOUS_PERIOD', 3))).toEqual([
      '2026-03-01 to 2026-03-31',
      '2026-02-01 to 2026-02-28',
      '2026-01-01 to 2026-01-31',
      '2025-12-01 to 2025-12-31',
    ])
  })
})

describe('compared with the year before', () => {
  test.each<[Period, string]>([
    [{ start: '2025-02-01', end: '2025-02-28' }, '2024-02-01 to 2024-02-29'],
    [{ start: '2024-02-01', end: '2024-02-29' }, '2023-02-01 to 2023-02-28'],
    [{ start: '2025-02-28', end: '2025-03-10' }, '2024-02-28 to 2024-03-10'],
    [{ start: undefined, end: '2025-02-28' }, 'As of 2024-02-29'],
    [{ start: undefined, end: '2025-06-15' }, 'As of 2024-06-15'],
  ])('%j is %s', (period, before) => {
    expect(names(comparedPeriods(period, 'PREVIOUS_YEAR', 1)).at(-1)).toBe(before)
  })
})

test('without a comparison there is one period, and none goes back before the calendar', () => {
  const period = { start: '1000-01-01', end: '1000-01-31' }
  expect(comparedPeriods(period, undefined, 5)).toEqual([period])
  expect(() => comparedPeriods(period, 'PREVIOUS_PERIOD', 1)).toThrow('before the year 1000')
  const next = { start: '1001-01-01', end: '1001-12-31' }
  expect(() => comparedPeriods(next, 'PREVIOUS_YEAR', 1)).toThrow('before the year 1000')
})

describe('an open range', () => {
  test('is of all days unless given, of those until the end of a day, or of a range', () => {
    expect(openRangeFrom({}, HERE)).toEqual({ start: undefined, end: undefined })
    expect(periodOf(openRangeFrom({}, HERE))).toEqual({ start: undefined, end: '9998-12-31' })
    expect(openRangeFrom({ effective_date: '2026-01-31' }, HERE)).toEqual({ start: undefined, end: '2026-01-31' })
    expect(openRangeFrom({ end_date: '2026-01-31' }, HERE)).toEqual({ start: undefined, end: '2026-01-31' })
    expect(openRangeFrom({ start_date: '2026-01-31' }, HERE)).toEqual({ start: '2026-01-31', end: undefined })
  })

  test('that ends before it starts is none, and a day stands alone', () => {
    const range = { start_date: '2026-01-02', end_date: '2026-01-02' }
    expect(openRangeFrom(range, HERE)).toEqual({ start: '2026-01-02', end: '2026-01-02' })
    expect(() => openRangeFrom({ ...range, end_date: '2026-01-01' }, HERE)).toThrow('on or before end_date')
    expect(() => openRangeFrom({ start_date: '1000-01-01' }, HERE)).toThrow('with which the calendar begins')
    expect(() => openRangeFrom({ ...range, effective_date: '2026-01-02' }, HERE)).toThrow('expected it alone')
  })
})
