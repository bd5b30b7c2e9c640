import { DOCUMENT_SOURCES } from '@pacioli/chart'
import { expect, test } from 'vitest'
import { changeAccount, chartOf, openChart, type Account } from '../chart-of-accounts/account.ts'
import { entryEvent } from './entry.events.ts'
import type { JournalEntry, LineItem } from './journal-entry.ts'
import { sampleEntry, sampleLine } from './sample-entry.test-helpers.ts'

let count = 0
const newId = (): string => `00000000-0000-7000-8000-${String(++count).padStart(12, '0')}`
const now = new Date('2026-05-01T00:00:00Z')
const chart = chartOf(openChart(newId, now))

const named = (stableName: string): Account => chart.byStableName.get(stableName) ?? expect.fail(stableName)

const line = (account: Account, direction: LineItem['direction']): LineItem =>
  sampleLine({ id: newId(), account, direction })

const entry = (debited: Account, more: Partial<JournalEntry> = {}): JournalEntry =>
  sampleEntry({ id: newId(), lines: [line(debited, 'DEBIT'), line(named('SALES'), 'CREDIT')], ...more })

const subjectOf = (posted: JournalEntry, type?: 'tagged'): string =>
  entryEvent(posted, 'UTC', newId(), now, type).subject

test.each(['BANK_ACCOUNTS', 'CREDIT_CARD', 'LINE_OF_CREDIT'])(
  'the posting of an entry with a line on %s is not marked',
  (name) => expect(subjectOf(entry(named(name)))).toBe('pacioli.b.entry.posted'),
)

test('the posting of an entry that no bank account has a line of, and that names no contact, is marked', () => {
  expect(subjectOf(entry(named('ACCOUNTS_RECEIVABLE')))).toBe('pacioli.b.entry.posted.plain')
})

test.each(['customerId', 'vendorId'])(
  'the posting of an entry with a %s is marked only where a document owns it',
  (id) => {
    const of = (sourceType: string | null) =>
      entry(named('ACCOUNTS_RECEIVABLE'), {
        sourceType,
        lines: [line(named('SALES'), 'CREDIT'), { ...line(named('ACCOUNTS_RECEIVABLE'), 'DEBIT'), [id]: 'c' }],
      })
    for (const sourceType of [null, 'bank_transaction', 'quickbooks_journal_entry'])
      expect(subjectOf(of(sourceType))).toBe('pacioli.b.entry.posted')
    for (const sourceType of DOCUMENT_SOURCES) expect(subjectOf(of(sourceType))).toBe('pacioli.b.entry.posted.plain')
  },
)

test('an account that was changed may be that of a bank account, so the posting is not marked', () => {
  const before = changeAccount(named('BANK_ACCOUNTS'), { accountSubtype: 'INVENTORY' }, chart, 2, now)
  expect(subjectOf(entry(before))).toBe('pacioli.b.entry.posted')
})

test('what happens to an entry after its posting is not marked', () => {
  const receivable = named('ACCOUNTS_RECEIVABLE')
  expect(subjectOf(entry(receivable, { reversalId: newId() }))).toBe('pacioli.b.entry.reversed')
  expect(subjectOf(entry(receivable, { tagRevision: 1 }), 'tagged')).toBe('pacioli.b.entry.tagged')
})
