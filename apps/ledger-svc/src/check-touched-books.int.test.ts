/** What audits find of what records have touched: nothing of right books, and of wrong ones what the check of the whole does. */
import { record } from '@pacioli/events'
import { invariantsIn } from '@pacioli/proof'
import type { BusinessWrite } from '@pacioli/rpc'
import fc from 'fast-check'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditedByLedger } from './auditing.ts'
import { asked } from './closing/closing.test-helpers.ts'
import { postPostings } from './posting/post-postings.ts'
import { sealAccountDay } from './journal/posting.store.ts'
import { openTestBusiness, requestFor, startTestLedger, type TestLedger } from './ledger.test-helpers.ts'
import { entryOf, line, posted, tagging, violations } from './tags/tags.test-helpers.ts'
import {
  applyTags,
  closeRetainedEarnings,
  createDimension,
  removeTags,
  reverseClosing,
  reverseEntry,
} from './use-cases.test-helpers.ts'

let ledger: TestLedger
let admin: pg.Client

beforeAll(async () => {
  ledger = await startTestLedger({ onOneShard: true })
  admin = await ledger.connect()
})
afterAll(async () => {
  await admin.end()
  await ledger.stop()
})

/** Records what waits of a business, as a relay does, and says where its history ends. */
async function recordAll({ businessId }: BusinessWrite): Promise<number> {
  const { rows } = await admin.query<{ businessId: string; id: string; event: string }>(
    `SELECT e.business_id AS "businessId", e.id, e.event
       FROM event_queue q JOIN events e ON e.slot = q.slot AND e.position = q.position
      WHERE e.business_id = $1 ORDER BY q.position`,
    [businessId],
  )
  expect((await record(ledger.db, rows)).failure).toBeUndefined()
  const head = await admin.query<{ position: string }>('SELECT position FROM record_heads WHERE business_id = $1', [
    businessId,
  ])
  return Number(head.rows[0]?.position ?? 0)
}

type Found = { businessId: string; invariant: string; detail: string }

/** As the service audits it, of several businesses. */
const touchedOf = async (ranges: { businessId: string; since: number; through: number }[]): Promise<readonly Found[]> =>
  ledger.db.transactMany(
    { businessIds: ranges.map(({ businessId }) => businessId) },
    async (tx) => (await auditedByLedger.checkTouched?.(tx, ranges)) ?? [],
  )

const invariantsOf = (found: readonly unknown[]): string[] =>
  [...new Set((found as { invariant: string }[]).map(({ invariant }) => invariant))].sort()

const NORTH = { key: 'region', value: 'north' }
const SOUTH = { key: 'region', value: 'south' }

const sale = (amount: number, at: string, tags = [NORTH], sides = ['CASH', 'SALES'] as const) =>
  entryOf([line(sides[0], 'DEBIT', amount), line(sides[1], 'CREDIT', amount)], tags, at)

/** With entries of three months, one of them reversed and one tagged anew, and a day with sums within. */
async function booksOfMuch(): Promise<BusinessWrite> {
  const business = await openTestBusiness(ledger)
  await createDimension(ledger, business, {
    ...{ key: 'region', strictness: 'BALANCING', defined_values: ['north', 'south'].map((value) => ({ value })) },
  })
  for (const [index, at] of ['2025-03-01T10:00:00Z', '2025-03-01T12:00:00Z', '2025-03-31T23:59:59Z'].entries())
    await posted(ledger, business, sale(10 + index, at))
  const undone = await posted(ledger, business, sale(5, '2026-02-01T12:00:00Z'))
  await reverseEntry(ledger, business, { entryId: undone.id ?? '', memo: null })
  const retagged = await posted(ledger, business, sale(6, '2026-02-01T13:00:00Z'))
  await removeTags(ledger, business, tagging('JOURNAL_ENTRY', [retagged.id ?? ''], [NORTH]))
  await applyTags(ledger, business, tagging('JOURNAL_ENTRY', [retagged.id ?? ''], [SOUTH]))
  const { rows } = await admin.query<{ id: string }>(
    `SELECT id FROM accounts WHERE business_id = $1 AND stable_name = 'CASH'`,
    [business.businessId],
  )
  await sealAccountDay(ledger.db, { ...business, accountId: rows[0]?.id ?? '', day: '2025-03-01' }, 1)
  await closeRetainedEarnings(ledger, business, asked())
  return business
}

