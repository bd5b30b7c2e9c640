/** What payables refuse, told by each operation that it can happen to, with the field that is wrong; nothing is left behind. */
import { waitFor } from '@pacioli/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  Banking,
  billed,
  credited,
  moneyOut,
  named,
  newClient,
  Payables,
  payablesOf,
  payablesOperations,
  Tagging,
  target,
  type Answer,
  type Bill,
  type BillPayment,
  type Books,
  type PayablesIds,
  type TestClient,
  type Vendor,
  type VendorCredit,
} from './src/index.ts'
import { leavesUntouched, untouched } from './src/untouched.ts'

const MAX = Number.MAX_SAFE_INTEGER
const NOBODY = '00000000-0000-4000-8000-000000000000'

let client: TestClient
let books: Books
let payables: Payables
let vendor: Vendor
let other: Vendor
let archived: Vendor
/** An account that takes no postings. */
let closedAccount: string
/** A tag that is applied no more, and one of a BALANCING dimension. */
const gone = { key: 'old', value: 'gone' }
const balancing = { key: 'fund', value: 'building' }
const twice = ['a', 'b'].map((value) => ({ key: 'store', value }))

beforeAll(async () => {
  client = await newClient(target(), 'payables-refusals')
  books = await client.books()
  payables = new Payables(books)
  ;[vendor, other, archived] = [
    await payables.vendor('vendor'),
    await payables.vendor('other'),
    await payables.vendor('archived'),
  ]
  await payables.updateVendor(archived.id, { status: 'ARCHIVED' })
  const account = await books.createAccount({ name: 'Closed', account_subtype: 'OTHER_EXPENSES' })
  closedAccount = account.id.id
  await close(closedAccount)
  const tagging = new Tagging(books)
  const dimension = await tagging.dimension(gone.key, { defined_values: [{ value: gone.value }] })
  await tagging.updateValue(dimension.defined_values[0]?.id ?? '', { is_archived: true })
  // The ledger defines the tags that a request brings before anybody refuses it; these are there already.
  await tagging.dimension('store', { defined_values: twice.map(({ value }) => ({ value })) })
  await tagging.dimension(balancing.key, { strictness: 'BALANCING', defined_values: [{ value: balancing.value }] })
  await books.api.call('updateAccountingConfiguration', { body: { closing_date: '2025-12-31' } })
})

const close = (accountId: string) => books.api.call('updateAccount', { path: { accountId }, body: { archived: true } })

type Expected = { status: number; error_enum: string; field?: string }

/** Holds a refusal against what it should be; `field` ends so, whatever it is nested in. */
function expectRefusal(answer: Answer<unknown>, expected: Expected): void {
  const { field, ...named } = answer.refusal
  const isThere = expected.field === undefined || field === expected.field || field?.endsWith(`.${expected.field}`)
  expect([answer.operationId, named, isThere || field]).toEqual([
    answer.operationId,
    { status: expected.status, error_enum: expected.error_enum },
    true,
  ])
}

async function expectRefused(asked: Promise<Answer<unknown>>[], expected: Expected): Promise<void> {
  for (const answer of await Promise.all(asked)) expectRefusal(answer, expected)
}

const line_items = [billed('COGS', 1)]
const january = '2026-01-15T12:00:00Z'
const lastYear = '2025-12-31T12:00:00Z'

