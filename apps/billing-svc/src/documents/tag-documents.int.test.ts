/** Tags on vendors and documents, and what is posted anew for them; the books are the ledger's own. */
import { takeInFacts } from '@pacioli/ledger-facts'
import type { ApplyTagsRequest__Output, TaggedEntitiesResponse } from '@pacioli/protos/common'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allocateLater, makePayment, payBill } from '../bill-payments/bill-payments.test-helpers.ts'
import { deleteBillPayment } from '../bill-payments/delete-bill-payment.ts'
import { getBillPayment } from '../bill-payments/get-bill-payment.ts'
import { requestFor, startTestBilling, type TestBilling } from '../billing.test-helpers.ts'
import {
  GOODS,
  line,
  makeBill,
  makeExpense,
  openPayables,
  named,
  refusals,
  type TestPayables,
} from '../bills/bills.test-helpers.ts'
import { getBill } from '../bills/get-bill.ts'
import { voidBill } from '../bills/void-bill.ts'
import { deleteVendorCredit } from '../vendor-credits/delete-vendor-credit.ts'
import { creditLine, makeCredit } from '../vendor-credits/vendor-credits.test-helpers.ts'
import { getVendor } from '../vendors/get-vendor.ts'
import { updateVendor } from '../vendors/update-vendor.ts'
import { makeVendor } from '../vendors/vendors.test-helpers.ts'
import {
  allEntries,
  announced,
  archiveAccount,
  archiveTag,
  balancesOf,
  balancingDimension,
  closeBooks,
  standingEntries,
} from './ledger.test-helpers.ts'
import { applyTags, removeTags } from './tag-documents.ts'

let billing: TestBilling
let payables: TestPayables
beforeAll(async () => {
  billing = await startTestBilling()
  payables = await openPayables(billing)
})
afterAll(async () => {
  expect(billing.refusedPostings).toEqual([])
  await billing.stop()
})

type Type = 'VENDOR' | 'BILL' | 'BILL_PAYMENT' | 'VENDOR_CREDIT'
type Place = { payables?: TestPayables; key?: string }

const CHARITY = named('CHARITABLE_CONTRIBUTIONS')

const tag = (text: string) => {
  const [key = '', value = ''] = text.split('=')
  return { key, value }
}

const tagging = (entity_type: string, ids: readonly string[], tags: readonly string[]): ApplyTagsRequest__Output => ({
  entity_type,
  entity_ids: [...ids],
  key_values: tags.map(tag),
})

const requestIn = ({ payables: { request } = payables, key }: Place) =>
  requestFor(request.clientId, request.businessId, key === undefined ? undefined : { key, requestHash: 'h' })
const apply = (type: Type, ids: readonly string[], tags: readonly string[], place: Place = {}) =>
  applyTags(billing, requestIn(place), tagging(type, ids, tags))
const remove = (type: Type, ids: readonly string[], tags: readonly string[], place: Place = {}) =>
  removeTags(billing, requestIn(place), tagging(type, ids, tags))

/** The answer in words. */
const told = ({ data = [] }: TaggedEntitiesResponse) =>
  data.map(({ entity_id, transaction_tags = [] }) => [
    entity_id,
    transaction_tags.map(({ key, value }) => `${key}=${value}`),
  ])

/** Versions of an entity and how many tags each has, as they were announced. */
const versionsOf = async (id: string) =>
  (await announced(billing, id)).map(({ data }) => [data.version, (data.transaction_tags as unknown[]).length])

const linesOf = async (id: string, request = payables.request) =>
  (await standingEntries(billing, request, id)).map(({ basis, lines }) => [basis, ...lines])

