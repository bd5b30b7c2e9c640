/** Refusals that all writers of payables share: each is called, and nothing is written. */
import type { Bill__Output, BillPayment__Output, VendorCredit__Output } from '@pacioli/protos/billing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allocationOf, makePayment, paymentInput } from '../testing/bill-payments.test-helpers.ts'
import { withoutHeadroom, startTestBilling, type TestBilling } from '../testing/billing.test-helpers.ts'
import {
  anotherVendor,
  billInput,
  changeOf,
  expenseInput,
  GOODS,
  line,
  makeBill,
  named,
  openPayables,
  type BillGiven,
  type TestPayables,
} from '../testing/bills.test-helpers.ts'
import { openAccount } from '../testing/books.test-helpers.ts'
import { creditAllocationOf, creditInput, makeCredit } from '../testing/vendor-credits.test-helpers.ts'
import { changeOf as vendorChange, vendorInput } from '../testing/vendors.test-helpers.ts'
import {
  allocateBillPayment,
  allocateVendorCredit,
  applyTags,
  createBill,
  createBillPayment,
  createBills,
  createExpense,
  createVendor,
  createVendorCredit,
  removeAllocation,
  removeTags,
  updateBill,
  updateVendor,
  voidBill,
} from '../testing/use-cases.test-helpers.ts'
import {
  archiveAccount,
  archiveTag,
  balancingDimension,
  closeBooks,
  failPostings,
} from '../testing/ledger.test-helpers.ts'
import { expectRefused, leavesUntouched, MAX, type Refusal } from '../testing/refused.test-helpers.ts'

let billing: TestBilling
let payables: TestPayables
let archivedVendor: string
/** The id of an archived account. */
let onClosed: Bill__Output
/** An archived tag. */
let carrying: Bill__Output
let voided: Bill__Output
let theirs: Bill__Output
let stuck: Bill__Output
let owed: Bill__Output

const tag = (key: string, value = 'one') => ({ key, value })
const gone = tag('old', 'gone')
const twice = [tag('place', 'a'), tag('place', 'b')]
const balancing = tag('fund', 'building')
const PAYROLL = named('PAYROLL')

beforeAll(async () => {
  billing = await startTestBilling()
  payables = await openPayables(billing)
  const { request } = payables
  const account = await openAccount(billing, request, { name: 'Closed', account_subtype: 'OTHER_EXPENSES' })
  const tags = [tag('shop')]
  const line_items = [line(100, { account_identifier: { type: 'AccountId', id: account } })]
  onClosed = await makeBill(billing, payables, { line_items, tags })
  await archiveAccount(billing, request, account)
  carrying = await makeBill(billing, payables, { tags: [...tags, gone] })
  await archiveTag(billing, request, carrying.transaction_tags.find(({ key }) => key === 'old')?.definition_id ?? '')
  await balancingDimension(billing, request, balancing.key)
  const archived = await anotherVendor(billing, payables)
  archivedVendor = archived.contactId
  await updateVendor(billing, request, vendorChange({ id: archivedVendor }, { status: 'ARCHIVED' }))
  theirs = await makeBill(billing, await anotherVendor(billing, payables))
  owed = await makeBill(billing, payables)
  voided = await makeBill(billing, payables)
  await voidBill(billing, request, voided.id)
  stuck = await makeBill(billing, payables, { tags })
  await failPostings(billing, request, stuck.id)
  await closeBooks(billing, request, '2025-12-31')
})
afterAll(async () => {
  expect(billing.refusedPostings).toEqual([])
  await billing.stop()
})

const here = () => ({ billing, request: payables.request })
const closedAccount = () => ({ type: 'AccountId', id: onClosed.line_items[0]?.ledger_account?.id ?? '' })

describe('a vendor is refused with', () => {
  leavesUntouched(here)

  const writers = {
    create: (tags: (typeof gone)[]) => createVendor(billing, payables.request, vendorInput({ tags })),
    update: (tags: (typeof gone)[]) =>
      updateVendor(billing, payables.request, vendorChange({ id: payables.contactId }, { tags: { items: tags } })),
  }

  test.each<[string, (typeof gone)[], Refusal]>([
    ['two values of a dimension', twice, ['DuplicateTagDimension', 'tags.1']],
    ['a value that is applied no more', [gone], ['TagValueArchived', 'tags.0']],
  ])('%s', (_what, tags, refusal) => expectRefused(writers, tags, refusal))
})

