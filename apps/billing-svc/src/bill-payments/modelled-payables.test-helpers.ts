/** Commands on payables, done by the real use cases and by a model of a few lines that says how each must end. */
import type { ErrorEnum } from '@pacioli/errors'
import fc from 'fast-check'
import type { TestBilling } from '../billing.test-helpers.ts'
import { changeOf, line, makeBill, named, type TestPayables } from '../bills/bills.test-helpers.ts'
import { updateBill } from '../bills/update-bill.ts'
import { voidBill } from '../bills/void-bill.ts'
import { allocateVendorCredit } from '../vendor-credits/allocate-vendor-credit.ts'
import { deleteVendorCredit } from '../vendor-credits/delete-vendor-credit.ts'
import { removeAllocation } from '../vendor-credits/remove-allocation.ts'
import { creditAllocationOf, creditLine, makeCredit } from '../vendor-credits/vendor-credits.test-helpers.ts'
import { allocateBillPayment } from './allocate-bill-payment.ts'
import { allocationOf, makePayment } from './bill-payments.test-helpers.ts'
import { deleteBillPayment } from './delete-bill-payment.ts'

/** What of a payment or a credit went to a bill. */
type Part = { id: string; bill: ModelBill; amount: number }
type ModelBill = { id: string; lines: Lines; isVoided: boolean }
/** A payment or a credit. */
type Giver = { id: string; kind: 'payment' | 'credit'; amount: number; isDeleted: boolean; parts: Part[] }
export type Model = { bills: ModelBill[]; givers: Giver[] }

type Lines = { amounts: { amount: number; isPrepaid: boolean }[]; discount: number; day: number }

/** Documents by their places in the model, wrapped around; what is not there yet is left out. */
export type Command =
  | { type: 'bill'; lines: Lines }
  | { type: 'update'; bill: number; lines: Lines }
  | { type: 'void'; bill: number }
  | { type: 'give'; kind: Giver['kind']; amount: number; parts: { bill: number; amount: number }[] }
  | { type: 'allocate'; giver: number; bill: number; amount: number }
  | { type: 'take back'; giver: number; part: number }
  | { type: 'delete'; giver: number }

/** How a command ends: `done`, or refused. */
type Ending = 'done' | ErrorEnum

const place = fc.nat({ max: 7 })
const amount = fc.integer({ min: 1, max: 120 })
const lines: fc.Arbitrary<Lines> = fc.record({
  amounts: fc.array(fc.record({ amount: fc.integer({ min: -20, max: 150 }), isPrepaid: fc.boolean() }), {
    minLength: 1,
    maxLength: 3,
  }),
  discount: fc.nat({ max: 15 }),
  day: fc.constantFrom(10, 22, 28),
})

export const commands: fc.Arbitrary<Command[]> = fc.array(
  fc.oneof(
    { weight: 2, arbitrary: fc.record({ type: fc.constant('bill' as const), lines }) },
    { weight: 2, arbitrary: fc.record({ type: fc.constant('update' as const), bill: place, lines }) },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('void' as const), bill: place }) },
    {
      weight: 6,
      arbitrary: fc.record({
        type: fc.constant('give' as const),
        kind: fc.constantFrom('payment' as const, 'payment' as const, 'credit' as const),
        amount: fc.integer({ min: 20, max: 150 }),
        parts: fc.array(fc.record({ bill: place, amount: fc.integer({ min: 1, max: 25 }) }), { maxLength: 3 }),
      }),
    },
    { weight: 4, arbitrary: fc.record({ type: fc.constant('allocate' as const), giver: place, bill: place, amount }) },
    { weight: 2, arbitrary: fc.record({ type: fc.constant('take back' as const), giver: place, part: place }) },
    { weight: 2, arbitrary: fc.record({ type: fc.constant('delete' as const), giver: place }) },
  ),
  { minLength: 12, maxLength: 24 },
)

