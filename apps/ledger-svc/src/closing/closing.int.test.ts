/** Closings of random books, against an oracle that reads only the lines. */
import { endOfDay } from '@pacioli/calendar'
import type { ClosingAction, LedgerEntry } from '@pacioli/protos/ledger'
import fc from 'fast-check'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestBusiness, startTestLedger, type TestLedger } from '../ledger.test-helpers.ts'
import { violations } from '../tags/tags.test-helpers.ts'
import type { ClosingRequest } from './closing.ts'
import {
  ACTIVATION,
  asked,
  DIMENSIONS,
  fresh,
  posting,
  refusalOf,
  reversal,
  sale,
  Scene,
  tag,
  type Tags,
} from './closing.test-helpers.ts'
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

/** What is posted, without the ids and the time of recording. */
const bare = (entry: LedgerEntry | null | undefined) => ({
  type: entry?.entry_type,
  basis: entry?.basis,
  at: entry?.entry_at,
  memo: entry?.memo,
  metadata: entry?.metadata,
  reference: entry?.reference_number,
  source: entry?.source_type,
  tags: entry?.transaction_tags?.map(({ key, value }) => `${key}=${value}`),
  lines: entry?.line_items?.map((line) => [
    line.account?.name,
    line.direction,
    line.amount,
    line.transaction_tags?.map(({ key, value }) => `${key}=${value}`).join(' '),
  ]),
})

const bareOf = (closing: Pick<ClosingAction, 'primary_entry' | 'secondary_entries' | 'closing_action'>) => ({
  asked: closing.closing_action,
  entries: [closing.primary_entry, ...(closing.secondary_entries ?? [])].map(bare),
})

const MOMENTS = ['2025-01-15T18:00:00Z', '2025-02-01T00:00:00Z', '2025-06-30T23:30:00Z', '2025-12-01T00:00:00Z']
const EDGES = ['start', 'close'] as const
const ACCOUNTS = ['SALES', 'COGS', 'OLD_COSTS', 'CASH', 'BANK_ACCOUNTS']

const step = fc.record({
  moment: fc.oneof(
    fc.constantFrom(...MOMENTS),
    fc.tuple(fc.constantFrom(...EDGES), fc.constantFrom(-3_600_000, -1, 0, 1, 3_600_000)),
  ),
  basis: fc.constantFrom('ACCRUAL', 'CASH', 'BOTH'),
  debit: fc.constantFrom(...ACCOUNTS),
  credit: fc.constantFrom(...ACCOUNTS),
  amount: fc.integer({ min: 1, max: 4 }),
  store: fc.option(fc.constantFrom(...DIMENSIONS.store)),
  team: fc.option(fc.constantFrom(...DIMENSIONS.team)),
  note: fc.option(fc.constantFrom(...DIMENSIONS.note)),
  reversed: fc.boolean(),
})

const overrides: (Tags | null)[] = [
  null,
  null,
  [],
  tag('store', 'one'),
  [...tag('store', 'one'), ...tag('store', 'two')],
  [...tag('team', 'red'), ...tag('store', 'one')],
  tag('note', 'x'),
]

const scenario = fc.record({
  steps: fc.array(step, { minLength: 6, maxLength: 25, size: 'max' }),
  zone: fc.constantFrom('UTC', 'America/New_York', 'Pacific/Kiritimati'),
  balancing: fc.integer({ min: 0, max: 2 }),
  override: fc.constantFrom(...overrides),
  startsAt: fc.option(fc.constantFrom(new Date('2025-02-01T00:00:00.000Z'), new Date('2025-06-30T23:30:00.000Z'))),
  through: fc.constantFrom<ClosingRequest['through']>({ year: 2025 }, { effectiveDate: '2025-07-01' }),
})

