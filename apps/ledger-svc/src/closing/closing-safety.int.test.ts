/** Previews write nothing; concurrent closings, and repeats under one key, close once. */
import type { BusinessWrite } from '@pacioli/rpc'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { replicaOf, requestFor, startTestLedger, type TestLedger } from '../ledger.test-helpers.ts'
import { violations } from '../tags/tags.test-helpers.ts'
import { asked, fresh, posting, refusalOf, sale, Scene, tag } from './closing.test-helpers.ts'
import { closeRetainedEarnings, previewClosing, reverseClosing } from '../use-cases.test-helpers.ts'

let ledger: TestLedger
let admin: pg.Client
let scene: Scene

beforeAll(async () => {
  ledger = await startTestLedger({ onOneShard: true })
  admin = await ledger.connect()
  scene = new Scene(ledger, admin)
})
afterAll(async () => {
  await admin.end()
  await ledger.stop()
})

/** Every row of every table, and the value of every sequence. */
async function everything(): Promise<Record<string, unknown>> {
  const { rows: tables } = await admin.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname = 'public'`,
  )
  const seen: Record<string, unknown> = {}
  for (const { name } of tables) {
    const { rows } = await admin.query<{ hash: string }>(
      `SELECT count(*) || md5(coalesce(string_agg(t::text, ',' ORDER BY t::text), '')) AS hash FROM ${name} t`,
    )
    seen[name] = rows[0]?.hash
  }
  const { rows } = await admin.query('SELECT schemaname, sequencename, last_value FROM pg_sequences')
  return { ...seen, sequences: rows }
}

test('a preview leaves every table and every sequence as it was', async () => {
  const business = await scene.booksOf([sale(5, { tags: tag('store', 'one') }), sale(3, { basis: 'CASH' })], 1)
  const before = await everything()
  expect((await previewClosing(ledger, business, asked())).data).toHaveLength(2)
  expect((await previewClosing(ledger, business, asked({ override: tag('store', 'one') }))).data).toHaveLength(1)
  expect(await refusalOf(previewClosing(ledger, business, asked({ override: tag('store', 'six') })))).toEqual([
    'TagValueNotFound',
    'override_default_tagging_strategy.0',
  ])
  expect(await everything()).toEqual(before)
})

describe('concurrently', () => {
  test('closing the same window twice makes one closing', async () => {
    for (let round = 0; round < 2; round++) {
      const business = await scene.booksOf([sale(5)])
      const replicas = [ledger, replicaOf(ledger), ledger, replicaOf(ledger)]
      const answers = await Promise.all(
        replicas.map((replica) => closeRetainedEarnings(replica, fresh(business), asked())),
      )
      expect(answers.map(({ data }) => data?.length).sort()).toEqual([0, 0, 0, 1])
      expect(await scene.oracle(business, { types: ['EQUITY'] })).toEqual({
        'ACCRUAL RETAINED_EARNINGS': -5,
        'CASH RETAINED_EARNINGS': -5,
      })
      expect(await violations(admin, business)).toEqual([])
    }
  })

  test('reversing a closing twice reverses it once', async () => {
    const business = await scene.booksOf([sale(5)])
    const [closing] = (await closeRetainedEarnings(ledger, fresh(business), asked())).data ?? []
    const reverse = (one: typeof ledger | ReturnType<typeof replicaOf>) =>
      reverseClosing(one, fresh(business), { closingId: closing?.id ?? '', memo: null })
    const answers = await Promise.all([ledger, replicaOf(ledger), ledger].map(reverse))
    expect(answers.map(({ created }) => created).sort()).toEqual([false, false, true])
    expect(new Set(answers.map(({ data }) => data?.reversed_at)).size).toBe(1)
    expect(await violations(admin, business)).toEqual([])
  })

  test('posting and closing leave nothing closed in part', async () => {
    const business = await scene.booksOf([sale(5)])
    const posts = Array.from({ length: 6 }, (_, index) =>
      scene.post(business, [posting(`late${index}`, sale(1, { basis: ['ACCRUAL', 'CASH', 'BOTH'][index % 3] ?? '' }))]),
    )
    const closings = Array.from({ length: 3 }, () => closeRetainedEarnings(ledger, fresh(business), asked()))
    await Promise.all([...posts, ...closings])
    await closeRetainedEarnings(ledger, fresh(business), asked())
    expect(await scene.oracle(business, { types: ['REVENUE', 'EXPENSE'] })).toEqual({})
    expect(await violations(admin, business)).toEqual([])
  })
})

describe('an Idempotency-Key', () => {
  const keyed = ({ clientId, businessId }: BusinessWrite, hash = 'h') =>
    requestFor(clientId, businessId, { key: 'k', requestHash: hash })

  test('replays the closing it made', async () => {
    const business = await scene.booksOf([sale(5)])
    const first = await closeRetainedEarnings(ledger, keyed(business), asked())
    const again = keyed(business)
    expect(await closeRetainedEarnings(ledger, again, asked())).toEqual(JSON.parse(JSON.stringify(first)))
    expect(again.replayed).toBe(true)
    expect(await refusalOf(closeRetainedEarnings(ledger, keyed(business, 'other'), asked()))).toEqual([
      'IdempotencyKeyReused',
      'Idempotency-Key',
    ])
  })
})