describe('a vendor', () => {
  test('carries tags of its own, which go on no entry', async () => {
    const { id } = await makeVendor(billing, payables.request)
    const bill = await makeBill(billing, { ...payables, vendorId: id })
    const answer = await apply('VENDOR', [id], ['team=Field', 'place=Here'])
    expect(told(answer)).toEqual([[id, ['place=Here', 'team=Field']]])
    expect(answer).not.toHaveProperty('posting')
    expect(told(await apply('VENDOR', [id], ['team=Field']))).toEqual([[id, ['place=Here', 'team=Field']]])
    expect(told(await remove('VENDOR', [id], ['team=Field', 'team=Shop', 'none=None']))).toEqual([[id, ['place=Here']]])
    expect((await getVendor(billing, payables.request, id)).data?.transaction_tags).toMatchObject([tag('place=Here')])
    expect(await versionsOf(id)).toEqual([
      [1, 0],
      [2, 2],
      [3, 1],
    ])
    expect(await linesOf(bill.id)).toEqual([['ACCRUAL', 'Cr ACCOUNTS_PAYABLE 100', 'Dr OPERATING_EXPENSES 100']])
  })

  test('can be tagged while it is archived, many at once, and each is answered where it was named', async () => {
    const [one, two] = [await makeVendor(billing, payables.request), await makeVendor(billing, payables.request)]
    await updateVendor(billing, payables.request, { vendor_id: one.id, cleared: [], status: 'ARCHIVED' })
    const ids = [two.id, one.id.toUpperCase(), two.id]
    expect(told(await apply('VENDOR', ids, ['team=Many']))).toEqual([
      [two.id, ['team=Many']],
      [one.id, ['team=Many']],
      [two.id, ['team=Many']],
    ])
  })
})

