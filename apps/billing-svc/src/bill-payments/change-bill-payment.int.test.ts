/** Changes of bill payments: allocated later, deleted; with a real ledger. */
import { refused } from '@pacioli/errors'
import { lockWaits } from '@pacioli/testing'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { requestFor, startTestBilling, type TestBilling } from '../testing/billing.test-helpers.ts'
import { makeBill, openPayables, refusals, type TestPayables } from '../testing/bills.test-helpers.ts'
import { postedOf } from '../testing/books.test-helpers.ts'
import { lockBills } from '../payables/bill.store.ts'
import { checkBusiness } from '../checking/check-business.ts'
import { announced, changesOn, closeBooks, standingEntries } from '../testing/ledger.test-helpers.ts'
import { allocateLater, allocationOf, makePayment, payBill } from '../testing/bill-payments.test-helpers.ts'
import { allocateBillPayment, deleteBillPayment, getBill, getBillPayment } from '../testing/use-cases.test-helpers.ts'

let billing: TestBilling
let payables: TestPayables
/** Its books are closed at the end. */
let neighbour: TestPayables
beforeAll(async () => {
  billing = await startTestBilling()
  payables = await openPayables(billing)
  neighbour = await openPayables(billing)
})
afterAll(async () => {
  for (const { request } of [payables, neighbour]) expect(await checkBusiness(billing, request)).toEqual([])
  expect(billing.refusedPostings).toEqual([])
  await billing.stop()
})
afterEach(() => {
  billing.bankingPeer.fault = undefined
  billing.bankingPeer.matched.clear()
})

const LATER = '2026-01-25T12:00:00.000Z'

const bill = (given?: Parameters<typeof makeBill>[2], of: TestPayables = payables) => makeBill(billing, of, given)
const billNow = async ({ id }: { id: string }, of: TestPayables = payables) =>
  (await getBill(billing, of.request, id)).data
const entries = ({ id }: { id: string }, of: TestPayables = payables) => standingEntries(billing, of.request, id)
const remove = ({ id }: { id: string }, of: TestPayables = payables) => deleteBillPayment(billing, of.request, id)

