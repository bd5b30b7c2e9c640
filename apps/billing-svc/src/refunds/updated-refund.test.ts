import { DomainError } from '@pacioli/errors'
import { Books, type AskedAccount, type AskedTag } from '@pacioli/postings'
import type {
  RefundAllocationInput__Output,
  RefundLineItemInput__Output,
  RefundPaymentInput__Output,
  UpdateRefundRequest__Output,
} from '@pacioli/protos/billing'
import { describe, expect, test } from 'vitest'
import type { DocumentMatch } from '../matches/document-match.ts'
import {
  ACCOUNTS,
  anInvoice,
  anInvoiceLine,
  aPaymentOf,
  aRefund,
  aRefundLine,
  aRefundPayment,
  day,
  lockedInvoices,
  invoiceIn,
  issued,
  sharesInWords,
  tax,
  type LockedDocuments,
} from '../testing/pure-receivables.test-helpers.ts'
import type { Refund } from '../receivables/refund.ts'
import { updatedRefund } from './updated-refund.ts'
import { mayPost, requestedUpdate } from './requested-update.ts'

type Tags = readonly { key: string; value: string }[]
type Given<Input> = Partial<Omit<Input, 'tags' | 'line_items'>> & { tags?: Tags }
type LineGiven = Given<RefundLineItemInput__Output>
type AllocationGiven = Given<RefundAllocationInput__Output> & { line_items?: readonly LineGiven[] }
type PaymentGiven = Given<RefundPaymentInput__Output>
type UpdateGiven = Partial<Omit<UpdateRefundRequest__Output, 'allocations' | 'payments' | 'tags'>> & {
  allocations?: readonly AllocationGiven[]
  payments?: readonly PaymentGiven[]
  tags?: Tags
}

/** A payment of the test's refund, by check by default. */
const request = ({ allocations, payments, tags, ...given }: UpdateGiven): UpdateRefundRequest__Output => ({
  refund_id: 'refund',
  cleared: [],
  ...(allocations && {
    allocations: {
      items: allocations.map(({ line_items = [], tags: own = [], ...one }) => ({
        line_items: line_items.map(({ tags: ofLine = [], ...line }) => ({ amount: 0, tags: [...ofLine], ...line })),
        tags: [...own],
        ...one,
      })),
    },
  }),
  ...(payments && {
    payments: {
      items: payments.map(({ tags: own = [], ...one }) => ({
        method: 'CHECK',
        refunded_amount: 10,
        refunded_payment_fees: [],
        tags: [...own],
        ...one,
      })),
    },
  }),
  ...(tags && { tags: { items: [...tags] } }),
  ...given,
})

const STABLE = {
  ACCOUNTS_RECEIVABLE: ACCOUNTS.accountsReceivable,
  SALES_DISCOUNTS: ACCOUNTS.salesDiscounts,
  TIPS: ACCOUNTS.tips,
  CUSTOMER_CREDITS: ACCOUNTS.customerCredits,
  PAYMENT_PROCESSING_FEES: ACCOUNTS.processingFees,
  BAD_DEBT: ACCOUNTS.badDebt,
  RETURNS_ALLOWANCES: ACCOUNTS.returnsAllowances,
  REFUND_LIABILITIES: ACCOUNTS.refundLiabilities,
  UNDEPOSITED_FUNDS: ACCOUNTS.undepositedFunds,
  PAYMENT_PROCESSOR_CLEARING_ACCOUNT: 'processor',
  CASH: 'cash',
}

const anAccount = (id: string, given: Partial<AskedAccount> = {}): AskedAccount => ({
  id,
  name: id,
  accountNumber: null,
  stableName: null,
  normality: 'DEBIT',
  type: 'EXPENSE',
  subtype: 'OTHER_EXPENSES',
  isArchived: false,
  ...given,
})

const aTag = (key: string, value: string): AskedTag => ({
  definitionId: `${key}:${value}`,
  dimensionId: key,
  key,
  value,
  dimensionDisplayName: null,
  valueDisplayName: null,
  strictness: 'NON_BALANCING',
})

const TAGS = [aTag('region', 'north'), aTag('region', 'south'), aTag('desk', '2')]
const NORTH = { key: 'region', value: 'north' }
const DESK = { key: 'desk', value: '2' }