describe('a bill', () => {
  test('is posted anew with its tags on all lines, before those that its line items have already', async () => {
    const bill = await makeBill(billing, payables, {
      line_items: [line(100, { tags: [tag('team=Shop')] }), line(50, { account_identifier: GOODS })],
    })
    expect(await apply('BILL', [bill.id], ['team=Field', 'place=Here'])).toMatchObject({ posting: 'posted' })
    expect(await linesOf(bill.id)).toEqual([
      [
        'ACCRUAL',
        'Cr ACCOUNTS_PAYABLE 150 place=Here team=Field',
        'Dr COGS 50 place=Here team=Field',
        'Dr OPERATING_EXPENSES 100 place=Here team=Shop',
      ],
    ])
    await remove('BILL', [bill.id], ['team=Field'])
    expect(await linesOf(bill.id)).toEqual([
      [
        'ACCRUAL',
        'Cr ACCOUNTS_PAYABLE 150 place=Here',
        'Dr COGS 50 place=Here',
        'Dr OPERATING_EXPENSES 100 place=Here team=Shop',
      ],
    ])
    expect(await versionsOf(bill.id)).toEqual([
      [1, 0],
      [2, 2],
      [3, 1],
    ])
    const { data } = await getBill(billing, payables.request, bill.id)
    expect(data?.transaction_tags).toMatchObject([tag('place=Here')])
    expect(data?.line_items?.[0]?.transaction_tags).toMatchObject([tag('team=Shop')])
  })

  test('takes payments on it with it, those of other bills and what was allocated later too', async () => {
    const [bill, other] = [await makeBill(billing, payables), await makeBill(billing, payables)]
    const both = await makePayment(billing, payables, {
      allocations: [bill, other].map(({ id }) => ({ bill_id: id, amount: 30 })),
      tags: [tag('team=Payers')],
    })
    const rest = await allocateLater(billing, payables, both, { bill_id: bill.id, amount: 40 })
    await apply('BILL', [bill.id], ['team=Field'])
    expect(await linesOf(both.id)).toEqual([
      [
        'ACCRUAL',
        'Cr OUTGOING_PAYMENT_CLEARING_ACCOUNT 30 team=Field',
        'Cr OUTGOING_PAYMENT_CLEARING_ACCOUNT 70 team=Payers',
        'Dr ACCOUNTS_PAYABLE 30 team=Field',
        'Dr ACCOUNTS_PAYABLE 30 team=Payers',
        'Dr VENDOR_PREPAYMENTS 40 team=Payers',
      ],
      ['ACCRUAL', 'Cr VENDOR_PREPAYMENTS 40 team=Field', 'Dr ACCOUNTS_PAYABLE 40 team=Field'],
      [
        'CASH',
        'Cr OUTGOING_PAYMENT_CLEARING_ACCOUNT 30 team=Field',
        'Cr OUTGOING_PAYMENT_CLEARING_ACCOUNT 70 team=Payers',
        'Dr OPERATING_EXPENSES 30 team=Field',
        'Dr OPERATING_EXPENSES 30 team=Payers',
        'Dr VENDOR_PREPAYMENTS 40 team=Payers',
      ],
      ['CASH', 'Cr VENDOR_PREPAYMENTS 40 team=Field', 'Dr OPERATING_EXPENSES 40 team=Field'],
    ])
    expect((await versionsOf(both.id)).at(-1)).toEqual([3, 1])
    expect((await getBillPayment(billing, payables.request, both.id)).data?.updated_at).not.toBe(rest.updated_at)
    await remove('BILL', [bill.id], ['team=Field'])
    expect((await linesOf(both.id))[0]).toEqual([
      'ACCRUAL',
      'Cr OUTGOING_PAYMENT_CLEARING_ACCOUNT 100 team=Payers',
      'Dr ACCOUNTS_PAYABLE 60 team=Payers',
      'Dr VENDOR_PREPAYMENTS 40 team=Payers',
    ])
  })

  test('may be an expense', async () => {
    const expense = await makeExpense(billing, payables)
    await apply('BILL', [expense.id], ['team=Field'])
    expect(await linesOf(expense.id)).toEqual([
      ['BOTH', 'Cr CASH 100 team=Field', 'Dr OPERATING_EXPENSES 100 team=Field'],
    ])
  })

  test('balances under a BALANCING dimension, with its payments', async () => {
    const own = await openPayables(billing)
    await balancingDimension(billing, own.request, 'fund')
    const bill = await makeBill(billing, own, { line_items: [line(70), line(31, { account_identifier: GOODS })] })
    const payment = await payBill(billing, own, bill, 34)
    await apply('BILL', [bill.id], ['fund=A'], { payables: own })
    const lines = [...(await linesOf(bill.id, own.request)), ...(await linesOf(payment.id, own.request))]
    expect(lines).toHaveLength(3)
    expect(lines.flatMap(([, ...rest]) => rest).filter((one) => !one?.endsWith(' fund=A'))).toEqual([])
  })

  test('that changes in nothing is not posted again', async () => {
    const bill = await makeBill(billing, payables, { tags: [tag('team=Field')] })
    const entries = (await allEntries(billing, payables.request)).length
    expect(await apply('BILL', [bill.id], ['team=Field'])).toMatchObject({ posting: 'posted' })
    expect(told(await remove('BILL', [bill.id], ['team=Shop']))).toEqual([[bill.id, ['team=Field']]])
    expect(await versionsOf(bill.id)).toEqual([[1, 1]])
    expect(await allEntries(billing, payables.request)).toHaveLength(entries)
  })
})

describe('a payment', () => {
  test('has its tags after those of the bills it pays and of its allocations', async () => {
    const bill = await makeBill(billing, payables, { tags: [tag('team=Field')] })
    const payment = await makePayment(billing, payables, {
      allocations: [{ bill_id: bill.id, amount: 60, tags: [tag('place=There')] }],
    })
    await apply('BILL_PAYMENT', [payment.id], ['team=Payers', 'place=Here', 'season=Spring'])
    expect((await linesOf(payment.id))[1]).toEqual([
      'CASH',
      'Cr OUTGOING_PAYMENT_CLEARING_ACCOUNT 40 place=Here season=Spring team=Payers',
      'Cr OUTGOING_PAYMENT_CLEARING_ACCOUNT 60 place=There season=Spring team=Field',
      'Dr OPERATING_EXPENSES 60 place=There season=Spring team=Field',
      'Dr VENDOR_PREPAYMENTS 40 place=Here season=Spring team=Payers',
    ])
    await remove('BILL_PAYMENT', [payment.id], ['place=Here', 'team=Payers'])
    expect((await linesOf(payment.id))[1]).toEqual([
      'CASH',
      'Cr OUTGOING_PAYMENT_CLEARING_ACCOUNT 40 season=Spring',
      'Cr OUTGOING_PAYMENT_CLEARING_ACCOUNT 60 place=There season=Spring team=Field',
      'Dr OPERATING_EXPENSES 60 place=There season=Spring team=Field',
      'Dr VENDOR_PREPAYMENTS 40 season=Spring',
    ])
    expect(await versionsOf(payment.id)).toEqual([
      [1, 0],
      [2, 3],
      [3, 1],
    ])
    expect(await versionsOf(bill.id)).toHaveLength(2)
  })
})