describe('the remainder of a payment', () => {
  const allocate = (payment: { id: string }, given: Parameters<typeof allocationOf>[1], of: TestPayables = payables) =>
    allocateBillPayment(billing, of.request, allocationOf(payment, given))

  test('is allocated although an entry of the payment says what it should not: that is posted anew, under its tags', async () => {
    const tags = [
      { key: 'site', value: 'north' },
      { key: 'crew', value: 'one' },
    ]
    const [first, second] = [await bill({ tags }), await bill({})]
    const payment = await payBill(billing, payables, first, 60, { amount: 100 })
    const stood = await entries(payment)
    await billing.db.transact(payables.request, (tx) =>
      tx.rows(`UPDATE standing_entries SET digest = 'other' WHERE source_id = $1`, [payment.id]),
    )
    const { data } = await allocate(payment, { bill_id: second.id, amount: 40, allocated_at: LATER })
    expect(data).toMatchObject({ unallocated_amount: 0 })
    const stands = await entries(payment)
    expect(stands).toHaveLength(4)
    expect(stands).toEqual(expect.arrayContaining(stood))
  })

  test('is allocated to a bill later, out of the prepayment; the payment itself is not reposted', async () => {
    const [first, second] = [await bill({}), await bill({ external_id: 'second' })]
    const payment = await payBill(billing, payables, first, 60, { amount: 100, memo: 'run' })
    const posted = await entries(payment)
    const { data, posting, created } = await allocate(payment, {
      bill_external_id: 'second',
      amount: 25,
      memo: 'the second',
      allocated_at: LATER,
    })
    expect({ posting, created }).toEqual({ posting: 'posted', created: true })
    expect(data).toMatchObject({
      unallocated_amount: 15,
      allocations: [
        { bill_id: first.id, amount: 60 },
        { bill_id: second.id, amount: 25, memo: 'the second', allocated_at: LATER },
      ],
    })
    expect((await getBillPayment(billing, payables.request, payment.id)).data).toEqual(data)
    const later = [
      { basis: 'ACCRUAL', at: LATER, lines: ['Cr VENDOR_PREPAYMENTS 25', 'Dr ACCOUNTS_PAYABLE 25'] },
      { basis: 'CASH', at: LATER, lines: ['Cr VENDOR_PREPAYMENTS 25', 'Dr OPERATING_EXPENSES 25'] },
    ]
    const stands = await entries(payment)
    expect(stands).toHaveLength(4)
    expect(stands).toEqual(expect.arrayContaining([...posted, ...later]))
    expect(await billNow(second)).toMatchObject({
      status: 'PARTIALLY_PAID',
      outstanding_balance: 75,
      payment_allocations: [{ amount: 25, allocated_at: LATER, payment: { unallocated_amount: 15 } }],
    })
    expect(
      (await announced(billing, payment.id)).map(({ data: { version, unallocated_amount } }) => [
        version,
        unallocated_amount,
      ]),
    ).toEqual([
      [1, 40],
      [2, 15],
    ])
    expect(
      (await announced(billing, second.id)).map(({ data: { version, outstanding_balance } }) => [
        version,
        outstanding_balance,
      ]),
    ).toEqual([
      [1, 100],
      [2, 75],
    ])
    // It may go to a bill that it is allocated to already; a match keeps the parts of its creation.
    await allocateLater(billing, payables, payment, { bill_id: first.id, amount: 15 })
    expect(await billNow(first)).toMatchObject({
      outstanding_balance: 25,
      payment_allocations: [{ amount: 60 }, { amount: 15 }],
    })
    for (const { data: announcedOf } of await announced(billing, payment.id))
      expect(announcedOf.match_candidate).toMatchObject({ allocations: [{ amount: 60 }, { amount: 40 }] })
  })

  test('is allocated now by default, not on a day before it was paid, and not beyond the unallocated amount', async () => {
    const future = new Date(Date.now() + 86_400_000).toISOString()
    const [now, later] = [
      await makePayment(billing, payables),
      await makePayment(billing, payables, { paid_at: future }),
    ]
    const owed = await bill()
    const at = async (payment: { id: string }) => {
      const { data } = await allocate(payment, { bill_id: owed.id, amount: 1 })
      return data?.allocations?.[0]?.allocated_at ?? ''
    }
    expect(Math.abs(Date.parse(await at(now)) - Date.now())).toBeLessThan(30_000)
    expect(await at(later)).toBe(future)
    const refusedAt = (allocated_at: string, amount = 1) =>
      refusals(allocate(now, { bill_id: owed.id, amount, allocated_at }))
    expect(await refusedAt('2026-01-19T23:59:59.999Z')).toEqual([['DatedTooEarly', 'allocated_at']])
    expect(await refusedAt('2026-01-20')).toEqual([['InvalidPayload', 'allocated_at']])
    expect(await refusedAt('2026-01-20T12:00:00Z', 99)).toEqual([['OverAllocated', 'amount']])
    // It was paid at noon: the same day passes.
    expect(await refusedAt('2026-01-20T00:00:00Z', 98)).toBe('done')
  })

  test('is refused to an invalid bill', async () => {
    const payment = await makePayment(billing, payables)
    const to = (given: Parameters<typeof allocationOf>[1]) => refusals(allocate(payment, { amount: 1, ...given }))
    const foreign = await bill({}, neighbour)
    expect(await to({ bill_external_id: 'unknown' })).toEqual([['BillNotFound', 'bill_external_id']])
    expect(await to({ bill_id: foreign.id })).toEqual([['BillNotFound', 'bill_id']])
    expect(await to({})).toEqual([['InvalidPayload', 'bill_id']])
    expect(await to({ bill_id: foreign.id, amount: 0 })).toEqual([['InvalidPayload', 'amount']])
    expect(await refusals(allocate({ id: randomUUID() }, { bill_id: foreign.id, amount: 1 }))).toEqual([
      ['BillPaymentNotFound', 'paymentId'],
    ])
    expect(await refusals(allocate(payment, { bill_id: foreign.id, amount: 1 }, neighbour))).toEqual([
      ['BillPaymentNotFound', 'paymentId'],
    ])
    const { allocation: _, ...nothing } = allocationOf(payment, {})
    expect(await refusals(allocateBillPayment(billing, payables.request, { ...nothing, allocation: null }))).toEqual([
      ['InvalidPayload', 'amount'],
    ])
  })

  test('is refused in a closed period, and where the payment is deleted, which is reversed at the first open instant', async () => {
    const owed = await bill({}, neighbour)
    const payment = await makePayment(billing, neighbour)
    await closeBooks(billing, neighbour.request, '2026-01-31T23:59:59.999Z')
    const at = (allocated_at: string) =>
      refusals(allocate(payment, { bill_id: owed.id, amount: 1, allocated_at }, neighbour))
    expect(await at('2026-01-31T23:59:59.999Z')).toEqual([['PeriodClosed', 'allocated_at']])
    expect(await at('2026-02-01T00:00:00Z')).toBe('done')
    expect((await remove(payment, neighbour)).posting).toBe('posted')
    const titles = (await postedOf(billing, neighbour.request, payment.id)).map(([title]) => title)
    expect(titles.filter((title) => title.startsWith('reversal')).sort()).toEqual(
      ['ACCRUAL', 'ACCRUAL', 'CASH', 'CASH'].map((basis) => `reversal ${basis} 2026-02-01`),
    )
    expect(await at('2026-02-01T00:00:00Z')).toEqual([['DocumentDeleted', 'paymentId']])
  })
})