describe('an archived business', () => {
  test('is refused by every operation of payables that writes, and read by all others', async () => {
    const closed = new Payables(await client.books())
    const ids: PayablesIds = await payablesOf(closed, 'closed')
    const { api } = closed.books
    await api.call('archiveBusiness')
    const rename = { path: { vendorId: ids.vendor }, body: { memo: 'No' } }
    await waitFor('the news to reach billing', async () => (await api.call('updateVendor', rename)).status === 422)
    await untouched(closed.books, async () => {
      for (const [operationId, call] of payablesOperations(() => ids)) {
        const answer = await api.call(operationId, call())
        const reads = api.contract.operation(operationId).method === 'GET'
        expect([operationId, reads || answer.refusal.error_enum]).toEqual([operationId, reads || 'BusinessArchived'])
        if (reads) expect([operationId, answer.status]).toEqual([operationId, 200])
      }
      for (const operationId of ['applyTags', 'removeTags'] as const)
        for (const [entity_type, id] of [
          ['VENDOR', ids.vendor],
          ['BILL', ids.bill],
          ['BILL_PAYMENT', ids.billPayment],
          ['VENDOR_CREDIT', ids.vendorCredit],
        ]) {
          const body = { entity_type, entity_ids: [id], key_values: [{ key: 'closed', value: 'closed' }] }
          expect((await api.call(operationId, { body })).refusal).toMatchObject({ error_enum: 'BusinessArchived' })
        }
    })
  })
})

describe('what is not there', () => {
  test('is unknown by its id', async () => {
    const known = () => ({
      ...{ vendor: NOBODY, bill: NOBODY, lineItem: NOBODY, expense: NOBODY, billPayment: NOBODY },
      ...{ vendorCredit: NOBODY, creditAllocation: NOBODY, billPosting: NOBODY },
    })
    const names: Record<string, string> = {
      vendorId: 'VendorNotFound',
      billId: 'BillNotFound',
      paymentId: 'BillPaymentNotFound',
      vendorCreditId: 'VendorCreditNotFound',
      allocationId: 'AllocationNotFound',
    }
    for (const [operationId, call] of payablesOperations(known)) {
      const { path = {}, ...rest } = call()
      const [field] = Object.keys(path)
      if (field === undefined) continue
      for (const id of [NOBODY, 'nonsense'])
        expectRefusal(await books.api.call(operationId, { ...rest, path: { [field]: id } }), {
          status: 404,
          error_enum: names[field] ?? '',
          field,
        })
    }
  })

  test('is not found by a cursor of something else, or half a filter', async () => {
    for (const operationId of ['listVendors', 'listBills', 'listBillPayments', 'listVendorCredits'] as const) {
      expectRefusal(await books.api.call(operationId, { query: { cursor: 'x' } }), {
        status: 400,
        error_enum: 'InvalidCursor',
        field: 'cursor',
      })
      expectRefusal(await books.api.call(operationId, { query: { tag_key: 'store' } }), {
        status: 400,
        error_enum: 'MissingTagValues',
        field: 'tag_values',
      })
    }
  })
})

describe('a vendor', () => {
  test('has a name, an external id and tags of its own', () =>
    untouched(books, async () => {
      const create = (body: object) => payables.createVendor({ company_name: 'x', ...body })
      const update = (body: object) => payables.updateVendor(vendor.id, body)
      await expectRefused([create({ tags: twice }), update({ tags: twice })], {
        status: 422,
        error_enum: 'DuplicateTagDimension',
      })
      await expectRefused([create({ tags: [gone] }), update({ tags: [gone] })], {
        status: 422,
        error_enum: 'TagValueArchived',
      })
      await expectRefused([update({ external_id: 'other' })], {
        status: 409,
        error_enum: 'DuplicateExternalId',
        field: 'external_id',
      })
      await expectRefused([payables.createVendor({ email: 'a@b.example' }), update({ company_name: null })], {
        status: 400,
        error_enum: 'InvalidPayload',
      })
    }))
})

