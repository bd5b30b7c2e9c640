import { isAccountSubtype, SUBTYPES } from '@pacioli/chart'
import { describe, expect, test } from 'vitest'
import { CHART_TEMPLATE } from '../../chart-of-accounts/chart-template.ts'
import type { ProviderSession } from '../connector.ts'
import { toProviderAccount } from './accounts.ts'
import { toProviderEntry } from './journal-entries.ts'
import { quickbooks } from './quickbooks.ts'

const account = (AccountType: string, AccountSubType: string, more: object = {}) =>
  toProviderAccount({ Id: '1', Name: 'An account', AccountType, AccountSubType, ...more })

describe('an account', () => {
  test.each([
    ['Bank', 'Checking', 'BANK_ACCOUNTS'],
    ['Bank', 'CashOnHand', 'CASH'],
    ['Accounts Receivable', 'AccountsReceivable', 'ACCOUNTS_RECEIVABLE'],
    ['Other Current Asset', 'OtherCurrentAssets', 'CURRENT_ASSET'],
    ['Other Current Asset', 'Inventory', 'INVENTORY'],
    ['Fixed Asset', 'Vehicles', 'FIXED_ASSET'],
    ['Fixed Asset', 'AccumulatedDepreciation', 'ACCUMULATED_DEPRECIATION'],
    ['Other Asset', 'Goodwill', 'INTANGIBLE_ASSET'],
    ['Other Asset', 'SecurityDeposits', 'NON_CURRENT_ASSET'],
    ['Accounts Payable', 'AccountsPayable', 'ACCOUNTS_PAYABLE'],
    ['Credit Card', 'CreditCard', 'CREDIT_CARD'],
    ['Other Current Liability', 'PayrollTaxPayable', 'PAYROLL_TAXES_PAYABLE'],
    ['Long Term Liability', 'NotesPayable', 'NOTES_PAYABLE'],
    ['Long Term Liability', 'OtherLongTermLiabilities', 'NON_CURRENT_LIABILITY'],
    ['Equity', 'Paid_InCapitalOrSurplus', 'ADDITIONAL_PAID_IN_CAPITAL'],
    ['Equity', 'OwnersEquity', 'OTHER_EQUITY'],
    ['Income', 'SalesOfProductIncome', 'SALES'],
    ['Income', 'DiscountsRefundsGiven', 'RETURNS_ALLOWANCES'],
    ['Other Income', 'InterestEarned', 'INTEREST_INCOME'],
    ['Cost of Goods Sold', 'SuppliesMaterialsCogs', 'COGS'],
    ['Expense', 'Travel', 'OPERATING_EXPENSES'],
    ['Expense', 'BadDebts', 'BAD_DEBT'],
    ['Other Expense', 'Depreciation', 'DEPRECIATION'],
    ['Other Expense', 'ExchangeGainOrLoss', 'OTHER_EXPENSES'],
    ['Expense', 'a detail type of next year', 'OPERATING_EXPENSES'],
    ['Expense', 'Inventory', 'OPERATING_EXPENSES'],
    ['Expense', 'constructor', 'OPERATING_EXPENSES'],
  ])('of %s / %s becomes %s', (type, detail, subtype) => {
    expect(account(type, detail).subtype).toBe(subtype)
  })

  test.each([
    ['Asset', 'ASSET'],
    ['Liability', 'LIABILITY'],
    ['Equity', 'EQUITY'],
    ['Revenue', 'REVENUE'],
    ['Expense', 'EXPENSE'],
  ])('of a type that is not known yet follows from its classification %s', (Classification, type) => {
    const { subtype } = account('A type of next year', 'Anything', { Classification })
    expect([isAccountSubtype(subtype), SUBTYPES[subtype].type]).toEqual([true, type])
  })

  test.each([
    ['Non-Posting', { Classification: 'Asset' }],
    ['A type of next year', { Classification: 'A classification of next year' }],
    ['toString', { Classification: 'toString' }],
  ])('of %s is none of the books', (type, more) => {
    expect(() => account(type, 'Anything', more)).toThrow(expect.objectContaining({ errorEnum: 'AccountTypeMismatch' }))
  })

  test('that every business has is an account of the template, of the same subtype', () => {
    for (const [type, detail] of [
      ['Accounts Receivable', 'AccountsReceivable'],
      ['Accounts Payable', 'AccountsPayable'],
      ['Other Current Asset', 'UndepositedFunds'],
      ['Other Current Liability', 'SalesTaxPayable'],
      ['Equity', 'RetainedEarnings'],
      ['Equity', 'OpeningBalanceEquity'],
    ] as const) {
      const { stableName, subtype } = account(type, detail)
      expect(CHART_TEMPLATE.find((one) => one.stableName === stableName)?.subtype).toBe(subtype)
    }
  })

  test('with the opposite normality of its type states it', () => {
    expect(account('Other Current Asset', 'AllowanceForBadDebts')).toMatchObject({ normality: 'CREDIT' })
    expect(account('Equity', 'TreasuryStock')).toMatchObject({ normality: 'DEBIT' })
  })

  test.each([
    [{ Name: '' }, 'Name'],
    [{ Name: 'x'.repeat(256) }, 'Name'],
    [{ Name: 'a\0b' }, 'Name'],
    [{ Name: '\ud800' }, 'Name'],
    [{ Id: undefined }, 'Id'],
    [{ Id: { value: '1' } }, 'Id'],
    [{ Active: 'yes' }, 'Active'],
    [{ ParentRef: '7' }, 'ParentRef'],
  ])('with %j is refused, naming the field', (more, field) => {
    expect(() => account('Bank', 'Checking', more)).toThrow(field)
  })
})