describe('a bill or an expense is refused with', () => {
  leavesUntouched(here)

  type Said = Pick<BillGiven, 'due_at' | 'line_items' | 'tags' | 'vendor_id' | 'additional_discount'>
  const writers = {
    create: (said: Said) => createBill(billing, payables.request, billInput(payables, said)),
    createMany: (said: Said) =>
      createBills(billing, payables.request, [billInput(payables), billInput(payables, said)]),
    spend: (said: Said) => createExpense(billing, payables.request, expenseInput(said)),
    update: ({ line_items, tags, ...said }: Said) =>
      updateBill(
        billing,
        payables.request,
        changeOf(owed, {
          ...said,
          ...(line_items ? { line_items: { items: line_items } } : {}),
          ...(tags ? { tags: { items: [...tags] } } : {}),
        }),
      ),
  }
  const item = (unit_price: number, more: Parameters<typeof line>[1] = {}): Said => ({
    line_items: [line(unit_price, more)],
  })
  const account = 'line_items.0.account_identifier'

  test.each<[string, () => Said, Refusal]>([
    [
      'an account that takes no postings',
      () => item(1, { account_identifier: closedAccount() }),
      ['AccountArchived', account],
    ],
    [
      'the account of payables',
      () => item(1, { account_identifier: named('ACCOUNTS_PAYABLE') }),
      ['ControlAccount', account],
    ],
    [
      'the account of receivables for prepayments',
      () => item(1, { prepayment_account_identifier: named('ACCOUNTS_RECEIVABLE') }),
      ['ControlAccount', 'line_items.0.prepayment_account_identifier'],
    ],
    ['no line item', () => ({ line_items: [] }), ['InvalidPayload', 'line_items']],
    [
      'a discount above its line item',
      () => ({ line_items: [line(1, { discount_amount: 2 }), line(1)] }),
      ['InvalidPayload', 'line_items.0.discount_amount'],
    ],
    ['a tax below zero', () => item(1, { taxes: { CA: -1 } }), ['InvalidPayload', 'line_items.0.sales_taxes.0.amount']],
    ['a total below zero', () => item(-1), ['NegativeTotal', 'line_items']],
    ['a discount above the total', () => ({ ...item(1), additional_discount: 2 }), ['NegativeTotal', 'line_items']],
    ['more than a number holds', () => item(MAX, { quantity: '2' }), ['AmountOutOfRange', 'line_items.0']],
    ['two values of a dimension', () => ({ tags: twice }), ['DuplicateTagDimension', 'tags.1']],
    [
      'two values of a dimension on a line item',
      () => item(1, { tags: twice }),
      ['DuplicateTagDimension', 'line_items.0.tags.1'],
    ],
    ['a value that is applied no more', () => ({ tags: [gone] }), ['TagValueArchived', 'tags.0']],
    [
      'a BALANCING tag on a line item',
      () => item(1, { tags: [balancing] }),
      ['BalancingTagViolation', 'line_items.0.tags.0'],
    ],
    ['an archived vendor', () => ({ vendor_id: archivedVendor }), ['VendorArchived', 'vendor_id']],
  ])('%s', (_what, said, refusal) => expectRefused(writers, said(), refusal))

  test('a due date before the day of its receipt; that day passes', async () => {
    const { spend: _, ...ofBills } = writers
    await expectRefused(ofBills, { due_at: '2026-01-09T23:59:59.999Z' }, ['DatedTooEarly', 'due_at'])
  })
})

test('a bill is due on the day of its receipt at the earliest, in the zone of the business', async () => {
  const { request } = payables
  // It is received at noon.
  const bill = await makeBill(billing, payables, { due_at: '2026-01-10T00:00:00Z' })
  const change = (to: Parameters<typeof changeOf>[1]) => updateBill(billing, request, changeOf(bill, to))
  await expectRefused({ change }, { received_at: '2026-01-11T00:00:00Z' }, ['DatedTooEarly', 'received_at'])
  await change({ received_at: '2026-01-11T00:00:00Z', due_at: '2026-01-12T00:00:00Z' })
  await change({ memo: 'as it is' })
})

type Allocated = { bill_id?: string; amount: number; tags?: (typeof gone)[] }