describe('a bill or an expense', () => {
  let bill: Bill
  let writers: ((more: object) => Promise<Answer<unknown>>)[]

  beforeAll(async () => {
    bill = await payables.received(vendor, line_items, { external_id: 'bill' })
    await payables.spent('CASH', line_items, { external_id: 'expense' })
    const base = { vendor_id: vendor.id, line_items }
    writers = [
      (more) => payables.createBill({ ...base, received_at: january, ...more }),
      (more) => payables.createBills([{ ...base, received_at: january, ...more }]),
      (more) => payables.createExpense({ ...base, paid_at: january, method: 'CASH', ...more }),
      (more) => payables.updateBill(bill.id, more),
    ]
  })

  const line = (account: string, unit_price: number, more: object = {}) => ({
    line_items: [billed(account, unit_price, more)],
  })
  const prepaid = { prepayment_account_identifier: named('ACCOUNTS_RECEIVABLE') }

  describe('is refused with', () => {
    leavesUntouched(() => books)

    test.each<[string, () => object, Expected]>([
      [
        'an account that is not there',
        () => line('NO_SUCH', 1),
        { status: 404, error_enum: 'AccountNotFound', field: 'line_items.0.account_identifier' },
      ],
      [
        'an account that takes no postings',
        () => line(closedAccount, 1),
        { status: 422, error_enum: 'AccountArchived', field: 'line_items.0.account_identifier' },
      ],
      [
        'the account of payables',
        () => line('ACCOUNTS_PAYABLE', 1),
        { status: 422, error_enum: 'ControlAccount', field: 'line_items.0.account_identifier' },
      ],
      [
        'the account of receivables for prepayments',
        () => line('COGS', 1, prepaid),
        { status: 422, error_enum: 'ControlAccount', field: 'line_items.0.prepayment_account_identifier' },
      ],
      ['a total below zero', () => line('COGS', -1), { status: 422, error_enum: 'NegativeTotal' }],
      [
        'a discount above the total',
        () => ({ ...line('COGS', 1), additional_discount: 2 }),
        { status: 422, error_enum: 'NegativeTotal' },
      ],
      [
        'more than a number holds',
        () => line('COGS', MAX, { quantity: '2' }),
        { status: 422, error_enum: 'AmountOutOfRange' },
      ],
      ['two values of a dimension', () => ({ tags: twice }), { status: 422, error_enum: 'DuplicateTagDimension' }],
      [
        'two values of a dimension on a line item',
        () => line('COGS', 1, { tags: twice }),
        { status: 422, error_enum: 'DuplicateTagDimension' },
      ],
      ['a value that is applied no more', () => ({ tags: [gone] }), { status: 422, error_enum: 'TagValueArchived' }],
      [
        'a BALANCING tag on a line item',
        () => line('COGS', 1, { tags: [balancing] }),
        { status: 422, error_enum: 'BalancingTagViolation', field: 'line_items.0.tags.0' },
      ],
      [
        'a vendor that is not there',
        () => ({ vendor_id: NOBODY }),
        { status: 404, error_enum: 'VendorNotFound', field: 'vendor_id' },
      ],
      [
        'a vendor that nobody calls so',
        () => ({ vendor_id: undefined, vendor_external_id: 'nobody' }),
        { status: 404, error_enum: 'VendorNotFound', field: 'vendor_external_id' },
      ],
      [
        'an archived vendor',
        () => ({ vendor_id: archived.id }),
        { status: 422, error_enum: 'VendorArchived', field: 'vendor_id' },
      ],
    ])('%s', async (_what, more, expected) => {
      await expectRefused(
        writers.map((write) => write(more())),
        expected,
      )
    })
  })

  test('is refused in a closed period', () =>
    untouched(books, async () => {
      const [create, createMany, spend, update] = writers
      await expectRefused(
        [create, createMany, update].flatMap((write) => (write ? [write({ received_at: lastYear })] : [])),
        { status: 422, error_enum: 'PeriodClosed', field: 'received_at' },
      )
      await expectRefused(spend ? [spend({ paid_at: lastYear })] : [], {
        status: 422,
        error_enum: 'PeriodClosed',
        field: 'paid_at',
      })
    }))

  test('has an external id that neither a bill nor an expense has', () =>
    untouched(books, async () => {
      const [create, createMany, spend, update] = writers
      const asked = [create, createMany, update].flatMap((write) => (write ? [write({ external_id: 'expense' })] : []))
      await expectRefused([...asked, ...(spend ? [spend({ external_id: 'bill' })] : [])], {
        status: 409,
        error_enum: 'DuplicateExternalId',
        field: 'external_id',
      })
    }))

  test('keeps the fields of the other kind to itself, and a bill has a vendor', async () => {
    const expense = await payables.spent('CASH', line_items)
    await untouched(books, async () => {
      await expectRefused(
        [
          payables.updateBill(bill.id, { method: 'CASH' }),
          payables.updateBill(bill.id, { vendor_id: null }),
          payables.updateBill(expense.id, { received_at: january }),
          payables.createBill({ line_items }),
        ],
        { status: 400, error_enum: 'InvalidPayload' },
      )
    })
  })

  test('that is voided stays so', async () => {
    const voided = await payables.received(vendor, line_items)
    await payables.voidBill(voided.id)
    await untouched(books, async () => {
      await expectRefused([payables.updateBill(voided.id, { memo: 'x' })], { status: 422, error_enum: 'BillVoided' })
    })
  })

  test('that is paid in part comes to no less, is of the same vendor, and is not voided', async () => {
    const paid = await payables.received(vendor, [billed('COGS', 100)])
    await payables.paid(60, [{ bill_id: paid.id, amount: 60 }])
    await untouched(books, async () => {
      await expectRefused([payables.updateBill(paid.id, { line_items: [billed('COGS', 59)] })], {
        status: 422,
        error_enum: 'OverAllocated',
      })
      await expectRefused([payables.updateBill(paid.id, { vendor_id: other.id }), payables.voidBill(paid.id)], {
        status: 422,
        error_enum: 'BillHasPayments',
      })
    })
  })
})

