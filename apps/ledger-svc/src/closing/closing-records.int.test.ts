/** Closings and their reversals are events, which the history of the business is made of. */
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestLedger, type TestLedger } from '../ledger.test-helpers.ts'
import { closeRetainedEarnings, previewClosing, reverseClosing } from '../use-cases.test-helpers.ts'
import { asked, fresh, sale, Scene, tag } from './closing.test-helpers.ts'

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

/** What is told of closings: what happened, and the state after it. */
async function told(businessId: string): Promise<{ type: string; data: Record<string, unknown> }[]> {
  const { rows } = await admin.query<{ event: string }>(
    `SELECT event FROM events WHERE business_id = $1 AND aggregate_type = 'closing_action' ORDER BY position`,
    [businessId],
  )
  return rows.map(({ event }) => JSON.parse(event) as { type: string; data: Record<string, unknown> })
}

test('a closing is told of as it was asked for, with its entries by their ids, and so is its reversal', async () => {
  const business = await scene.booksOf([sale(5), sale(3, { basis: 'CASH' })])
  const request = asked({
    memo: 'For Ms Lee',
    metadata: '{"1":2}',
    referenceNumber: 'FY25',
    override: tag('note', 'x'),
  })
  await previewClosing(ledger, business, asked())
  expect(await told(business.businessId)).toEqual([])
  const [none] = (await closeRetainedEarnings(ledger, fresh(business), request)).data ?? []
  expect([none, await told(business.businessId)]).toEqual([undefined, []])

  const [made] = (await closeRetainedEarnings(ledger, fresh(business), { ...request, override: [] })).data ?? []
  const state = {
    id: made?.id,
    business_id: business.businessId,
    template_closing_action_id: made?.template_closing_action_id,
    closing_action: {
      year: 2025,
      effective_date: null,
      memo: 'For Ms Lee',
      metadata: { 1: 2 },
      reference_number: 'FY25',
      ledger_activity_start_timestamp: null,
      retained_earnings_target_account: null,
      override_default_tagging_strategy: [],
    },
    primary_entry_id: made?.primary_entry?.id,
    secondary_entry_ids: made?.secondary_entries?.map(({ id }) => id),
    starts_at: made?.starts_at,
    closes_at: made?.closes_at,
    created_at: made?.created_at,
    reversed_at: null,
    version: 1,
  }
  expect(state.secondary_entry_ids).toHaveLength(1)
  const undone = (await reverseClosing(ledger, fresh(business), { closingId: made?.id ?? '', memo: null })).data
  await reverseClosing(ledger, fresh(business), { closingId: made?.id ?? '', memo: null })
  expect((await told(business.businessId)).map(({ type, data }) => [type, data])).toEqual([
    ['pacioli.closing_action.created.v1', state],
    ['pacioli.closing_action.reversed.v1', { ...state, reversed_at: undone?.reversed_at, version: 2 }],
  ])
})

test('each combination of tags is a closing that is told of, with the tags that it was narrowed to', async () => {
  const business = await scene.booksOf(
    [sale(5, { tags: tag('store', 'one') }), sale(3, { tags: tag('store', 'two') })],
    1,
  )
  const made = (await closeRetainedEarnings(ledger, fresh(business), asked({ override: tag('store', 'one') }))).data
  const rest = (await closeRetainedEarnings(ledger, fresh(business), asked())).data
  const all = await told(business.businessId)
  expect(all.map(({ data }) => data['id'])).toEqual([...(made ?? []), ...(rest ?? [])].map(({ id }) => id))
  const names = { dimension_display_name: null, value_display_name: null }
  expect(
    all.map(({ data }) => (data['closing_action'] as Record<string, unknown>)['override_default_tagging_strategy']),
  ).toEqual([[{ key: 'store', value: 'one', ...names }], null])
})

test('of a closing from before closings were recorded its reversal is told as the first version', async () => {
  const business = await scene.booksOf([sale(5)])
  const [made] = (await closeRetainedEarnings(ledger, fresh(business), asked())).data ?? []
  // As a release that records no closings leaves it.
  for (const statement of [
    'UPDATE closing_actions SET version = 0 WHERE',
    `DELETE FROM event_queue WHERE aggregate_type = 'closing_action' AND`,
  ])
    await admin.query(`${statement} business_id = $1`, [business.businessId])
  await reverseClosing(ledger, fresh(business), { closingId: made?.id ?? '', memo: null })
  expect((await told(business.businessId)).at(-1)).toMatchObject({
    type: 'pacioli.closing_action.reversed.v1',
    data: { id: made?.id, version: 1, reversed_at: expect.any(String) },
  })
})