const at = <One>(list: readonly One[], index: number): One | undefined => list[index % Math.max(1, list.length)]
const sum = (amounts: readonly number[]): number => amounts.reduce((total, one) => total + one, 0)
const totalOf = ({ amounts, discount }: Lines): number => sum(amounts.map((one) => one.amount)) - discount
const restOf = (giver: Giver): number => giver.amount - sum(giver.parts.map((part) => part.amount))
const gotBy = ({ givers }: Model, bill: ModelBill): number =>
  sum(givers.flatMap(({ parts }) => parts.filter((part) => part.bill === bill).map((part) => part.amount)))

export const outstandingOf = (model: Model, bill: ModelBill): number =>
  bill.isVoided ? 0 : totalOf(bill.lines) - gotBy(model, bill)

/**
 * What is left to be done so that every bill that is not voided is paid, by payments alone and in instalments: then the cash
 * books have exactly what the bills were for.
 */
export function settlingOf({ bills, givers }: Model): Command[] {
  const credits = givers.flatMap((giver, index): Command[] =>
    giver.kind === 'credit' ? giver.parts.map(() => ({ type: 'take back', giver: index, part: 0 })) : [],
  )
  const gets = (bill: ModelBill): number =>
    sum(
      givers
        .flatMap((giver) => (giver.kind === 'payment' ? giver.parts : []))
        .filter((part) => part.bill === bill)
        .map((part) => part.amount),
    )
  const payments = bills.flatMap((bill, index): Command[] => {
    const rest = bill.isVoided ? 0 : totalOf(bill.lines) - gets(bill)
    return [rest >> 1, rest - (rest >> 1)].flatMap((amount): Command[] =>
      amount > 0 ? [{ type: 'give', kind: 'payment', amount, parts: [{ bill: index, amount }] }] : [],
    )
  })
  return [...credits, ...payments]
}

/** What the bills that are not voided were for: expenses, goods and discounts. */
export function costsOf({ bills }: Model): [number, number, number] {
  const live = bills
    .filter(({ isVoided }) => !isVoided)
    .map(({ lines: { amounts, discount } }) => ({ amounts, discount }))
  const of = (isGoods: boolean): number =>
    sum(
      live.flatMap(({ amounts }) =>
        amounts.filter((_, index) => (index % 2 === 1) === isGoods).map((one) => one.amount),
      ),
    )
  return [of(false), of(true), sum(live.map(({ discount }) => discount))]
}

/** Why a bill cannot get so much. */
function refusalOf(model: Model, bill: ModelBill, wanted: number): Ending {
  if (bill.isVoided) return 'BillVoided'
  return wanted > outstandingOf(model, bill) ? 'OverAllocated' : 'done'
}

const inputOf = ({ amounts, discount, day }: Lines) => ({
  received_at: `2026-01-${day}T12:00:00Z`,
  line_items: amounts.map((one, index) =>
    line(one.amount, {
      external_id: `line ${index}`,
      ...(index % 2 ? { account_identifier: named('COGS') } : {}),
      ...(one.isPrepaid ? { prepayment_account_identifier: named('PREPAID_EXPENSES') } : {}),
    }),
  ),
  additional_discount: discount,
})

/** What a command has to do, and how it must end; undefined where there is nothing to do it to. */
type Step = { expected: Ending; act: () => Promise<unknown>; apply: (answer: unknown) => void }

