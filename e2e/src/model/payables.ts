/** One vendor: bills and expenses, payments over many of them, prepayments, credits, and all of it changed and taken back. */
import fc from 'fast-check'
import { named, type Books } from '../books.ts'
import { Payables } from '../payables.ts'
import {
  at,
  become,
  find,
  maybeNamed,
  of,
  sum,
  timeOf,
  type Act,
  type Dealings,
  type Ending,
  type Made,
  type Party,
  type Row,
} from './act.ts'
import { tag, tagging, type TagCommand, type Tags } from './tags.ts'

type Bill = { id: string; total: number; isExpense: boolean; isVoided: boolean }
/** What of a payment or a credit went to a bill. */
type Part = { id: string; billId: string; amount: number }
/** A payment or a credit. */
type Giver = { id: string; kind: 'payment' | 'credit'; amount: number; isDeleted: boolean; parts: Part[] }
export type Model = Party & { bills: Bill[]; givers: Giver[]; tags: Tags }

type Lines = {
  amounts: { amount: number; tax: number; isPrepaid: boolean }[]
  discount: number
  day: number
  isNamed: boolean
}
type Give = {
  type: 'give'
  kind: Giver['kind']
  rest: number
  method: string
  parts: { bill: number; amount: number }[]
}
export type Command =
  | { type: 'receive'; bills: Lines[] }
  | { type: 'spend'; lines: Lines }
  | { type: 'update'; bill: number; lines: Lines }
  | { type: 'void'; bill: number }
  | Give
  | { type: 'allocate'; giver: number; bill: number; amount: number }
  | { type: 'take back'; giver: number; part: number }
  | { type: 'delete'; giver: number }
  | TagCommand

const KINDS = ['BILL', 'BILL_PAYMENT'] as const
const METHODS = ['ACH', 'CHECK', 'CASH', 'CREDIT_CARD', 'OTHER']
const ACCOUNTS = ['OPERATING_EXPENSES', 'COGS', 'INVENTORY']

const place = fc.nat({ max: 5 })
const amount = fc.integer({ min: 1, max: 90 })
/** What comes to nothing is in the accrual books alone, and never settled. */
const lines: fc.Arbitrary<Lines> = fc
  .record({
    amounts: fc.array(
      fc.record({ amount: fc.integer({ min: -20, max: 150 }), tax: fc.constantFrom(0, 0, 7), isPrepaid: fc.boolean() }),
      { minLength: 1, maxLength: 3 },
    ),
    discount: fc.nat({ max: 15 }),
    day: fc.constantFrom(10, 22, 28),
    isNamed: fc.boolean(),
  })
  .filter((one) => totalOf(one) !== 0)
const receiving = of(3, 'receive', { bills: fc.array(lines, { minLength: 1, maxLength: 2 }) })
const giving = of(6, 'give', {
  kind: fc.constantFrom('payment' as const, 'payment' as const, 'credit' as const),
  rest: fc.constantFrom(0, 0, 25, 60),
  method: fc.constantFrom(...METHODS),
  parts: fc.array(fc.record({ bill: place, amount: fc.integer({ min: 1, max: 50 }) }), { maxLength: 3 }),
})

const changes = [
  giving,
  of(2, 'update', { bill: place, lines }),
  of(1, 'void', { bill: place }),
  of(4, 'allocate', { giver: place, bill: place, amount }),
  of(2, 'take back', { giver: place, part: place }),
  of(2, 'delete', { giver: place }),
  { weight: 2, arbitrary: tagging(KINDS) },
]

const lineOf = (price: number): Lines => ({
  amounts: [{ amount: price, tax: 0, isPrepaid: true }],
  discount: 0,
  day: 28,
  isNamed: false,
})
const totalOf = ({ amounts, discount }: Lines): number => sum(amounts.map((one) => one.amount + one.tax)) - discount
const restOf = (giver: Giver): number => giver.amount - sum(giver.parts.map((part) => part.amount))
const owedBills = ({ bills }: Model): Bill[] => bills.filter(({ isExpense }) => !isExpense)
const gotBy = ({ givers }: Model, { id }: Bill): number =>
  sum(givers.flatMap(({ parts }) => parts.filter(({ billId }) => billId === id).map((part) => part.amount)))
const outstandingOf = (model: Model, bill: Bill): number =>
  bill.isVoided || bill.isExpense ? 0 : bill.total - gotBy(model, bill)

function statusOf(model: Model, bill: Bill): string {
  if (bill.isVoided) return 'VOIDED'
  if (outstandingOf(model, bill) === 0) return 'PAID'
  return gotBy(model, bill) > 0 ? 'PARTIALLY_PAID' : 'RECEIVED'
}

/** Why a bill cannot get so much. */
function refusalOf(model: Model, billId: string, wanted: number): Ending {
  const bill = find(model.bills, billId)
  if (bill.isVoided) return 'BillVoided'
  return wanted > outstandingOf(model, bill) ? 'OverAllocated' : 'done'
}