describe('a deleted payment', () => {
  test('is reversed once, and its bills are owed again', async () => {
    const changes = await changesOn(billing, payables, [
      'OUTGOING_PAYMENT_CLEARING_ACCOUNT',
      'VENDOR_PREPAYMENTS',
      'ACCOUNTS_PAYABLE',
      'OPERATING_EXPENSES',
    ])
    const [one, other] = [await bill({}), await bill({})]
    const payment = await payBill(billing, payables, one, 100, { amount: 150, external_id: 'to go' })
    await allocateLater(billing, payables, payment, { bill_id: other.id, amount: 20 })
    const { data, posting, created } = await remove(payment)
    expect({ posting, created }).toEqual({ posting: 'posted', created: false })
    expect(data).toMatchObject({
      id: payment.id,
      external_id: 'to go',
      amount: 150,
      unallocated_amount: 0,
      allocations: [],
    })
    expect(Date.parse(data?.deleted_at ?? '')).toBeGreaterThan(Date.now() - 60_000)
    expect(await entries(payment)).toEqual([])
    expect(await changes()).toEqual({
      OUTGOING_PAYMENT_CLEARING_ACCOUNT: [0, 0],
      VENDOR_PREPAYMENTS: [0, 0],
      ACCOUNTS_PAYABLE: [200, 0],
      OPERATING_EXPENSES: [200, 0],
    })
    for (const owed of [one, other])
      expect(await billNow(owed)).toMatchObject({
        status: 'RECEIVED',
        outstanding_balance: 100,
        payment_allocations: [],
      })
    expect((await announced(billing, payment.id)).at(-1)).toMatchObject({
      type: 'pacioli.bill_payment.deleted.v1',
      data: { version: 3, allocations: [], match_candidate: { is_open: false, amount: 150 } },
    })
    expect((await announced(billing, one.id)).map(({ data: { version, status } }) => [version, status])).toEqual([
      [1, 'RECEIVED'],
      [2, 'PAID'],
      [3, 'RECEIVED'],
    ])
    // A repeat gets the same answer.
    expect(await remove(payment)).toEqual({ data, posting, created })
    expect((await getBillPayment(billing, payables.request, payment.id)).data).toEqual(data)
    expect(await announced(billing, payment.id)).toHaveLength(3)
  })

  test('by two requests at once is taken off its bill once', async () => {
    const owed = await bill()
    const payment = await payBill(billing, payables, owed, 60)
    let removals: Promise<unknown> = Promise.resolve()
    await billing.db.transact(payables.request, async (tx) => {
      await lockBills(tx, [owed.id])
      removals = Promise.all([remove(payment), remove(payment)])
      await expect.poll(() => lockWaits(billing.relayDb)).toHaveLength(2)
    })
    await removals
    expect(await billNow(owed)).toMatchObject({ status: 'RECEIVED', outstanding_balance: 100 })
    expect((await announced(billing, owed.id)).map(({ data }) => data['version'])).toEqual([1, 2, 3])
    expect(await announced(billing, payment.id)).toHaveLength(2)
  })

  test('must not be matched; it stays while banking is unavailable', async () => {
    const owed = await bill()
    const payment = await payBill(billing, payables, owed, 100)
    const transactionId = randomUUID()
    billing.bankingPeer.matched.set(payment.id, { matchId: randomUUID(), transactionId })
    const error: unknown = await remove(payment).catch((reason: unknown) => reason)
    expect(error).toMatchObject({
      errorEnum: 'DocumentMatched',
      problems: [{ meta: { transaction_id: transactionId } }],
    })
    billing.bankingPeer.matched.clear()
    const keyed = () =>
      requestFor(payables.request.clientId, payables.request.businessId, { key: 'delete', requestHash: 'h' })
    const away = refused('ServiceUnavailable', 'away')
    billing.bankingPeer.fault = away
    expect(await refusals(deleteBillPayment(billing, keyed(), payment.id))).toEqual([['ServiceUnavailable', undefined]])
    expect(await billNow(owed)).toMatchObject({ status: 'PAID' })
    billing.bankingPeer.fault = undefined
    const deleted = await deleteBillPayment(billing, keyed(), payment.id)
    // A deleted payment is returned.
    billing.bankingPeer.fault = away
    expect(await deleteBillPayment(billing, keyed(), payment.id)).toEqual(deleted)
    expect(await remove(payment)).toEqual(deleted)
  })

  test('can be one whose posting the ledger refused', async () => {
    const of = await openPayables(billing)
    const owed = await bill({}, of)
    const payment = await payBill(billing, of, owed, 60, { amount: 100 })
    await billing.db.transact(of.request, (tx) =>
      billing.postingSession.stageAnyway(tx, of.request, { epoch: 1 }, [
        {
          postingKey: 'bad',
          source: { type: 'bill_payment', id: payment.id },
          entryAt: new Date(),
          reverses: 'nothing',
          agent: 'API',
        },
      ]),
    )
    expect(await billing.postingSession.deliver(of.request, [{ type: 'bill_payment', id: payment.id }])).toBe('failed')
    expect(billing.refusedPostings.splice(0)).toHaveLength(1)
    expect(
      await refusals(allocateBillPayment(billing, of.request, allocationOf(payment, { bill_id: owed.id, amount: 1 }))),
    ).toEqual([['PostingFailed', undefined]])
    const { data, posting } = await remove(payment, of)
    expect(data?.deleted_at).toBeDefined()
    expect(posting).toBe('failed')
  })
})
