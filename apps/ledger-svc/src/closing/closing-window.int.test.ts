/** Where a closing begins, and what it leaves out. */
import type { BusinessWrite } from '@pacioli/rpc'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadBusiness } from '../businesses/business.store.ts'
import { activationOf } from '../businesses/business.ts'
import { openTestBusiness, startTestLedger, type TestLedger } from '../ledger.test-helpers.ts'
import { violations } from '../tags/tags.test-helpers.ts'
import { closeRetainedEarnings, previewClosing, updateBusiness } from '../use-cases.test-helpers.ts'
import { asked, fresh, posting, refusalOf, reversal, sale, Scene, type Post } from './closing.test-helpers.ts'

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

const day = (text: string): Date => new Date(`${text}T12:00:00.000Z`)
let keys = 0
const post = (business: BusinessWrite, ...posts: Post[]) =>
  scene.post(
    business,
    posts.map((one) => posting(`k${(keys += 1)}`, one)),
  )
const activationIn = async (business: BusinessWrite): Promise<string> =>
  activationOf(await ledger.db.transact(business, (tx) => loadBusiness(tx, business))).toISOString()
const close = (business: BusinessWrite, more: Parameters<typeof asked>[0] = {}) =>
  closeRetainedEarnings(ledger, fresh(business), asked(more))
const preview = (business: BusinessWrite, more: Parameters<typeof asked>[0] = {}) =>
  previewClosing(ledger, fresh(business), asked(more))

describe('without an activation given', () => {
  test('the books begin with the earlier of the creation and the first entry that closes nothing', async () => {
    const business = await openTestBusiness(ledger)
    const created = await activationIn(business)
    await post(business, sale(5, { at: new Date('2100-01-01T00:00:00Z') }))
    expect(await activationIn(business)).toBe(created)
    await post(business, sale(5, { at: day('2023-03-01') }), sale(5, { at: day('2022-02-02') }))
    await post(business, sale(5, { at: day('2024-01-01') }))
    expect(await activationIn(business)).toBe('2022-02-02T12:00:00.000Z')
    expect(await violations(admin, business)).toEqual([])
  })

  test('the window begins there, and a longer one contains what was closed before earlier entries came', async () => {
    const business = await openTestBusiness(ledger)
    await post(business, sale(5, { at: day('2025-05-05') }))
    const window = { starts_at: '2025-05-05T12:00:00.000Z', closes_at: '2025-12-31T23:59:59.999Z' }
    const previewed = await preview(business)
    expect(previewed).toMatchObject({ window, data: [window] })
    expect(previewed.left_out).toBeUndefined()
    expect(await close(business)).toMatchObject({ window, data: [window] })
    expect(await close(business)).toEqual({ window, data: [] })
    await post(business, sale(7, { at: day('2023-01-01') }))
    expect((await close(business)).data?.[0]).toMatchObject({
      starts_at: '2023-01-01T12:00:00.000Z',
      primary_entry: { line_items: [{ amount: 7 }, { amount: 7 }] },
    })
  })

  test('earlier entries that come at once keep the earliest', async () => {
    const business = await openTestBusiness(ledger)
    const days = Array.from({ length: 12 }, (_, index) => day(`2020-01-${String(index + 10)}`))
    await Promise.all(days.map((at) => post(business, sale(1, { at }))))
    expect(await activationIn(business)).toBe('2020-01-10T12:00:00.000Z')
    expect(await violations(admin, business)).toEqual([])
  })

  test('the first entry is found where it is older than its column', async () => {
    const business = await openTestBusiness(ledger)
    await post(business, sale(1, { at: day('2019-01-01') }))
    await admin.query('UPDATE businesses SET first_entry_at = NULL, activation_given = NULL WHERE id = $1', [
      business.businessId,
    ])
    await post(business, sale(1, { at: day('2021-01-01') }))
    expect(await activationIn(business)).toBe('2019-01-01T12:00:00.000Z')
  })
})

