/** Whether control accounts, agings and contacts say the same, on every day of the books. */
import { dayOf, dayPlus, type Day } from '@pacioli/calendar'
import { waitFor } from '@pacioli/testing'
import { expect } from 'vitest'
import type { Entry } from '../answers.ts'
import { allPages, type Books } from '../books.ts'
import { sum } from './action.ts'

/** How long read models and contacts may take to follow the books, in milliseconds. */
const CATCH_UP_MS = 60_000

const SIDES = {
  customers: {
    aging: 'getArAging',
    list: 'listCustomers',
    control: 'ACCOUNTS_RECEIVABLE',
    unapplied: 'CUSTOMER_CREDITS',
    owes: 'DEBIT',
    party: 'customer_id',
    nobody: 'NO_CUSTOMER',
    ledger: (customerId: string) => ({ operation: 'getCustomerLedger' as const, path: { customerId } }),
  },
  vendors: {
    aging: 'getApAging',
    list: 'listVendors',
    control: 'ACCOUNTS_PAYABLE',
    unapplied: 'VENDOR_PREPAYMENTS',
    owes: 'CREDIT',
    party: 'vendor_id',
    nobody: 'NO_VENDOR',
    ledger: (vendorId: string) => ({ operation: 'getVendorLedger' as const, path: { vendorId } }),
  },
} as const
type Side = (typeof SIDES)[keyof typeof SIDES]

/** What a line adds to what is owed, or to what is unapplied. */
type Move = { day: Day; party: string; owed: number; unapplied: number }
type Owed = Record<string, { owed: number; unapplied: number }>

function movesOf({ business: { time_zone } }: Books, entries: readonly Entry[], side: Side): Move[] {
  return entries.flatMap(({ entry_at, line_items }) =>
    line_items.flatMap(({ account, amount, direction, ...line }): Move[] => {
      const name = account.stable_name?.stable_name
      const more = direction === side.owes ? amount : -amount
      const move = { day: dayOf(new Date(entry_at), time_zone), party: line[side.party] ?? side.nobody }
      if (name === side.control) return [{ ...move, owed: more, unapplied: 0 }]
      return name === side.unapplied ? [{ ...move, owed: 0, unapplied: -more }] : []
    }),
  )
}

/** By whom lines name, without those who have nothing. */
function owedOn(moves: readonly Move[], day: Day): Owed {
  const until = Map.groupBy(
    moves.filter((one) => one.day <= day),
    ({ party }) => party,
  )
  const owed = [...until].map(
    ([party, own]) =>
      [party, { owed: sum(own.map((one) => one.owed)), unapplied: sum(own.map((one) => one.unapplied)) }] as const,
  )
  return Object.fromEntries(owed.filter(([, one]) => one.owed !== 0 || one.unapplied !== 0))
}

/** The same by the aging; each row is the sum of its buckets, and the total that of the rows. */
async function agingOn({ api }: Books, { aging }: Side, effective_date: Day): Promise<Owed> {
  const query = { effective_date, include_documents: false }
  const { rows } = (await api.call(aging, { query })).body.data
  const amounts = rows.map(({ row_key, cells: { total, unapplied, ...buckets } }) => {
    const [owed, rest] = [Number(total?.value), Number(unapplied?.value)]
    expect([row_key, sum(Object.values(buckets).map((cell) => Number(cell?.value)))]).toEqual([row_key, owed])
    return [row_key, { owed, unapplied: rest }] as const
  })
  const [[, all] = ['', { owed: 0, unapplied: 0 }], ...parties] = amounts.toReversed()
  expect(totalOf(Object.fromEntries(parties))).toEqual(all)
  return Object.fromEntries(parties.filter(([, one]) => one.owed !== 0 || one.unapplied !== 0))
}

const totalOf = (owed: Owed) => ({
  owed: sum(Object.values(owed).map((one) => one.owed)),
  unapplied: sum(Object.values(owed).map((one) => one.unapplied)),
})

