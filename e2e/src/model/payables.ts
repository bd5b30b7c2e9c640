/** One vendor: bills and expenses, payments over many of them, prepayments, credits, and all of it changed and taken back. */
import fc from 'fast-check'
import type { Books } from '../books.ts'
import { Payables } from '../payables.ts'
import { of, sum, type Action, type ContactModel, type Row } from './action.ts'
import { ofGiver, type GiveCommand } from './bill-payments.ts'
import { ofBill, type BillCommand, type Lines } from './bills.ts'
import { journalCommands, journalOf, newJournal, ofJournal, someJournal, type JournalCommand } from './journal.ts'
import { tag, tagging, type TagCommand } from './tags.ts'
import { ofRefund, type RefundCommand } from './vendor-refunds.ts'
import { hasCredit, outstandingOf, owedBills, restOf, statusOf, type Giver, type Model } from './vendor.ts'

export type Command = BillCommand | GiveCommand | RefundCommand | JournalCommand | TagCommand

const KINDS = ['BILL', 'BILL_PAYMENT', 'VENDOR_CREDIT'] as const
const METHODS = ['ACH', 'CHECK', 'CASH', 'CREDIT_CARD', 'OTHER']

const place = fc.nat({ max: 5 })
const amount = fc.integer({ min: 1, max: 90 })
const lines: fc.Arbitrary<Lines> = fc.record({
  amounts: fc.array(
    fc.record({ amount: fc.integer({ min: -20, max: 150 }), tax: fc.constantFrom(0, 0, 7), isPrepaid: fc.boolean() }),
    { minLength: 1, maxLength: 3 },
  ),
  discount: fc.nat({ max: 15 }),
  day: fc.constantFrom(10, 22, 28),
  isNamed: fc.boolean(),
})
const receiving = of(3, 'receive', { bills: fc.array(lines, { minLength: 1, maxLength: 2 }) })
const giving = of(6, 'give', {
  kind: fc.constantFrom('payment' as const, 'payment' as const, 'credit' as const),
  rest: fc.constantFrom(0, 0, 25, 60),
  method: fc.constantFrom(...METHODS),
  /** Before bills are received and after. */
  day: fc.integer({ min: 9, max: 25 }),
  parts: fc.array(fc.record({ bill: place, amount: fc.integer({ min: 1, max: 50 }) }), { maxLength: 3 }),
})

const changes = [
  giving,
  of(2, 'update', { bill: place, lines }),
  of(1, 'void', { bill: place }),
  of(4, 'allocate', { giver: place, bill: place, amount }),
  of(2, 'take back', { giver: place, part: place }),
  of(2, 'delete', { giver: place }),
  of(3, 'refund', { giver: place, amount, method: fc.constantFrom(...METHODS) }),
  of(1, 'delete refund', { refund: place }),
  { weight: 2, arbitrary: tagging(KINDS) },
]

/** Two of these exceed their source, whichever bills they are for. */
const grabbing = of(16, 'allocate', {
  giver: fc.nat({ max: 1 }),
  bill: place,
  amount: fc.integer({ min: 20, max: 30 }),
})

const lineOf = (price: number): Lines => ({
  amounts: [{ amount: price, tax: 0, isPrepaid: true }],
  discount: 0,
  day: 28,
  isNamed: false,
})

function tagOf(model: Model, command: TagCommand): Action<Model> | undefined {
  const kind = command.kind === 'BILL_PAYMENT' ? 'payment' : 'credit'
  const givers = model.givers.filter((one) => one.kind === kind)
  const ids = (command.kind === 'BILL' ? model.bills : givers).map(({ id }) => id)
  const action = tag(command, ids, (now: Model, id) => {
    if (now.bills.some((bill) => bill.id === id && bill.isVoided)) return 'BillVoided'
    return now.givers.some((giver) => giver.id === id && giver.isDeleted) ? 'DocumentDeleted' : undefined
  })
  return action && { ...action, isNew: command.kind !== 'BILL_PAYMENT' && hasCredit(model.givers) }
}

function act(model: Model, command: Command): Action<Model> | undefined {
  switch (command.type) {
    case 'tag':
      return tagOf(model, command)
    case 'receive':
    case 'spend':
    case 'update':
    case 'void':
      return ofBill(model, command)
    case 'refund':
    case 'delete refund':
      return ofRefund(model, command)
    case 'enter':
    case 'reverse':
    case 'report':
    case 'recategorize':
    case 'uncategorize':
      return ofJournal('vendor', model, command)
    default:
      return ofGiver(model, command)
  }
}