const inputOf = ({ amounts, discount }: Lines) => ({
  line_items: amounts.map((one, index) => ({
    account_identifier: named(ACCOUNTS[index] ?? 'COGS'),
    unit_price: one.amount,
    sales_taxes: one.tax > 0 ? [{ amount: one.tax, tax_account: { type: 'Tax_Name', name: 'Model City' } }] : [],
    ...(one.isPrepaid ? { prepayment_account_identifier: named('PREPAID_EXPENSES') } : {}),
  })),
  additional_discount: discount,
})

function receive({ partyId }: Model, given: Lines[]): Act<Model> {
  const inputs = given.map((one) => ({
    ...maybeNamed(one.isNamed),
    vendor_id: partyId,
    received_at: timeOf(one.day),
    ...inputOf(one),
  }))
  return {
    operation: inputs.length === 1 ? 'createBill' : 'createBills',
    call: { body: inputs.length === 1 ? inputs[0] : inputs },
    ending: () => (given.some((one) => totalOf(one) < 0) ? 'NegativeTotal' : 'done'),
    apply: ({ bills }, made) =>
      made.forEach(({ id }, index) =>
        bills.push({ id, total: totalOf(given[index] as Lines), isExpense: false, isVoided: false }),
      ),
  }
}

function spend({ partyId }: Model, given: Lines): Act<Model> {
  const body = { ...maybeNamed(given.isNamed), vendor_id: partyId, paid_at: timeOf(given.day), method: 'ACH' }
  return {
    operation: 'createExpense',
    call: { body: { ...body, ...inputOf(given) } },
    ending: () => (totalOf(given) < 0 ? 'NegativeTotal' : 'done'),
    apply: ({ bills }, [made]) =>
      bills.push({ id: made?.id ?? '', total: totalOf(given), isExpense: true, isVoided: false }),
  }
}

function update({ id }: Bill, given: Lines): Act<Model> {
  const total = totalOf(given)
  return {
    operation: 'updateBill',
    call: { path: { billId: id }, body: { received_at: timeOf(given.day), ...inputOf(given) } },
    ending: (model) => {
      const bill = find(model.bills, id)
      if (bill.isVoided) return 'BillVoided'
      if (total < 0) return 'NegativeTotal'
      return total < gotBy(model, bill) ? 'OverAllocated' : 'done'
    },
    apply: ({ bills }) => become(bills, id, (bill) => (bill.total = total)),
  }
}

const takeOut = ({ id }: Bill): Act<Model> => ({
  operation: 'voidBill',
  call: { path: { billId: id } },
  ending: (model) => (gotBy(model, find(model.bills, id)) > 0 ? 'BillHasPayments' : 'done'),
  apply: ({ bills }) => become(bills, id, (bill) => (bill.isVoided = true)),
})

const allocationsIn = (made: Made | undefined) => (made?.allocations ?? []) as { id: string; bill_id: string }[]

function give(model: Model, { kind, rest, method, parts }: Give): Act<Model> | undefined {
  const wanted = new Map(
    parts.flatMap((part): [string, number][] => {
      const bill = at(owedBills(model), part.bill)
      return bill ? [[bill.id, part.amount]] : []
    }),
  )
  const whole = sum([...wanted.values(), rest])
  if (whole === 0) return undefined
  const allocations = [...wanted].map(([bill_id, one]) => ({ bill_id, amount: one }))
  const common = { vendor_id: model.partyId, allocations }
  // A credit is of a line that is more than it, and one that takes of it.
  const items = [whole + 9, -9].map((one) => ({ account_identifier: named('COGS'), amount: one }))
  return {
    operation: kind === 'payment' ? 'createBillPayment' : 'createVendorCredit',
    call: {
      body:
        kind === 'payment'
          ? { ...common, paid_at: timeOf(25), method, amount: whole }
          : { ...common, received_at: timeOf(20), line_items: items },
    },
    ending: (now) => [...wanted].map(([id, one]) => refusalOf(now, id, one)).find((one) => one !== 'done') ?? 'done',
    apply: ({ givers }, [made]) =>
      givers.push({
        id: made?.id ?? '',
        kind,
        amount: whole,
        isDeleted: false,
        parts: allocationsIn(made).map(({ id, bill_id }) => ({
          id,
          billId: bill_id,
          amount: wanted.get(bill_id) ?? 0,
        })),
      }),
  }
}

const pathOf = ({ id, kind }: Pick<Giver, 'id' | 'kind'>): Record<string, string> =>
  kind === 'payment' ? { paymentId: id } : { vendorCreditId: id }

