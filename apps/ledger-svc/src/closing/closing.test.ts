import { DomainError } from '@pacioli/errors'
import { describe, expect, test } from 'vitest'
import type { Books } from '../books/books.ts'
import type { Account } from '../chart-of-accounts/account.ts'
import { chartOf } from '../chart-of-accounts/account.ts'
import {
  overlapsPartly,
  refuseClosedBooks,
  refuseOverlap,
  targetOf,
  throughOf,
  windowOf,
  type ClosingRequest,
  type ClosingWindow,
} from './closing.ts'

const at = (text: string): Date => new Date(text)

const asked = (more: Partial<ClosingRequest> = {}): ClosingRequest => ({
  through: { year: 2025 },
  startsAt: null,
  target: null,
  override: null,
  memo: null,
  metadata: null,
  referenceNumber: null,
  ...more,
})

const refusalOf = (act: () => unknown): unknown => {
  try {
    act()
  } catch (error) {
    if (error instanceof DomainError) return error.problems.map(({ error_enum, meta }) => [error_enum, meta.field])
    throw error
  }
  return undefined
}

describe('through which day', () => {
  test('a closing goes through a year or through a day', () => {
    expect(throughOf(2025, undefined)).toEqual({ year: 2025 })
    expect(throughOf(undefined, '2025-06-30')).toEqual({ effectiveDate: '2025-06-30' })
  })

  test.each([
    [2025, '2025-12-31'],
    [undefined, undefined],
  ])('a closing through year %s and day %s is refused', (year, day) => {
    expect(refusalOf(() => throughOf(year, day))).toEqual([
      ['InvalidPayload', 'year'],
      ['InvalidPayload', 'effective_date'],
    ])
  })

  test('a closing is through a year from 1900 to 9998 or a day that exists', () => {
    expect([1900, 9998].map((year) => throughOf(year, undefined))).toEqual([{ year: 1900 }, { year: 9998 }])
    for (const year of [1899, 9999, 2025.5, 0, -1])
      expect(refusalOf(() => throughOf(year, undefined))).toEqual([['InvalidPayload', 'year']])
    for (const day of ['2025-02-29', '2025', ''])
      expect(refusalOf(() => throughOf(undefined, day))).toEqual([['InvalidPayload', 'effective_date']])
  })
})

describe('the window', () => {
  const activationAt = at('2025-01-01T00:00:00Z')
  const closeOf = (through: ClosingRequest['through'], timeZone: string): string | undefined =>
    windowOf(asked({ through }), { activationAt: at('1900-01-01T00:00:00Z'), timeZone }).closesAt.toISOString()

  test.each([
    ['UTC', '2025-12-31T23:59:59.999Z'],
    ['America/New_York', '2026-01-01T04:59:59.999Z'],
    ['Pacific/Kiritimati', '2025-12-31T09:59:59.999Z'],
    ['Pacific/Pago_Pago', '2026-01-01T10:59:59.999Z'],
    ['Asia/Kathmandu', '2025-12-31T18:14:59.999Z'],
  ])('the window of a year ends with its last millisecond in %s', (timeZone, end) => {
    expect(closeOf({ year: 2025 }, timeZone)).toBe(end)
  })

  test('the window of a day ends with that day, however long it is', () => {
    // Clocks go forward on the first day, back on the second.
    expect(closeOf({ effectiveDate: '2025-03-30' }, 'Europe/Berlin')).toBe('2025-03-30T21:59:59.999Z')
    expect(closeOf({ effectiveDate: '2025-10-26' }, 'Europe/Berlin')).toBe('2025-10-26T22:59:59.999Z')
    // At midnight they go forward in Cairo: the day before ends all the same.
    expect(closeOf({ effectiveDate: '2025-04-24' }, 'Africa/Cairo')).toBe('2025-04-24T21:59:59.999Z')
  })

  test('the window begins with the activation of the business by default', () => {
    const facts = { activationAt, timeZone: 'UTC' }
    expect(windowOf(asked(), facts).window?.startsAt).toEqual(activationAt)
    const startsAt = at('2024-07-01T12:00:00Z')
    expect(windowOf(asked({ startsAt }), facts).window?.startsAt).toEqual(startsAt)
  })

  test('a window that would end before the activation is empty; a given start has to lie before the close', () => {
    const close = at('2025-12-31T23:59:59.999Z')
    const after = new Date(close.getTime() + 1)
    expect(windowOf(asked(), { activationAt: close, timeZone: 'UTC' }).window).toEqual({
      startsAt: close,
      closesAt: close,
    })
    expect(windowOf(asked(), { activationAt: after, timeZone: 'UTC' })).toEqual({ closesAt: close, window: undefined })
    expect(windowOf(asked({ startsAt: close }), { activationAt, timeZone: 'UTC' }).window?.startsAt).toEqual(close)
    expect(refusalOf(() => windowOf(asked({ startsAt: after }), { activationAt, timeZone: 'UTC' }))).toEqual([
      ['InvalidPayload', 'ledger_activity_start_timestamp'],
    ])
  })
})

