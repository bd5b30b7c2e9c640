import { describe, expect, test } from 'vitest'
import { TERMS, type Terms } from './bill.ts'
import { dueDateOf } from './bill.ts'

const due = (documentDate: string, terms: Terms, zone = 'UTC'): string =>
  dueDateOf(new Date(documentDate), terms, zone).toISOString()

describe('a bill is due', () => {
  test.each([
    ['DUE_ON_RECEIPT', '2026-01-31T10:00:00.000Z'],
    ['NET_10', '2026-02-10T10:00:00.000Z'],
    ['NET_15', '2026-02-15T10:00:00.000Z'],
    ['NET_30', '2026-03-02T10:00:00.000Z'],
    ['NET_60', '2026-04-01T10:00:00.000Z'],
  ] as const)('%s after the end of January 2026: %s', (terms, at) => {
    expect(due('2026-01-31T10:00:00.000Z', terms)).toBe(at)
  })

  test('in a leap year a day earlier by the calendar', () => {
    expect(due('2028-01-31T10:00:00.000Z', 'NET_30')).toBe('2028-03-01T10:00:00.000Z')
    expect(due('2028-01-30T10:00:00.000Z', 'NET_30')).toBe('2028-02-29T10:00:00.000Z')
    expect(due('2027-01-30T10:00:00.000Z', 'NET_30')).toBe('2027-03-01T10:00:00.000Z')
    // 2100 is none.
    expect(due('2100-01-31T10:00:00.000Z', 'NET_30')).toBe('2100-03-02T10:00:00.000Z')
  })

  test('over the end of the year', () => {
    expect(due('2026-12-31T23:59:59.999Z', 'NET_10')).toBe('2027-01-10T23:59:59.999Z')
  })

  test('at the same millisecond where the terms are zero', () => {
    expect(due('2026-11-01T06:30:00.001Z', 'DUE_ON_RECEIPT', 'America/New_York')).toBe('2026-11-01T06:30:00.001Z')
    expect(due('2026-11-01T05:30:00.001Z', 'DUE_ON_RECEIPT', 'America/New_York')).toBe('2026-11-01T05:30:00.001Z')
  })
})

describe('the time of day is that of the business', () => {
  test('across the beginning of summer time', () => {
    // 2026-03-08 in New York has 23 hours: 18:00 is 23:00Z before and 22:00Z after it.
    expect(due('2026-03-01T23:00:00.000Z', 'NET_10', 'America/New_York')).toBe('2026-03-11T22:00:00.000Z')
  })

  test('across its end', () => {
    expect(due('2026-10-30T22:00:00.000Z', 'NET_10', 'America/New_York')).toBe('2026-11-09T23:00:00.000Z')
  })

  test('so that a bill received late in the evening is not due a day later', () => {
    // 23:30 in New York on 1 March is 2 March in UTC, and 23:30 on 31 March again in summer time.
    expect(due('2026-03-02T04:30:00.000Z', 'NET_30', 'America/New_York')).toBe('2026-04-01T03:30:00.000Z')
  })

  test('a time that is skipped on that day is later by the skipped interval', () => {
    // 02:30 on 8 March 2026 does not exist in New York.
    expect(due('2026-02-26T07:30:00.000Z', 'NET_10', 'America/New_York')).toBe('2026-03-08T07:30:00.000Z')
  })

  test('a day that a zone has skipped is the next one', () => {
    // Samoa had no 30 December 2011.
    expect(due('2011-12-20T12:00:00.000Z', 'NET_10', 'Pacific/Apia')).toBe('2011-12-30T12:00:00.000Z')
  })

  test.each([
    ['Pacific/Pago_Pago', -11],
    ['Pacific/Kiritimati', 14],
    ['Asia/Kathmandu', 5.75],
  ])('%s, %s hours from UTC', (zone) => {
    expect(due('2026-01-31T23:45:00.000Z', 'NET_30', zone)).toBe('2026-03-02T23:45:00.000Z')
    expect(due('2026-01-31T00:15:00.000Z', 'NET_30', zone)).toBe('2026-03-02T00:15:00.000Z')
  })
})

test('terms are known', () => {
  expect(TERMS).toEqual(['DUE_ON_RECEIPT', 'NET_10', 'NET_15', 'NET_30', 'NET_60'])
  expect(() => dueDateOf(new Date('2026-01-01'), 'NET_10', 'Mars/Olympus')).toThrow(RangeError)
})
