/** Concurrent requests on the same documents: a legal state, and books that agree with it. */
import { Database } from '@pacioli/db'
import { deadlocksIn } from '@pacioli/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestBilling, type TestBilling } from '../testing/billing.test-helpers.ts'
import { changeOf, line, makeBill, named, openPayables, type TestPayables } from '../testing/bills.test-helpers.ts'
import { checkBusiness } from '../checking/check-business.ts'
import { changesOn } from '../testing/ledger.test-helpers.ts'
import { creditAllocationOf, creditLine, makeCredit } from '../testing/vendor-credits.test-helpers.ts'
import { allocationOf, makePayment, payBill } from '../testing/bill-payments.test-helpers.ts'
import { comparedBooks, raceVoidsAndPayments, refusalsAmong } from '../testing/races.test-helpers.ts'
import {
  allocateBillPayment,
  allocateVendorCredit,
  applyTags,
  deleteBillPayment,
  deleteVendorCredit,
  getBill,
  getVendorCredit,
  removeAllocation,
  removeTags,
  updateBill,
  voidBill,
} from '../testing/use-cases.test-helpers.ts'

let billing: TestBilling
let admin: Database
let of: TestPayables
beforeAll(async () => {
  // One connection per request, so that requests waiting for a bill wait for nothing else.
  billing = await startTestBilling({ poolSize: 24 })
  admin = new Database({ url: billing.adminUrl, applicationName: 'test admin', poolSize: 1 })
  of = await openPayables(billing)
})
afterAll(async () => {
  const { books, documents } = await comparedBooks(billing, of)
  expect(books).toEqual(documents)
  expect(await checkBusiness(billing, of.request)).toEqual([])
  expect(billing.refusedPostings).toEqual([])
  await admin.close()
  await billing.stop()
})

const billNow = async ({ id }: { id: string }) => (await getBill(billing, of.request, id)).data
const countOf = (refusals: readonly unknown[], name: unknown): number => refusals.filter((one) => one === name).length

test('five partial payments of one bill pay it to the cent and no further', async () => {
  const accounts = ['ACCOUNTS_PAYABLE', 'OUTGOING_PAYMENT_CLEARING_ACCOUNT', 'OPERATING_EXPENSES', 'COGS']
  const changes = await changesOn(billing, of, accounts)
  const bill = await makeBill(billing, of, {
    line_items: [line(11), line(9, { account_identifier: named('COGS') }), line(3)],
    additional_discount: 3,
  })
  const refusals = await refusalsAmong(Array.from({ length: 5 }, () => payBill(billing, of, bill, 5)))
  expect([countOf(refusals, undefined), countOf(refusals, 'OverAllocated')]).toEqual([4, 1])
  const paid = await billNow(bill)
  expect(paid).toMatchObject({ status: 'PAID', outstanding_balance: 0 })
  expect(paid?.payment_allocations).toHaveLength(4)
  expect(await changes()).toEqual({
    ACCOUNTS_PAYABLE: [0, 0],
    OUTGOING_PAYMENT_CLEARING_ACCOUNT: [20, 20],
    OPERATING_EXPENSES: [14, 14],
    COGS: [9, 9],
  })
})

test('a bill is paid or voided, never both', async () => {
  const { paid, voided } = await raceVoidsAndPayments(billing, of, 2)
  expect(paid + voided).toBe(2)
})

test('a payment that is deleted while it is being allocated ends without allocations', async () => {
  for (let round = 0; round < 2; round++) {
    const [bill, payment] = [await makeBill(billing, of), await makePayment(billing, of)]
    const refusals = await refusalsAmong([
      allocateBillPayment(billing, of.request, allocationOf(payment, { bill_id: bill.id, amount: 60 })),
      deleteBillPayment(billing, of.request, payment.id),
      allocateBillPayment(billing, of.request, allocationOf(payment, { bill_id: bill.id, amount: 60 })),
    ])
    expect(refusals[1]).toBeUndefined()
    for (const one of [refusals[0], refusals[2]]) expect([undefined, 'DocumentDeleted', 'OverAllocated']).toContain(one)
    expect(await billNow(bill)).toMatchObject({ status: 'RECEIVED', outstanding_balance: 100 })
  }
})

