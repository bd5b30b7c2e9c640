/** Commands on receivables, done by the real use cases and by a model of a few lines that says how each must end. */
import type { ErrorEnum } from '@pacioli/errors'
import type { Payout__Output, Refund__Output } from '@pacioli/protos/billing'
import fc from 'fast-check'
import type { TestBilling } from '../billing.test-helpers.ts'
import { applyTags } from '../documents/tag-documents.ts'
import { changeRefund, makePayout, makeRefund, refundOf, undo, voided, writeOff } from './acts.test-helpers.ts'
import {
  DEPOSITS,
  FEES,
  line,
  makeInvoice,
  makePayment,
  payFor,
  refundAllocation,
  refundPayment,
  type TestReceivables,
} from './receivables.test-helpers.ts'

type Lines = { amounts: { amount: number; isPrepaid: boolean }[]; discount: number; tips: number; day: number }
type ModelInvoice = {
  id: string
  lines: Lines
  isVoided: boolean
  writeOffs: { id: string; amount: number; isLive: boolean }[]
}
type ModelPayment = {
  id: string
  amount: number
  fee: number
  isOfCredit: boolean
  parts: { invoice: ModelInvoice; amount: number }[]
  isPaidOut: boolean
}
/** On an invoice, by a payment of it or by itself, or on the customer alone. */
type ModelRefund = {
  id: string
  amount: number
  invoice: ModelInvoice | null
  payment: ModelPayment | null
  paidOut: { id: string; amount: number; fee: number; isStoreCredit: boolean; isPaidOut: boolean }[]
}
export type Model = {
  invoices: ModelInvoice[]
  payments: ModelPayment[]
  refunds: ModelRefund[]
  payouts: string[]
  tags: Map<string, string>
}

/** Documents by their places in the model, wrapped around; what is not there yet is left out. */
export type Command =
  | { type: 'send'; lines: Lines }
  | { type: 'pay'; invoice: number; amount: number; fee: number; isOfCredit: boolean }
  | { type: 'pay many'; parts: { invoice: number; amount: number }[]; rest: number }
  | { type: 'write off'; invoice: number; amount: number }
  | { type: 'undo'; invoice: number; writeOff: number }
  | { type: 'void'; invoice: number; movesPayments: boolean }
  | { type: 'refund'; on: 'invoice' | 'payment' | 'customer'; document: number; amount: number }
  | { type: 'reissue'; refund: number; amount: number }
  | { type: 'pay out refund'; refund: number; amount: number; isStoreCredit: boolean }
  | { type: 'pay out'; fee: number; isOff: boolean }
  | { type: 'tag'; kind: 'INVOICE' | 'INVOICE_PAYMENT' | 'REFUND' | 'PAYOUT'; document: number; value: string }

/** How a command ends: `done`, or refused. */
type Ending = 'done' | ErrorEnum

const place = fc.nat({ max: 5 })
const amount = fc.integer({ min: 1, max: 90 })
const fee = fc.nat({ max: 5 })
const lines: fc.Arbitrary<Lines> = fc.record({
  amounts: fc.array(fc.record({ amount: fc.integer({ min: -20, max: 150 }), isPrepaid: fc.boolean() }), {
    minLength: 1,
    maxLength: 3,
  }),
  discount: fc.nat({ max: 15 }),
  tips: fc.nat({ max: 9 }),
  day: fc.constantFrom(10, 22, 28),
})

const of = <Type extends Command['type'], Fields extends object>(
  weight: number,
  type: Type,
  fields: { [Name in keyof Fields]: fc.Arbitrary<Fields[Name]> },
) => ({ weight, arbitrary: fc.record({ type: fc.constant(type), ...fields }) as fc.Arbitrary<Fields & { type: Type }> })