describe('an overlap', () => {
  const span = (from: number, to: number): ClosingWindow => ({ startsAt: new Date(from), closesAt: new Date(to) })
  const live = span(10, 20)

  test.each([
    ['contained in the same window', 10, 20, false],
    ['contained in one that begins earlier', 9, 20, false],
    ['contained in one that ends later', 10, 21, false],
    ['not met by one that ends before', 1, 9, false],
    ['not met by one that begins after', 21, 30, false],
    ['cut by one that begins later', 11, 20, true],
    ['cut by one that ends earlier', 10, 19, true],
    ['cut by one that lies inside', 12, 18, true],
    ['cut by one that ends with its first instant', 1, 10, true],
    ['cut by one that begins with its last instant', 20, 30, true],
  ])('a closing from 10 to 20 is %s', (_what, from, to, cut) => {
    const window = span(from, to)
    expect(overlapsPartly(window, live)).toBe(cut)
    const refuse = () => refuseOverlap(window, { ...live, id: 'it' }, asked())
    const field = to < 20 ? 'year' : 'ledger_activity_start_timestamp'
    expect(refusalOf(refuse)).toEqual(cut ? [['ClosingOverlap', field]] : undefined)
  })
})

describe('books', () => {
  const account = (more: Partial<Account>): Account => ({
    id: 'r',
    parentId: null,
    name: 'Retained earnings',
    accountNumber: null,
    stableName: 'RETAINED_EARNINGS',
    normality: 'CREDIT',
    type: 'EQUITY',
    subtype: 'RETAINED_EARNINGS',
    archivedAt: null,
    archivedEpoch: null,
    version: 1,
    createdAt: at('2025-01-01T00:00:00Z'),
    updatedAt: at('2025-01-01T00:00:00Z'),
    ...more,
  })
  const archivedAt = at('2025-02-01T00:00:00Z')
  const books = (more: Partial<Books> = {}): Books => ({
    businessId: 'b',
    clientId: 'c',
    ledgerId: 'l',
    timeZone: 'UTC',
    currency: 'USD',
    archivedAt: null,
    archivedEpoch: null,
    defaultReportingBasis: null,
    epoch: 1,
    closedThrough: null,
    closedEpoch: 0,
    chart: chartOf([
      account({}),
      account({ id: 'e', stableName: 'OTHER_EQUITY' }),
      account({ id: 'x', stableName: 'OLD', archivedAt }),
      account({ id: 's', stableName: 'SALES', type: 'REVENUE', subtype: 'SALES' }),
    ]),
    ...more,
  })
  const named = (stable_name: string) => ({ type: 'StableName', stable_name })
  const field = 'retained_earnings_target_account'

  test('books close to retained earnings, or to another equity account that is in use', () => {
    expect(targetOf(books(), null).id).toBe('r')
    expect(targetOf(books(), named('OTHER_EQUITY')).id).toBe('e')
    expect(refusalOf(() => targetOf(books(), named('NONE')))).toEqual([['AccountNotFound', field]])
    expect(refusalOf(() => targetOf(books(), named('SALES')))).toEqual([['AccountTypeMismatch', field]])
    expect(refusalOf(() => targetOf(books(), named('OLD')))).toEqual([['AccountArchived', field]])
  })

  test('archived books are not closed', () => {
    expect(refusalOf(() => targetOf(books({ archivedAt }), null))).toEqual([['BusinessArchived', undefined]])
  })

  test('books take no closing at the last instant of their closed period, and take one right after it', () => {
    const closesAt = at('2025-12-31T23:59:59.999Z')
    const window = { startsAt: at('2025-01-01T00:00:00Z'), closesAt }
    const refuse = (closedThrough: Date) => () =>
      refuseClosedBooks(books({ closedThrough }), window, { effectiveDate: '2025-12-31' })
    expect(refusalOf(refuse(closesAt))).toEqual([['PeriodClosed', 'effective_date']])
    expect(refusalOf(refuse(new Date(closesAt.getTime() - 1)))).toBeUndefined()
  })
})