describe('a payment', () => {
  let bill: Bill
  let theirs: Bill
  let voided: Bill
  let payment: BillPayment
  /** Two ways to pay a bill. */
  let payers: ((allocation: object) => Promise<Answer<unknown>>)[]

  beforeAll(async () => {
    bill = await payables.received(vendor, [billed('COGS', 100)])
    theirs = await payables.received(other, [billed('COGS', 100)])
    voided = await payables.received(vendor, [billed('COGS', 100)])
    await payables.voidBill(voided.id)
    payment = await payables.paid(500, [], { vendor_id: vendor.id })
    const base = { vendor_id: vendor.id, method: 'ACH', paid_at: january, amount: 500 }
    payers = [
      (allocation) => payables.createPayment({ ...base, allocations: [allocation] }),
      (allocation) => payables.allocate(payment.id, allocation),
    ]
  })

  const pay = (more: object) =>
    payables.createPayment({ vendor_id: vendor.id, method: 'ACH', paid_at: january, amount: 500, ...more })

  describe('is refused with', () => {
    leavesUntouched(() => books)

    test.each<[string, () => object, Expected]>([
      [
        'a bill that is not there',
        () => ({ bill_id: NOBODY, amount: 1 }),
        { status: 404, error_enum: 'BillNotFound', field: 'bill_id' },
      ],
      [
        'a bill that nobody calls so',
        () => ({ bill_external_id: 'nothing', amount: 1 }),
        { status: 404, error_enum: 'BillNotFound', field: 'bill_external_id' },
      ],
      [
        'a bill of another vendor',
        () => ({ bill_id: theirs.id, amount: 1 }),
        { status: 422, error_enum: 'VendorMismatch' },
      ],
      ['a bill that is voided', () => ({ bill_id: voided.id, amount: 1 }), { status: 422, error_enum: 'BillVoided' }],
      [
        'more than is outstanding',
        () => ({ bill_id: bill.id, amount: 101 }),
        { status: 422, error_enum: 'OverAllocated' },
      ],
      ['more than it has', () => ({ bill_id: bill.id, amount: 501 }), { status: 422, error_enum: 'OverAllocated' }],
      [
        'two values of a dimension',
        () => ({ bill_id: bill.id, amount: 1, tags: twice }),
        { status: 422, error_enum: 'DuplicateTagDimension' },
      ],
      [
        'a value that is applied no more',
        () => ({ bill_id: bill.id, amount: 1, tags: [gone] }),
        { status: 422, error_enum: 'TagValueArchived' },
      ],
      ['no bill', () => ({ amount: 1 }), { status: 400, error_enum: 'InvalidPayload' }],
    ])('%s', async (_what, allocation, expected) => {
      await expectRefused(
        payers.map((allocate) => allocate(allocation())),
        expected,
      )
    })
  })

  test('names a vendor and an account that are there', () =>
    untouched(books, async () => {
      const clearing = (account: string) => pay({ payment_clearing_account_identifier: named(account) })
      await expectRefused([pay({ vendor_id: NOBODY })], {
        status: 404,
        error_enum: 'VendorNotFound',
        field: 'vendor_id',
      })
      await expectRefused([pay({ vendor_id: archived.id })], { status: 422, error_enum: 'VendorArchived' })
      await expectRefused([clearing('NO_SUCH')], { status: 404, error_enum: 'AccountNotFound' })
      await expectRefused([clearing(closedAccount)], { status: 422, error_enum: 'AccountArchived' })
      await expectRefused([clearing('ACCOUNTS_PAYABLE')], { status: 422, error_enum: 'ControlAccount' })
      await expectRefused([pay({ vendor_id: undefined })], { status: 400, error_enum: 'InvalidPayload' })
    }))

  test('is refused in a closed period, and before it was made', async () => {
    const allocation = { bill_id: bill.id, amount: 1 }
    await untouched(books, async () => {
      await expectRefused([pay({ paid_at: lastYear })], { status: 422, error_enum: 'PeriodClosed', field: 'paid_at' })
      await expectRefused([payables.allocate(payment.id, { ...allocation, allocated_at: january })], {
        status: 400,
        error_enum: 'InvalidPayload',
        field: 'allocated_at',
      })
    })
    const inNewBooks = new Payables(await client.books())
    const theirVendor = await inNewBooks.vendor('v')
    const owed = await inNewBooks.received(theirVendor, line_items, { received_at: '2026-03-01T12:00:00Z' })
    const early = await inNewBooks.paid(5, [], { vendor_id: theirVendor.id, paid_at: january })
    await inNewBooks.books.api.call('updateAccountingConfiguration', { body: { closing_date: '2026-01-31' } })
    const inClosed = { bill_id: owed.id, amount: 1, allocated_at: '2026-01-20T12:00:00Z' }
    expectRefusal(await inNewBooks.allocate(early.id, inClosed), {
      status: 422,
      error_enum: 'PeriodClosed',
      field: 'allocated_at',
    })
  })

  test('pays no line item of an account that takes no postings any more', async () => {
    const account = (await books.createAccount({ name: 'Closing', account_subtype: 'OTHER_EXPENSES' })).id.id
    const onIt = await payables.received(vendor, [billed(account, 100)])
    await close(account)
    await untouched(books, async () => {
      await expectRefused(
        payers.map((allocate) => allocate({ bill_id: onIt.id, amount: 1 })),
        { status: 422, error_enum: 'AccountArchived' },
      )
    })
  })

  test('moves no more than a number holds, over all of its bills', async () => {
    const lines = [billed('COGS', MAX), billed('PAYROLL', 100 - MAX)]
    const bills = [await payables.received(vendor, lines), await payables.received(vendor, lines)]
    const allocations = bills.map(({ id }) => ({ bill_id: id, amount: 100 }))
    await untouched(books, async () => {
      await expectRefused([pay({ allocations })], { status: 422, error_enum: 'AmountOutOfRange' })
    })
  })

  test('that is deleted allocates nothing', async () => {
    const deleted = await payables.paid(5, [], { vendor_id: vendor.id })
    await payables.deletePayment(deleted.id)
    await untouched(books, async () => {
      await expectRefused([payables.allocate(deleted.id, { bill_id: bill.id, amount: 1 })], {
        status: 422,
        error_enum: 'DocumentDeleted',
      })
    })
  })
})

