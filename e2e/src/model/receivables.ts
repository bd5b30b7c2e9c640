/** One customer: invoices, and all that comes of them. */
import fc from 'fast-check'
import { Receivables } from '../receivables.ts'
import { at, of, sum, type Action, type ContactModel } from './action.ts'
import { creditOf, live, outstandingOf, paidOutOf, statusOf, type Model } from './customer.ts'
import {
  CREDIT,
  giveBack,
  pay,
  payMany,
  payOut,
  remove,
  type DeleteCommand,
  type PayCommand,
  type PayManyCommand,
  type PayOutCommand,
  type ReturnCommand,
  undoReturn,
} from './invoice-payments.ts'
import { ofInvoice, send, totalOf, type InvoiceCommand, type Lines, type Sent } from './invoices.ts'
import { journalCommands, journalOf, newJournal, ofJournal, someJournal, type JournalCommand } from './journal.ts'
import { ofRefund, refund, type RefundCommand } from './refunds.ts'
import { tag, tagging, type TagCommand } from './tags.ts'

export type Command =
  | { type: 'send'; invoices: Sent[] }
  | PayCommand
  | PayManyCommand
  | InvoiceCommand
  | RefundCommand
  | PayOutCommand
  | ReturnCommand
  | DeleteCommand
  | JournalCommand
  | TagCommand

const KINDS = ['INVOICE', 'INVOICE_PAYMENT', 'REFUND', 'PAYOUT'] as const
const METHODS = ['CREDIT_CARD', 'ACH', 'CHECK', 'CASH', 'OTHER']

const place = fc.nat({ max: 5 })
const amount = fc.integer({ min: 1, max: 90 })
/** Before invoices are sent and after. */
const day = fc.integer({ min: 11, max: 29 })
const method = fc.constantFrom(...METHODS)
const isNamed = fc.boolean()
const refundMethod = fc.constantFrom('STORE_CREDIT', ...METHODS)

const plain = fc.record<Lines>({
  amounts: fc.tuple(fc.record({ amount: fc.integer({ min: 50, max: 150 }), isPrepaid: fc.boolean() })),
  tax: fc.constant(0),
  discount: fc.constant(0),
  tips: fc.constant(0),
  day: fc.constantFrom(10, 28),
  isNamed,
})
/** Amounts of zero are in the accrual books alone, and never settled. */
const composed = fc
  .record<Lines>({
    amounts: fc.array(fc.record({ amount: fc.integer({ min: -20, max: 150 }), isPrepaid: fc.boolean() }), {
      minLength: 1,
      maxLength: 3,
    }),
    tax: fc.constantFrom(0, 8),
    discount: fc.nat({ max: 15 }),
    tips: fc.nat({ max: 9 }),
    day: fc.constantFrom(10, 22, 28),
    isNamed,
  })
  .filter((one) => totalOf(one) !== 0)
const sent: fc.Arbitrary<Sent> = fc.record({
  lines: fc.oneof(plain, composed),
  paid: fc.constantFrom(0, 0, 40, 500),
  isRefunded: fc.boolean(),
})
const sending = of(3, 'send', { invoices: fc.array(sent, { minLength: 1, maxLength: 2 }) })
const paying = of(6, 'pay', {
  invoice: place,
  amount,
  method: fc.constantFrom(CREDIT, CREDIT, ...METHODS),
  day,
  isNamed,
})

const changes = [
  paying,
  of(2, 'pay many', {
    parts: fc.array(fc.record({ invoice: place, amount }), { maxLength: 3 }),
    rest: fc.constantFrom(0, 30, 60),
    method,
    day,
  }),
  of(3, 'correct', { invoice: place, lines: fc.oneof(plain, composed), isLarge: fc.boolean() }),
  of(2, 'write off', { invoice: place, amount, isNamed }),
  of(1, 'undo', { invoice: place, writeOff: place }),
  of(1, 'void', { invoice: place, movesPayments: fc.boolean() }),
  of(5, 'refund', {
    on: fc.constantFrom(
      'invoice' as const,
      'invoice' as const,
      'line' as const,
      'payment' as const,
      'customer' as const,
      'credit' as const,
    ),
    document: place,
    amount,
    isNamed,
    method: fc.option(refundMethod),
  }),
  of(1, 'reissue', { refund: place, amount }),
  of(3, 'pay out refund', { refund: place, amount, method: refundMethod }),
  of(2, 'delete payment', { payment: place }),
  of(2, 'delete payout', { payout: place }),
  of(3, 'return', { payment: place, fee: fc.constantFrom(0, 4) }),
  of(1, 'undo return', { payment: place }),
  of(3, 'pay out', { fee: fc.nat({ max: 5 }), isOff: fc.constantFrom(false, false, false, true) }),
  { weight: 2, arbitrary: tagging(KINDS) },
]

const lineOf = (price: number): Lines => ({
  amounts: [{ amount: price, isPrepaid: true }],
  tax: 0,
  discount: 0,
  tips: 0,
  day: 28,
  isNamed: false,
})
function act(model: Model, command: Command): Action<Model> | undefined {
  switch (command.type) {
    case 'send':
      return send(model, command.invoices)
    case 'pay many':
      return payMany(model, command)
    case 'refund':
      return refund(model, command)
    case 'reissue':
    case 'pay out refund':
      return ofRefund(model, command)
    case 'pay out':
      return payOut(model, command)
    case 'return':
    case 'undo return': {
      const payment = at(model.payments, command.payment)
      return payment && (command.type === 'return' ? giveBack(payment, command.fee) : undoReturn(payment))
    }
    case 'tag': {
      const { invoices, payments, refunds, payouts } = model
      const ofKind: Record<string, readonly { id: string }[]> = {
        INVOICE: invoices,
        INVOICE_PAYMENT: payments,
        REFUND: refunds,
        PAYOUT: payouts,
      }
      const ids = (ofKind[command.kind] ?? []).map(({ id }) => id)
      return tag(command, ids, (now, id) => {
        if ([...now.payments, ...now.payouts].some((one) => one.id === id && one.isDeleted)) return 'DocumentDeleted'
        return now.invoices.some((one) => one.id === id && one.isVoided) ? 'InvoiceVoided' : undefined
      })
    }
    case 'delete payment':
    case 'delete payout':
      return remove(model, command)
    case 'enter':
    case 'reverse':
    case 'report':
    case 'recategorize':
    case 'uncategorize':
      return ofJournal('customer', model, command)
    default: {
      const invoice = at(model.invoices, command.invoice)
      return invoice && (command.type === 'pay' ? pay(invoice, command) : ofInvoice(invoice, command))
    }
  }
}