/** By the accounts themselves. */
async function balancesOn(books: Books, side: Side, end_date: Day): Promise<Owed[string]> {
  const balances = await books.balances({ end_date, reporting_basis: 'ACCRUAL' })
  return { owed: balances[side.control] ?? 0, unapplied: balances[side.unapplied] ?? 0 }
}

/** What customers or vendors say that they owe or are owed, and have. */
async function toldBy({ api }: Books, { list }: Side): Promise<Owed> {
  const contacts = await allPages<{ id: string; balance: number; credit_balance: number }>(
    async (cursor) => (await api.call(list, { query: { limit: 500, cursor } })).body,
  )
  const owed = contacts.map(
    ({ id, balance, credit_balance }) => [id, { owed: balance, unapplied: credit_balance }] as const,
  )
  return Object.fromEntries(owed.filter(([, one]) => one.owed !== 0 || one.unapplied !== 0))
}

/** Of each of these days what stood at its end in the ledger of one of them. */
async function ledgerOn({ api }: Books, side: Side, party: string, days: readonly Day[]): Promise<Owed> {
  const { operation, path } = side.ledger(party)
  const query = { start_date: days[0] ?? '', end_date: days.at(-1) ?? '' }
  const { rows } = (await api.call(operation, { path, query })).body.data
  const standing = (key: string, day: Day): number => {
    const moved = rows.slice(0, -1).filter(({ cells }) => typeof cells[key]?.value === 'number')
    return Number(moved.findLast(({ cells }) => String(cells.date?.value ?? '') <= day)?.cells[key]?.value)
  }
  const shown = days.map(
    (day) => [day, { owed: standing('balance', day), unapplied: standing('unapplied_balance', day) }] as const,
  )
  return Object.fromEntries(shown)
}

/** Compares once what is read equals what is expected, or what was read at last. */
async function expectInTime<Read>(what: string, read: () => Promise<Read>, expected: Read): Promise<void> {
  const isThere = async () => {
    expect([what, await read()]).toEqual([what, expected])
    return true
  }
  await waitFor(what, () => isThere().catch(() => false), { timeoutMs: CATCH_UP_MS, everyMs: 50 }).catch(isThere)
}

/**
 * On every day on which something changes, and the day before: the aging of each customer and vendor, and of what names
 * nobody, is what its lines come to, and the total the balance of the control account; so is what is unapplied. The
 * ledger of each says the same, and today they do themselves. In the cash books no document has a line on a control account.
 */
export async function expectControls(books: Books): Promise<void> {
  const entries = await books.allEntries()
  const accrual = entries.filter(({ basis }) => basis !== 'CASH')
  for (const side of Object.values(SIDES)) {
    const moves = movesOf(books, accrual, side)
    const onCash = movesOf(
      books,
      entries.filter(({ basis }) => basis === 'CASH'),
      side,
    )
    expect(onCash.filter(({ owed }) => owed !== 0)).toEqual([])
    const days = [...new Set(moves.map(({ day }) => day))].sort()
    const [first, last] = [days[0], days.at(-1)]
    if (first === undefined || last === undefined) continue
    await expectInTime(`${side.aging} to follow`, () => agingOn(books, side, last), owedOn(moves, last))
    const { [side.nobody]: _nobody, ...contacts } = owedOn(moves, last)
    await expectInTime(`${side.list} to follow`, () => toldBy(books, side), contacts)
    const all = [dayPlus(first, -1), ...days]
    for (const party of new Set(moves.map((one) => one.party))) {
      if (party === side.nobody) continue
      const expected = all.map((day) => [day, owedOn(moves, day)[party] ?? { owed: 0, unapplied: 0 }] as const)
      await expectInTime(
        `the ledger of ${party} to follow`,
        () => ledgerOn(books, side, party, all),
        Object.fromEntries(expected),
      )
    }
    // What is voided changes no last day: each day is waited for.
    for (const day of all) {
      const expected = owedOn(moves, day)
      await expectInTime(`${side.aging} on ${day} to follow`, () => agingOn(books, side, day), expected)
      const balances = await balancesOn(books, side, day)
      expect([side.control, day, balances]).toEqual([side.control, day, totalOf(expected)])
    }
  }
}