describe('a journal entry', () => {
  const detail = { PostingType: 'Debit', AccountRef: { value: '1' } }
  const line = { Amount: '1.00', DetailType: 'JournalEntryLineDetail', JournalEntryLineDetail: detail }
  const entry = (more: object) => toProviderEntry({ Id: '1', TxnDate: '2026-01-31', Line: [line], ...more })

  test('has no line for a mere description', () => {
    const said = { DetailType: 'DescriptionOnly', Description: 'a remark' }
    expect(entry({ Line: [line, said] }).lines).toHaveLength(1)
  })

  test.each([
    [
      { Type: 'Customer', EntityRef: { value: '3', name: 'Amy' } },
      { kind: 'CUSTOMER', externalId: '3', name: 'Amy' },
    ],
    [
      { Type: 'Vendor', EntityRef: { value: '56' } },
      { kind: 'VENDOR', externalId: '56', name: 'QuickBooks 56' },
    ],
    [{ Type: 'Employee', EntityRef: { value: '9', name: 'Emily' } }, null],
    [{ Type: 'Customer' }, null],
    [{ EntityRef: { value: '3', name: 'Amy' } }, null],
    [undefined, null],
  ])('whose line has the entity %j names %j', (Entity, party) => {
    const { lines } = entry({ Line: [{ ...line, JournalEntryLineDetail: { ...detail, Entity } }] })
    expect(lines[0]?.party).toEqual(party)
  })

  test.each([
    [{ Line: [{ ...line, JournalEntryLineDetail: { ...detail, Entity: 'Amy' } }] }, 'Entity'],
    [
      { Line: [{ ...line, JournalEntryLineDetail: { ...detail, Entity: { Type: 'Customer', EntityRef: {} } } }] },
      'value',
    ],
    [{ TxnDate: '2026-02-30' }, 'TxnDate'],
    [{ TxnDate: undefined }, 'TxnDate'],
    [{ Line: {} }, 'Line'],
    [{ Line: [{ ...line, Amount: null }] }, 'Amount'],
    [{ Line: [{ ...line, JournalEntryLineDetail: undefined }] }, 'JournalEntryLineDetail'],
    [{ Line: [{ ...line, JournalEntryLineDetail: { ...detail, PostingType: 'Both' } }] }, 'PostingType'],
    [{ Line: [{ ...line, JournalEntryLineDetail: { PostingType: 'Debit' } }] }, 'AccountRef'],
  ])('with %j is refused, naming the field', (more, field) => {
    expect(() => entry(more)).toThrow(field)
  })
})

describe('reading a company', () => {
  const read = async (session: ProviderSession) => {
    const pages = []
    for await (const page of quickbooks.accounts(session)) pages.push(page)
    return pages
  }

  test('that answers with the same page forever ends', async () => {
    const Account = Array.from({ length: 1_000 }, (_, index) => ({ Id: String(index), Name: 'a', AccountType: 'Bank' }))
    const session = { externalCompanyId: '1', get: async () => ({ QueryResponse: { Account } }) }
    await expect(read(session)).rejects.toMatchObject({ errorEnum: 'ProviderUnavailable' })
  })

  test('that answers with the same pages in rotation ends', async () => {
    let asked = 0
    const page = (from: number) => ({
      QueryResponse: { Account: Array.from({ length: 1_000 }, (_, index) => ({ Id: String(from + index) })) },
    })
    const session = { externalCompanyId: '1', get: async () => page((asked++ % 2) * 1_000) }
    await expect(read(session)).rejects.toMatchObject({ errorEnum: 'ProviderUnavailable' })
    expect(asked).toBe(3)
  })

  test('that begins with an item without id leaves it out and continues', async () => {
    const Account = [
      { Name: 'Nobody', AccountType: 'Bank' },
      { Id: '1', Name: 'Main', AccountType: 'Bank' },
    ]
    const [page] = await read({ externalCompanyId: '1', get: async () => ({ QueryResponse: { Account } }) })
    expect([page?.items.map(({ name }) => name), page?.refused.length]).toEqual([['Main'], 1])
  })

  test.each(['', '..', '1/../2', 'abc'])('needs its number, not %j', async (externalCompanyId) => {
    const session = { externalCompanyId, get: async () => expect.unreachable() }
    await expect(read(session)).rejects.toMatchObject({ errorEnum: 'NotConnected' })
  })
})
