/** What must be true of books after any fault. */
import { isDeepStrictEqual } from 'node:util'
import type { Stack } from '@pacioli/dev-stack'
import { waitFor } from '@pacioli/testing'
import { expect } from 'vitest'
import type { Call } from './api.ts'
import type { Books } from './books.ts'
import { TEAM, type Load } from './load.ts'
import { violationsIn } from './model/violations.ts'
import type { Entry } from './answers.ts'
import { sidesOf, sidesOnLedger, type Sides } from './trial-balances.ts'

/**
 * How long the relay may take to deliver what a crash left, and the read models to catch up, in milliseconds: a
 * business whose events failed may be paused a while.
 */
export const CATCH_UP_MS = 60_000

/**
 * Every acknowledged entry is there exactly once and nothing else is, with the tag it was given; the product finds nothing wrong,
 * and the trial balance of the reporting service catches up by itself.
 */
export async function expectSoundBooks(postgresAdminUrl: string, books: Books, load: Load): Promise<void> {
  const entries = await books.allEntries()
  expectEachOnce(entries, load)
  await expectTagged(books, entries, load)
  expect(await violationsIn(postgresAdminUrl, books)).toEqual([])
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

/** An entry, its lines and its reversal carry what was acknowledged, and what is reported of each value is what is kept. */
async function expectTagged(books: Books, entries: Entry[], { tagged }: Load): Promise<void> {
  const valueOf = ({ id, reversal_of_id }: Entry): string | undefined => tagged.get(reversal_of_id ?? id)
  for (const entry of entries)
    for (const { transaction_tags } of [entry, ...entry.line_items])
      expect(transaction_tags.map(({ value }) => value)).toEqual([valueOf(entry) ?? []].flat())
  for (const value of new Set(tagged.values())) await expectReported(books, { tag_key: TEAM, tag_values: [value] })
}

/** Pending postings are delivered by the relay; a refused one would be a defect. */
export async function expectAllPosted(books: Books): Promise<void> {
  const count = async (status: string): Promise<number> =>
    (await books.api.call('listPostings', { query: { status, limit: 1 } })).body.meta.pagination.total_count
  await waitFor('every posting to be delivered', async () => (await count('PENDING')) === 0, {
    timeoutMs: CATCH_UP_MS,
    everyMs: 50,
  })
  expect(await count('FAILED')).toBe(0)
}

/** Waits until the trial balance equals the ledger for every account, in both books. */
export async function expectReportedAsKept(books: Books): Promise<void> {
  for (const reporting_basis of ['ACCRUAL', 'CASH']) await expectReported(books, { reporting_basis })
}

/** Waits until this trial balance equals the ledger. */
async function expectReported(books: Books, query: Call['query']): Promise<void> {
  const sides = await sidesOnLedger(books, query)
  let reported: Sides | Error = {}
  const equal = async (): Promise<boolean> => {
    reported = await books
      .trialBalance({ effective_date: '2030-01-01', ...query })
      .then(sidesOf, (error: Error) => error)
    return isDeepStrictEqual(reported, sides)
  }
  await waitFor('the trial balance to catch up', equal, { timeoutMs: CATCH_UP_MS, everyMs: 50 }).catch(() => undefined)
  expect(reported).toEqual(sides)
}

/** What callers are told of a failure, in the words of `refusalIn`: to try again, and when. */
export function expectRetryable(refusals: readonly string[]): void {
  const isRetryable = /\b503, again after \d+ s: .*"error_enum":"(?:ServiceUnavailable|OutcomeUnknown)"/s
  const others = refusals.filter((refusal) => !isRetryable.test(refusal))
  expect(others).toEqual([])
}

/** Whether the readiness of every service is as asked. */
export async function areAllReady({ services }: Pick<Stack, 'services'>, isReady = true): Promise<boolean> {
  const asked = Object.entries(services).map(async ([name, { ports, address }]) => {
    const base = name === 'gateway' ? address : `http://127.0.0.1:${ports.ops}`
    return (await fetch(`${base}/readyz`)).ok === isReady
  })
  return (await Promise.all(asked)).every(Boolean)
}