const GOODWILL = { type: 'AccountId', id: 'goodwill' }
const OLD = { type: 'AccountId', id: 'old' }

const booksClosed = (closedThrough: Date | null): Books =>
  new Books({
    epoch: 1,
    closedThrough,
    businessArchivedAt: null,
    accounts: new Map([
      ...Object.entries(STABLE).map(([stableName, id]): [string, AskedAccount] => [
        JSON.stringify(['StableName', stableName]),
        anAccount(id, { stableName }),
      ]),
      ...['goodwill', 'cash'].map((id): [string, AskedAccount] => [JSON.stringify(['AccountId', id]), anAccount(id)]),
      [JSON.stringify(['AccountId', 'old']), anAccount('old', { isArchived: true })],
    ]),
    tags: new Map(TAGS.map((tag) => [JSON.stringify([tag.key, tag.value]), tag])),
    matching: { roundingThreshold: 0, adjustmentThreshold: 0, suggestsAdjustments: false },
  })

const NOW = day(30)

type Circumstances = { closedThrough?: Date; matched?: readonly string[] }

/** The refund after the update; also updates `locked`. */
function updated(
  locked: LockedDocuments,
  before: Refund,
  given: UpdateGiven,
  { closedThrough, matched = [] }: Circumstances = {},
): Refund {
  const requested = requestedUpdate(request(given))
  const refundable = { invoices: new Map(locked.invoices), payments: new Map(locked.payments) }
  let made = 0
  const after = updatedRefund(
    before,
    requested,
    new Map(matched.map((id): [string, DocumentMatch] => [id, { matchId: 'match', transactionId: 'transaction' }])),
    {
      books: booksClosed(closedThrough ?? null),
      newId: () => `new ${++made}`,
      now: NOW,
      timeZone: 'UTC',
      invoices: locked.invoices,
      targets: (requested.allocations ?? []).map(({ names }) => ({
        invoiceId: names.invoice_id ?? null,
        invoiceLineItemId: names.invoice_line_item_id ?? null,
        invoicePaymentId: names.invoice_payment_id ?? null,
        source: null,
      })),
      refundable,
    },
  )
  locked.invoices = refundable.invoices
  locked.payments = refundable.payments
  return after
}

const problemsOf = (act: () => unknown): unknown => {
  try {
    act()
  } catch (error) {
    if (error instanceof DomainError) return error.problems.map(({ error_enum, meta }) => ({ error_enum, ...meta }))
    throw error
  }
  return 'done'
}

/** Refusals with their fields; `done` where nothing is refused. */
const refusals = (act: () => unknown): unknown => {
  const problems = problemsOf(act)
  return Array.isArray(problems)
    ? (problems as { error_enum: string; field?: string }[]).map(({ error_enum, field }) => [error_enum, field])
    : problems
}

/** Of 60 and 6 in taxes, and 34; `other` is of 70 and 30. */
function paidInvoices(): LockedDocuments {
  const locked = lockedInvoices(
    anInvoice({
      lineItems: [anInvoiceLine('sales', 60, { salesTaxes: [tax('vat', 6)] }), anInvoiceLine('support', 34)],
    }),
    anInvoice({ id: 'other', lineItems: [anInvoiceLine('engines', 70), anInvoiceLine('repairs', 30)] }),
  )
  aPaymentOf(locked, [['invoice', 100]])
  aPaymentOf(locked, [['other', 100]], { id: 'second', amount: 140 })
  return locked
}

const ON = { invoice_id: 'invoice' }

/** A refund of 40 of the invoice, 12 of it from goodwill; 30 are paid out by two payments. */
function refundOf(locked: LockedDocuments): Refund {
  return aRefund(
    locked,
    [
      {
        externalId: 'a',
        invoiceId: 'invoice',
        lineItems: [
          aRefundLine(12, { id: 'own', externalId: 'l', accountId: 'goodwill', tags: ['desk:2'] }),
          aRefundLine(28, { id: 'rest' }),
        ],
        memo: 'of the engine',
      },
    ],
    {
      externalId: 'r',
      memo: 'They came back',
      metadata: '{"a": 1}',
      tags: ['region:north'],
      payments: [
        aRefundPayment(20, { id: 'check', externalId: 'p', clearingAccountId: 'undeposited', completedAt: day(25) }),
        aRefundPayment(10, { id: 'by cash', method: 'CASH', clearingAccountId: 'cash', completedAt: day(26), fee: 1 }),
      ],
    },
  )
}