/** Without losses, by payments in two instalments of all that is owed, and with every refund paid out. */
function settling(model: Model): Command[] {
  const losses = model.invoices.flatMap(({ writeOffs }, invoice) =>
    writeOffs.flatMap(({ isUndone }, writeOff): Command[] => (isUndone ? [] : [{ type: 'undo', invoice, writeOff }])),
  )
  const rests = model.invoices.map((one) => outstandingOf(model, { ...one, writeOffs: [] }))
  const instalments = [rests.map((rest) => rest >> 1), rests.map((rest) => rest - (rest >> 1))]
  const payments = instalments.map((amounts): Command => {
    const parts = amounts.map((amount, invoice) => ({ invoice, amount })).filter((part) => part.amount > 0)
    return { type: 'pay many', parts, rest: 0, method: 'ACH', day: 25 }
  })
  const refunds = model.refunds.flatMap((one, index): Command[] => {
    const rest = one.amount - paidOutOf(one)
    return rest > 0 ? [{ type: 'pay out refund', refund: index, amount: rest, method: 'CHECK' }] : []
  })
  return [...losses, ...payments, ...refunds]
}

/** Nothing by a version that knows no returns. */
const returned = (back: unknown): unknown[] => {
  const { amount: all, fee, payout_id } = (back ?? {}) as Record<string, unknown>
  return back === null || back === undefined ? [] : [all, fee, payout_id !== null]
}

const ofCustomer = ({ contactId }: Model) => ({ customer_id: contactId })

export const receivables: ContactModel<Model, Command> = {
  tagged: KINDS,
  begin: async (books, name) => {
    const { id } = await new Receivables(books).customer(name)
    return {
      contactId: id,
      name,
      journal: await newJournal(books),
      invoices: [],
      payments: [],
      refunds: [],
      payouts: [],
      tags: {},
    }
  },
  commands: fc.oneof(sending, ...changes, ...journalCommands),
  contending: fc.oneof(...changes),
  contended: [
    { type: 'send', invoices: [{ lines: lineOf(100), paid: 0, isRefunded: false }] },
    { type: 'pay', invoice: 0, amount: 40, method: 'CREDIT_CARD', day: 25, isNamed: false },
    { type: 'pay many', parts: [], rest: 30, method: 'CHECK', day: 25 },
    { type: 'write off', invoice: 0, amount: 10, isNamed: false },
    { type: 'refund', on: 'invoice', document: 0, amount: 10, isNamed: false, method: null },
  ],
  beginnings: fc
    .tuple(
      fc.array<Command>(sending.arbitrary, { minLength: 1, maxLength: 2 }),
      fc.array<Command>(paying.arbitrary, { minLength: 2, maxLength: 3 }),
      someJournal,
    )
    .map((some) => some.flat()),
  actionFor: act,
  settling,
  lists: [
    {
      operation: 'listInvoices',
      of: ofCustomer,
      show: (row) => [row.status, row.total_amount, row.outstanding_balance],
      expected: (model) =>
        model.invoices.map((one) => [one.id, [statusOf(model, one), one.total, outstandingOf(model, one)]]),
    },
    {
      operation: 'listInvoicePayments',
      of: ofCustomer,
      show: (row) => [row.amount, row.fee, row.payout_id !== null, ...returned(row.return)],
      expected: ({ payments }) =>
        live(payments).map(({ id, amount: whole, fee, isInPayout, back }) => [
          id,
          [whole, fee, isInPayout, ...(back ? [back.amount, back.fee, back.isInPayout] : [])],
        ]),
    },
    {
      operation: 'listRefunds',
      of: ofCustomer,
      show: (row) => [
        row.total_amount,
        row.outstanding_balance,
        ...(row.payments as Record<string, unknown>[])
          .map((one) => [one.external_id, one.refunded_amount, one.fee ?? 0, one.payout_id !== null].join(' '))
          .sort(),
      ],
      expected: ({ refunds }) =>
        refunds.map((one) => [
          one.id,
          [
            one.amount,
            one.amount - paidOutOf(one),
            ...one.paidOut
              .map(({ externalId, amount: out, fee, isInPayout }) => [externalId, out, fee, isInPayout].join(' '))
              .sort(),
          ],
        ]),
    },
    {
      operation: 'listPayouts',
      of: ({ contactId }) => ({ reference_number: contactId }),
      show: (row) => [row.paid_out_amount, row.fee],
      expected: ({ payouts }) => live(payouts).map((one) => [one.id, [one.amount, one.fee]]),
    },
    {
      operation: 'listCustomers',
      isNew: true,
      of: ({ name }) => ({ external_id: name }),
      show: (row) => [row.balance, row.credit_balance],
      expected: (model) => [
        [
          model.contactId,
          [sum([journalOf(model), ...model.invoices.map((one) => outstandingOf(model, one))]), creditOf(model)],
        ],
      ],
    },
  ],
}