export function stepOf(billing: TestBilling, payables: TestPayables, model: Model, command: Command): Step | undefined {
  const { request } = payables
  if (command.type === 'bill') {
    const total = totalOf(command.lines)
    return {
      expected: total < 0 ? 'NegativeTotal' : 'done',
      act: () => makeBill(billing, payables, inputOf(command.lines)),
      apply: (answer) => model.bills.push({ ...(answer as { id: string }), lines: command.lines, isVoided: false }),
    }
  }
  if (command.type === 'give') return give(billing, payables, model, command)
  if (command.type === 'update' || command.type === 'void') {
    const bill = at(model.bills, command.bill)
    if (!bill) return undefined
    if (command.type === 'void')
      return {
        expected: gotBy(model, bill) > 0 ? 'BillHasPayments' : 'done',
        act: () => voidBill(billing, request, bill.id),
        apply: () => (bill.isVoided = true),
      }
    const { line_items: items, ...rest } = inputOf(command.lines)
    const total = totalOf(command.lines)
    return {
      expected: bill.isVoided
        ? 'BillVoided'
        : total < 0
          ? 'NegativeTotal'
          : total < gotBy(model, bill)
            ? 'OverAllocated'
            : 'done',
      act: () => updateBill(billing, request, changeOf(bill, { ...rest, line_items: { items } })),
      apply: () => (bill.lines = command.lines),
    }
  }
  const giver = at(model.givers, command.giver)
  if (!giver) return undefined
  if (command.type === 'delete')
    return {
      expected: 'done',
      act: () => (giver.kind === 'payment' ? deleteBillPayment : deleteVendorCredit)(billing, request, giver.id),
      apply: () => Object.assign(giver, { isDeleted: true, parts: [] }),
    }
  if (command.type === 'take back') {
    const part = giver.kind === 'credit' ? at(giver.parts, command.part) : undefined
    return (
      part && {
        expected: 'done',
        act: () => removeAllocation(billing, request, part.id),
        apply: () => giver.parts.splice(giver.parts.indexOf(part), 1),
      }
    )
  }
  return allocate(billing, payables, model, giver, command)
}

function give(
  billing: TestBilling,
  payables: TestPayables,
  model: Model,
  { kind, amount: given, parts }: Extract<Command, { type: 'give' }>,
): Step {
  const wanted = new Map(
    parts.flatMap((part): [ModelBill, number][] => {
      const bill = at(model.bills, part.bill)
      return bill ? [[bill, part.amount]] : []
    }),
  )
  const allocations = [...wanted].map(([{ id: bill_id }, one]) => ({ bill_id, amount: one }))
  const problem = [...wanted].map(([bill, one]) => refusalOf(model, bill, one)).find((one) => one !== 'done')
  return {
    expected: sum([...wanted.values()]) > given ? 'OverAllocated' : (problem ?? 'done'),
    act: () =>
      kind === 'payment'
        ? makePayment(billing, payables, { amount: given, allocations })
        : makeCredit(billing, payables, { line_items: [creditLine(given + 9), creditLine(-9)], allocations }),
    apply: (answer) => {
      const made = answer as { id: string; allocations: { id: string }[] }
      const ids = made.allocations.map(({ id }) => id)
      model.givers.push({
        id: made.id,
        kind,
        amount: given,
        isDeleted: false,
        parts: [...wanted].map(([bill, one], index) => ({ id: ids[index] ?? '', bill, amount: one })),
      })
    },
  }
}

function allocate(
  billing: TestBilling,
  { request }: TestPayables,
  model: Model,
  giver: Giver,
  command: Extract<Command, { type: 'allocate' }>,
): Step | undefined {
  const bill = at(model.bills, command.bill)
  if (!bill) return undefined
  const wanted = { bill_id: bill.id, amount: command.amount }
  const refusal = refusalOf(model, bill, command.amount)
  const beyond = command.amount > restOf(giver) ? 'OverAllocated' : 'done'
  return {
    expected: giver.isDeleted ? 'DocumentDeleted' : refusal === 'done' ? beyond : refusal,
    act: () =>
      giver.kind === 'payment'
        ? allocateBillPayment(
            billing,
            request,
            allocationOf(giver, { ...wanted, allocated_at: '2026-01-25T12:00:00Z' }),
          )
        : allocateVendorCredit(billing, request, creditAllocationOf(giver, wanted)),
    apply: (answer) => {
      const { data } = answer as { data: { allocations: { id: string }[] } }
      giver.parts.push({ id: data.allocations.at(-1)?.id ?? '', bill, amount: command.amount })
    },
  }
}