const LINES: LineGiven[] = [
  { external_id: 'l', amount: 12, account_identifier: GOODWILL, tags: [DESK] },
  { id: 'rest', amount: 28 },
]
const CHECK: PaymentGiven = { external_id: 'p', refunded_amount: 20 }
const BY_CASH: PaymentGiven = { id: 'by cash', refunded_amount: 10, method: 'CASH', refund_processing_fee: 1 }

/** Refunded parts by invoice and by payment. */
const refundedOf = ({ invoices, payments }: LockedDocuments) =>
  [...invoices.values(), ...payments.values()].map(({ refunded }) => refunded.map(({ amount }) => amount))

describe('an update', () => {
  test('that repeats the current state, by ids or external ids, returns the same refund', () => {
    const locked = paidInvoices()
    const refund = refundOf(locked)
    const before = refundedOf(locked)
    const same: UpdateGiven[] = [
      {},
      { external_id: 'r', memo: 'They came back', metadata: '{ "a" : 1 }', completed_at: '2026-01-20T13:00:00+01:00' },
      { tags: [NORTH] },
      { cleared: ['reference_number'] },
      { payments: [CHECK, BY_CASH] },
      { payments: [{ ...BY_CASH, id: 'BY CASH', completed_at: '2026-01-26T12:00:00Z' }, CHECK] },
      { allocations: [{ ...ON, external_id: 'a', line_items: LINES, memo: 'of the engine' }] },
      {
        allocations: [
          {
            ...ON,
            id: 'REFUND ALLOCATION 1',
            external_id: 'a',
            total_amount: 40,
            line_items: LINES,
            memo: 'of the engine',
          },
        ],
      },
    ]
    for (const given of same) expect([given, updated(locked, refund, given) === refund]).toEqual([given, true])
    expect(refundedOf(locked)).toEqual(before)
  })

  test('changes given fields, clears others, and makes a new version', () => {
    const locked = paidInvoices()
    const refund = refundOf(locked)
    const after = updated(locked, refund, { memo: 'twice', metadata: '{"z":26}', reference_number: 'R-2' })
    expect(after).toEqual({
      ...refund,
      memo: 'twice',
      metadata: '{"z":26}',
      referenceNumber: 'R-2',
      version: 2,
      updatedAt: NOW,
    })
    expect(after.allocations).toBe(refund.allocations)
    expect(after.payments.map((payment, index) => payment === refund.payments[index])).toEqual([true, true])
    const cleared = ['external_id', 'completed_at', 'memo', 'metadata', 'reference_number']
    expect(updated(locked, { ...refund, importedAt: day(20) }, { cleared })).toMatchObject({
      externalId: null,
      completedAt: null,
      memo: null,
      metadata: null,
      referenceNumber: null,
    })
  })

  test('that restates allocations moves no cent, whatever was refunded since', () => {
    const locked = paidInvoices()
    const refund = aRefund(locked, [{ externalId: 'a', invoiceId: 'invoice', totalAmount: 10 }])
    issued(locked, { invoiceId: 'invoice', totalAmount: 83 }, { refundId: 'later' })
    const before = refundedOf(locked)
    const allocation = { ...ON, external_id: 'a', total_amount: 10 }
    const reworded = updated(locked, refund, { allocations: [{ ...allocation, memo: 'words' }] })
    expect(reworded.allocations).toEqual(refund.allocations.map((one) => ({ ...one, memo: 'words' })))
    expect(refundedOf(locked)).toEqual(before)
    const tagged = updated(locked, refund, { allocations: [{ ...allocation, tags: [DESK] }] })
    expect(tagged.allocations.flatMap(sharesInWords)).toEqual(
      refund.allocations.flatMap(sharesInWords).map((share) => `${share} desk:2`),
    )
    expect(refundedOf(locked)).toEqual(before)
  })

  test('of amounts keeps its parts, which count as refundable, to the unit', () => {
    const locked = paidInvoices()
    const refund = aRefund(locked, [{ externalId: 'a', invoiceId: 'invoice', totalAmount: 40 }])
    issued(locked, { invoiceId: 'invoice', totalAmount: 5 }, { refundId: 'another' })
    const to = (total_amount?: number) =>
      updated(locked, refund, { allocations: [{ ...ON, external_id: 'a', ...(total_amount && { total_amount }) }] })
    expect(problemsOf(() => to(96))).toEqual([
      { error_enum: 'OverRefunded', field: 'allocations.0.total_amount', value: 96, refundable_amount: 95 },
    ])
    const { allocations, version } = to()
    expect(version).toBe(2)
    expect(allocations).toMatchObject([
      { id: 'refund allocation 1', totalAmount: 95, parts: [{ id: refund.allocations[0]?.parts[0]?.id, amount: 95 }] },
    ])
    expect(invoiceIn(locked).refunded.map(({ amount }) => amount)).toEqual([5, 95])
  })

  test('moves an allocation to another invoice, to a line, a payment, or to the customer alone', () => {
    const locked = paidInvoices()
    const refund = aRefund(locked, [{ externalId: 'a', invoiceId: 'invoice', totalAmount: 40 }], {
      payments: [aRefundPayment(10)],
    })
    const moved = (names: AllocationGiven) => {
      const at: LockedDocuments = { ...locked }
      const after = updated(at, refund, { allocations: [{ external_id: 'a', total_amount: 40, ...names }] })
      expect(after.allocations).toMatchObject([{ id: 'refund allocation 1', totalAmount: 40 }])
      return [refundedOf(at), after.allocations.flatMap(sharesInWords)]
    }
    expect(moved({ invoice_id: 'other' })).toEqual([
      [[], [40], [], []],
      ['other returns 28', 'other returns 12'],
    ])
    expect(moved({ invoice_id: 'other', invoice_line_item_id: 'line on engines' })).toEqual([
      [[], [40], [], []],
      ['other returns 40'],
    ])
    expect(moved({ invoice_payment_id: 'second', invoice_id: 'other' })).toEqual([
      [[], [40], [], [40]],
      ['other returns 28', 'other returns 12'],
    ])
    expect(moved({ invoice_payment_id: 'second' })).toEqual([[[], [], [], [40]], ['credit credits 40']])
    expect(moved({})).toEqual([[[], [], [], []], ['customer returns 40']])
  })

  test('to no allocations and no payments takes all of it back', () => {
    const locked = paidInvoices()
    const refund = refundOf(locked)
    const after = updated(locked, refund, { allocations: [], payments: [] })
    expect(after.allocations).toEqual([])
    expect(after.payments.map(({ id, deletedAt, version }) => [id, deletedAt, version])).toEqual([
      ['check', NOW, 2],
      ['by cash', NOW, 2],
    ])
    expect(refundedOf(locked)).toEqual([[], [], [], []])
    const again = updated(locked, after, { allocations: [ON], payments: [{ ...CHECK, refunded_amount: 100 }] })
    expect(again.payments.map(({ id, deletedAt }) => [id, deletedAt])).toEqual([
      ['check', NOW],
      ['by cash', NOW],
      [expect.stringMatching(/^new/), null],
    ])
  })

  test('replaces line items; matches keep their ids: by id, else by external_id', () => {
    const locked = paidInvoices()
    const refund = refundOf(locked)
    const line_items = [
      { amount: 7, external_id: 'new one' },
      { amount: 6, id: 'REST', external_id: 'c' },
      { amount: 11, external_id: 'l', account_identifier: GOODWILL, memo: 'less' },
    ]
    const [allocation] = updated(locked, refund, {
      allocations: [{ ...ON, external_id: 'a', line_items }],
      payments: [],
    }).allocations
    expect(allocation?.totalAmount).toBe(24)
    expect(allocation?.lineItems).toMatchObject([
      { id: expect.stringMatching(/^new/), externalId: 'new one', accountId: null },
      { id: 'rest', externalId: 'c' },
      { id: 'own', externalId: 'l', accountId: 'goodwill', memo: 'less', tags: [] },
    ])
  })

  test('matches a part by its id first, and then not by its old external_id, too', () => {
    const locked = paidInvoices()
    const refund = refundOf(locked)
    const after = updated(locked, refund, {
      allocations: [
        { ...ON, external_id: 'a', total_amount: 10 },
        { ...ON, id: 'refund allocation 1', total_amount: 20 },
      ],
      payments: [
        { external_id: 'p', refunded_amount: 1 },
        { id: 'check', refunded_amount: 2 },
      ],
    })
    const [first, second] = after.allocations
    expect(first).toMatchObject({ id: expect.stringMatching(/^new/), externalId: 'a' })
    expect(second).toMatchObject({ id: 'refund allocation 1', externalId: null })
    expect(after.payments.map(({ id, externalId, deletedAt }) => [id.slice(0, 3), externalId, deletedAt])).toEqual([
      ['che', null, null],
      ['by ', null, NOW],
      ['new', 'p', null],
    ])
  })

  test('of tags changes all of its parts, and each payment whose clearing line changes', () => {
    const locked = paidInvoices()
    const refund = refundOf(locked)
    const after = updated(locked, refund, { tags: [{ key: 'region', value: 'south' }] })
    expect(after.tags.map(({ definitionId }) => definitionId)).toEqual(['region:south'])
    expect(after.allocations.flatMap(sharesInWords)).toEqual([
      'invoice goodwill 12 desk:2 region:south',
      'invoice returns 17 region:south',
      'invoice vat 2 region:south',
      'invoice returns 9 region:south',
    ])
    expect(after.payments.map(({ version }) => version)).toEqual([2, 2])
    // Tags of a part on an account of its own are on no clearing line.
    const allocation = { ...ON, external_id: 'a', memo: 'of the engine' }
    const lines = LINES.map((line) => ({ ...line, tags: [] }))
    const other = updated(locked, refund, { allocations: [{ ...allocation, line_items: lines }] })
    expect(other.allocations[0]?.parts[0]?.shares[0]?.tags.map(({ definitionId }) => definitionId)).toEqual([
      'region:north',
    ])
    expect(other.version).toBe(2)
  })

  test('is refused with parts that the refund does not have, each by its field', () => {
    const locked = paidInvoices()
    const refund = refundOf(locked)
    const given = {
      allocations: [
        { ...ON, id: 'of another', total_amount: 1 },
        { ...ON, external_id: 'a', line_items: [{ id: 'check', amount: 1 }] },
      ],
      payments: [{ id: 'refund allocation 1' }, CHECK],
    }
    expect(refusals(() => updated(locked, refund, given))).toEqual([
      ['InvalidPayload', 'allocations.0.id'],
      ['InvalidPayload', 'allocations.1.line_items.0.id'],
      ['InvalidPayload', 'payments.0.id'],
    ])
    // A deleted part is gone.
    const without = updated(locked, refund, { payments: [CHECK] })
    expect(refusals(() => updated(locked, without, { payments: [BY_CASH] }))).toEqual([
      ['InvalidPayload', 'payments.0.id'],
    ])
  })

  test('is refused where the total is too large, or less than is paid out', () => {
    const locked = paidInvoices()
    const refund = refundOf(locked)
    const on = (total_amount: number) => ({ allocations: [{ ...ON, total_amount }] })
    const paying = (refunded_amount: number) => ({ payments: [CHECK, { ...BY_CASH, refunded_amount }] })
    expect(problemsOf(() => updated(locked, refund, on(29)))).toEqual([
      { error_enum: 'OverRefunded', field: 'allocations', value: 30, total_amount: 29 },
    ])
    expect(updated({ ...locked }, refund, on(30)).allocations).toMatchObject([{ totalAmount: 30 }])
    expect(problemsOf(() => updated(locked, refund, paying(21)))).toEqual([
      { error_enum: 'OverRefunded', field: 'payments', value: 41, total_amount: 40 },
    ])
    expect(refusals(() => updated(locked, refund, { ...on(60), ...paying(41) }))).toEqual([
      ['OverRefunded', 'payments'],
    ])
    expect(refusals(() => updated({ ...locked }, refund, { ...on(60), ...paying(40) }))).toBe('done')
    const much = [{ total_amount: 2 ** 53 - 1 }, { total_amount: 1 }]
    expect(refusals(() => updated(locked, refund, { allocations: much }))).toEqual([
      ['AmountOutOfRange', 'allocations'],
    ])
  })

  test('to a closed period is refused; what is dated there already may change', () => {
    const locked = paidInvoices()
    const refund = refundOf(locked)
    const closedThrough = day(27)
    const act = (given: UpdateGiven) => refusals(() => updated({ ...locked }, refund, given, { closedThrough }))
    const [last, first] = ['2026-01-27T12:00:00Z', '2026-01-27T12:00:00.001Z']
    expect(act({ completed_at: last, payments: [{ ...CHECK, completed_at: last }, { refunded_amount: 1 }] })).toEqual([
      ['PeriodClosed', 'completed_at'],
      ['PeriodClosed', 'payments.0.completed_at'],
      ['PeriodClosed', 'payments.1.completed_at'],
    ])
    expect(act({ completed_at: first, payments: [{ ...CHECK, completed_at: first }] })).toBe('done')
    expect(act({ completed_at: '2026-01-20T12:00:00Z', payments: [{ ...CHECK, refunded_amount: 5 }] })).toBe('done')
    expect(act({ allocations: [{ ...ON, total_amount: 50 }] })).toBe('done')
  })

  test('to an archived account, or to two values of a dimension, is refused by its field', () => {
    const locked = paidInvoices()
    const refund = refundOf(locked)
    const both = [NORTH, { key: 'region', value: 'south' }]
    const given = {
      tags: both,
      allocations: [{ ...ON, tags: both, line_items: [{ amount: 1, account_identifier: OLD }] }],
      payments: [{ tags: both, payment_clearing_account_identifier: OLD }],
    }
    expect(refusals(() => updated(locked, refund, given))).toEqual([
      ['DuplicateTagDimension', 'tags.1'],
      ['DuplicateTagDimension', 'allocations.0.tags.1'],
      ['AccountArchived', 'allocations.0.line_items.0.account_identifier'],
      ['DuplicateTagDimension', 'payments.0.tags.1'],
      ['AccountArchived', 'payments.0.payment_clearing_account_identifier'],
    ])
  })
})

