import {
  QUICKBOOKS_TYPES as TYPES,
  quickbooksAccount as account,
  quickbooksEntry as entry,
  quickbooksLine as line,
} from '@pacioli/testing'
import { describe, expect, test } from 'vitest'
import {
  balances,
  books,
  CHECKING,
  company,
  counts,
  everything,
  ledger,
  RENT,
  SERVICES,
  sync,
  tenant,
  useCompany,
} from './import.test-helpers.ts'
import { updateConfiguration } from '../use-cases.test-helpers.ts'

useCompany()

describe('what cannot be imported', () => {
  const usual = () => [line('Debit', CHECKING, 1), line('Credit', SERVICES, 1)]

  test('is counted and named, and the others are imported', async () => {
    await updateConfiguration(ledger, tenant, { closing_date: '2025-12-31', cleared: [] })
    books.Account.push(
      account('200', 'Estimates', ['Non-Posting', 'Estimates', 'Asset']),
      account('201', 'Euro account', TYPES.checking, { CurrencyRef: { value: 'EUR', name: 'Euro' } }),
    )
    books.JournalEntry.push(
      entry('20', '2025-12-31', usual()),
      entry('21', '2026-01-01', [line('Debit', CHECKING, 2), line('Credit', SERVICES, 1)]),
      entry('22', '2026-01-01', [line('Debit', CHECKING, 1), line('Credit', '999', 1)]),
      entry('23', '2026-01-01', usual(), { CurrencyRef: { value: 'EUR', name: 'Euro' } }),
      entry('24', '2026-01-01', [line('Debit', CHECKING, 1.001), line('Credit', SERVICES, 1.001)]),
      entry('25', '2026-01-01', [line('Debit', CHECKING, 1), line('Credit', '200', 1)]),
      entry('26', 'yesterday', usual()),
      entry('27', '2026-01-01', [line('Debit', '201', 1), line('Credit', SERVICES, 1)], { CurrencyRef: undefined }),
      entry(
        '28',
        '2026-01-01',
        Array.from({ length: 1_001 }, () => line('Debit', CHECKING, 1)),
      ),
      entry('29', '2026-01-01', [line('Debit', CHECKING, -3), line('Debit', SERVICES, 3), line('Credit', RENT, 0)]),
      entry('30', '2026-01-01', [line('Debit', CHECKING, 1e14), line('Credit', SERVICES, 1e14)]),
    )
    await company.keep(books)
    const done = await sync()
    expect(counts(done)).toEqual(['SUCCEEDED', '5/0/1/1', '3/0/0/10'])
    expect(done.refused.map(({ itemType, externalId, errorEnum }) => [itemType, externalId, errorEnum])).toEqual([
      ['ACCOUNT', '200', 'AccountTypeMismatch'],
      ['JOURNAL_ENTRY', '26', 'InvalidPayload'],
      ['JOURNAL_ENTRY', '20', 'PeriodClosed'],
      ['JOURNAL_ENTRY', '21', 'UnbalancedEntry'],
      ['JOURNAL_ENTRY', '22', 'AccountNotFound'],
      ['JOURNAL_ENTRY', '23', 'InvalidPayload'],
      ['JOURNAL_ENTRY', '24', 'InvalidPayload'],
      ['JOURNAL_ENTRY', '25', 'AccountNotFound'],
      ['JOURNAL_ENTRY', '27', 'InvalidPayload'],
      ['JOURNAL_ENTRY', '28', 'PayloadTooLarge'],
      ['JOURNAL_ENTRY', '30', 'AmountOutOfRange'],
    ])
    expect(await balances()).toEqual({ 'Main checking': 6010 - 300, Services: -10010 + 300, Rent: 4000 })
    const before = await everything()
    expect(counts(await sync())).toEqual(['SUCCEEDED', '0/0/6/1', '0/0/3/10'])
    expect(await everything()).toEqual(before)
  })

  test('is imported once its obstacle is gone', async () => {
    await updateConfiguration(ledger, tenant, { closing_date: '2026-01-31', cleared: [] })
    expect(counts(await sync())).toEqual(['SUCCEEDED', '4/0/1/0', '1/0/0/1'])
    await updateConfiguration(ledger, tenant, { cleared: ['closing_date'] })
    expect(counts(await sync())).toEqual(['SUCCEEDED', '0/0/5/0', '1/0/1/0'])
  })

  test('is named up to a hundred times', async () => {
    books.JournalEntry = Array.from({ length: 130 }, (_, index) => entry(String(index + 1), 'never', usual()))
    await company.keep(books)
    const { refused, journalEntries } = await sync()
    expect([refused.length, journalEntries.refused]).toEqual([100, 130])
  })

  test('an entry that would exceed the safe range does not affect the others', async () => {
    const huge = 90_071_992_547_400
    books.JournalEntry = [
      entry('1', '2026-01-01', usual()),
      entry('2', '2026-01-01', [line('Debit', CHECKING, huge), line('Credit', SERVICES, huge)]),
      entry('3', '2026-01-01', [line('Debit', CHECKING, huge), line('Credit', SERVICES, huge)]),
      entry('4', '2026-01-01', usual()),
    ]
    await company.keep(books)
    const done = await sync()
    expect(counts(done)).toEqual(['SUCCEEDED', '4/0/1/0', '3/0/0/1'])
    expect(done.refused.map(({ externalId, errorEnum }) => [externalId, errorEnum])).toEqual([
      ['3', 'AmountOutOfRange'],
    ])
  })
})
