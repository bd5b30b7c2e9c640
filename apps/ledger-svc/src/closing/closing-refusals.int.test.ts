/** What closings are refused for, and what the check of the books finds in them. */
import { MAX_MESSAGE_BYTES, type BusinessWrite } from '@pacioli/rpc'
import { digestOf } from '@pacioli/testing'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestLedger, type TestLedger } from '../ledger.test-helpers.ts'
import { violations } from '../tags/tags.test-helpers.ts'
import { asked, fresh, posting, refusalOf, sale, Scene, tag, type Tags } from './closing.test-helpers.ts'
import {
  closeRetainedEarnings,
  getClosing,
  listClosings,
  previewClosing,
  reverseClosing,
} from '../use-cases.test-helpers.ts'

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

describe('narrowed to tags, a closing', () => {
  const web = tag('note', 'x')
  const closed = { types: ['REVENUE', 'EQUITY'] }
  const inBoth = (sums: Record<string, number>): Record<string, number> =>
    Object.fromEntries(
      Object.entries(sums).flatMap(([name, sum]) => ['ACCRUAL', 'CASH'].map((books) => [`${books} ${name}`, sum])),
    )
  const close = async (business: BusinessWrite, override: Tags | null): Promise<string[]> =>
    (await closeRetainedEarnings(ledger, fresh(business), asked({ override }))).data?.map(({ id }) => id ?? '') ?? []
  const refusal = (business: BusinessWrite, override: Tags) =>
    refusalOf(closeRetainedEarnings(ledger, fresh(business), asked({ override })))
  const overlap = ['ClosingOverlap', 'override_default_tagging_strategy']

  test('does not close again what was closed without distinguishing them', async () => {
    const business = await scene.booksOf([sale(100, { tags: web }), sale(3)])
    const closings = await close(business, null)
    expect(await refusal(business, web)).toEqual(overlap)
    expect(await refusalOf(previewClosing(ledger, business, asked({ override: web })))).toEqual(overlap)
    expect(await scene.oracle(business, closed)).toEqual(inBoth({ RETAINED_EARNINGS: -103 }))

    for (const closingId of closings) await reverseClosing(ledger, fresh(business), { closingId, memo: null })
    expect(await close(business, web)).toHaveLength(1)
    expect(await close(business, web)).toEqual([])
    expect(await scene.oracle(business, closed)).toEqual(inBoth({ SALES: -3, RETAINED_EARNINGS: -100 }))
    await close(business, null)
    expect(await scene.oracle(business, closed)).toEqual(inBoth({ RETAINED_EARNINGS: -103 }))
  })

  test('and neither does one of other tags, unless these distinguished them', async () => {
    const one = tag('store', 'one')
    const business = await scene.booksOf([sale(7, { tags: [...one, ...web] }), sale(2, { tags: web })])
    await close(business, [...one, ...web])
    expect(await close(business, web)).toHaveLength(1)
    expect(await refusal(business, one)).toEqual(overlap)

    const balancing = await scene.booksOf(
      [sale(7, { tags: [...one, ...web] }), sale(2, { tags: tag('store', 'two') })],
      1,
    )
    await close(balancing, tag('store', 'two'))
    expect(await close(balancing, [...one, ...web])).toHaveLength(1)
    expect(await scene.oracle(balancing, closed)).toEqual(inBoth({ RETAINED_EARNINGS: -9 }))
  })
})

const tooLarge = ['PayloadTooLarge', 'override_default_tagging_strategy']