test('any books are closed as previewed, to zero and once, and a reversal restores them', async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async ({ steps, zone, balancing, override, startsAt, through }) => {
      const business = await openTestBusiness(ledger, { time_zone: zone })
      const { businessId } = business
      await admin.query('UPDATE businesses SET activation_at = $2, activation_given = true WHERE id = $1', [
        businessId,
        ACTIVATION,
      ])
      await admin.query(
        `INSERT INTO accounts (business_id, id, name, stable_name, normality, account_type, account_subtype, created_at, updated_at)
         VALUES ($1, $2, 'Old costs', 'OLD_COSTS', 'DEBIT', 'EXPENSE', 'COGS', now(), now())`,
        [businessId, ledger.newId()],
      )
      await scene.defineTags(business, balancing)
      const from = startsAt ?? ACTIVATION
      const close = endOfDay('year' in through ? '2025-12-31' : through.effectiveDate, zone)
      const timeOf = (moment: (typeof steps)[number]['moment']): Date =>
        typeof moment === 'string'
          ? new Date(moment)
          : new Date((moment[0] === 'start' ? from : close).getTime() + moment[1])
      await scene.post(
        business,
        steps.map(({ moment, store, team, note, ...one }, index) =>
          posting(`p${index}`, {
            ...one,
            at: timeOf(moment),
            tags: [...tag('store', store), ...tag('team', team)],
            note: tag('note', note),
          }),
        ),
      )
      const undone = steps.flatMap((one, index) => (one.reversed ? [reversal(`r${index}`, `p${index}`)] : []))
      if (undone.length > 0) await scene.post(business, undone)
      await admin.query(
        `UPDATE accounts SET archived_at = now(), archived_epoch = 1 WHERE business_id = $1 AND name = 'Old costs'`,
        [businessId],
      )
      await admin.query(
        `UPDATE tag_definitions SET archived_at = now(), archived_epoch = 1 WHERE business_id = $1 AND value = 'one'`,
        [businessId],
      )

      const request = asked({ through, startsAt, override, memo: 'm', metadata: '{"a":1}', referenceNumber: 'r' })
      const names = Object.keys(DIMENSIONS).filter(
        (key, index) => index < balancing || override?.some((one) => one.key === key),
      )
      const left = () =>
        scene.oracle(business, {
          from,
          through: close,
          types: ['REVENUE', 'EXPENSE'],
          override: override ?? [],
          dimensions: names,
        })
      const before = await scene.oracle(business)
      const open = await left()

      const preview = await previewClosing(ledger, business, request)
      const closed = (await closeRetainedEarnings(ledger, fresh(business), request)).data ?? []
      expect(closed.map(bareOf)).toEqual((preview.data ?? []).map(bareOf))
      expect(closed.length > 0).toBe(Object.keys(open).length > 0)
      expect(await left()).toEqual({})

      const net = (books: string): number =>
        Object.entries(open).reduce((sum, [key, value]) => (key.startsWith(books) ? sum + value : sum), 0)
      const after = await scene.oracle(business)
      for (const books of ['ACCRUAL', 'CASH']) expect(after[`${books} RETAINED_EARNINGS`] ?? 0).toBe(net(books))
      const bases = closed.map(({ primary_entry, secondary_entries }) =>
        [primary_entry, ...(secondary_entries ?? [])].map((entry) => entry?.basis).join(),
      )
      for (const one of bases) expect(['BOTH', 'ACCRUAL', 'CASH', 'ACCRUAL,CASH']).toContain(one)
      if (override !== null) expect(closed.length).toBeLessThanOrEqual(1)
      else
        for (const { primary_entry } of closed)
          for (const line of primary_entry?.line_items ?? [])
            expect(line.transaction_tags?.map((one) => one.value)).toEqual(
              primary_entry?.transaction_tags?.map((one) => one.value),
            )

      expect((await closeRetainedEarnings(ledger, fresh(business), request)).data).toEqual([])
      for (const { id } of closed) {
        const answer = await reverseClosing(ledger, fresh(business), { closingId: id ?? '', memo: null })
        expect(answer.created).toBe(true)
      }
      expect(await scene.oracle(business)).toEqual(before)
      const again = await closeRetainedEarnings(ledger, fresh(business), request)
      expect((again.data ?? []).map(bareOf)).toEqual(closed.map(bareOf))
      // Of reversed and of standing closings.
      expect(await violations(admin, business)).toEqual([])
    }),
    { numRuns: 4 },
  )
}, 300_000)

test('closings one after the other, however they are narrowed, close nothing twice', async () => {
  const series = fc.record({
    sales: fc.array(
      fc.record({
        store: fc.option(fc.constantFrom(...DIMENSIONS.store)),
        team: fc.option(fc.constantFrom(...DIMENSIONS.team)),
        note: fc.option(fc.constantFrom(...DIMENSIONS.note)),
        amount: fc.integer({ min: 1, max: 9 }),
      }),
      { minLength: 3, maxLength: 6 },
    ),
    balancing: fc.integer({ min: 0, max: 2 }),
    overrides: fc.array(
      fc.oneof(
        fc.constantFrom(...overrides),
        fc
          .record({ store: fc.constantFrom(...DIMENSIONS.store, null), note: fc.constantFrom(...DIMENSIONS.note) })
          .map(({ store, note }) => [...tag('store', store), ...tag('note', note)]),
      ),
      { minLength: 2, maxLength: 5 },
    ),
  })
  await fc.assert(
    fc.asyncProperty(series, async ({ sales, balancing, overrides: asks }) => {
      const business = await scene.booksOf(
        sales.map(({ store, team, note, amount }) =>
          sale(amount, { tags: [...tag('store', store), ...tag('team', team), ...tag('note', note)] }),
        ),
        balancing,
      )
      const all = sales.reduce((sum, { amount }) => sum + amount, 0)
      for (const override of [...asks, null]) {
        const refused = await refusalOf(closeRetainedEarnings(ledger, fresh(business), asked({ override })))
        if (refused) expect(refused).toEqual(['ClosingOverlap', 'override_default_tagging_strategy'])
        const { 'ACCRUAL SALES': open = 0, 'ACCRUAL RETAINED_EARNINGS': earned = 0 } = await scene.oracle(business)
        expect(open).toBeLessThanOrEqual(0)
        expect(open + earned).toBe(-all)
      }
      expect(await scene.oracle(business, { types: ['REVENUE', 'EXPENSE'] })).toEqual({})
      expect(await violations(admin, business)).toEqual([])
    }),
    { numRuns: 4 },
  )
}, 120_000)
