/** Customers and vendors that imported lines name. */
import {
  QUICKBOOKS_TYPES as TYPES,
  quickbooksAccount as account,
  QuickbooksCompany,
  quickbooksEntry as entry,
  quickbooksLine as line,
} from '@pacioli/testing'
import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { replayBusiness } from '../replay/replay-aggregates.ts'
import {
  books,
  CHECKING,
  company,
  connect,
  counts,
  double,
  entriesOf,
  everything,
  ledger,
  RECEIVABLES,
  SERVICES,
  sync,
  tenant,
  useCompany,
  violations,
} from './import.test-helpers.ts'

useCompany()

const PAYABLES = '33'

const entity = (Type: string, value: string, name?: string) => ({
  detail: { Entity: { Type, EntityRef: { value, ...(name === undefined ? {} : { name }) } } },
})

/** Amy owes 50, we owe Brosnahan 30; both stand on lines of other accounts, too. */
const entriesWithParties = () => [
  entry('21', '2026-01-15', [
    line('Debit', RECEIVABLES, 50, entity('Customer', '3', "Amy's Bird Sanctuary")),
    line('Credit', SERVICES, 50, entity('Customer', '3', "Amy's Bird Sanctuary")),
  ]),
  entry('22', '2026-01-16', [
    line('Credit', PAYABLES, 30, entity('Vendor', '56', 'Brosnahan Insurance')),
    line('Debit', CHECKING, 30, entity('Vendor', '56', 'Brosnahan Insurance')),
  ]),
]

async function keep(...entries: ReturnType<typeof entry>[]): Promise<void> {
  if (!books.Account.some(({ Id }) => Id === PAYABLES))
    books.Account.push(account(PAYABLES, 'Accounts Payable (A/P)', TYPES.payables))
  books.JournalEntry = entries
  await company.keep(books)
}

type Announced = { id: string; kind: string; name: string; external_id: string; version: number }

const announced = async (): Promise<Announced[]> => {
  const rows = await ledger.relayDb.transact({ businessId: tenant.businessId }, (tx) =>
    tx.rows<{ data: Announced }>(
      `SELECT event::jsonb -> 'data' AS data FROM events
        WHERE business_id = $1 AND subject LIKE '%.imported_party.created' ORDER BY event::jsonb #>> '{data,external_id}'`,
      [tenant.businessId],
    ),
  )
  return rows.map(({ data }) => data)
}

/** Account, customer and vendor of every line that stands, with names for ids. */
async function standingLines(): Promise<string[]> {
  const names = new Map((await announced()).map(({ id, name }) => [id, name]))
  return (await entriesOf())
    .filter(({ reversalId, reversalOfId }) => reversalId === null && reversalOfId === null)
    .flatMap(({ lines }) => lines)
    .map((one) => `${one.account.name}: ${names.get(one.customerId ?? one.vendorId ?? '') ?? 'nobody'}`)
    .sort()
}

/** Debits less credits of all lines that name a party, by its name. */
async function debts(): Promise<Record<string, number>> {
  const lines = (await entriesOf()).flatMap((one) => one.lines)
  const debtOf = (party: string) =>
    lines
      .filter(({ customerId, vendorId }) => [customerId, vendorId].includes(party))
      .reduce((sum, { amount, direction }) => sum + (direction === 'DEBIT' ? amount : -amount), 0)
  return Object.fromEntries((await announced()).map(({ id, name }) => [name, debtOf(id)]))
}