describe('a vendor credit', () => {
  let bill: Bill
  let theirs: Bill
  let voided: Bill
  let credit: VendorCredit
  let allocators: ((allocation: object) => Promise<Answer<unknown>>)[]

  beforeAll(async () => {
    bill = await payables.received(vendor, [billed('COGS', 100)])
    theirs = await payables.received(other, [billed('COGS', 100)])
    voided = await payables.received(vendor, [billed('COGS', 100)])
    await payables.voidBill(voided.id)
    credit = await payables.credit(vendor, [credited('COGS', 500)])
    allocators = [
      (allocation) => give({ allocations: [allocation] }),
      (allocation) => payables.allocateCredit(credit.id, allocation),
    ]
  })

  const give = (more: object) =>
    payables.createCredit({ vendor_id: vendor.id, received_at: january, line_items: [credited('COGS', 500)], ...more })
  const line = (account: string, amount: number, more: object = {}) => ({
    line_items: [credited(account, amount, more)],
  })

  describe('is not set off against', () => {
    leavesUntouched(() => books)

    test.each<[string, () => object, Expected]>([
      ['a bill that is not there', () => ({ bill_id: NOBODY, amount: 1 }), { status: 404, error_enum: 'BillNotFound' }],
      [
        'a bill of another vendor',
        () => ({ bill_id: theirs.id, amount: 1 }),
        { status: 422, error_enum: 'VendorMismatch' },
      ],
      ['a bill that is voided', () => ({ bill_id: voided.id, amount: 1 }), { status: 422, error_enum: 'BillVoided' }],
      [
        'more than is outstanding',
        () => ({ bill_id: bill.id, amount: 101 }),
        { status: 422, error_enum: 'OverAllocated' },
      ],
      ['more than it has', () => ({ bill_id: bill.id, amount: 501 }), { status: 422, error_enum: 'OverAllocated' }],
    ])('%s', async (_what, allocation, expected) => {
      await expectRefused(
        allocators.map((allocate) => allocate(allocation())),
        expected,
      )
    })
  })

  describe('is refused with', () => {
    leavesUntouched(() => books)

    test.each<[string, () => object, Expected]>([
      ['a vendor that is not there', () => ({ vendor_id: NOBODY }), { status: 404, error_enum: 'VendorNotFound' }],
      ['an archived vendor', () => ({ vendor_id: archived.id }), { status: 422, error_enum: 'VendorArchived' }],
      ['an account that is not there', () => line('NO_SUCH', 1), { status: 404, error_enum: 'AccountNotFound' }],
      [
        'an account that takes no postings',
        () => line(closedAccount, 1),
        { status: 422, error_enum: 'AccountArchived' },
      ],
      ['the account of payables', () => line('ACCOUNTS_PAYABLE', 1), { status: 422, error_enum: 'ControlAccount' }],
      ['a total below zero', () => line('COGS', -1), { status: 422, error_enum: 'NegativeTotal' }],
      [
        'more than a number holds',
        () => ({ line_items: Array(2).fill(credited('COGS', MAX)) }),
        { status: 422, error_enum: 'AmountOutOfRange' },
      ],
      ['two values of a dimension', () => ({ tags: twice }), { status: 422, error_enum: 'DuplicateTagDimension' }],
      ['a value that is applied no more', () => ({ tags: [gone] }), { status: 422, error_enum: 'TagValueArchived' }],
      [
        'a BALANCING tag on a line item',
        () => line('COGS', 1, { tags: [balancing] }),
        { status: 422, error_enum: 'BalancingTagViolation' },
      ],
      [
        'an instant in a closed period',
        () => ({ received_at: lastYear }),
        { status: 422, error_enum: 'PeriodClosed', field: 'received_at' },
      ],
    ])('%s', async (_what, more, expected) => {
      await expectRefused([give(more())], expected)
    })
  })

  test('that is deleted is allocated no more', async () => {
    const deleted = await payables.credit(vendor, [credited('COGS', 5)])
    await payables.deleteCredit(deleted.id)
    await untouched(books, async () => {
      await expectRefused([payables.allocateCredit(deleted.id, { bill_id: bill.id, amount: 1 })], {
        status: 422,
        error_enum: 'DocumentDeleted',
      })
    })
  })
})