const sending = of(3, 'send', { lines })
const paying = of(6, 'pay', { invoice: place, amount, fee, isOfCredit: fc.boolean() })
const others = fc.oneof(
  sending,
  paying,
  of(2, 'pay many', {
    parts: fc.array(fc.record({ invoice: place, amount }), { maxLength: 3 }),
    rest: fc.nat({ max: 60 }),
  }),
  of(2, 'write off', { invoice: place, amount }),
  of(1, 'undo', { invoice: place, writeOff: place }),
  of(1, 'void', { invoice: place, movesPayments: fc.boolean() }),
  of(5, 'refund', { on: fc.constantFrom('invoice', 'invoice', 'payment', 'customer'), document: place, amount }),
  of(1, 'reissue', { refund: place, amount }),
  of(3, 'pay out refund', { refund: place, amount, isStoreCredit: fc.boolean() }),
  of(2, 'pay out', { fee, isOff: fc.constantFrom(false, false, false, true) }),
  of(2, 'tag', {
    kind: fc.constantFrom('INVOICE', 'INVOICE_PAYMENT', 'REFUND', 'PAYOUT'),
    document: place,
    value: fc.constantFrom('north', 'south'),
  }),
)

/** Some invoices that are paid in part before whatever else is done: what is done to nothing shows nothing. */
export const commands: fc.Arbitrary<Command[]> = fc
  .tuple(
    fc.array<Command>(sending.arbitrary, { minLength: 2, maxLength: 3 }),
    fc.array<Command>(paying.arbitrary, { minLength: 1, maxLength: 3 }),
    fc.array<Command>(others, { minLength: 10, maxLength: 20 }),
  )
  .map((some) => some.flat())

const at = <One>(list: readonly One[], index: number): One | undefined => list[index % Math.max(1, list.length)]
const sum = (amounts: readonly number[]): number => amounts.reduce((total, one) => total + one, 0)
const totalOf = ({ amounts, discount, tips }: Lines): number => sum(amounts.map((one) => one.amount)) - discount + tips
const partsOn = ({ payments }: Model, invoice: ModelInvoice): number[] =>
  payments.flatMap(({ parts }) => parts.filter((part) => part.invoice === invoice).map((part) => part.amount))
const paidOf = (model: Model, invoice: ModelInvoice): number => (invoice.isVoided ? 0 : sum(partsOn(model, invoice)))
const refundedOf = ({ refunds }: Model, invoice: ModelInvoice): number =>
  sum(refunds.filter((refund) => refund.invoice === invoice).map((refund) => refund.amount))
const writtenOffOf = ({ writeOffs }: ModelInvoice): number =>
  sum(writeOffs.filter(({ isLive }) => isLive).map((one) => one.amount))

export const outstandingOf = (model: Model, invoice: ModelInvoice): number =>
  invoice.isVoided ? 0 : totalOf(invoice.lines) - paidOf(model, invoice) - writtenOffOf(invoice)

/** What the customer has: rests, payments of void invoices, store credit; less what was paid and refunded out of it. */
export function creditOf({ payments, refunds }: Model): number {
  const got = payments.map(({ amount: whole, isOfCredit, parts }) =>
    sum([isOfCredit ? 0 : whole, ...parts.map((part) => (part.invoice.isVoided ? 0 : -part.amount))]),
  )
  const stored = refunds.flatMap(({ paidOut }) => paidOut.filter(({ isStoreCredit }) => isStoreCredit))
  const taken = refunds.filter(({ invoice }) => invoice?.isVoided)
  return sum([...got, ...stored.map((one) => one.amount), ...taken.map((refund) => -refund.amount)])
}

/** What is still to be paid out to the customer. */
export const owedToCustomer = ({ refunds }: Model): number =>
  sum(refunds.map(({ amount: whole, paidOut }) => whole - sum(paidOut.map((one) => one.amount))))

/** What a command has to do, and how it must end; undefined where there is nothing to do it to. */
type Step = { expected: Ending; act: () => Promise<unknown>; apply: (answer: unknown) => void }