test('are named by lines of their control accounts, and announced once', async () => {
  await keep(...entriesWithParties())
  expect(counts(await sync())).toEqual(['SUCCEEDED', expect.any(String), '2/0/0/0'])
  expect(await standingLines()).toEqual([
    'Accounts Payable: Brosnahan Insurance',
    "Accounts Receivable: Amy's Bird Sanctuary",
    'Main checking: nobody',
    'Services: nobody',
  ])
  expect(await announced()).toMatchObject([
    {
      kind: 'CUSTOMER',
      name: "Amy's Bird Sanctuary",
      external_id: `quickbooks:${company.id}:3`,
      business_id: tenant.businessId,
      version: 1,
    },
    { kind: 'VENDOR', name: 'Brosnahan Insurance', external_id: `quickbooks:${company.id}:56`, version: 1 },
  ])
  const before = await everything()
  expect(counts(await sync())).toEqual(['SUCCEEDED', expect.any(String), '0/0/2/0'])
  expect(await everything()).toEqual(before)
  expect(await violations()).toEqual([])
})

test('are replayed before the entries that name them', async () => {
  await keep(...entriesWithParties())
  await sync()
  const replayed: string[] = []
  for await (const { type } of replayBusiness(ledger, ledger.relayDb, tenant.businessId, ['imported_party', 'entry']))
    replayed.push(type ?? '')
  expect(replayed).toEqual(['imported_party', 'imported_party', 'entry', 'entry'])
})

test('that are renamed change no entry; another one on a line does', async () => {
  await keep(...entriesWithParties())
  await sync()
  const before = await everything()
  const owedBy = (id: string, name: string) =>
    entry('21', '2026-01-15', [
      line('Debit', RECEIVABLES, 50, entity('Customer', id, name)),
      line('Credit', SERVICES, 50),
    ])
  const [, other] = entriesWithParties()
  await keep(owedBy('3', 'Amy & Co'), ...(other ? [other] : []))
  await sync()
  expect(await everything()).toEqual(before)
  await keep(owedBy('4', 'Cool Cars'), ...(other ? [other] : []))
  expect(counts(await sync())).toEqual(['SUCCEEDED', expect.any(String), '0/1/1/0'])
  expect(await standingLines()).toContain('Accounts Receivable: Cool Cars')
  expect(await debts()).toEqual({ "Amy's Bird Sanctuary": 0, 'Cool Cars': 5000, 'Brosnahan Insurance': -3000 })
  expect(await violations()).toEqual([])
})

test('are other ones in another company, although it has the same ids', async () => {
  await keep(...entriesWithParties())
  await sync()
  const other = new QuickbooksCompany(double.url, String(randomInt(1_000_000_000)))
  await other.keep(books)
  await connect(other.id)
  await sync()
  expect(new Set((await announced()).map(({ id }) => id)).size).toBe(4)
  expect((await announced()).map(({ external_id }) => external_id)).toContain(`quickbooks:${other.id}:3`)
})

test('of an entry that was imported before stay unnamed, until it names others or changes', async () => {
  const [owed, due] = entriesWithParties()
  if (!owed || !due) throw new Error('There are no entries.')
  const without = (one: ReturnType<typeof entry>) => {
    const copy = structuredClone(one)
    for (const { JournalEntryLineDetail } of copy['Line'] as { JournalEntryLineDetail: { Entity?: unknown } }[])
      delete JournalEntryLineDetail.Entity
    return copy
  }
  await keep(without(owed), without(due))
  await sync()
  await ledger.db.transact(tenant, (tx) => tx.rows('UPDATE imported_entries SET names_parties = false'))
  // The one has named somebody all the time, the other names nobody.
  await keep(owed, without(due))
  expect(counts(await sync())).toEqual(['SUCCEEDED', expect.any(String), '0/0/2/0'])
  expect(await announced()).toEqual([])
  await keep(owed, due)
  expect(counts(await sync())).toEqual(['SUCCEEDED', expect.any(String), '0/1/1/0'])
  expect(await standingLines()).toContain('Accounts Payable: Brosnahan Insurance')
  await keep({ ...owed, PrivateNote: 'changed' }, due)
  expect(counts(await sync())).toEqual(['SUCCEEDED', expect.any(String), '0/1/1/0'])
  expect(await standingLines()).toContain("Accounts Receivable: Amy's Bird Sanctuary")
  expect(await violations()).toEqual([])
})