describe('tags', () => {
  const tagging = (entity_type: string, id: string, key: string, value = 'one') => ({
    body: { entity_type, entity_ids: [id], key_values: [{ key, value }] },
  })
  const both = (entity_type: string, id: string, key: string, value?: string) =>
    (['applyTags', 'removeTags'] as const).map((operationId) =>
      books.api.call(operationId, tagging(entity_type, id, key, value)),
    )

  test('are not changed on what is voided, deleted or not there', async () => {
    const bill = await payables.received(vendor, line_items)
    await payables.voidBill(bill.id)
    const payment = await payables.paid(5, [], { vendor_id: vendor.id })
    await payables.deletePayment(payment.id)
    const credit = await payables.credit(vendor, [credited('COGS', 5)])
    await payables.deleteCredit(credit.id)
    await untouched(books, async () => {
      await expectRefused(both('BILL', bill.id, 'shop'), { status: 422, error_enum: 'BillVoided' })
      await expectRefused([...both('BILL_PAYMENT', payment.id, 'shop'), ...both('VENDOR_CREDIT', credit.id, 'shop')], {
        status: 422,
        error_enum: 'DocumentDeleted',
      })
      for (const type of ['VENDOR', 'BILL', 'BILL_PAYMENT', 'VENDOR_CREDIT'])
        await expectRefused(both(type, NOBODY, 'shop'), {
          status: 404,
          error_enum: 'EntityNotFound',
          field: 'entity_ids.0',
        })
    })
  })

  test('are not changed where posting anew would need an account or a value that is archived', async () => {
    const account = (await books.createAccount({ name: 'Tagged', account_subtype: 'OTHER_EXPENSES' })).id.id
    const tags = [{ key: 'shop', value: 'one' }]
    const onIt = await payables.received(vendor, [billed(account, 100)], { tags })
    await close(account)
    const carrying = await payables.received(vendor, line_items, { tags: [...tags, { key: 'past', value: 'one' }] })
    const past = carrying.transaction_tags.find(({ key }) => key === 'past')
    await new Tagging(books).updateValue(past?.definition_id ?? '', { is_archived: true })
    const isArchived = async (): Promise<boolean> =>
      (await payables.bill(carrying.id)).transaction_tags.some(({ archived_at }) => archived_at !== null)
    await waitFor('the news to reach billing', isArchived)
    await new Tagging(books).dimension('room', { defined_values: [{ value: 'one' }] })
    const retagged = (billId: string) => [
      books.api.call('applyTags', tagging('BILL', billId, 'room')),
      books.api.call('removeTags', tagging('BILL', billId, 'shop')),
    ]
    await untouched(books, async () => {
      await expectRefused(retagged(onIt.id), { status: 422, error_enum: 'AccountArchived' })
      await expectRefused(retagged(carrying.id), { status: 422, error_enum: 'TagValueArchived' })
    })
    expect((await books.api.call('removeTags', tagging('BILL', carrying.id, 'past'))).status).toBe(200)
  })
})