describe('a credit', () => {
  test('is posted anew with its tags', async () => {
    const credit = await makeCredit(billing, payables, {
      line_items: [creditLine(30), creditLine(20, { account_identifier: GOODS, tags: [tag('team=Shop')] })],
    })
    await apply('VENDOR_CREDIT', [credit.id], ['team=Field'])
    expect(await linesOf(credit.id)).toEqual([
      ['ACCRUAL', 'Cr COGS 20 team=Shop', 'Cr OPERATING_EXPENSES 30 team=Field', 'Dr ACCOUNTS_PAYABLE 50 team=Field'],
    ])
    await remove('VENDOR_CREDIT', [credit.id], ['team=Field'])
    expect((await linesOf(credit.id))[0]).toContain('Dr ACCOUNTS_PAYABLE 50')
    expect(await versionsOf(credit.id)).toEqual([
      [1, 0],
      [2, 1],
      [3, 0],
    ])
  })
})

describe('many at once', () => {
  test('are all tagged, or none', async () => {
    const bills = [await makeBill(billing, payables), await makeBill(billing, payables, { tags: [tag('team=Shop')] })]
    const ids = bills.map(({ id }) => id)
    expect(await refusals(apply('BILL', ids, ['team=Field']))).toEqual([['DuplicateTagDimension', 'entity_ids.1']])
    expect(await refusals(apply('BILL', [...ids, randomUUID(), 'x'], ['team=Field']))).toEqual([
      ['EntityNotFound', 'entity_ids.2'],
      ['EntityNotFound', 'entity_ids.3'],
    ])
    expect(await versionsOf(ids[0] ?? '')).toHaveLength(1)
    expect(told(await apply('BILL', ids, ['place=Here']))).toEqual([
      [ids[0], ['place=Here']],
      [ids[1], ['place=Here', 'team=Shop']],
    ])
  })

  test('bills with a payment that they share', async () => {
    const own = await openPayables(billing)
    const bills = await Promise.all(Array.from({ length: 20 }, () => makeBill(billing, own)))
    const payment = await makePayment(billing, own, {
      amount: 2_000,
      allocations: bills.map(({ id }) => ({ bill_id: id, amount: 100 })),
    })
    const ids = bills.map(({ id }) => id)
    expect(await apply('BILL', ids, ['team=Field'], { payables: own })).toMatchObject({ posting: 'posted' })
    expect(await linesOf(payment.id, own.request)).toEqual([
      ['ACCRUAL', 'Cr OUTGOING_PAYMENT_CLEARING_ACCOUNT 2000 team=Field', 'Dr ACCOUNTS_PAYABLE 2000 team=Field'],
      ['CASH', 'Cr OUTGOING_PAYMENT_CLEARING_ACCOUNT 2000 team=Field', 'Dr OPERATING_EXPENSES 2000 team=Field'],
    ])
    expect(await versionsOf(payment.id)).toHaveLength(2)
  })
})

/** As the ledger's event does. */
const tellArchived = (carried?: { definition_id: string; dimension_id: string; value: string }) =>
  billing.db.transact(payables.request, (tx) =>
    takeInFacts(tx, payables.request.businessId, {
      business: undefined,
      accounts: [],
      dimensions: [],
      values: [
        {
          id: carried?.definition_id ?? '',
          dimensionId: carried?.dimension_id ?? '',
          value: carried?.value ?? '',
          displayName: null,
          archivedAt: new Date(),
          version: 2,
        },
      ],
    }),
  )

