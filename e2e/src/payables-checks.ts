/** What must be true of payables, and of the books that they are posted to, after any fault. */
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { send } from './api.ts'
import { expectAllPosted } from './banking-checks.ts'
import { allPages, type Books } from './books.ts'
import { expectReported } from './fault-checks.ts'
import type { PayablesLoad, Sent } from './payables-load.ts'
import {
  accrualSidesOf,
  cashSidesOf,
  outstandingOf,
  statusOf,
  totalOf,
  unallocatedOf,
  type Family,
  type Sides,
} from './payables-model.ts'
import type { Page } from './shapes.ts'
import { sidesOnLedger } from './trial-balances.ts'

/** How many acknowledged requests are sent again. */
const REPEATS = 30

/**
 * Every acknowledged document is there once and says what was acknowledged last; every posting is in the journal, none
 * was refused; the ledger has exactly what follows from the documents, in both books; and what is sent again changes
 * nothing.
 */
export async function expectSoundPayables(books: Books, load: PayablesLoad): Promise<void> {
  await expectAllPosted(books)
  await expectDocuments(books, load.families)
  const sides = await sidesOnLedger(books, { reporting_basis: 'ACCRUAL' })
  const names = await namesOf(books)
  expect(byName(sides, names)).toEqual(without0(accrualSidesOf(load.families)))
  const cash = byName(await sidesOnLedger(books, { reporting_basis: 'CASH' }), names)
  for (const [account, amount] of cashSidesOf(load.families))
    expect([account, cash.get(account) ?? 0]).toEqual([account, amount])
  await expectReported(books, sides)
  await expectRepeatsChangeNothing(books, load)
}

/** Documents by id, as the lists tell them. */
async function documentsOf(books: Books, list: string, show: (row: Row) => unknown): Promise<Map<string, unknown>> {
  const rows = await allPages((cursor) =>
    read<Page<Row>>(books, `${list}limit=500${cursor ? `&cursor=${cursor}` : ''}`),
  )
  return new Map(rows.map((row) => [row.id, show(row)]))
}

type Row = { id: string; [field: string]: unknown }

async function read<Body>({ api, id }: Books, path: string): Promise<Body> {
  const url = `${api.baseUrl}/v1/businesses/${id}/${path}`
  const answer = await send('GET', url, { authorization: `Bearer ${api.token}` })
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}: ${answer.text}`)
  return JSON.parse(answer.text) as Body
}

async function expectDocuments(books: Books, families: readonly Family[]): Promise<void> {
  const bills = await documentsOf(books, 'bills?', (row) => [row.status, row.total_amount, row.outstanding_balance])
  expect(bills).toEqual(
    new Map(
      families.flatMap((family) =>
        family.bills.map((bill) => [bill.id, [statusOf(family, bill), totalOf(bill), outstandingOf(family, bill)]]),
      ),
    ),
  )
  const given = (amount: string) => (row: Row) =>
    row.deleted_at === null ? [row[amount], row.unallocated_amount] : 'deleted'
  for (const [list, amount, kind] of [
    ['bills/bill-payments?include_deleted=true&', 'amount', 'payments'],
    ['bills/vendor-credits?include_deleted=true&', 'total_amount', 'credits'],
  ] as const)
    expect(await documentsOf(books, list, given(amount))).toEqual(
      new Map(
        families
          .flatMap((family) => [...family[kind]])
          .map((one) => [one.id, one.isDeleted ? 'deleted' : [one.amount, unallocatedOf(one)]]),
      ),
    )
}

const namesOf = async (books: Books): Promise<Map<string, string>> =>
  new Map(
    (await books.accounts({ include_archived: true })).map(({ id, stable_name }) => [
      id.id,
      stable_name?.stable_name ?? id.id,
    ]),
  )

/** An account whose entries were all taken back is told with zero, one that never had any is not: both are left out. */
const without0 = (sides: Sides): Sides => new Map([...sides].filter(([, amount]) => amount !== 0))

const byName = (sides: Record<string, number>, names: ReadonlyMap<string, string>): Sides =>
  without0(new Map(Object.entries(sides).map(([id, amount]) => [names.get(id) ?? id, amount])))

/** Under its key a request is answered as it was; under another one its external_id is known, unless what it made is deleted. */
async function expectRepeatsChangeNothing(books: Books, { sent, families }: PayablesLoad): Promise<void> {
  const deleted = new Set(
    families
      .flatMap(({ payments, credits }) => [...payments, ...credits])
      .flatMap((one) => (one.isDeleted ? [one.id] : [])),
  )
  const before = await everything(books)
  for (const request of sent.slice(-REPEATS)) {
    const { path, body, answer } = request
    const again = await sendAgain(books, request, request.key)
    expect([path, again.status < 300, JSON.parse(again.text)]).toEqual([path, true, answer])
    if (!('external_id' in body) || deleted.has(idIn(answer))) continue
    const known = await sendAgain(books, request, randomUUID())
    expect([path, known.status, idIn(JSON.parse(known.text))]).toEqual([path, 200, idIn(answer)])
  }
  expect(await everything(books)).toEqual(before)
}

const idIn = (answer: unknown): string => (answer as { data: { id: string } }).data.id

function sendAgain({ api, id }: Books, { path, body }: Sent, key: string) {
  const headers = {
    authorization: `Bearer ${api.token}`,
    'content-type': 'application/json',
    'idempotency-key': key,
  }
  return send('POST', `${api.baseUrl}/v1/businesses/${id}/${path}`, headers, JSON.stringify(body))
}

async function everything(books: Books): Promise<object> {
  const lists = [
    'vendors?',
    'bills?',
    'bills/bill-payments?include_deleted=true&',
    'bills/vendor-credits?include_deleted=true&',
    'postings?',
  ]
  const counts = await Promise.all(
    lists.map(async (list) => (await read<Page<Row>>(books, `${list}limit=1`)).meta.pagination.total_count),
  )
  return { ...(await books.snapshot()), counts }
}