test('a document that the bank has reported is not taken from under it', async () => {
  const own = new Payables(await client.books())
  const banking = new Banking(own.books)
  const account = await banking.account('checking')
  const payee = await own.vendor('payee')
  const expense = await own.spent('ACH', [billed('COGS', 4_321)], { paid_at: january })
  const payment = await own.paid(1_234, [], { vendor_id: payee.id, paid_at: january })
  const [first, second] = await banking.imported(account.id, [moneyOut('first', 4_321), moneyOut('second', 1_234)])
  for (const transaction of [first, second]) {
    const id = transaction?.id ?? ''
    await waitFor('a suggestion', async () => (await banking.transaction(id)).suggested_matches.length > 0)
    const [suggested] = (await banking.transaction(id)).suggested_matches
    expect((await banking.match(id, suggested?.id ?? '')).status).toBe(200)
  }
  await untouched(own.books, async () => {
    for (const answer of [
      await own.updateBill(expense.id, { method: 'CASH' }),
      await own.voidBill(expense.id),
      await own.deletePayment(payment.id),
    ])
      expectRefusal(answer, { status: 422, error_enum: 'DocumentMatched' })
  })
})

test('a payment is not matched with a tag that is applied no more', async () => {
  const own = new Payables(await client.books())
  const banking = new Banking(own.books)
  const account = await banking.account('checking')
  const payee = await own.vendor('payee')
  const payment = await own.paid(77, [], {
    vendor_id: payee.id,
    paid_at: january,
    tags: [{ key: 'shop', value: 'one' }],
  })
  const [transaction] = await banking.imported(account.id, [moneyOut('out', 77)])
  const id = transaction?.id ?? ''
  await waitFor('a suggestion', async () => (await banking.transaction(id)).suggested_matches.length > 0)
  const [suggested] = (await banking.transaction(id)).suggested_matches
  await new Tagging(own.books).updateValue(payment.transaction_tags[0]?.definition_id ?? '', { is_archived: true })
  expectRefusal(await banking.match(id, suggested?.id ?? ''), { status: 422, error_enum: 'TagValueArchived' })
  expect((await banking.transaction(id)).categorizationStatus).toBe('READY_FOR_INPUT')
})

