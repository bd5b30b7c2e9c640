import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ProviderJournalEntry, ProviderLine } from '../connectors/connector.ts'
import { contentOf, isSameContent, toDraft } from './imported-entry.ts'

const origin = { entrySource: 'quickbooks_journal_entry', externalCompanyId: '1' }
const books = { currency: 'USD', timeZone: 'America/New_York', closedThrough: null }
const accounts = {
  idOf: new Map([
    ['a', 'A'],
    ['b', 'B'],
  ]),
  currencyOf: new Map([['a', 'USD']]),
  partyOf: new Map([['a', 'CUSTOMER' as const]]),
}
const parties = new Map([['CUSTOMER 3', 'C']])

const line = (amount: string, direction: 'DEBIT' | 'CREDIT', more: Partial<ProviderLine> = {}): ProviderLine => ({
  accountExternalId: direction === 'DEBIT' ? 'a' : 'b',
  amount,
  direction,
  memo: null,
  party: null,
  tags: [],
  ...more,
})

const entry = (lines: ProviderLine[], more: Partial<ProviderJournalEntry> = {}): ProviderJournalEntry => ({
  externalId: '7',
  day: '2026-03-08',
  currency: null,
  referenceNumber: null,
  memo: null,
  lines,
  ...more,
})

const draft = (given: ProviderJournalEntry, replaces = false, closedThrough: Date | null = null) =>
  toDraft(given, origin, { revision: 1, replaces }, { accounts, parties }, { ...books, closedThrough })

const excess = (given: ProviderJournalEntry): bigint =>
  (draft(given)?.lines ?? []).reduce(
    (sum, { amount, direction }) => sum + BigInt(direction === 'DEBIT' ? amount : -amount),
    0n,
  )

describe('an entry of a provider', () => {
  test('is posted at the first instant of its day where the business is', () => {
    expect(draft(entry([line('1', 'DEBIT')]))?.entryAt.toISOString()).toBe('2026-03-08T05:00:00.000Z')
  })

  test('that balances there balances here, whatever the signs and zeros', () => {
    const cents = fc.integer({ min: -1_000_000, max: 1_000_000 })
    fc.assert(
      fc.property(fc.array(cents, { minLength: 1, maxLength: 30 }), (amounts) => {
        const text = (amount: number) => (amount / 100).toFixed(2)
        const total = amounts.reduce((sum, amount) => sum + amount, 0)
        const lines = [...amounts.map((amount) => line(text(amount), 'DEBIT')), line(text(total), 'CREDIT')]
        expect(excess(entry(lines))).toBe(0n)
        for (const { amount } of draft(entry(lines))?.lines ?? []) expect(amount).toBeGreaterThan(0)
      }),
    )
  })

  test('all of whose amounts are zero posts nothing', () => {
    expect(draft(entry([line('0.00', 'DEBIT'), line('0', 'CREDIT')]))).toBeUndefined()
  })

  test('in a closed period is refused later, and a correction there moves to the first open instant', () => {
    const closedThrough = new Date('2026-04-01T03:59:59.999Z')
    const given = entry([line('1', 'DEBIT')])
    expect(draft(given, false, closedThrough)?.entryAt.toISOString()).toBe('2026-03-08T05:00:00.000Z')
    expect(draft(given, true, closedThrough)?.entryAt.toISOString()).toBe('2026-04-01T04:00:00.000Z')
  })

  test.each([
    ['in another currency', entry([line('1', 'DEBIT')], { currency: 'EUR' }), 'InvalidPayload'],
    ['on an account that is not here', entry([line('1', 'DEBIT', { accountExternalId: 'x' })]), 'AccountNotFound'],
    ['of more than 1,000 lines', entry(Array.from({ length: 1_001 }, () => line('1', 'DEBIT'))), 'PayloadTooLarge'],
  ])('%s is refused', (_what, given, errorEnum) => {
    expect(() => draft(given)).toThrow(expect.objectContaining({ errorEnum }))
  })

  test('is the same as long as nothing that is posted differs', () => {
    const tags = [{ key: 'quickbooks_class', value: '5', value_display_name: 'Retail' }]
    const given = entry([line('1', 'DEBIT', { tags })])
    const renamed = entry([line('1', 'DEBIT', { tags: [{ key: 'quickbooks_class', value: '5' }] })])
    expect(contentOf(renamed)).toBe(contentOf(given))
    for (const change of [
      { day: '2026-03-09' },
      { memo: 'm' },
      { referenceNumber: 'r' },
      { lines: [line('2', 'DEBIT')] },
    ])
      expect(contentOf({ ...given, ...change })).not.toBe(contentOf(given))
  })

  test('names the party of a line', () => {
    const amy = { kind: 'CUSTOMER' as const, externalId: '3', name: 'Amy' }
    const given = entry([line('1', 'DEBIT', { party: amy }), line('1', 'CREDIT')])
    expect(draft(given)?.lines.map(({ customerId, vendorId }) => [customerId, vendorId])).toEqual([
      ['C', null],
      [null, null],
    ])
  })

  test('is another one with another party, but not with its new name', () => {
    const by = (externalId: string, name: string) =>
      entry([line('1', 'DEBIT', { party: { kind: 'CUSTOMER', externalId, name } }), line('1', 'CREDIT')])
    expect(contentOf(by('3', 'Amy'))).toBe(contentOf(by('3', 'Amy Ltd')))
    expect(contentOf(by('3', 'Amy'))).not.toBe(contentOf(by('4', 'Amy')))
  })

  test('of before that names nobody is the same until it names parties', () => {
    const anonymous = entry([line('1', 'DEBIT'), line('1', 'CREDIT')])
    const named = entry([
      line('1', 'DEBIT', { party: { kind: 'CUSTOMER', externalId: '3', name: 'Amy' } }),
      line('1', 'CREDIT'),
    ])
    const known = {
      externalId: '7',
      revision: 1,
      fingerprint: contentOf(anonymous),
      namesParties: false,
      settled: true,
      standing: null,
    }
    expect([isSameContent(named, known), isSameContent(anonymous, known)]).toEqual([true, true])
    expect(isSameContent(named, { ...known, namesParties: true })).toBe(false)
    expect(isSameContent({ ...named, memo: 'changed' }, known)).toBe(false)
  })
})