function allocate({ id, kind }: Giver, bill: Bill, wanted: number): Act<Model> {
  return {
    operation: kind === 'payment' ? 'allocateBillPayment' : 'allocateVendorCredit',
    call: { path: pathOf({ id, kind }), body: { bill_id: bill.id, amount: wanted } },
    ending: (model) => {
      const giver = find(model.givers, id)
      if (giver.isDeleted) return 'DocumentDeleted'
      const refusal = refusalOf(model, bill.id, wanted)
      return refusal === 'done' && wanted > restOf(giver) ? 'OverAllocated' : refusal
    },
    apply: ({ givers }, [made]) =>
      become(givers, id, ({ parts }) => {
        const added = allocationsIn(made).find((one) => parts.every((part) => part.id !== one.id))
        parts.push({ id: added?.id ?? '', billId: bill.id, amount: wanted })
      }),
  }
}

const takeBack = (giver: Giver, part: Part): Act<Model> => ({
  operation: 'removeVendorCreditAllocation',
  call: { path: { allocationId: part.id } },
  ending: () => 'done',
  apply: ({ givers }) => become(givers, giver.id, (one) => (one.parts = one.parts.filter(({ id }) => id !== part.id))),
})

const remove = ({ id, kind }: Giver): Act<Model> => ({
  operation: kind === 'payment' ? 'deleteBillPayment' : 'deleteVendorCredit',
  call: { path: pathOf({ id, kind }) },
  ending: () => 'done',
  apply: ({ givers }) => become(givers, id, (giver) => Object.assign(giver, { isDeleted: true, parts: [] })),
})

function act(model: Model, command: Command): Act<Model> | undefined {
  if (command.type === 'receive') return receive(model, command.bills)
  if (command.type === 'spend') return spend(model, command.lines)
  if (command.type === 'give') return give(model, command)
  if (command.type === 'tag') {
    const givers = model.givers.filter(({ kind }) => kind === 'payment')
    const ids = (command.kind === 'BILL' ? model.bills : givers).map(({ id }) => id)
    return tag(command, ids, (now, id) => {
      if (now.bills.some((bill) => bill.id === id && bill.isVoided)) return 'BillVoided'
      return now.givers.some((giver) => giver.id === id && giver.isDeleted) ? 'DocumentDeleted' : undefined
    })
  }
  if (command.type === 'void' || command.type === 'update') {
    const bill = at(command.type === 'void' ? model.bills : owedBills(model), command.bill)
    return bill && (command.type === 'void' ? takeOut(bill) : update(bill, command.lines))
  }
  const giver = at(model.givers, command.giver)
  if (!giver) return undefined
  if (command.type === 'delete') return remove(giver)
  if (command.type === 'allocate') {
    const bill = at(owedBills(model), command.bill)
    return bill && allocate(giver, bill, command.amount)
  }
  const part = giver.kind === 'credit' ? at(giver.parts, command.part) : undefined
  return part && takeBack(giver, part)
}

/** By payments alone, in instalments. */
function settling(model: Model): Command[] {
  const givers = model.givers.map((one) => (one.kind === 'credit' ? { ...one, parts: [] } : one))
  const deletions = model.givers.flatMap((one, giver): Command[] =>
    one.kind === 'credit' ? [{ type: 'delete', giver }] : [],
  )
  const payments = owedBills(model).flatMap((one, bill): Command[] => {
    const rest = outstandingOf({ ...model, givers }, one)
    return [rest >> 1, rest - (rest >> 1)].flatMap((part): Command[] =>
      part > 0 ? [{ type: 'give', kind: 'payment', rest: 0, method: 'ACH', parts: [{ bill, amount: part }] }] : [],
    )
  })
  return [...deletions, ...payments]
}

const givenIn = (kind: Giver['kind']) => (model: Model) =>
  model.givers
    .filter((one) => one.kind === kind)
    .map((one): [string, unknown] => [one.id, one.isDeleted ? 'deleted' : [one.amount, restOf(one)]])
const shownGiver = (field: string) => (row: Row) =>
  row.deleted_at === null ? [row[field], row.unallocated_amount] : 'deleted'

const ofVendor = ({ partyId }: Model) => ({ vendor_id: partyId })
const query = { include_deleted: true }

export const payables: Dealings<Model, Command> = {
  tagged: KINDS,
  begin: async (books: Books, name: string) => {
    const { id } = await new Payables(books).vendor(name)
    return { partyId: id, name, bills: [], givers: [], tags: {} }
  },
  commands: fc.oneof(receiving, of(1, 'spend', { lines }), ...changes),
  contending: fc.oneof(...changes),
  contended: [
    { type: 'receive', bills: [lineOf(100)] },
    { type: 'give', kind: 'payment', rest: 30, method: 'ACH', parts: [{ bill: 0, amount: 20 }] },
    { type: 'give', kind: 'credit', rest: 30, method: 'ACH', parts: [{ bill: 0, amount: 10 }] },
  ],
  beginnings: fc
    .tuple(
      fc.array<Command>(receiving.arbitrary, { minLength: 1, maxLength: 2 }),
      fc.array<Command>(giving.arbitrary, { minLength: 2, maxLength: 2 }),
    )
    .map((some) => some.flat()),
  act,
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
  ],
}