describe('what is refused', () => {
  test('is told by its field', async () => {
    const { id } = await makeVendor(billing, payables.request)
    const ask = (type: string, ids: readonly string[], tags: readonly string[]) =>
      refusals(applyTags(billing, payables.request, tagging(type, ids, tags)))
    expect(await ask('BANK_ACCOUNT', [id], ['a=b'])).toEqual([['InvalidPayload', 'entity_type']])
    expect(await ask('constructor', [id], ['a=b'])).toEqual([['InvalidPayload', 'entity_type']])
    expect(await ask('VENDOR', Array<string>(501).fill(id), ['a=b'])).toEqual([['InvalidPayload', 'entity_ids']])
    const many = Array.from({ length: 11 }, (_, index) => `k${index}=v`)
    expect(await ask('VENDOR', [id], many)).toEqual([['InvalidPayload', 'key_values']])
    expect(await ask('VENDOR', [id], ['team=Field', 'team=Shop'])).toEqual([['DuplicateTagDimension', 'key_values.1']])
  })

  test.each(['VENDOR', 'BILL', 'BILL_PAYMENT', 'VENDOR_CREDIT'] as const)(
    '%s of another type or another business is unknown',
    async (type) => {
      const other = await openPayables(billing)
      const bill = await makeBill(billing, other)
      const theirs = {
        VENDOR: other.vendorId,
        BILL: bill.id,
        BILL_PAYMENT: (await payBill(billing, other, bill, 10)).id,
        VENDOR_CREDIT: (await makeCredit(billing, other)).id,
      }
      expect(await refusals(apply(type, [theirs[type]], ['team=Field']))).toEqual([['EntityNotFound', 'entity_ids.0']])
      const ofOtherTypes = Object.values(theirs).filter((id) => id !== theirs[type])
      expect(await refusals(remove(type, ofOtherTypes, ['team=Field'], { payables: other }))).toEqual(
        ofOtherTypes.map((_, index) => ['EntityNotFound', `entity_ids.${index}`]),
      )
      expect(told(await apply(type, [theirs[type]], ['team=Field'], { payables: other }))).toEqual([
        [theirs[type], ['team=Field']],
      ])
    },
  )

  test('what is void or deleted keeps its tags', async () => {
    const bill = await makeBill(billing, payables)
    const payment = await makePayment(billing, payables)
    const credit = await makeCredit(billing, payables)
    await voidBill(billing, payables.request, bill.id)
    await deleteBillPayment(billing, payables.request, payment.id)
    await deleteVendorCredit(billing, payables.request, credit.id)
    for (const change of [apply, remove]) {
      expect(await refusals(change('BILL', [bill.id], ['team=Field']))).toEqual([['BillVoided', 'entity_ids.0']])
      expect(await refusals(change('BILL_PAYMENT', [payment.id], ['team=Field']))).toEqual([
        ['DocumentDeleted', 'entity_ids.0'],
      ])
      expect(await refusals(change('VENDOR_CREDIT', [credit.id], ['team=Field']))).toEqual([
        ['DocumentDeleted', 'entity_ids.0'],
      ])
    }
  })

  test('an archived tag is put on nothing, and stands in the way of what is posted anew until it is taken off', async () => {
    const bill = await makeBill(billing, payables, { tags: [tag('season=Autumn')] })
    const payment = await payBill(billing, payables, bill, 100)
    await archiveTag(billing, payables.request, bill.transaction_tags[0]?.definition_id ?? '')
    expect(await refusals(apply('BILL', [(await makeBill(billing, payables)).id], ['season=Autumn']))).toEqual([
      ['TagValueArchived', 'key_values.0'],
    ])
    // Whether an event has told of it by then or not.
    expect(await refusals(apply('BILL', [bill.id], ['team=Field']))).toEqual([['TagValueArchived', 'entity_ids.0']])
    await tellArchived(bill.transaction_tags[0])
    expect(await refusals(apply('BILL', [bill.id], ['team=Field']))).toEqual([['TagValueArchived', undefined]])
    await remove('BILL', [bill.id], ['season=Autumn'])
    expect(await linesOf(bill.id)).toEqual([['ACCRUAL', 'Cr ACCOUNTS_PAYABLE 100', 'Dr OPERATING_EXPENSES 100']])
    expect((await linesOf(payment.id))[1]).toEqual([
      'CASH',
      'Cr OUTGOING_PAYMENT_CLEARING_ACCOUNT 100',
      'Dr OPERATING_EXPENSES 100',
    ])
  })

  test('an archived account stands in the way, too', async () => {
    const own = await openPayables(billing)
    const bill = await makeBill(billing, own, { line_items: [line(10, { account_identifier: CHARITY })] })
    await archiveAccount(billing, own.request, CHARITY.stable_name)
    expect(await refusals(apply('BILL', [bill.id], ['team=Field'], { payables: own }))).toEqual([
      ['AccountArchived', undefined],
    ])
  })
})