type Acting = { billing: TestBilling; receivables: TestReceivables; model: Model }

export function stepOf(acting: Acting, command: Command): Step | undefined {
  switch (command.type) {
    case 'send':
      return send(acting, command)
    case 'pay':
      return pay(acting, command)
    case 'pay many':
      return payMany(acting, command)
    case 'write off':
    case 'undo':
    case 'void':
      return ofInvoice(acting, command)
    case 'refund':
      return refund(acting, command)
    case 'reissue':
    case 'pay out refund':
      return ofRefund(acting, command)
    case 'pay out':
      return payOut(acting, command)
    case 'tag':
      return tag(acting, command)
  }
}

const idIn = (answer: unknown): string => (answer as { id: string }).id

function send({ billing, receivables, model }: Acting, { lines: wanted }: Extract<Command, { type: 'send' }>): Step {
  const { amounts, discount, tips, day } = wanted
  return {
    expected: totalOf(wanted) < 0 ? 'NegativeTotal' : 'done',
    act: () =>
      makeInvoice(billing, receivables, {
        sent_at: `2026-01-${day}T12:00:00Z`,
        line_items: amounts.map((one, index) =>
          line(one.amount, {
            ...(index % 2 ? { account_identifier: FEES } : {}),
            ...(one.isPrepaid ? { prepayment_account_identifier: DEPOSITS } : {}),
          }),
        ),
        additional_discount: discount,
        tips,
      }),
    apply: (answer) => model.invoices.push({ id: idIn(answer), lines: wanted, isVoided: false, writeOffs: [] }),
  }
}

/** Why an invoice cannot get so much. */
function refusalOf(model: Model, invoice: ModelInvoice, wanted: number): Ending {
  if (invoice.isVoided) return 'InvoiceVoided'
  return wanted > outstandingOf(model, invoice) ? 'OverAllocated' : 'done'
}

function pay({ billing, receivables, model }: Acting, command: Extract<Command, { type: 'pay' }>): Step | undefined {
  const invoice = at(model.invoices, command.invoice)
  if (!invoice) return undefined
  const { amount: whole, isOfCredit } = command
  const charged = isOfCredit ? 0 : Math.min(command.fee, whole)
  const refusal = refusalOf(model, invoice, whole)
  const isBeyondCredit = isOfCredit && whole > creditOf(model)
  return {
    expected: refusal === 'done' && isBeyondCredit ? 'OverAllocated' : refusal,
    act: () =>
      payFor(billing, receivables, invoice, whole, {
        method: isOfCredit ? 'CREDIT_BALANCE' : 'CREDIT_CARD',
        ...(isOfCredit ? {} : { fee: charged }),
      }),
    apply: (answer) =>
      model.payments.push({
        id: idIn(answer),
        amount: whole,
        fee: charged,
        isOfCredit,
        parts: [{ invoice, amount: whole }],
        isPaidOut: false,
      }),
  }
}

function payMany(
  { billing, receivables, model }: Acting,
  { parts, rest }: Extract<Command, { type: 'pay many' }>,
): Step | undefined {
  const wanted = new Map(
    parts.flatMap((part): [ModelInvoice, number][] => {
      const invoice = at(model.invoices, part.invoice)
      return invoice ? [[invoice, part.amount]] : []
    }),
  )
  const whole = sum([...wanted.values(), rest])
  if (whole === 0) return undefined
  return {
    expected:
      [...wanted].map(([invoice, one]) => refusalOf(model, invoice, one)).find((one) => one !== 'done') ?? 'done',
    act: () =>
      makePayment(billing, receivables, {
        amount: whole,
        allocations: [...wanted].map(([{ id: invoice_id }, one]) => ({ invoice_id, amount: one })),
      }),
    apply: (answer) =>
      model.payments.push({
        id: idIn(answer),
        amount: whole,
        fee: 0,
        isOfCredit: false,
        parts: [...wanted].map(([invoice, one]) => ({ invoice, amount: one })),
        isPaidOut: false,
      }),
  }
}