describe('a payment', () => {
  let payment: BillPayment__Output
  /** Each 100, with one line item of the largest amount. */
  let huge: Bill__Output[]
  beforeAll(async () => {
    payment = await makePayment(billing, payables, { amount: 500 })
    const lines = (one: typeof GOODS, other: typeof GOODS) => [
      line(MAX, { account_identifier: one }),
      line(100 - MAX, { account_identifier: other }),
    ]
    huge = [
      await makeBill(withoutHeadroom(billing), payables, { line_items: lines(GOODS, PAYROLL) }),
      await makeBill(withoutHeadroom(billing), payables, { line_items: lines(PAYROLL, GOODS) }),
    ]
  })
  const pay = (...allocations: Allocated[]) =>
    createBillPayment(
      billing,
      payables.request,
      paymentInput(payables, { vendor_id: payables.contactId, amount: 500, allocations }),
    )

  describe('is refused with', () => {
    leavesUntouched(here)

    const writers = {
      pay,
      allocate: (allocation: Allocated) =>
        allocateBillPayment(billing, payables.request, allocationOf(payment, allocation)),
    }

    test.each<[string, () => Allocated, Refusal]>([
      ['a bill of another vendor', () => ({ bill_id: theirs.id, amount: 1 }), ['VendorMismatch', 'bill_id']],
      ['a bill that is voided', () => ({ bill_id: voided.id, amount: 1 }), ['BillVoided', 'bill_id']],
      [
        'a bill on an account that takes no postings any more',
        () => ({ bill_id: onClosed.id, amount: 1 }),
        ['AccountArchived'],
      ],
      [
        'two values of a dimension',
        () => ({ bill_id: owed.id, amount: 1, tags: twice }),
        ['DuplicateTagDimension', 'tags.1'],
      ],
      [
        'a value that is applied no more',
        () => ({ bill_id: owed.id, amount: 1, tags: [gone] }),
        ['TagValueArchived', 'tags.0'],
      ],
      ['no bill', () => ({ amount: 1 }), ['InvalidPayload', 'bill_id']],
    ])('%s', (_what, allocation, refusal) => expectRefused(writers, allocation(), refusal))

    test('beyond the safe range, over all of its bills', () =>
      expectRefused(
        { pay: (bills: Bill__Output[]) => pay(...bills.map(({ id }) => ({ bill_id: id, amount: 100 }))) },
        huge,
        ['AmountOutOfRange'],
      ))
  })
})

describe('a vendor credit', () => {
  let credit: VendorCredit__Output
  beforeAll(async () => {
    credit = await makeCredit(billing, payables)
  })

  describe('is not allocated to', () => {
    leavesUntouched(here)

    const writers = {
      give: (allocation: Allocated) =>
        createVendorCredit(billing, payables.request, creditInput(payables, { allocations: [allocation] })),
      allocate: (allocation: Allocated) =>
        allocateVendorCredit(billing, payables.request, creditAllocationOf(credit, allocation)),
    }

    test.each<[string, () => Allocated, Refusal]>([
      ['a bill that is voided', () => ({ bill_id: voided.id, amount: 1 }), ['BillVoided', 'bill_id']],
      [
        'a bill on an account that takes no postings any more',
        () => ({ bill_id: onClosed.id, amount: 1 }),
        ['AccountArchived'],
      ],
      [
        'a bill with a tag that is applied no more',
        () => ({ bill_id: carrying.id, amount: 1 }),
        ['TagValueArchived', 'bill_id'],
      ],
    ])('%s', (_what, allocation, refusal) => expectRefused(writers, allocation(), refusal))
  })

  test('behind a posting that the ledger refused is not allocated, and is still taken back', async () => {
    const [blocked, bill] = [await makeCredit(billing, payables), await makeBill(billing, payables)]
    const to = (amount: number) => creditAllocationOf(blocked, { bill_id: bill.id, amount })
    const { data } = await allocateVendorCredit(billing, payables.request, to(1))
    await failPostings(billing, payables.request, blocked.id)
    const allocate = (amount: number) => allocateVendorCredit(billing, payables.request, to(amount))
    await expectRefused({ allocate }, 2, ['PostingFailed'])
    const back = await removeAllocation(billing, payables.request, data?.allocations?.[0]?.id ?? '')
    expect(back.data?.allocations).toEqual([])
  })
})

describe('tags are neither put on nor taken off', () => {
  leavesUntouched(here)

  const tagging = (id: string, key: string) => ({ entity_type: 'BILL', entity_ids: [id], key_values: [tag(key)] })
  const writers = {
    apply: ({ id }: Bill__Output) => applyTags(billing, payables.request, tagging(id, 'room')),
    remove: ({ id }: Bill__Output) => removeTags(billing, payables.request, tagging(id, 'shop')),
  }

  test.each<[string, () => Bill__Output, Refusal]>([
    ['a bill that is voided', () => voided, ['BillVoided', 'entity_ids.0']],
    ['a bill on an account that takes no postings any more', () => onClosed, ['AccountArchived']],
    ['a bill with another tag that is applied no more', () => carrying, ['TagValueArchived', 'entity_ids.0']],
    ['a bill behind a posting that the ledger refused', () => stuck, ['PostingFailed']],
  ])('%s', (_what, bill, refusal) => expectRefused(writers, bill(), refusal))
})