describe('of right books', () => {
  test('nothing is found, of several of them together', async () => {
    const all = [await booksOfMuch(), await booksOfMuch()]
    const ranges = await Promise.all(
      all.map(async (one) => ({ businessId: one.businessId, since: 0, through: await recordAll(one) })),
    )
    expect(ranges.every(({ through }) => through > 8)).toBe(true)
    expect(await touchedOf(ranges)).toEqual([])
    for (const one of all) expect(await violations(admin, one)).toEqual([])
  })

  const DAYS = ['2025-03-01', '2025-03-31', '2025-12-31', '2026-01-01', '2026-02-28']
  const ACCOUNTS = ['CASH', 'SALES', 'INVENTORY'] as const
  const step = fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({
        kind: fc.constant('post' as const),
        day: fc.constantFrom(...DAYS),
        sides: fc.constantFrom([0, 1], [1, 0], [2, 0], [0, 0]),
        amount: fc.integer({ min: 1, max: 1_000 }),
        basis: fc.constantFrom('ACCRUAL', 'CASH', 'BOTH'),
        region: fc.constantFrom(undefined, NORTH, SOUTH),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('reverse' as const), which: fc.nat() }) },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('tag' as const),
        which: fc.nat(),
        region: fc.constantFrom(NORTH, SOUTH),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('untag' as const), which: fc.nat() }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('seal' as const), day: fc.constantFrom(...DAYS) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('close' as const), isUndone: fc.boolean() }) },
  )
  type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

  /** @returns the entries that it posted; what the rules refuse is not done */
  async function carryOut(business: BusinessWrite, one: Step, index: number, entryIds: readonly string[]) {
    const request = requestFor(business.clientId, business.businessId)
    const [which, region] = ['which' in one ? entryIds[one.which % Math.max(entryIds.length, 1)] : undefined, NORTH]
    switch (one.kind) {
      case 'post': {
        const { data } = await postPostings(ledger, request, {
          decisionEpoch: 1_000_000,
          postings: [
            {
              ...{ posting_key: `p${index}`, source_type: 'test', source_id: `p${index}`, entry_type: 'MANUAL' },
              ...{ basis: one.basis, agent: 'API', entry_at: `${one.day}T12:00:00Z` },
              line_items: one.sides.map((account, side) =>
                line(ACCOUNTS[account] ?? '', side ? 'CREDIT' : 'DEBIT', one.amount),
              ),
              tags: one.region ? [one.region] : [],
            },
          ],
        })
        const ids = data.map(({ entry_id }) => entry_id ?? '')
        // Like manual entries, so that they can be reversed and tagged.
        await admin.query('UPDATE journal_entries SET source_type = NULL, source_id = NULL WHERE id = ANY ($1)', [ids])
        return ids
      }
      case 'reverse':
        if (!which) return undefined
        await reverseEntry(ledger, request, { entryId: which, memo: null })
        return []
      case 'tag':
        if (!which) return undefined
        await applyTags(ledger, request, tagging('JOURNAL_ENTRY', [which], [one.region]))
        return []
      case 'untag':
        if (!which) return undefined
        await removeTags(ledger, request, tagging('JOURNAL_ENTRY', [which], [region]))
        return []
      case 'seal': {
        const { rows } = await admin.query<{ id: string }>(
          `SELECT id FROM accounts WHERE business_id = $1 AND stable_name = 'CASH'`,
          [business.businessId],
        )
        await sealAccountDay(ledger.db, { ...business, accountId: rows[0]?.id ?? '', day: one.day }, 2)
        return []
      }
      case 'close': {
        const { closingIds } = await closed(request)
        if (one.isUndone)
          for (const closingId of closingIds) await reverseClosing(ledger, request, { closingId, memo: null })
        return []
      }
    }
  }

  const closed = async (request: BusinessWrite): Promise<{ closingIds: string[] }> => {
    await closeRetainedEarnings(ledger, request, asked({ through: { effectiveDate: '2025-04-01' } }))
    const { rows } = await admin.query<{ id: string }>(
      'SELECT id FROM closing_actions WHERE business_id = $1 AND reversed_at IS NULL ORDER BY seq DESC LIMIT 1',
      [request.businessId],
    )
    return { closingIds: rows.map(({ id }) => id) }
  }

  test('nothing is found whatever is done to them, and while it is done', async () => {
    const done = new Map<string, number>()
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 35, size: 'max' }), async (steps) => {
        const business = await openTestBusiness(ledger)
        const { businessId } = business
        await admin.query('UPDATE businesses SET activation_at = $2 WHERE id = $1', [businessId, '2025-01-01'])
        const entryIds: string[] = []
        let through = 0
        let isDone = false
        // Beside the steps, whatever they are at.
        const looking = (async () => {
          const found: Found[] = []
          while (!isDone) found.push(...(await touchedOf([{ businessId, since: 0, through }])))
          return found
        })()
        try {
          for (const [index, one] of steps.entries()) {
            const added = await carryOut(business, one, index, entryIds).catch((error: { errorEnum?: string }) => {
              if (error.errorEnum === undefined) throw error
              return undefined
            })
            if (added) done.set(one.kind, (done.get(one.kind) ?? 0) + 1)
            entryIds.push(...(added ?? []))
            const since = through
            through = await recordAll(business)
            expect(await touchedOf([{ businessId, since, through }])).toEqual([])
          }
        } finally {
          isDone = true
        }
        expect(await looking).toEqual([])
        expect(await touchedOf([{ businessId, since: 0, through }])).toEqual([])
        expect(await violations(admin, business)).toEqual([])
      }),
      { numRuns: 5 },
    )
    expect([...done.keys()].sort()).toEqual(['close', 'post', 'reverse', 'seal', 'tag', 'untag'])
  }, 120_000)
})