function ofInvoice(
  { billing, receivables, model }: Acting,
  command: Extract<Command, { type: 'write off' | 'undo' | 'void' }>,
): Step | undefined {
  const invoice = at(model.invoices, command.invoice)
  if (!invoice) return undefined
  if (command.type === 'write off')
    return {
      expected: refusalOf(model, invoice, command.amount),
      act: () => writeOff(billing, receivables, invoice, { amount: command.amount }),
      apply: (answer) => invoice.writeOffs.push({ id: idIn(answer), amount: command.amount, isLive: true }),
    }
  if (command.type === 'undo') {
    const made = at(invoice.writeOffs, command.writeOff)
    return (
      made && {
        expected: 'done',
        act: () => undo(billing, receivables, invoice, made),
        apply: () => (made.isLive = false),
      }
    )
  }
  const isRefused = !command.movesPayments && paidOf(model, invoice) > 0
  return {
    expected: isRefused ? 'InvoiceHasPayments' : 'done',
    act: () => voided(billing, receivables, invoice, { move_payments_to_credit: command.movesPayments }),
    apply: () => {
      invoice.isVoided = true
      for (const one of invoice.writeOffs) one.isLive = false
    },
  }
}

/** What of an invoice, or of what a payment brought to it, is still refundable. */
const refundableOf = (model: Model, invoice: ModelInvoice, payment: ModelPayment | null): number =>
  Math.min(
    paidOf(model, invoice) - refundedOf(model, invoice),
    payment === null
      ? Infinity
      : payment.amount - sum(model.refunds.filter((one) => one.payment === payment).map((one) => one.amount)),
  )

function refund(
  { billing, receivables, model }: Acting,
  command: Extract<Command, { type: 'refund' }>,
): Step | undefined {
  const { on, amount: whole } = command
  const made = (invoice: ModelInvoice | null, payment: ModelPayment | null) => (answer: unknown) =>
    model.refunds.push({ id: idIn(answer), amount: whole, invoice, payment, paidOut: [] })
  if (on === 'customer')
    return {
      expected: 'done',
      act: () =>
        makeRefund(billing, receivables, {
          allocations: [{ customer_id: receivables.customerId, total_amount: whole }],
        }),
      apply: made(null, null),
    }
  // Payments that went to one invoice which stands, all of them: what others divide is shown without a ledger.
  const whollyPaid = model.payments.filter(({ parts, amount: all }) => parts.length === 1 && parts[0]?.amount === all)
  const payment = on === 'payment' ? (at(whollyPaid, command.document) ?? null) : null
  const invoice = on === 'payment' ? payment?.parts[0]?.invoice : at(model.invoices, command.document)
  if (!invoice || (payment && invoice.isVoided)) return undefined
  const isOver = whole > refundableOf(model, invoice, payment)
  return {
    expected: invoice.isVoided ? 'InvoiceVoided' : isOver ? 'OverRefunded' : 'done',
    act: () =>
      payment
        ? makeRefund(billing, receivables, { allocations: [{ invoice_payment_id: payment.id, total_amount: whole }] })
        : refundOf(billing, receivables, invoice, { refunded_amount: whole }),
    apply: made(invoice, payment),
  }
}