describe('the payments of a refund', () => {
  test('are added, deleted and changed; existing ones come first, in the order of creation', () => {
    const locked = paidInvoices()
    const refund = refundOf(locked)
    const { payments } = updated(locked, refund, {
      payments: [
        { external_id: 'card', refunded_amount: 15, method: 'CREDIT_CARD' },
        { id: 'by cash', refunded_amount: 20, method: 'CASH', completed_at: '2026-01-27T12:00:00Z', memo: 'more' },
      ],
    })
    expect(payments).toMatchObject([
      { id: 'check', deletedAt: NOW, version: 2, refundedAmount: 20 },
      {
        id: 'by cash',
        deletedAt: null,
        version: 2,
        refundedAmount: 20,
        fee: null,
        completedAt: day(27),
        memo: 'more',
        importedAt: day(1),
      },
      { deletedAt: null, version: 1, clearingAccountId: 'processor', completedAt: day(20), importedAt: NOW },
    ])
  })

  test('divide the refunded shares again where those change', () => {
    const locked = paidInvoices()
    const refund = refundOf(locked)
    const sharesOf = ({ payments }: Refund) =>
      payments.map(({ shares }) => shares.map(({ accountId, amount }) => `${accountId} ${amount}`))
    expect(sharesOf(refund)).toEqual([
      ['goodwill 6', 'returns 9', 'vat 1', 'returns 4'],
      ['goodwill 3', 'returns 4', 'returns 3'],
    ])
    const whole = updated(locked, refund, { allocations: [ON] })
    expect(sharesOf(whole)).toEqual([
      ['returns 12', 'vat 1', 'returns 7'],
      ['returns 6', 'vat 1', 'returns 3'],
    ])
  })

  test('that are matched or in a payout move no money; all else may change', () => {
    const locked = paidInvoices()
    const refund = refundOf(locked)
    const member = {
      ...refund,
      payments: refund.payments.map((one) => (one.id === 'check' ? { ...one, payoutId: 'payout' } : one)),
    }
    const others: UpdateGiven['payments'][] = [
      [],
      [BY_CASH],
      [{ ...CHECK, refunded_amount: 21 }],
      [{ ...CHECK, refunded_amount: 19 }],
      [{ ...CHECK, refund_processing_fee: 3 }],
      [{ ...CHECK, refunded_payment_fees: [{ account: GOODWILL, fee_amount: 1 }] }],
      // The same amount leaves the clearing account, with other tags.
      [{ ...CHECK, refunded_amount: 19, refund_processing_fee: 1 }],
      [{ ...CHECK, method: 'OTHER' }],
      [{ ...CHECK, payment_clearing_account_identifier: { type: 'AccountId', id: 'cash' } }],
      [{ ...CHECK, method: 'STORE_CREDIT' }],
      [{ ...CHECK, external_id: 'another' }],
    ]
    for (const payments of others) {
      const given = { payments: payments ?? [] }
      const of = { error_enum: 'DocumentMatched', field: 'payments', value: 'check' }
      expect(problemsOf(() => updated(locked, refund, given, { matched: ['check'] }))).toEqual([
        { ...of, transaction_id: 'transaction', match_id: 'match' },
      ])
      expect(problemsOf(() => updated(locked, member, given))).toEqual([{ ...of, payout_id: 'payout' }])
    }
    const words = {
      ...CHECK,
      id: 'check',
      external_id: 'renamed',
      memo: 'noted',
      reference_number: 'P-2',
      processor: 'stripe',
      completed_at: '2026-01-27T12:00:00Z',
      tags: [DESK],
    }
    for (const [one, circumstances] of [
      [refund, { matched: ['check'] }],
      [member, {}],
    ] as const) {
      const given = { payments: [words, { ...BY_CASH, refunded_amount: 15 }] }
      expect(updated({ ...locked }, one, given, circumstances).payments).toMatchObject([
        { id: 'check', externalId: 'renamed', memo: 'noted', completedAt: day(27), processor: 'stripe', version: 2 },
        { id: 'by cash', refundedAmount: 15, version: 2 },
      ])
      const allocations = [{ ...ON, total_amount: 30 }]
      expect(updated({ ...locked }, one, { allocations }, circumstances).allocations).toMatchObject([
        { totalAmount: 30 },
      ])
    }
  })
})