const JOURNAL = '00000000-0000-0000-0000-000000000000'
const oneLine = `id = (SELECT l.id FROM line_items l WHERE l.business_id = $1 AND NOT l.is_reversal ORDER BY l.entry_at, l.seq LIMIT 1)`
const undoneEntry = `(SELECT reversal_of_id FROM journal_entries WHERE business_id = $1 AND reversal_of_id IS NOT NULL LIMIT 1)`
const KEPT = 'a kept sum equals the sum of its lines'

/** What is done to a table past the service, and one of what is found. */
const DAMAGES: readonly (readonly [what: string, sql: string, finds: string])[] = [
  [
    'an amount',
    `UPDATE line_items SET amount = amount + 1 WHERE ${oneLine}`,
    'an entry balances and has all its lines',
  ],
  ['an amount, in a sum', `UPDATE line_items SET amount = amount + 1 WHERE ${oneLine}`, KEPT],
  ['a line that is gone', `DELETE FROM line_items WHERE ${oneLine}`, 'an entry balances and has all its lines'],
  ['a direction', `UPDATE line_items SET direction = 'CREDIT' WHERE ${oneLine} AND direction = 'DEBIT'`, KEPT],
  ['a basis', `UPDATE line_items SET basis = 'CASH' WHERE ${oneLine}`, 'a line agrees with its entry'],
  [
    'a time',
    `UPDATE line_items SET entry_at = entry_at + interval '1 h' WHERE ${oneLine}`,
    'a line agrees with its entry',
  ],
  ['an account', `UPDATE line_items SET account_id = gen_random_uuid() WHERE ${oneLine}`, KEPT],
  ['a day', `UPDATE account_balances SET debits = debits + 1 WHERE business_id = $1 AND grain = 'D'`, KEPT],
  [
    'what is hidden',
    `UPDATE account_balances SET hidden_count = hidden_count + 1 WHERE business_id = $1 AND grain = 'D'`,
    KEPT,
  ],
  [
    'a month',
    `UPDATE account_balances SET credits = credits + 1 WHERE business_id = $1 AND grain = 'M' AND account_id <> '${JOURNAL}'`,
    KEPT,
  ],
  [
    'a sum under a tag',
    `UPDATE account_balances SET line_count = line_count + 1 WHERE business_id = $1 AND tag_definition_id <> '${JOURNAL}'`,
    KEPT,
  ],
  ['a sum that is gone', `DELETE FROM account_balances WHERE business_id = $1 AND grain = 'D'`, KEPT],
  ['a month that is read by day', `UPDATE businesses SET months_before = '2025-01-01' WHERE id = $1`, KEPT],
  [
    'the first entry',
    `UPDATE businesses SET first_entry_at = first_entry_at + interval '1 h' WHERE id = $1`,
    'a business knows its first entry',
  ],
  [
    'a tag of a line',
    `DELETE FROM line_item_tags t WHERE t.business_id = $1 AND t.line_id = (SELECT id FROM line_items WHERE ${oneLine})`,
    'the tags of an entry are on all of its lines',
  ],
  [
    'a balanced dimension',
    `DELETE FROM line_item_tags t WHERE t.business_id = $1 AND t.line_id = (SELECT id FROM line_items WHERE ${oneLine})`,
    'an entry balances by each value of a BALANCING dimension',
  ],
  [
    'the place of a tag',
    `UPDATE line_item_tags SET seq = seq + 1 WHERE business_id = $1`,
    'a tag of a line agrees with the line',
  ],
  [
    'a tag of what was reversed',
    `DELETE FROM entry_tags WHERE business_id = $1 AND entry_id = ${undoneEntry}`,
    'an entry and its reversal carry the same tags',
  ],
  [
    'a range of a day',
    `UPDATE account_day_blocks SET debits = debits + 1 WHERE business_id = $1`,
    'the ranges of a long day follow each other and hold their lines',
  ],
  [
    'a closing that is gone',
    `DELETE FROM closing_actions WHERE business_id = $1`,
    'an entry that closes belongs to a closing',
  ],
  [
    'a closing that is said to be reversed',
    `UPDATE closing_actions SET reversed_at = now() WHERE business_id = $1`,
    'a closing is reversed when its entries are',
  ],
  [
    'a record that is gone',
    `DELETE FROM records WHERE business_id = $1 AND position = 3`,
    'positions of the history are contiguous',
  ],
  [
    'the moment of a record',
    `UPDATE records SET recorded_at = recorded_at + interval '1 h' WHERE business_id = $1 AND position = 3`,
    'what is recorded later has no earlier moment',
  ],
  [
    'the version of a record',
    `UPDATE records SET version = version + 100 WHERE business_id = $1 AND version > 1`,
    'the history has every version',
  ],
]