test('with an Idempotency-Key the first answer comes again, and nothing is posted again', async () => {
  const bill = await makeBill(billing, payables)
  const first = await apply('BILL', [bill.id], ['team=Field'], { key: 'tag once' })
  await remove('BILL', [bill.id], ['team=Field'])
  expect(await apply('BILL', [bill.id], ['team=Field'], { key: 'tag once' })).toEqual(first)
  expect(await linesOf(bill.id)).toEqual([['ACCRUAL', 'Cr ACCOUNTS_PAYABLE 100', 'Dr OPERATING_EXPENSES 100']])
})

test('of a closed period the reversal and the new entry move to the first open instant', async () => {
  const own = await openPayables(billing)
  const bill = await makeBill(billing, own)
  await closeBooks(billing, own.request, '2026-02-01')
  await apply('BILL', [bill.id], ['team=Field'], { payables: own })
  expect(await standingEntries(billing, own.request, bill.id)).toMatchObject([
    {
      at: '2026-02-02T00:00:00.000Z',
      lines: ['Cr ACCOUNTS_PAYABLE 100 team=Field', 'Dr OPERATING_EXPENSES 100 team=Field'],
    },
  ])
})

test('a bill and its payment, tagged by many at once while it is paid further, end as if one came after the other', async () => {
  const own = await openPayables(billing)
  const bill = await makeBill(billing, own, { line_items: [line(1_000)] })
  const payment = await payBill(billing, own, bill, 100)
  // Each of these changes what the others have to ask the ledger for: some are told to try again.
  const insisting = async (act: () => Promise<unknown>): Promise<void> => {
    while (JSON.stringify(await refusals(act())).includes('VersionConflict'));
  }
  const place = { payables: own }
  const done = await Promise.all([
    ...['a', 'b', 'c'].map((key) => insisting(() => apply('BILL', [bill.id], [`${key}=1`], place))),
    ...['d', 'e', 'f'].map((key) => insisting(() => apply('BILL_PAYMENT', [payment.id], [`${key}=1`], place))),
    ...[1, 2, 3].map(() => insisting(() => payBill(billing, own, bill, 100))),
  ])
  expect(done).toHaveLength(9)
  const onBill = 'a=1 b=1 c=1'
  expect(await linesOf(bill.id, own.request)).toEqual([
    ['ACCRUAL', `Cr ACCOUNTS_PAYABLE 1000 ${onBill}`, `Dr OPERATING_EXPENSES 1000 ${onBill}`],
  ])
  expect((await linesOf(payment.id, own.request))[0]).toEqual([
    'ACCRUAL',
    `Cr OUTGOING_PAYMENT_CLEARING_ACCOUNT 100 ${onBill} d=1 e=1 f=1`,
    `Dr ACCOUNTS_PAYABLE 100 ${onBill} d=1 e=1 f=1`,
  ])
  expect(await balancesOf(billing, own.request, 'ACCRUAL', ['ACCOUNTS_PAYABLE'])).toEqual([600])
  expect(await balancesOf(billing, own.request, 'CASH', ['ACCOUNTS_PAYABLE', 'OPERATING_EXPENSES'])).toEqual([0, 400])
})
