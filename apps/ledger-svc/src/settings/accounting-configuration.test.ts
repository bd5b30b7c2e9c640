import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  closedPeriodInEffect,
  closedPeriodOf,
  closingOf,
  effectiveSettings,
  isSame,
  isSameClosing,
  NO_SETTINGS,
  type Closing,
  type Settings,
} from './accounting-configuration.ts'

const closing = (given: Closing | null): Settings => ({ ...NO_SETTINGS, closing: given })
const at = (text: string): Closing => ({ at: new Date(text) })

const ZONES = [
  'Pacific/Pago_Pago',
  'America/New_York',
  'UTC',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
]

describe('a closing', () => {
  test.each([
    ['Pacific/Pago_Pago', '2025-12-31', '2026-01-01T10:59:59.999Z'],
    ['America/New_York', '2025-12-31', '2026-01-01T04:59:59.999Z'],
    ['UTC', '2025-12-31', '2025-12-31T23:59:59.999Z'],
    ['Asia/Kathmandu', '2025-12-31', '2025-12-31T18:14:59.999Z'],
    ['Pacific/Kiritimati', '2025-12-31', '2025-12-31T09:59:59.999Z'],
    // The days on which clocks change, and one that ends at a change: midnight does not exist in Cairo on 2025-04-25.
    ['America/New_York', '2025-03-09', '2025-03-10T03:59:59.999Z'],
    ['America/New_York', '2025-11-02', '2025-11-03T04:59:59.999Z'],
    ['Africa/Cairo', '2025-04-24', '2025-04-24T21:59:59.999Z'],
  ])('by a day lasts in %s through the end of %s: %s', (zone, day, through) => {
    expect(closedPeriodOf({ day }, zone)).toEqual({ through: new Date(through), day })
  })

  test('by an instant is that instant in every zone', () => {
    for (const zone of ZONES)
      expect(closedPeriodOf(closingOf('2025-06-30T14:00:00.5+02:00'), zone)).toEqual({
        through: new Date('2025-06-30T12:00:00.500Z'),
        day: null,
      })
  })

  test.each(['', 'yesterday', '2025-02-29', '2025-12-31T10:00:00', '31.12.2025'])('is not %j', (text) => {
    expect(() => closingOf(text)).toThrow('date-time')
  })

  test('that is none closes nothing', () => expect(closedPeriodOf(null, 'UTC')).toBeNull())

  test('is the same only when it was given the same', () => {
    expect(isSameClosing({ day: '2025-12-31' }, { day: '2025-12-31' })).toBe(true)
    expect(isSameClosing(at('2025-12-31T00:00:00Z'), at('2025-12-31T00:00:00.000Z'))).toBe(true)
    expect(isSameClosing({ day: '2025-12-31' }, at('2025-12-31T23:59:59.999Z'))).toBe(false)
    expect(isSameClosing(null, { day: '2025-12-31' })).toBe(false)
    expect(isSame(NO_SETTINGS, { ...NO_SETTINGS })).toBe(true)
    expect(isSame(NO_SETTINGS, { ...NO_SETTINGS, enableTaxEstimates: false })).toBe(false)
  })
})

describe('of two closings', () => {
  test.each<[string, Closing | null, Closing | null, string | null, string | null]>([
    [
      'the later counts, if it is the own one',
      { day: '2025-12-31' },
      { day: '2025-06-30' },
      '2025-12-31',
      '2025-12-31T23:59:59.999Z',
    ],
    [
      "the later counts, if it is the client's",
      { day: '2025-06-30' },
      { day: '2025-12-31' },
      '2025-12-31',
      '2025-12-31T23:59:59.999Z',
    ],
    ['a millisecond decides', at('2026-01-01T00:00:00.000Z'), { day: '2025-12-31' }, null, '2026-01-01T00:00:00.000Z'],
    [
      'and less decides the other way',
      at('2025-12-31T23:59:59.998Z'),
      { day: '2025-12-31' },
      '2025-12-31',
      '2025-12-31T23:59:59.999Z',
    ],
    [
      'the own one is shown if both end at one instant',
      at('2025-12-31T23:59:59.999Z'),
      { day: '2025-12-31' },
      null,
      '2025-12-31T23:59:59.999Z',
    ],
    ['the only one counts', null, { day: '2025-12-31' }, '2025-12-31', '2025-12-31T23:59:59.999Z'],
    ['none closes nothing', null, null, null, null],
  ])('%s', (_what, own, client, day, through) => {
    const closed = closedPeriodInEffect(closing(own), closing(client), 'UTC')
    expect([closed?.day ?? null, closed?.through.toISOString() ?? null]).toEqual([day, through])
  })

  test('which one is later depends on the zone', () => {
    const own = closing(at('2025-12-31T18:00:00Z'))
    const client = closing({ day: '2025-12-31' })
    expect(closedPeriodInEffect(own, client, 'Pacific/Kiritimati')?.day).toBeNull()
    expect(closedPeriodInEffect(own, client, 'Pacific/Pago_Pago')?.day).toBe('2025-12-31')
  })

  test('none opens what the other closes, in any zone', () => {
    const days = fc.date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
    const closings = fc.option(
      fc.oneof(
        days.map((date): Closing => ({ day: date.toISOString().slice(0, 10) })),
        days.map((date): Closing => ({ at: date })),
      ),
    )
    fc.assert(
      fc.property(closings, closings, fc.constantFrom(...ZONES), (own, client, zone) => {
        const through = closedPeriodInEffect(closing(own), closing(client), zone)?.through.getTime() ?? -Infinity
        const each = [own, client].map((one) => closedPeriodOf(one, zone)?.through.getTime() ?? -Infinity)
        expect(through).toBe(Math.max(...each))
      }),
    )
  })
})

describe('settings', () => {
  const client: Settings = {
    defaultReportingBasis: 'CASH',
    categoryListType: 'ALL_ACCOUNTS',
    closing: { day: '2025-12-31' },
    matchRoundingThreshold: 5,
    matchAdjustmentThreshold: 0.25,
    disableAdjustmentMatchSuggestions: true,
    enableTaxEstimates: true,
  }

  test('that nobody made are those of the product', () => {
    expect(effectiveSettings(NO_SETTINGS, NO_SETTINGS, 'UTC')).toEqual({
      defaultReportingBasis: 'ACCRUAL',
      categoryListType: 'ALL_ACCOUNTS',
      closed: null,
      matchRoundingThreshold: 0,
      matchAdjustmentThreshold: 0,
      disableAdjustmentMatchSuggestions: false,
      enableTaxEstimates: false,
    })
  })

  test('of the client hold for a business without its own', () => {
    const { closing: _closing, ...same } = client
    expect(effectiveSettings(NO_SETTINGS, client, 'UTC')).toEqual({
      ...same,
      closed: { through: new Date('2025-12-31T23:59:59.999Z'), day: '2025-12-31' },
    })
  })

  test('of a business hold although they are zero, false or the default of the product', () => {
    const own: Settings = {
      ...NO_SETTINGS,
      defaultReportingBasis: 'ACCRUAL',
      matchRoundingThreshold: 0,
      disableAdjustmentMatchSuggestions: false,
    }
    expect(effectiveSettings(own, client, 'UTC')).toMatchObject({
      defaultReportingBasis: 'ACCRUAL',
      matchRoundingThreshold: 0,
      matchAdjustmentThreshold: 0.25,
      disableAdjustmentMatchSuggestions: false,
      enableTaxEstimates: true,
    })
  })
})
