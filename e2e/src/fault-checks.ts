/** What must be true of books after any fault. */
import { isDeepStrictEqual } from 'node:util'
import { waitFor } from '@pacioli/testing'
import { expect } from 'vitest'
import type { Call } from './api.ts'
import type { Books } from './books.ts'
import { TEAM, type Load } from './load.ts'
import type { Entry } from './shapes.ts'
import { sidesOf, sidesOnLedger, type Sides } from './trial-balances.ts'

/**
 * How long the relay may take to deliver what a crash left, and the read models to catch up, in milliseconds: a business
 * whose events failed may be held a while.
 */
export const CATCH_UP_MS = 60_000

/**
 * Every acknowledged entry is there exactly once and nothing else is, with the tag it was given; debits equal credits; the balances the ledger
 * keeps equal those recomputed from the entries; the trial balance of the reporting service catches up by itself.
 */
export async function expectSoundBooks(books: Books, load: Load): Promise<void> {
  const entries = await books.allEntries()
  expectEachOnce(entries, load)
  expectBalanced(entries)
  await expectTagged(books, entries, load)
  const recomputed = sidesOfEntries(entries)
  expect(await sidesOnLedger(books)).toEqual(recomputed)
  await expectRunningBalances(books, recomputed)
  await expectReportedAsKept(books)
}

function expectEachOnce(entries: Entry[], { acknowledged, reversed }: Load): void {
  const originals = entries.filter(({ reversal_of_id }) => reversal_of_id === null)
  const reversals = entries.filter(({ reversal_of_id }) => reversal_of_id !== null)
  const names = originals.map(({ reference_number }) => reference_number ?? '')
  expect(new Set(names).size).toBe(names.length)
  expect(new Map(originals.map(({ reference_number, id }) => [reference_number, id]))).toEqual(acknowledged)
  expect(reversals).toHaveLength(reversed.size)
  expect(new Map(reversals.map(({ reversal_of_id, id }) => [reversal_of_id, id]))).toEqual(reversed)
  for (const { id, reversal_id } of originals) expect(reversal_id ?? undefined).toBe(reversed.get(id))
}

/** An entry, its lines and its reversal carry what was acknowledged, and the balances kept per value say the same. */
async function expectTagged(books: Books, entries: Entry[], { tagged }: Load): Promise<void> {
  const valueOf = ({ id, reversal_of_id }: Entry): string | undefined => tagged.get(reversal_of_id ?? id)
  for (const entry of entries)
    for (const { transaction_tags } of [entry, ...entry.line_items])
      expect(transaction_tags.map(({ value }) => value)).toEqual([valueOf(entry) ?? []].flat())
  for (const value of new Set(tagged.values())) {
    const recomputed = sidesOfEntries(entries.filter((entry) => valueOf(entry) === value))
    const ofValue = { tag_key: TEAM, tag_values: [value] }
    expect(await sidesOnLedger(books, ofValue)).toEqual(recomputed)
    await expectReported(books, recomputed, ofValue)
  }
}

function expectBalanced(entries: Entry[]): void {
  for (const { id, line_items } of entries) {
    const excess = line_items.reduce((sum, line) => sum + signed(line), 0)
    expect([id, excess]).toEqual([id, 0])
  }
}

const signed = ({ direction, amount }: Entry['line_items'][number]): number =>
  direction === 'DEBIT' ? amount : -amount

function sidesOfEntries(entries: Entry[]): Sides {
  const sides: Sides = {}
  for (const line of entries.flatMap(({ line_items }) => line_items))
    sides[line.account.id.id] = (sides[line.account.id.id] ?? 0) + signed(line)
  return sides
}

async function expectRunningBalances(books: Books, sides: Sides): Promise<void> {
  for (const [accountId, side] of Object.entries(sides)) {
    const [last] = (await books.lines(accountId, { limit: 1, sort_order: 'DESC' })).data
    const balance = last?.account.normality === 'DEBIT' ? side : 0 - side
    expect([accountId, last?.running_balance]).toEqual([accountId, balance])
  }
}

/** The trial balance comes to tell of every account what the ledger keeps of it, in either books. */
export async function expectReportedAsKept(books: Books): Promise<void> {
  for (const reporting_basis of ['ACCRUAL', 'CASH'])
    await expectReported(books, await sidesOnLedger(books, { reporting_basis }), { reporting_basis })
}

/** The trial balance, asked for like this, comes to tell the same of every account. */
async function expectReported(books: Books, sides: Sides, query: Call['query']): Promise<void> {
  let reported: Sides = {}
  const equal = async (): Promise<boolean> => {
    reported = sidesOf(await books.trialBalance({ effective_date: '2030-01-01', ...query }))
    return isDeepStrictEqual(reported, sides)
  }
  await waitFor('the trial balance to catch up', equal, { timeoutMs: CATCH_UP_MS, everyMs: 50 }).catch(() => undefined)
  expect(reported).toEqual(sides)
}
