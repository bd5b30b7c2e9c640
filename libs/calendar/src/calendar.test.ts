import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  dayInFormat,
  dayOf,
  dayPlus,
  daysBetween,
  daysLater,
  endOfDay,
  instant,
  instantRange,
  isDay,
  isInstant,
  isTimeZone,
  monthPlus,
  startOfDay,
  wholeMonths,
} from './index.ts'

describe('days', () => {
  test.each([
    ['2024-02-29', true],
    ['2026-02-29', false],
    ['2026-02-30', false],
    ['2026-13-01', false],
    ['2026-00-10', false],
    ['26-01-01', false],
    ['0000-01-01', false],
    ['2026-1-1', false],
  ])('%s is a day: %s', (text, expected) => expect(isDay(text)).toBe(expected))

  test.each([
    ['2026-03-08', 'America/New_York', '2026-03-08T05:00:00.000Z', '2026-03-09T03:59:59.999Z'],
    ['2026-11-01', 'America/New_York', '2026-11-01T04:00:00.000Z', '2026-11-02T04:59:59.999Z'],
    ['2026-01-01', 'Pacific/Kiritimati', '2025-12-31T10:00:00.000Z', '2026-01-01T09:59:59.999Z'],
    ['2025-12-31', 'Pacific/Pago_Pago', '2025-12-31T11:00:00.000Z', '2026-01-01T10:59:59.999Z'],
    // Midnight is skipped.
    ['2024-09-08', 'America/Santiago', '2024-09-08T04:00:00.000Z', '2024-09-09T02:59:59.999Z'],
    ['2024-03-31', 'Asia/Beirut', '2024-03-30T22:00:00.000Z', '2024-03-31T20:59:59.999Z'],
    ['2024-04-26', 'Africa/Cairo', '2024-04-25T22:00:00.000Z', '2024-04-26T20:59:59.999Z'],
    // The hour before midnight, or after it, occurs twice.
    ['2024-04-06', 'America/Santiago', '2024-04-06T03:00:00.000Z', '2024-04-07T03:59:59.999Z'],
    ['2024-11-03', 'America/Havana', '2024-11-03T04:00:00.000Z', '2024-11-04T04:59:59.999Z'],
    ['2024-10-27', 'Atlantic/Azores', '2024-10-27T00:00:00.000Z', '2024-10-28T00:59:59.999Z'],
  ])('%s in %s lasts from %s to %s', (day, zone, from, to) => {
    expect([startOfDay(day, zone).toISOString(), endOfDay(day, zone).toISOString()]).toEqual([from, to])
  })

  test('one begins where the one before ends, also where clocks change at midnight', () => {
    for (const zone of ['America/Santiago', 'America/Havana', 'Asia/Beirut', 'Africa/Cairo', 'Atlantic/Azores'])
      for (let day = '2024-01-01'; day < '2025-05-01'; day = dayPlus(day, 1)) {
        const [start, end] = [startOfDay(day, zone), endOfDay(day, zone)]
        expect([dayOf(start, zone), dayOf(end, zone)], `${day} in ${zone}`).toEqual([day, day])
        expect(dayOf(new Date(start.getTime() - 1), zone), `before ${day} in ${zone}`).toBe(dayPlus(day, -1))
      }
  })

  test('every instant falls on the day whose bounds enclose it, in any zone', () => {
    const zones = [
      'UTC',
      'America/New_York',
      'Pacific/Kiritimati',
      'Pacific/Pago_Pago',
      'Asia/Kathmandu',
      'Australia/Lord_Howe',
    ]
    const moments = fc.date({ min: new Date('1990-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(moments, fc.constantFrom(...zones), (moment, zone) => {
        const day = dayOf(moment, zone)
        expect(startOfDay(day, zone).getTime()).toBeLessThanOrEqual(moment.getTime())
        expect(endOfDay(day, zone).getTime()).toBeGreaterThanOrEqual(moment.getTime())
      }),
    )
  })
})

describe('instants', () => {
  test.each([
    ['2026-01-31T09:30:00Z', true],
    ['2026-01-31T09:30:00.123456+05:30', true],
    ['2026-01-31T09:30-11:00', true],
    ['2026-01-31T09:30:00', false],
    ['2026-01-31', false],
    ['2026-02-30T00:00:00Z', false],
    ['2026-01-31T24:00:00Z', false],
    ['2026-01-31T09:30:00+15:00', false],
    ['1000-01-01T00:00:00+14:00', false],
    ['9998-12-31T23:59:59-14:00', false],
  ])('%s is an instant: %s', (text, expected) => expect(isInstant(text)).toBe(expected))

  test('is what it says, to the millisecond', () => {
    expect(instant('2026-01-31T09:30:00.123456+05:30').toISOString()).toBe('2026-01-31T04:00:00.123Z')
    expect(() => instant('yesterday')).toThrow(RangeError)
  })

  test('a range takes an end day whole and an end instant itself', () => {
    const range = instantRange('2026-01-01', '2026-01-01', 'UTC')
    expect([range.from?.toISOString(), range.before?.toISOString()]).toEqual([
      '2026-01-01T00:00:00.000Z',
      '2026-01-02T00:00:00.000Z',
    ])
    expect(instantRange(undefined, '2026-01-01T12:00:00Z', 'UTC').before?.toISOString()).toBe(
      '2026-01-01T12:00:00.001Z',
    )
    expect(instantRange(undefined, undefined, 'UTC')).toEqual({ from: undefined, before: undefined })
  })
})