describe('of wrong books', () => {
  let business: BusinessWrite
  let through: number
  beforeAll(async () => {
    business = await booksOfMuch()
    through = await recordAll(business)
    await admin.query('SET session_replication_role = replica')
  })

  test.each(DAMAGES)('%s is found, as the check of the whole finds it', async (_what, sql, finds) => {
    const { businessId, clientId } = business
    await admin.query('BEGIN')
    try {
      const { rowCount } = await admin.query(sql, [businessId])
      expect(rowCount).toBeGreaterThan(0)
      const { rows } = await admin.query('SELECT * FROM check_touched_books_v1($1, $2, $3)', [
        [businessId],
        [0],
        [through],
      ])
      const whole = await admin.query('SELECT * FROM check_books_v1($1, $2)', [clientId, businessId])
      expect(invariantsOf(rows)).toContain(finds)
      expect(invariantsOf(whole.rows)).toEqual(expect.arrayContaining(invariantsOf(rows)))
    } finally {
      await admin.query('ROLLBACK')
    }
    expect(await touchedOf([{ businessId, since: 0, through }])).toEqual([])
  })

  test('what nothing has touched is not looked at', async () => {
    const { businessId } = business
    await admin.query('BEGIN')
    try {
      await admin.query(`UPDATE account_balances SET debits = debits + 1 WHERE business_id = $1`, [businessId])
      const { rows } = await admin.query('SELECT * FROM check_touched_books_v1($1, $2, $3)', [
        [businessId],
        [through],
        [through],
      ])
      expect(rows).toEqual([])
    } finally {
      await admin.query('ROLLBACK')
    }
  })
})

test('it says nothing that the check of the whole does not say, in the same words', async () => {
  const { rows } = await admin.query<{ name: string; source: string }>(
    `SELECT proname AS name, prosrc AS source FROM pg_proc WHERE proname LIKE 'check\\_%\\_v1'`,
  )
  const said = (isTouched: boolean): string[] =>
    rows
      .filter(({ name }) => name.startsWith('check_touched_') === isTouched)
      .flatMap(({ source }) => invariantsIn(source))
  expect(said(true).length).toBeGreaterThan(10)
  expect(said(false)).toEqual(expect.arrayContaining(said(true)))
})
