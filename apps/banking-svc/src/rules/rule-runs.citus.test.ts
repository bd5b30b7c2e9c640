/** On a cluster no rule waits for the shard of another business. */
import { connectAt, waitFor } from '@pacioli/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestBanking, type TestBanking } from '../banking.test-helpers.ts'
import { importOne, openTestBooks, type TestBooks } from '../categorization/categorization.test-helpers.ts'
import { createRule } from '../use-cases.test-helpers.ts'
import { RuleRuns } from './rule-runs.ts'
import { readRule, ruleInput } from './rules.test-helpers.ts'

let banking: TestBanking
beforeAll(async () => {
  // RuleRuns looks for rules in the whole database.
  banking = await startTestBanking({ ownDatabase: true })
})
afterAll(() => banking.stop())

/** A transaction, and a rule for it that is being applied: the request that created it had no time left. */
async function pendingIn(books: TestBooks): Promise<{ id: string }> {
  await importOne(banking, books)
  const late = { ...books.request, deadline: new Date(Date.now() + 5_000) }
  const hasty = { ...banking, now: () => new Date(Date.now() + 60_000) }
  const input = ruleInput({ conditions: { amount_min: 0 }, apply_retroactively: true })
  const { data } = await createRule(hasty, late, input)
  expect(data?.is_applying).toBe(true)
  return data as { id: string }
}

const isApplied = async ({ request }: TestBooks, rule: { id: string }): Promise<boolean> =>
  !(await readRule(banking, request, rule)).is_applying

test('rules of other shards are applied while one is being moved, and those of that one afterwards', async () => {
  const groupOf = ({ request }: TestBooks): string => banking.db.groupOf(request.businessId)
  const held = await openTestBooks(banking)
  let other = await openTestBooks(banking)
  while (groupOf(other) === groupOf(held)) other = await openTestBooks(banking)
  const rules = { held: await pendingIn(held), other: await pendingIn(other) }
  // As a move does it.
  const moving = await connectAt(banking.adminUrl, held.request.businessId)
  await moving.query('BEGIN')
  await moving.query(`SELECT lock_shard_metadata(7, ARRAY[substring(current_schema FROM '[0-9]+$')::bigint])`)
  const failures: unknown[] = []
  const runs = new RuleRuns(banking, banking.relayDb, { warn: (facts) => failures.push(facts) })
  try {
    await waitFor('the other rule to be applied', () => isApplied(other, rules.other), { timeoutMs: 60_000 })
    expect(failures).not.toEqual([])
    await moving.query('ROLLBACK')
    await waitFor('the held rule to be applied', () => isApplied(held, rules.held), { timeoutMs: 60_000 })
  } finally {
    await moving.end()
    await runs.stop()
  }
})
