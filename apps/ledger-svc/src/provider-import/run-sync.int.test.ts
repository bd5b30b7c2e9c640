import {
  QUICKBOOKS_TYPES as TYPES,
  quickbooksAccount as account,
  quickbooksEntry as entry,
  quickbooksLine as line,
} from '@pacioli/testing'
import { describe, expect, test } from 'vitest'
import {
  accountCalled,
  balances,
  books,
  chart,
  CHECKING,
  company,
  counts,
  entriesOf,
  everything,
  ledger,
  RECEIVABLES,
  SERVICES,
  stateOf,
  sync,
  tenant,
  useCompany,
  violations,
} from './import.test-helpers.ts'
import { createAccount } from '../use-cases.test-helpers.ts'

useCompany()

describe('an import', () => {
  test('imports accounts and entries, and is shown', async () => {
    expect(counts(await sync())).toEqual(['SUCCEEDED', '4/0/1/0', '2/0/0/0'])
    expect(await balances()).toEqual({ 'Main checking': 6010, Services: -10010, Rent: 4000 })
    expect(await accountCalled('Main checking')).toMatchObject({
      accountNumber: '1',
      subtype: 'BANK_ACCOUNTS',
      normality: 'DEBIT',
    })
    const [first] = await entriesOf()
    expect(first).toMatchObject({
      basis: 'BOTH',
      entryType: 'MANUAL',
      agent: 'API',
      sourceType: 'quickbooks_journal_entry',
      sourceId: '11',
      postingKey: `quickbooks_journal_entry:${company.id}:11:imported:1`,
      referenceNumber: 'JE-11',
      memo: 'January',
      entryAt: new Date('2026-01-15T05:00:00Z'),
    })
    expect((await stateOf()).lastSucceededAt).not.toBeNull()
    expect(await violations()).toEqual([])
  })

  test('a second time changes nothing', async () => {
    await sync()
    const before = await everything()
    expect(counts(await sync())).toEqual(['SUCCEEDED', '0/0/5/0', '0/0/2/0'])
    expect(await everything()).toEqual(before)
  })

  test('posts to the account of every business that an account of every company corresponds to', async () => {
    books.JournalEntry.push(entry('13', '2026-03-01', [line('Debit', RECEIVABLES, 5), line('Credit', SERVICES, 5)]))
    await company.keep(books)
    await sync()
    const receivables = (await chart()).filter(({ subtype }) => subtype === 'ACCOUNTS_RECEIVABLE')
    expect(receivables.map(({ stableName }) => stableName)).toEqual(['ACCOUNTS_RECEIVABLE'])
    expect((await balances())['Accounts Receivable']).toBe(500)
  })

  test('opens a second account of such a kind, since one account corresponds to one', async () => {
    books.Account.push(account('85', 'Receivables, abroad', TYPES.receivables))
    await company.keep(books)
    await sync()
    expect(await accountCalled('Receivables, abroad')).toMatchObject({
      subtype: 'ACCOUNTS_RECEIVABLE',
      stableName: null,
    })
  })

  test('nests accounts as they are nested there, whichever comes first', async () => {
    books.Account.push(
      account('100', 'Child', TYPES.rent, { ParentRef: { value: '101' } }),
      account('101', 'Parent', TYPES.rent, { ParentRef: { value: '102' } }),
      account('102', 'Grandparent', TYPES.rent),
    )
    await company.keep(books)
    await sync()
    expect((await accountCalled('Child'))?.parentId).toBe((await accountCalled('Parent'))?.id)
    expect((await accountCalled('Parent'))?.parentId).toBe((await accountCalled('Grandparent'))?.id)
  })

  test('leaves out a number that another account has', async () => {
    await createAccount(ledger, tenant, { name: 'Ours', account_subtype: 'CASH', account_number: '4' })
    await sync()
    expect((await accountCalled('Services'))?.accountNumber).toBeNull()
    const before = await everything()
    expect(counts(await sync())).toEqual(['SUCCEEDED', '0/0/5/0', '0/0/2/0'])
    expect(await everything()).toEqual(before)
  })

  test('turns classes and locations into tags with names to read', async () => {
    const filed = { ClassRef: { value: '500', name: 'Retail' }, DepartmentRef: { value: '3', name: 'Boston' } }
    books.JournalEntry = [
      entry('14', '2026-03-01', [
        line('Debit', CHECKING, 1, { detail: filed, Description: 'filed' }),
        line('Credit', SERVICES, 1),
      ]),
    ]
    await company.keep(books)
    await sync()
    const [posted] = await entriesOf()
    expect(
      posted?.lines.map(({ memo, tags }) => [memo, tags.map((tag) => [tag.key, tag.value, tag.valueDisplayName])]),
    ).toEqual([
      [
        'filed',
        [
          ['quickbooks_class', '500', 'Retail'],
          ['quickbooks_location', '3', 'Boston'],
        ],
      ],
      [null, []],
    ])
  })

  test('reads page after page, the last of them full or begun', async () => {
    const cents = (count: number) =>
      Array.from({ length: count }, (_, index) =>
        entry(String(index + 1), '2026-01-15', [line('Debit', CHECKING, 0.01), line('Credit', SERVICES, 0.01)]),
      )
    await company.keep({ ...books, JournalEntry: cents(400) })
    expect(counts(await sync())).toEqual(['SUCCEEDED', '4/0/1/0', '400/0/0/0'])
    await company.keep({ ...books, JournalEntry: cents(401) })
    expect(counts(await sync())).toEqual(['SUCCEEDED', '0/0/5/0', '1/0/400/0'])
    expect(await balances()).toEqual({ 'Main checking': 401, Services: -401 })
    expect(await violations()).toEqual([])
  })
})