/** By payments, in two instalments of all that is owed; what is left of credits is paid back. */
function settling(model: Model): Command[] {
  const refunds = model.givers.flatMap((one, giver): Command[] =>
    one.kind === 'credit' && !one.isDeleted && restOf(one) > 0
      ? [{ type: 'refund', giver, amount: restOf(one), method: 'ACH' }]
      : [],
  )
  const rests = owedBills(model).map((bill) => outstandingOf(model, bill))
  const instalments = [rests.map((rest) => rest >> 1), rests.map((rest) => rest - (rest >> 1))]
  const payments = instalments.map((amounts): Command => {
    const parts = amounts.map((amount, bill) => ({ bill, amount })).filter((part) => part.amount > 0)
    return { type: 'give', kind: 'payment', rest: 0, method: 'ACH', day: 25, parts }
  })
  return [...refunds, ...payments]
}

const givenIn = (kind: Giver['kind']) => (model: Model) =>
  model.givers
    .filter((one) => one.kind === kind)
    .map((one): [string, unknown] => [one.id, one.isDeleted ? 'deleted' : [one.amount, restOf(one)]])
const restsOf = ({ givers }: Model, kind: Giver['kind']): number =>
  sum(givers.map((one) => (one.kind === kind && !one.isDeleted ? restOf(one) : 0)))
const shownGiver = (field: string) => (row: Row) =>
  row.deleted_at === null ? [row[field], row.unallocated_amount] : 'deleted'

const ofVendor = ({ contactId }: Model) => ({ vendor_id: contactId })
const query = { include_deleted: true }

export const payables: ContactModel<Model, Command> = {
  tagged: KINDS,
  begin: async (books: Books, name: string) => {
    const { id } = await new Payables(books).vendor(name)
    return { contactId: id, name, journal: await newJournal(books), bills: [], givers: [], refunds: [], tags: {} }
  },
  commands: fc.oneof(receiving, of(1, 'spend', { lines }), ...changes, ...journalCommands),
  contending: fc.oneof(...changes, grabbing),
  contended: [
    { type: 'receive', bills: [lineOf(100), lineOf(80)] },
    { type: 'give', kind: 'payment', rest: 30, method: 'ACH', day: 25, parts: [{ bill: 0, amount: 20 }] },
    { type: 'give', kind: 'credit', rest: 30, method: 'ACH', day: 20, parts: [{ bill: 0, amount: 10 }] },
  ],
  beginnings: fc
    .tuple(
      fc.array<Command>(receiving.arbitrary, { minLength: 1, maxLength: 2 }),
      fc.array<Command>(giving.arbitrary, { minLength: 2, maxLength: 2 }),
      someJournal,
    )
    .map((some) => some.flat()),
  actionFor: act,
  settling,
  lists: [
    {
      operation: 'listBills',
      of: ofVendor,
      show: (row) => [row.status, row.total_amount, row.outstanding_balance],
      expected: (model) =>
        model.bills.map((bill) => [bill.id, [statusOf(model, bill), bill.total, outstandingOf(model, bill)]]),
    },
    { operation: 'listBillPayments', of: ofVendor, query, show: shownGiver('amount'), expected: givenIn('payment') },
    {
      operation: 'listVendorCredits',
      of: ofVendor,
      query,
      show: shownGiver('total_amount'),
      expected: givenIn('credit'),
    },
    {
      operation: 'listVendors',
      isNew: true,
      of: ({ name }) => ({ external_id: name }),
      show: (row) => [row.balance, row.credit_balance],
      expected: (model) => [
        [
          model.contactId,
          [
            sum([journalOf(model), ...model.bills.map((bill) => outstandingOf(model, bill))]) -
              restsOf(model, 'credit'),
            restsOf(model, 'payment'),
          ],
        ],
      ],
    },
    {
      operation: 'listVendorRefunds',
      of: ofVendor,
      query,
      show: (row) => (row.deleted_at === null ? row.amount : 'deleted'),
      expected: ({ refunds }) => refunds.map((one) => [one.id, one.isDeleted ? 'deleted' : one.amount]),
    },
  ],
}
