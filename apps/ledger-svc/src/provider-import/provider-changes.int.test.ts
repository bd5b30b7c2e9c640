import {
  QUICKBOOKS_TYPES as TYPES,
  quickbooksAccount as account,
  QuickbooksCompany,
  quickbooksEntry as entry,
  quickbooksLine as line,
} from '@pacioli/testing'
import { randomInt } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { loadEntries } from '../journal/entry.store.ts'
import {
  accountCalled,
  balances,
  books,
  CHECKING,
  company,
  connect,
  counts,
  double,
  entriesOf,
  everything,
  ledger,
  refusal,
  RENT,
  SERVICES,
  sync,
  tenant,
  useCompany,
  violations,
} from './import.test-helpers.ts'
import { startSync } from '../connections/start-sync.ts'
import { loadSyncState } from '../connections/sync.store.ts'
import { reverseEntry, updateAccount, updateConfiguration } from '../use-cases.test-helpers.ts'

useCompany()

describe('what has changed at the provider', () => {
  test('is changed here: names, numbers, places and what is in use', async () => {
    await sync()
    books.Account[0] = account(CHECKING, 'Checking, renamed', TYPES.checking, { AcctNum: '4' })
    books.Account[2] = account(SERVICES, 'Services', TYPES.services, { AcctNum: '1' })
    books.Account[3] = account(RENT, 'Rent (deleted)', TYPES.rent, { Active: false })
    await company.keep(books)
    expect(counts(await sync())).toEqual(['SUCCEEDED', '0/3/2/0', '0/0/2/0'])
    expect(await accountCalled('Checking, renamed')).toMatchObject({ accountNumber: '4' })
    expect(await accountCalled('Services')).toMatchObject({ accountNumber: '1' })
    expect((await accountCalled('Rent (deleted)'))?.archivedAt).toBeInstanceOf(Date)
    const before = await everything()
    expect(counts(await sync())).toEqual(['SUCCEEDED', '0/0/5/0', '0/0/2/0'])
    expect(await everything()).toEqual(before)

    books.Account[3] = account(RENT, 'Rent', TYPES.rent)
    await company.keep(books)
    expect(counts(await sync())).toEqual(['SUCCEEDED', '0/1/4/0', '0/0/2/0'])
    expect((await accountCalled('Rent'))?.archivedAt).toBeNull()
  })

  test('is imported with its entries although it is no longer in use', async () => {
    books.Account[3] = account(RENT, 'Rent (deleted)', TYPES.rent, { Active: false })
    await company.keep(books)
    expect(counts(await sync())).toEqual(['SUCCEEDED', '4/0/1/0', '2/0/0/0'])
    expect((await accountCalled('Rent (deleted)'))?.archivedAt).toBeInstanceOf(Date)
    expect(await balances()).toMatchObject({ 'Rent (deleted)': 4000 })
  })

  test('archives sub-accounts before their parents', async () => {
    books.Account.push(
      account('100', 'Child', TYPES.rent, { ParentRef: { value: '101' } }),
      account('101', 'Parent', TYPES.rent),
    )
    await company.keep(books)
    await sync()
    for (const one of books.Account.slice(-2)) one['Active'] = false
    await company.keep(books)
    expect(counts(await sync())).toEqual(['SUCCEEDED', '0/2/5/0', '0/0/2/0'])
    for (const name of ['Child', 'Parent']) expect((await accountCalled(name))?.archivedAt).toBeInstanceOf(Date)
  })

  test('does not change what people have changed here', async () => {
    await sync()
    const rent = await accountCalled('Rent')
    await updateAccount(ledger, tenant, { account_id: rent?.id ?? '', name: 'Rent, ours', cleared: [] })
    await sync()
    expect(await accountCalled('Rent, ours')).toBeDefined()
  })

  test('reverses an entry and reposts it', async () => {
    await sync()
    books.JournalEntry[1] = entry('12', '2026-02-02', [line('Debit', RENT, 45), line('Credit', CHECKING, 45)], {
      SyncToken: '1',
    })
    await company.keep(books)
    expect(counts(await sync())).toEqual(['SUCCEEDED', '0/0/5/0', '0/1/1/0'])
    expect(await balances()).toEqual({ 'Main checking': 5510, Services: -10010, Rent: 4500 })
    const found = await ledger.db.transact(tenant, (tx) =>
      loadEntries(tx, tenant.businessId, 'postingKeys', [
        `quickbooks_journal_entry:${company.id}:12:superseded:1`,
        `quickbooks_journal_entry:${company.id}:12:imported:2`,
      ]),
    )
    expect(found.map(({ entryAt, reversalOfId }) => [entryAt.toISOString(), reversalOfId !== null])).toEqual([
      ['2026-02-01T05:00:00.000Z', true],
      ['2026-02-02T05:00:00.000Z', false],
    ])
    const before = await everything()
    await sync()
    expect(await everything()).toEqual(before)
    expect(await violations()).toEqual([])
  })

  test('is not changed by a new version with the same content', async () => {
    await sync()
    const before = await everything()
    books.JournalEntry[1] = { ...books.JournalEntry[1], Id: '12', SyncToken: '7', MetaData: {} }
    await company.keep(books)
    await sync()
    expect(await everything()).toEqual(before)
  })

  test('a voided entry, all of whose amounts are zero, is reversed and comes back when it is restored', async () => {
    await sync()
    const [, original] = books.JournalEntry
    books.JournalEntry[1] = entry('12', '2026-02-01', [line('Debit', RENT, 0), line('Credit', CHECKING, 0)])
    await company.keep(books)
    expect(counts(await sync())).toEqual(['SUCCEEDED', '0/0/5/0', '0/1/1/0'])
    expect(await balances()).toEqual({ 'Main checking': 10010, Services: -10010 })
    expect(counts(await sync())).toEqual(['SUCCEEDED', '0/0/5/0', '0/0/2/0'])
    if (original) books.JournalEntry[1] = original
    await company.keep(books)
    expect(counts(await sync())).toEqual(['SUCCEEDED', '0/0/5/0', '1/0/1/0'])
    expect(await balances()).toMatchObject({ Rent: 4000 })
  })

  test('moves a correction of a closed period to the first open instant', async () => {
    await sync()
    await updateConfiguration(ledger, tenant, { closing_date: '2026-02-28', cleared: [] })
    books.JournalEntry[1] = entry('12', '2026-02-01', [line('Debit', RENT, 45), line('Credit', CHECKING, 45)])
    await company.keep(books)
    expect(counts(await sync())).toEqual(['SUCCEEDED', '0/0/5/0', '0/1/1/0'])
    expect(await balances()).toMatchObject({ Rent: 4500 })
    const late = (await entriesOf()).filter(({ entryAt }) => entryAt > new Date('2026-03-01T04:00:00Z'))
    expect(late.map(({ entryAt }) => entryAt.toISOString())).toEqual([
      '2026-03-01T05:00:00.000Z',
      '2026-03-01T05:00:00.000Z',
    ])
  })

  test('of another company is separate, although it has the same ids', async () => {
    await sync()
    const other = new QuickbooksCompany(double.url, String(randomInt(1_000_000_000)))
    await other.keep(books)
    await connect(other.id)
    expect(counts(await sync())).toEqual(['SUCCEEDED', '4/0/1/0', '2/0/0/0'])
    expect((await balances())['Rent']).toBe(8000)
  })

  test('of a company that is connected under another name continues where it was', async () => {
    await sync()
    const quickbooks = ledger.providers.get('quickbooks')
    if (!quickbooks) throw new Error('There is no provider.')
    await company.keep({
      ...books,
      JournalEntry: [entry('11', '2026-01-15', [line('Debit', CHECKING, 200), line('Credit', SERVICES, 200)])],
    })
    await sync()
    await company.keep(books)
    ledger.providers = new Map([['renamed', { ...quickbooks, name: 'renamed' }]])
    await connect(company.id, 'renamed')
    await startSync(ledger, tenant, 'renamed')
    await ledger.syncs.idle()
    const { last } = await ledger.db.transact(tenant, (tx) => loadSyncState(tx, tenant.businessId, 'renamed'))
    expect(last && counts(last)).toEqual(['SUCCEEDED', '0/0/5/0', '0/1/1/0'])
    expect(await balances()).toEqual({ 'Main checking': 6010, Services: -10010, Rent: 4000 })
    expect(await violations()).toEqual([])
  })

  test('an imported entry is changed there, not reversed here', async () => {
    await sync()
    const [first] = await entriesOf()
    expect(await refusal(reverseEntry(ledger, tenant, { entryId: first?.id ?? '', memo: null }))).toBe('EntryOwned')
  })
})