function ofRefund(
  { billing, receivables, model }: Acting,
  command: Extract<Command, { type: 'reissue' | 'pay out refund' }>,
): Step | undefined {
  const wanted = at(model.refunds, command.refund)
  if (!wanted) return undefined
  const paidOut = sum(wanted.paidOut.map((one) => one.amount))
  if (command.type === 'reissue') {
    const { invoice, payment } = wanted
    if (!invoice || payment) return undefined
    const isOver = command.amount > refundableOf(model, invoice, null) + wanted.amount || command.amount < paidOut
    return {
      expected: invoice.isVoided ? 'InvoiceVoided' : isOver ? 'OverRefunded' : 'done',
      act: () =>
        changeRefund(billing, receivables, wanted, {
          allocations: { items: [refundAllocation({ invoice_id: invoice.id, total_amount: command.amount })] },
        }),
      apply: () => (wanted.amount = command.amount),
    }
  }
  const { isStoreCredit, amount: out } = command
  const payments = [
    ...wanted.paidOut.map(({ id, amount: refunded_amount, fee: charged, isStoreCredit: isStored }) =>
      paymentOf({ id, refunded_amount, refund_processing_fee: charged }, isStored),
    ),
    paymentOf({ refunded_amount: out, refund_processing_fee: isStoreCredit ? 0 : 2 }, isStoreCredit),
  ]
  return {
    expected: paidOut + out > wanted.amount ? 'OverRefunded' : 'done',
    act: () => changeRefund(billing, receivables, wanted, { payments: { items: payments } }),
    apply: (answer) => {
      const { data } = answer as { data: Refund__Output }
      const known = new Set(wanted.paidOut.map(({ id }) => id))
      const { id = '' } = data.payments.find((one) => !known.has(one.id)) ?? {}
      wanted.paidOut.push({ id, amount: out, fee: isStoreCredit ? 0 : 2, isStoreCredit, isPaidOut: false })
    },
  }
}

const paymentOf = (given: Parameters<typeof refundPayment>[0], isStoreCredit: boolean) =>
  refundPayment({
    ...given,
    method: isStoreCredit ? 'STORE_CREDIT' : 'CREDIT_CARD',
    completed_at: '2026-01-26T12:00:00Z',
  })

/** All that moved money and is in no payout yet; off by one, it is refused. */
function payOut({ billing, receivables, model }: Acting, command: Extract<Command, { type: 'pay out' }>): Step {
  const payments = model.payments.filter(({ isOfCredit, isPaidOut }) => !isOfCredit && !isPaidOut)
  const refundPayments = model.refunds
    .flatMap(({ paidOut }) => paidOut)
    .filter(({ isStoreCredit, isPaidOut }) => !isStoreCredit && !isPaidOut)
  const brought = sum([
    ...payments.map((one) => one.amount - one.fee),
    ...refundPayments.map((one) => -one.amount - one.fee),
    -command.fee,
  ])
  return {
    expected: command.isOff ? 'PayoutUnbalanced' : 'done',
    act: () =>
      makePayout(billing, receivables, {
        paid_out_amount: brought + (command.isOff ? 1 : 0),
        fee: command.fee,
        payments: payments.map(({ id }) => ({ id })),
        refund_payments: refundPayments.map(({ id }) => ({ id })),
      }),
    apply: (answer) => {
      for (const member of [...payments, ...refundPayments]) member.isPaidOut = true
      model.payouts.push((answer as Payout__Output).id)
    },
  }
}

function tag({ billing, receivables, model }: Acting, command: Extract<Command, { type: 'tag' }>): Step | undefined {
  const { kind, document, value } = command
  const documents = {
    INVOICE: model.invoices.map(({ id }) => id),
    INVOICE_PAYMENT: model.payments.map(({ id }) => id),
    REFUND: model.refunds.map(({ id }) => id),
    PAYOUT: model.payouts,
  }
  const id = at(documents[kind], document)
  if (id === undefined) return undefined
  const isVoided = model.invoices.some((invoice) => invoice.id === id && invoice.isVoided)
  const isOther = (model.tags.get(id) ?? value) !== value
  return {
    expected: isVoided ? 'InvoiceVoided' : isOther ? 'DuplicateTagDimension' : 'done',
    act: () =>
      applyTags(billing, receivables.request, {
        entity_type: kind,
        entity_ids: [id],
        key_values: [{ key: `${kind} region`, value }],
      }),
    apply: () => model.tags.set(id, value),
  }
}