test('of a credit and a payment that do not both fit on a bill, one is allocated', async () => {
  for (let round = 0; round < 2; round++) {
    const bill = await makeBill(billing, of)
    const credit = await makeCredit(billing, of, { line_items: [creditLine(60)] })
    const acts = [
      () => allocateVendorCredit(billing, of.request, creditAllocationOf(credit, { bill_id: bill.id, amount: 60 })),
      () => payBill(billing, of, bill, 60),
    ]
    const refusals = await refusalsAmong((round % 2 ? acts : acts.toReversed()).map((act) => act()))
    expect(refusals.toSorted()).toEqual(['OverAllocated', undefined])
    expect(await billNow(bill)).toMatchObject({ status: 'PARTIALLY_PAID', outstanding_balance: 40 })
  }
})

/** Refusals that concurrent requests may get. */
const LEGAL = new Set([
  'OverAllocated',
  'BillHasPayments',
  'BillVoided',
  'DocumentDeleted',
  'DuplicateTagDimension',
  'VersionConflict',
])

test('fourteen clients that do everything concurrently never deadlock, and leave books that agree', async () => {
  const { request } = of
  const before = await deadlocksIn(admin)
  const bills = await Promise.all([1, 2, 3, 4].map(() => makeBill(billing, of, { line_items: [line(300), line(99)] })))
  const payments = await Promise.all([1, 2, 3].map(() => makePayment(billing, of, { amount: 500 })))
  const credits = await Promise.all([1, 2].map(() => makeCredit(billing, of, { line_items: [creditLine(200)] })))
  const any = <One>(list: readonly One[], n: number): One => list[n % list.length] as One
  const tags = (entity_type: string, ids: readonly string[], n: number) => ({
    entity_type,
    entity_ids: n % 2 ? [...ids] : ids.toReversed(),
    key_values: [{ key: 'area', value: n % 3 ? 'north' : 'south' }],
  })
  const ids = (documents: readonly { id: string }[]) => documents.map(({ id }) => id)
  const acts: ((n: number) => Promise<unknown>)[] = [
    (n) => payBill(billing, of, any(bills, n), 1 + (n % 40)),
    (n) =>
      makePayment(billing, of, {
        amount: 60,
        allocations: (n % 2 ? bills : bills.toReversed()).map(({ id }) => ({ bill_id: id, amount: 5 + (n % 7) })),
      }),
    (n) =>
      allocateBillPayment(
        billing,
        request,
        allocationOf(any(payments, n), { bill_id: any(bills, n + 1).id, amount: 1 + (n % 30) }),
      ),
    async (n) => deleteBillPayment(billing, request, (await payBill(billing, of, any(bills, n), 3)).id),
    (n) => deleteBillPayment(billing, request, any(payments, n).id),
    (n) =>
      allocateVendorCredit(
        billing,
        request,
        creditAllocationOf(any(credits, n), { bill_id: any(bills, n).id, amount: 1 + (n % 20) }),
      ),
    async (n) => {
      const { data } = await getVendorCredit(billing, request, any(credits, n).id)
      for (const { id = '' } of data?.allocations ?? []) await removeAllocation(billing, request, id)
    },
    (n) =>
      makeCredit(billing, of, {
        allocations: (n % 2 ? bills : bills.toReversed()).map(({ id }) => ({ bill_id: id, amount: 2 })),
      }),
    (n) => deleteVendorCredit(billing, request, any(credits, n).id),
    (n) =>
      updateBill(
        billing,
        request,
        changeOf(any(bills, n), {
          line_items: { items: [line(250 + (n % 100)), line(120, { account_identifier: named('COGS') })] },
        }),
      ),
    (n) => applyTags(billing, request, tags('BILL', ids(bills), n)),
    (n) => removeTags(billing, request, tags('BILL_PAYMENT', ids(payments), n)),
    (n) => applyTags(billing, request, tags('BILL_PAYMENT', ids(payments), n)),
    (n) => applyTags(billing, request, tags('VENDOR_CREDIT', ids(credits), n)),
    (n) => voidBill(billing, request, any(bills, n).id),
  ]
  // Each act once, on different documents.
  const refusals = await refusalsAmong(acts.map((_, n) => any(acts, n * 5)(n * 11)))
  expect(refusals.filter((one) => one !== undefined && !LEGAL.has(one))).toEqual([])
  expect((await deadlocksIn(admin)) - before).toBe(0)
})