describe('an invalid update', () => {
  const said = (given: UpdateGiven) => refusals(() => requestedUpdate(request(given)))

  test('clears a required field', () => {
    expect(said({ cleared: ['allocations', 'payments', 'tags', 'memo'] })).toEqual([
      ['InvalidPayload', 'allocations'],
      ['InvalidPayload', 'payments'],
      ['InvalidPayload', 'tags'],
    ])
  })

  test('has an invalid value, each named by its field', () => {
    expect(
      said({
        completed_at: 'never',
        allocations: [{ ...ON, total_amount: 0, line_items: [{ amount: 1.5 }] }],
        payments: [{ refunded_amount: 0, method: 'BARTER', completed_at: 'then' }],
      }),
    ).toEqual([
      ['InvalidPayload', 'completed_at'],
      ['InvalidPayload', 'allocations.0.total_amount'],
      ['InvalidPayload', 'allocations.0.line_items.0.amount'],
      ['InvalidPayload', 'payments.0.method'],
      ['InvalidPayload', 'payments.0.completed_at'],
      ['InvalidPayload', 'payments.0.refunded_amount'],
    ])
  })

  test('names one part twice, by id or by external_id', () => {
    const twice = <Part extends object>(...names: Part[]) => names.flatMap((one) => [one, one])
    expect(
      said({
        allocations: [
          { id: 'a', external_id: 'b', line_items: twice({ id: 'c', amount: 1 }, { external_id: 'd', amount: 1 }) },
          { id: 'A' },
          { external_id: 'b' },
        ],
        payments: twice({ id: 'e' }, { external_id: 'f' }),
      }),
    ).toEqual([
      ['InvalidPayload', 'allocations.1.id'],
      ['InvalidPayload', 'allocations.2.external_id'],
      ['InvalidPayload', 'allocations.0.line_items.1.id'],
      ['InvalidPayload', 'allocations.0.line_items.3.external_id'],
      ['InvalidPayload', 'payments.1.id'],
      ['InvalidPayload', 'payments.3.external_id'],
    ])
  })
})

test('remarks alone post nothing', () => {
  const posts = (given: UpdateGiven) => mayPost(requestedUpdate(request(given)))
  expect(posts({ external_id: 'x', memo: 'y', metadata: '{}', reference_number: 'z' })).toBe(false)
  for (const given of [{ cleared: ['completed_at'] }, { allocations: [] }, { payments: [] }, { tags: [] }])
    expect([given, posts(given)]).toEqual([given, true])
})
