/** Every filter, alone and combined, against a plain one in TypeScript. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestBanking, type TestBanking } from '../banking.test-helpers.ts'
import type { BankTransaction } from '../bank-transactions/bank-transaction.ts'
import { listAll, openPlace, write, type ListRequest, type Place } from './listing.test-helpers.ts'
import { prepare, randomTransaction, type Known } from './random-transactions.test-helpers.ts'
import { filterCases, type FilterCase } from './filter-cases.test-helpers.ts'

const ZONE = 'America/New_York'

let banking: TestBanking
let place: Place
let known: Known
beforeAll(async () => {
  banking = await startTestBanking()
  place = await openPlace(banking, { time_zone: ZONE })
  known = await prepare(banking, place)
})
afterAll(() => banking.stop())

const bytes = (value: string): Buffer => Buffer.from([...value].slice(0, 200).join(''))
const ORDERS: Record<string, (one: BankTransaction, other: BankTransaction) => number> = {
  date: (one, other) => one.date.getTime() - other.date.getTime(),
  amount: (one, other) => one.amount - other.amount,
  name: (one, other) => Buffer.compare(bytes(one.description), bytes(other.description)),
  counterparty_name: (one, other) =>
    Buffer.compare(bytes(one.counterpartyName ?? ''), bytes(other.counterpartyName ?? '')),
}

test('every combination of filters, sorts and page sizes answers what a plain filter answers', async () => {
  const all = fc.sample(randomTransaction(place, known), 60)
  await write(banking, place, all)
  const filters = filterCases(place, known, ZONE)
  const question = fc.record({
    filters: fc.subarray(filters, { maxLength: 4 }).chain((some) => fc.tuple(...some)),
    sortBy: fc.constantFrom(...Object.keys(ORDERS)),
    sortOrder: fc.constantFrom('ASC', 'DESC'),
    limit: fc.constantFrom(17, 100),
    mostGathered: fc.constantFrom(0, 20, 10_000),
  })
  await fc.assert(
    fc.asyncProperty(question, async ({ filters: some, sortBy, sortOrder, limit, mostGathered }) => {
      await check(all, some, { sortBy, sortOrder, limit, mostGathered })
    }),
    { numRuns: 24, endOnFailure: true },
  )
  // Each alone, so that none is missed by chance.
  for (const one of filters)
    await check(all, fc.sample(one, 1), { sortBy: 'amount', sortOrder: 'DESC', limit: 100, mostGathered: 10_000 })
}, 120_000)

type Paging = { sortBy: string; sortOrder: string; limit: number; mostGathered: number }

async function check(all: readonly BankTransaction[], filters: readonly FilterCase[], paging: Paging): Promise<void> {
  // Of one filter twice the last one counts.
  const asked: ListRequest = Object.assign({}, ...filters.map((filter) => filter.asked))
  const effective = filters.filter((filter, index) =>
    filters.slice(index + 1).every((later) => Object.keys(filter.asked).every((name) => !(name in later.asked))),
  )
  const { sortBy, sortOrder, limit, mostGathered } = paging
  const sign = sortOrder === 'ASC' ? 1 : -1
  const order = ORDERS[sortBy] ?? (() => 0)
  const expected = all
    .filter((transaction) => effective.every(({ holds }) => holds(transaction)))
    .toSorted((one, other) => sign * (order(one, other) || (one.id < other.id ? -1 : 1)))
  const page = { limit, sort_by: sortBy, sort_order: sortOrder }
  const { data, totals } = await listAll(banking, place, { ...asked, page }, { mostGathered })
  expect({ asked, ids: data.map(({ id }) => id) }).toEqual({ asked, ids: expected.map(({ id }) => id) })
  expect(new Set(totals)).toEqual(new Set([expected.length]))
}