describe('a closing', () => {
  test('that would take its target out of range is refused, in the preview too', async () => {
    const half = 2 ** 52
    const earlier = sale(half, { debit: 'INVENTORY', credit: 'RETAINED_EARNINGS' })
    const business = await scene.booksOf([earlier, sale(half)])
    const expected = ['AmountOutOfRange', undefined]
    expect(await refusalOf(previewClosing(ledger, business, asked()))).toEqual(expected)
    expect(await refusalOf(closeRetainedEarnings(ledger, fresh(business), asked()))).toEqual(expected)
    const inRange = await scene.booksOf([earlier, sale(half - 1)])
    expect((await closeRetainedEarnings(ledger, fresh(inRange), asked())).data).toHaveLength(1)
    expect(await violations(admin, inRange)).toEqual([])
  })

  test('can be made part by part', async () => {
    const business = await scene.booksOf([])
    const names = Array.from({ length: 60 }, (_, index) => `s${index}`)
    const total = posting('all', sale(names.length))
    const [debit, credit] = total.line_items
    if (!debit || !credit) throw new Error('a sale has two lines')
    const sales = names.map((name) => ({ ...credit, amount: 1, tags: tag('store', name) }))
    await scene.post(business, [{ ...total, line_items: [debit, ...sales] }])
    await admin.query(
      `UPDATE tag_dimensions SET strictness = 'BALANCING', balancing_epoch = 1 WHERE business_id = $1 AND key = 'store'`,
      [business.businessId],
    )
    const override = names.slice(0, 20).map((value) => ({ key: 'store', value }))
    const part = await closeRetainedEarnings(ledger, fresh(business), asked({ override }))
    expect(part.data?.[0]?.primary_entry?.line_items).toHaveLength(40)
    const rest = (await closeRetainedEarnings(ledger, fresh(business), asked({ override: [] }))).data ?? []
    expect(rest.map(({ primary_entry }) => primary_entry?.line_items?.length)).toEqual([80])
    expect(await scene.oracle(business, { types: ['REVENUE', 'EXPENSE'] })).toEqual({})

    const page = await listClosings(ledger, business, { page: { limit: 1 }, referenceNumbers: [] })
    expect([page.closings.length, page.pagination.total_count]).toEqual([1, 2])
  })

  test('whose answer would be too long is refused before anything is written, in the preview too', async () => {
    const business = await scene.booksOf([sale(5)])
    // It is in the request and in the entry.
    const request = asked({ memo: 'm'.repeat(MAX_MESSAGE_BYTES / 2) })
    const before = await digestOf(ledger.adminUrl, business.businessId)
    expect(await refusalOf(previewClosing(ledger, business, request))).toEqual(tooLarge)
    expect(await refusalOf(closeRetainedEarnings(ledger, fresh(business), request))).toEqual(tooLarge)
    expect(await digestOf(ledger.adminUrl, business.businessId)).toEqual(before)
  })

  test('whose period was closed since is reversed only once it is open again', async () => {
    const business = await scene.booksOf([sale(5)])
    const [closing] = (await closeRetainedEarnings(ledger, fresh(business), asked())).data ?? []
    const reverse = () => reverseClosing(ledger, fresh(business), { closingId: closing?.id ?? '', memo: 'oops' })
    const closeThrough = (at: Date | null) =>
      admin.query('UPDATE businesses SET closed_through = $2 WHERE id = $1', [business.businessId, at])
    await closeThrough(new Date(closing?.closes_at ?? ''))
    expect(await refusalOf(reverse())).toEqual(['PeriodClosed', 'closingId'])
    await closeThrough(new Date(Date.parse(closing?.closes_at ?? '') - 1))
    const { data } = await reverse()
    expect(data?.primary_entry?.reversal_id).toMatch(/^[0-9a-f-]{36}$/)
    await closeThrough(new Date(closing?.closes_at ?? ''))
    expect((await reverse()).created).toBe(false)
  })

  test('of another business is not found', async () => {
    const [own, other] = [await scene.booksOf([sale(5)]), await scene.booksOf([])]
    const [closing] = (await closeRetainedEarnings(ledger, fresh(own), asked())).data ?? []
    const closingId = closing?.id ?? ''
    const expected = ['ClosingNotFound', 'closingId']
    expect(await refusalOf(getClosing(ledger, other, closingId))).toEqual(expected)
    expect(await refusalOf(reverseClosing(ledger, fresh(other), { closingId, memo: null }))).toEqual(expected)
    expect((await getClosing(ledger, own, closingId)).id).toBe(closingId)
  })
})

describe('what a closing has written', () => {
  const changes = [
    ['closing_actions SET reversed_at = now() WHERE', 'a closing is reversed when its entries are'],
    ['closing_actions SET line_count = 3 WHERE', 'a closing has its entries, at its close and with its lines'],
    ["closing_actions SET starts_at = starts_at - interval '1 day' WHERE", 'a closing has the window of its request'],
    [
      "journal_entries SET source_id = 'x' WHERE source_type = 'closing_action' AND",
      'a closing has its entries, at its close and with its lines',
    ],
  ] as const

  test('cannot be changed unnoticed by the check of the books, nor by the role of the service', async () => {
    const business = await scene.booksOf([sale(5)])
    await closeRetainedEarnings(ledger, fresh(business), asked())
    for (const [change, invariant] of changes) {
      await admin.query('BEGIN')
      await admin.query(`UPDATE ${change} business_id = $1`, [business.businessId])
      expect([change, await violations(admin, business)]).toMatchObject([change, [{ invariant }]])
      await admin.query('ROLLBACK')
    }
    for (const sql of [
      'DELETE FROM closing_actions',
      'DELETE FROM closing_requests',
      `UPDATE closing_requests SET closes_at = now()`,
      `UPDATE closing_actions SET line_count = 2`,
    ])
      await expect(ledger.db.transact(business, (tx) => tx.rows(sql))).rejects.toThrow(/permission denied/)
  })
})