describe('days later', () => {
  const later = (moment: string, days: number, zone: string): string =>
    daysLater(new Date(moment), days, zone).toISOString()

  test.each([
    ['2026-01-31T09:00:00.000Z', 1, 'UTC', '2026-02-01T09:00:00.000Z'],
    ['2024-02-28T09:00:00.000Z', 1, 'UTC', '2024-02-29T09:00:00.000Z'],
    ['2026-02-28T09:00:00.000Z', 1, 'UTC', '2026-03-01T09:00:00.000Z'],
    ['2026-03-01T09:00:00.000Z', -1, 'UTC', '2026-02-28T09:00:00.000Z'],
    // Days of 23 and of 25 hours, and one whose end is half an hour off.
    ['2026-03-07T17:00:00.000Z', 1, 'America/New_York', '2026-03-08T16:00:00.000Z'],
    ['2026-10-31T16:00:00.000Z', 1, 'America/New_York', '2026-11-01T17:00:00.000Z'],
    ['2026-04-04T01:00:00.000Z', 1, 'Australia/Lord_Howe', '2026-04-05T01:30:00.000Z'],
    // 02:30 is skipped on that day; 01:30 comes twice, and in summer time first.
    ['2026-03-07T07:30:00.000Z', 1, 'America/New_York', '2026-03-08T07:30:00.000Z'],
    ['2026-10-31T05:30:00.000Z', 1, 'America/New_York', '2026-11-01T05:30:00.000Z'],
    ['2026-11-02T06:30:00.000Z', -1, 'America/New_York', '2026-11-01T06:30:00.000Z'],
    ['2026-01-01T10:00:00.000Z', 365, 'Pacific/Kiritimati', '2027-01-01T10:00:00.000Z'],
  ])('%s and %s days in %s is %s', (moment, days, zone, expected) => expect(later(moment, days, zone)).toBe(expected))

  test('none is the moment itself, in any zone', () => {
    const moments = fc.date({ min: new Date('1990-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    const zones = fc.constantFrom(
      'UTC',
      'America/New_York',
      'Pacific/Kiritimati',
      'Australia/Lord_Howe',
      'Pacific/Apia',
    )
    fc.assert(
      fc.property(moments, zones, (moment, zone) => {
        expect(daysLater(moment, 0, zone)).toEqual(moment)
      }),
    )
  })

  test('are of a zone that exists', () => {
    expect(() => later('2026-01-01T00:00:00.000Z', 1, 'Mars/Olympus')).toThrow(RangeError)
  })
})

test('zones are those of the IANA database', () => {
  expect([isTimeZone('America/New_York'), isTimeZone('Mars/Olympus'), isTimeZone('')]).toEqual([true, false, false])
})

test.each([
  ['31.01.2026', 'dd.MM.yyyy', '2026-01-31'],
  ['1/2/26', 'd/M/yy', '2026-02-01'],
  ['Jan 5, 2026 23:59', 'MMM d, yyyy HH:mm', '2026-01-05'],
  ['2026-01-05T23:59:00-05:00', "yyyy-MM-dd'T'HH:mm:ssZZ", '2026-01-05'],
  ['30.02.2026', 'dd.MM.yyyy', undefined],
  ['31.01.2026 ', 'dd.MM.yyyy', undefined],
  ['01/31/2026', 'dd/MM/yyyy', undefined],
  ['0031-01-01', 'yyyy-MM-dd', undefined],
  ['', '', undefined],
])('%s in the format %s is the day %s', (text, format, day) => {
  expect(dayInFormat(text, format)).toBe(day)
})

describe('days of a calendar', () => {
  test('are counted on and back over ends of months and years', () => {
    expect(dayPlus('2024-02-28', 1)).toBe('2024-02-29')
    expect(dayPlus('2024-03-01', -1)).toBe('2024-02-29')
    expect(dayPlus('2025-12-31', 1)).toBe('2026-01-01')
    expect(daysBetween('2024-02-28', '2024-03-01')).toBe(2)
    expect(daysBetween('2025-03-01', '2025-02-28')).toBe(-1)
  })

  test('move by months to the same day, to the last of a shorter month, and from the last to the last', () => {
    expect(monthPlus('2026-01-15', 1)).toBe('2026-02-15')
    expect(monthPlus('2026-01-30', 1)).toBe('2026-02-28')
    expect(monthPlus('2026-02-28', 1)).toBe('2026-03-31')
    expect(monthPlus('2024-02-28', 1)).toBe('2024-03-28')
    expect(monthPlus('2025-02-28', -12)).toBe('2024-02-29')
  })

  test('make whole months or not', () => {
    expect(wholeMonths('2026-01-01', '2026-03-31')).toBe(3)
    expect(wholeMonths('2025-12-01', '2026-02-28')).toBe(3)
    expect(wholeMonths('2024-02-01', '2024-02-28')).toBeUndefined()
    expect(wholeMonths('2026-01-02', '2026-01-31')).toBeUndefined()
    expect(wholeMonths('2026-02-01', '2026-01-31')).toBeUndefined()
  })

  test('end with the calendar', () => {
    expect(() => dayPlus('9998-12-31', 1)).toThrow(RangeError)
    expect(() => monthPlus('1000-01-01', -1)).toThrow(RangeError)
  })
})