describe('an activation that the client gave', () => {
  test('stays, whatever is posted before it; given later, it stays from then on', async () => {
    const given = '2024-01-01T00:00:00.000Z'
    const business = await openTestBusiness(ledger, { activation_at: given })
    await post(business, sale(1, { at: day('2020-01-01') }))
    expect(await activationIn(business)).toBe(given)
    const other = await openTestBusiness(ledger)
    const created = await activationIn(other)
    await updateBusiness(ledger, fresh(other), { activation_at: created, cleared: [] })
    await post(other, sale(1, { at: day('2020-01-01') }))
    expect(await activationIn(other)).toBe(created)
  })

  test.each([null, false])('is one that differs from the creation where it is kept as %s', async (kept) => {
    const business = await openTestBusiness(ledger)
    const given = '2024-01-01T00:00:00.000Z'
    await admin.query('UPDATE businesses SET activation_at = $2, activation_given = $3 WHERE id = $1', [
      business.businessId,
      given,
      kept,
    ])
    await post(business, sale(1, { at: day('2020-01-01') }))
    expect(await activationIn(business)).toBe(given)
  })
})

describe('what a closing leaves out', () => {
  const start = new Date('2025-01-01T00:00:00.000Z')
  const before = start.toISOString()
  const earlier = [
    sale(40, { at: new Date('2024-12-31T23:59:59.999Z'), basis: 'ACCRUAL' }),
    sale(9, { at: day('2024-06-01'), debit: 'COGS', credit: 'CASH', basis: 'CASH' }),
  ]
  const leftOut = { before, accrual: { revenue: 40, expense: 0 }, cash: { revenue: 0, expense: 9 } }

  test('is told by basis, by preview and closing, whether anything is closed or not', async () => {
    const business = await openTestBusiness(ledger, { activation_at: before })
    await post(business, ...earlier)
    expect(await close(business)).toMatchObject({ data: [], left_out: leftOut })
    await post(business, sale(5, { at: start }))
    expect(await preview(business)).toMatchObject({ data: [{}], left_out: leftOut })
    expect(await close(business)).toMatchObject({ data: [{}], left_out: leftOut })
    const none = await preview(business, { through: { year: 2024 } })
    expect(none).toMatchObject({ data: [], left_out: leftOut })
    expect(none.window).toBeUndefined()
    expect((await close(business, { startsAt: day('2024-01-01') })).left_out).toBeUndefined()
    expect(await refusalOf(close(business))).toEqual(['ClosingOverlap', 'ledger_activity_start_timestamp'])
  })

  test('is nothing once it was reversed, and revenue that expense evens out is still there', async () => {
    const business = await openTestBusiness(ledger, { activation_at: before })
    await scene.post(business, [posting('a', earlier[0]!)])
    await scene.post(business, [reversal('b', 'a')])
    expect((await preview(business)).left_out).toBeUndefined()
    const evened = { at: day('2024-02-02') }
    await post(business, sale(3, evened), sale(3, { ...evened, debit: 'COGS', credit: 'CASH' }))
    const both = { revenue: 3, expense: 3 }
    expect((await preview(business)).left_out).toEqual({ before, accrual: both, cash: both })
    expect(await close(business, { through: { year: 2024 }, startsAt: day('2024-01-01') })).toMatchObject({
      data: [{}],
    })
    expect((await preview(business)).left_out).toBeUndefined()
  })

  test('refuses no closing where it is more than a number holds, and is then not told as one', async () => {
    const business = await openTestBusiness(ledger, { activation_at: before })
    const most = Number.MAX_SAFE_INTEGER
    await post(
      business,
      sale(most, { at: day('2024-02-02') }),
      sale(1, { at: day('2024-02-03'), debit: 'INVENTORY', credit: 'SALES_DISCOUNTS' }),
      sale(5, { at: start, debit: 'COGS', credit: 'INVENTORY' }),
    )
    const beyond = { revenue: undefined, expense: 0 }
    const expected = { data: [{}], left_out: { before, accrual: beyond, cash: beyond } }
    expect(await preview(business)).toMatchObject(expected)
    expect(await close(business)).toMatchObject(expected)
  })
})