/** The journal holds no more than the largest number: the second of two such is refused, after it was decided. */
test('a posting that the ledger refuses holds up its document until it is retried', async () => {
  const own = new Payables(await client.books())
  const { api } = own.books
  const payee = await own.vendor('payee')
  const huge = () => own.createBill({ vendor_id: payee.id, received_at: january, line_items: [billed('COGS', MAX)] })
  const first = await huge()
  const second = await huge()
  expect([first, second].map(({ status, headers }) => [status, headers['pacioli-posting']])).toEqual([
    [201, 'posted'],
    [201, 'failed'],
  ])
  const blocked = { status: 409, error_enum: 'PostingFailed' }
  const billId = second.body.data.id
  expectRefusal(await own.updateBill(billId, { line_items }), blocked)
  const prepaying = { vendor_id: payee.id, method: 'ACH', paid_at: january, amount: MAX }
  const stuck = await own.createPayment(prepaying)
  expect(stuck.headers['pacioli-posting']).toBe('failed')
  const small = await own.received(payee, line_items)
  expectRefusal(await own.allocate(stuck.body.data.id, { bill_id: small.id, amount: 1 }), blocked)
  const failed = (await api.call('listPostings', { query: { status: 'FAILED' } })).body.data
  const sources = failed.map(({ source_type }) => source_type)
  expect(new Set(sources)).toEqual(new Set(['bill', 'bill_payment']))
  const ofBill = failed.find(({ source_id }) => source_id === billId)
  const path = { postingId: ofBill?.id ?? '' }
  expect((await api.call('retryPosting', { path })).body.data.status).toBe('FAILED')
  await own.voidBill(first.body.data.id)
  expect((await api.call('retryPosting', { path })).body.data).toMatchObject({ status: 'POSTED', source_id: billId })
  expect((await own.updateBill(billId, { line_items })).headers['pacioli-posting']).toBe('posted')
  // Deleting is possible all the same: what never got there is taken back with it.
  expect((await own.deletePayment(stuck.body.data.id)).status).toBe(200)
})
