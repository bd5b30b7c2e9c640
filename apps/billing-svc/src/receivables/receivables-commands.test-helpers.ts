/** How random things are done to simulated receivables. */
import { MAX_AMOUNT } from '@pacioli/money'
import { among, momentOf, NOW, partOf, type Portion } from '../documents/arbitraries.test-helpers.ts'
import type { SalesTax } from '../documents/line-items.ts'
import { anInvoice, anInvoiceLine, anInvoicePayment, aWriteOff } from '../documents/receivables.test-helpers.ts'
import type { DocumentTag } from '../documents/tags.ts'
import { refundedOf } from '../invoice-payments/invoice-payment.ts'
import { amountsOf, liveWriteOffs, type Invoice, type InvoiceLineItem } from '../invoices/invoice.ts'
import type { WantedRefundAllocation } from '../refunds/issue-refund.ts'
import { refundableOfInvoice, refundableOfLine } from '../refunds/refundable.ts'
import {
  livePayments,
  paidOutOf,
  totalOf,
  type Refund,
  type RefundLineItem,
  type RefundPayment,
} from '../refunds/refund.ts'
import { ACCOUNTS, aRefundLine, aRefundPayment, aWantedAllocation } from './pure-receivables.test-helpers.ts'
import type { Command, Content, Hanging, Line, PayingOut } from './receivables-arbitraries.test-helpers.ts'
import type { PartWanted, SimulatedReceivables } from './simulated-receivables.test-helpers.ts'

/** Where what is paid by this waits. */
export const clearingAccountOf = (by: string): string =>
  by === 'CREDIT_BALANCE' || by === 'STORE_CREDIT' ? ACCOUNTS.customerCredits : `clearing of ${by}`

const taxesOf = (drawn: Content['additionalTaxes'], invoiceId: string, prefix: string): SalesTax[] =>
  drawn.map((one, index) => ({
    id: `${prefix} tax ${index}`,
    taxName: 'tax',
    accountId: `${invoiceId}/tax ${one.account}`,
    amount: one.amount,
  }))

const lineOf = (drawn: Line, invoiceId: string, id: string): InvoiceLineItem => ({
  ...anInvoiceLine(`${invoiceId}/account ${drawn.account}`, drawn.unitPrice, { id, quantity: drawn.quantity }),
  prepaymentAccountId: drawn.prepayment,
  discountAmount: drawn.discountAmount,
  salesTaxes: taxesOf(drawn.taxes, invoiceId, id),
  tags: drawn.tags,
})

const customerOf = (index: number): string => `customer ${index}`

const invoiceOf = (
  { at, content: drawn, customer, tags }: Extract<Command, { kind: 'send' }>,
  id: string,
): Invoice => ({
  ...anInvoice({ id, customerId: customerOf(customer), sentAt: at, additionalDiscount: drawn.additionalDiscount }),
  lineItems: drawn.lines.map((one, index) => lineOf(one, id, `line ${index} of ${id}`)),
  additionalSalesTaxes: taxesOf(drawn.additionalTaxes, id, id),
  tips: drawn.tips,
  tipsAccountId: drawn.hasTipsAccount ? `${id}/tips` : null,
  tags,
})

const isOwed = (invoice: Invoice): boolean => amountsOf(invoice).outstandingBalance > 0
const isRefundable = (invoice: Invoice): boolean => refundableOfInvoice(invoice) > 0

function wantedOf(
  world: SimulatedReceivables,
  drawn: readonly { invoice: number; share: Portion; tags: readonly DocumentTag[] }[],
): PartWanted[] {
  const wanted = drawn.flatMap(({ invoice: place, share: part, tags }): PartWanted[] => {
    const invoice = among(world.invoices.values(), place, isOwed)
    return invoice ? [{ invoiceId: invoice.id, amount: partOf(amountsOf(invoice).outstandingBalance, part), tags }] : []
  })
  // One allocation to each invoice, above zero.
  return [...new Map(wanted.map((one) => [one.invoiceId, one])).values()].filter((one) => one.amount > 0)
}

function pay(world: SimulatedReceivables, done: Extract<Command, { kind: 'pay' }>, id: string): void {
  const wanted = wantedOf(world, done.allocations)
  const whole = wanted.reduce((sum, one) => sum + one.amount, Math.max(0, done.rest))
  if (whole < 1 || whole > MAX_AMOUNT) return
  const [first] = wanted
  const payment = anInvoicePayment({
    id,
    customerId: first ? world.invoice(first.invoiceId).customerId : customerOf(done.customer),
    paidAt: done.at,
    method: done.method,
    clearingAccountId: clearingAccountOf(done.method),
    amount: whole,
    // Nobody charges for what a customer has already.
    fee: done.method === 'CREDIT_BALANCE' ? 0 : done.fee,
  })
  world.pay({ ...payment, tags: done.tags }, wanted)
}

type Target = Pick<WantedRefundAllocation, 'invoiceId' | 'invoiceLineItemId' | 'invoicePaymentId'> & {
  customerId: string | null
  refundable: number
}

const NOWHERE = { invoiceId: null, invoiceLineItemId: null, invoicePaymentId: null }

/** What a refund hangs on; undefined where there is no such thing. */
function targetOf(world: SimulatedReceivables, { on, document, part }: Hanging): Target | undefined {
  if (on === 'customer') return { ...NOWHERE, customerId: null, refundable: 50 }
  if (on === 'invoice' || on === 'line') {
    const invoice = among(world.invoices.values(), document, isRefundable)
    if (!invoice || invoice.voidedAt !== null) return undefined
    const of = { ...NOWHERE, invoiceId: invoice.id, customerId: invoice.customerId }
    if (on === 'invoice') return { ...of, refundable: refundableOfInvoice(invoice) }
    const { id = '' } = among(invoice.lineItems, part) ?? {}
    return { ...of, invoiceLineItemId: id, refundable: refundableOfLine(invoice, id, ACCOUNTS) }
  }
  const payment = among(world.payments.values(), document, (one) => refundedOf(one) < one.amount)
  if (!payment) return undefined
  const of = { ...NOWHERE, invoicePaymentId: payment.id, customerId: payment.customerId }
  const refundable = payment.amount - refundedOf(payment)
  if (on === 'payment') return { ...of, refundable }
  const paid = among(payment.allocations, part, ({ movedToCreditAt }) => movedToCreditAt === null)
  if (!paid || paid.movedToCreditAt !== null) return undefined
  return { ...of, invoiceId: paid.invoiceId, refundable: Math.min(refundable, paid.amount) }
}

function lineItemsOf({ lines }: Hanging, id: string, total: number): RefundLineItem[] {
  if (lines === null || lines.length > total) return []
  const weights = lines.reduce((sum, one) => sum + one.weight, 0)
  const amounts = lines.map(({ weight }) => Math.max(1, Number((BigInt(total) * BigInt(weight)) / BigInt(weights))))
  const others = amounts.slice(1).reduce((sum, one) => sum + one, 0)
  return lines.map(({ isOwn, prepayment, tags }, index) => ({
    ...aRefundLine(index === 0 ? total - others : (amounts[index] ?? 0), {
      id: `${id} line ${index}`,
      accountId: isOwn ? 'goodwill' : null,
      prepaymentAccountId: prepayment && isOwn ? 'deposits' : null,
    }),
    tags,
  }))
}

/** The customer comes from what it hangs on; null where that says nothing. */
function allocationsOf(
  world: SimulatedReceivables,
  drawn: readonly Hanging[],
  id: string,
  before?: Refund,
): { wanted: WantedRefundAllocation[]; customerId: string | null } | undefined {
  const targets = drawn.map((one) => targetOf(world, one))
  const customers = new Set([
    ...targets.flatMap((target) => target?.customerId ?? []),
    ...(before ? [before.customerId] : []),
  ])
  if (targets.includes(undefined) || customers.size > 1) return undefined
  const wanted = targets.flatMap((target, index): WantedRefundAllocation[] => {
    const one = drawn[index]
    if (!target || !one) return []
    const { customerId: _, refundable, ...on } = target
    const there = before?.allocations[index]
    const allocationId = there?.id ?? `${id} allocation ${index}`
    const totalAmount = one.share === 'all' && one.on !== 'customer' ? null : partOf(refundable, one.share)
    const lineItems = lineItemsOf(one, allocationId, totalAmount ?? refundable)
    return [
      {
        ...aWantedAllocation({
          ...on,
          id: allocationId,
          totalAmount: totalAmount === 0 ? 1 : totalAmount,
          partIds: there?.parts.map((part) => part.id) ?? [],
          accountId: one.isOwn && lineItems.length === 0 ? 'goodwill' : null,
        }),
        lineItems,
        ...(lineItems.length > 0 ? { totalAmount: null } : {}),
        tags: one.tags,
      },
    ]
  })
  return { wanted, customerId: [...customers][0] ?? null }
}

const refundPaymentOf = (
  { share: part, at, method: by, fee: charged, feesBack, tags }: PayingOut,
  id: string,
  refundId: string,
  whole: number,
): RefundPayment => ({
  ...aRefundPayment(Math.max(1, partOf(whole, part)), {
    id,
    refundId,
    completedAt: at,
    method: by,
    clearingAccountId: clearingAccountOf(by),
    fee: charged,
    refundedPaymentFees: feesBack.map((feeAmount) => ({
      accountId: ACCOUNTS.processingFees,
      feeAmount,
      description: null,
    })),
  }),
  tags,
})

function refund(world: SimulatedReceivables, done: Extract<Command, { kind: 'refund' }>, id: string): void {
  const issued = allocationsOf(world, done.allocations, id)
  if (!issued) return
  const known = issued.wanted.reduce((sum, one) => sum + (one.totalAmount ?? 20), 0)
  const head: Refund = {
    id,
    businessId: 'business',
    externalId: null,
    customerId: issued.customerId ?? customerOf(done.customer),
    completedAt: done.at,
    allocations: [],
    payments: [],
    tags: done.tags,
    memo: null,
    metadata: null,
    referenceNumber: null,
    version: 1,
    importedAt: momentOf(20),
    updatedAt: momentOf(20),
  }
  const payments = done.payments.map((one, index) =>
    refundPaymentOf(one, `${id} payment ${index}`, id, Math.max(1, Math.floor(known / done.payments.length))),
  )
  world.refund(head, issued.wanted, payments)
}

function payOut(world: SimulatedReceivables, done: Extract<Command, { kind: 'pay out' }>, id: string): void {
  const isPayable = ({ payoutId, method: by }: { payoutId: string | null; method: string }): boolean =>
    payoutId === null && clearingAccountOf(by) !== ACCOUNTS.customerCredits
  const payments = [...world.payments.values()].filter(isPayable).slice(0, done.payments)
  const refundPayments = [...world.refunds.values()]
    .flatMap(livePayments)
    .filter(isPayable)
    .slice(0, done.refundPayments)
  const other = {
    id: `${id} other`,
    externalId: null,
    amount: Math.abs(done.other),
    accountId: 'other',
    description: null,
  }
  world.payOut(
    {
      id,
      businessId: 'business',
      externalId: null,
      processor: null,
      fee: done.fee,
      completedAt: done.at,
      clearingAccountId: ACCOUNTS.undepositedFunds,
      otherTransactions:
        done.other === 0
          ? []
          : [{ ...other, direction: done.other > 0 ? 'CREDIT' : 'DEBIT', tags: done.tags.slice(1) }],
      tags: done.tags,
      memo: null,
      metadata: null,
      referenceNumber: null,
      version: 1,
      importedAt: NOW,
      updatedAt: NOW,
    },
    payments.map((one) => one.id),
    refundPayments.map((one) => one.id),
  )
}

/** @param step makes ids that no other document has; does nothing where there is nothing to do it to */
export function run(world: SimulatedReceivables, done: Command, step: number): void {
  switch (done.kind) {
    case 'send':
      return world.send(invoiceOf(done, `invoice ${step}`))
    case 'pay':
      return pay(world, done, `payment ${step}`)
    case 'write off': {
      const invoice = among(world.invoices.values(), done.invoice, isOwed)
      const whole = invoice ? amountsOf(invoice).outstandingBalance : 0
      if (!invoice || whole === 0) return
      const writeOff = aWriteOff(partOf(whole, done.share), {
        id: `write-off ${step}`,
        invoiceId: invoice.id,
        writeOffAt: done.at,
        accountId: ACCOUNTS.badDebt,
      })
      return world.writeOff(invoice.id, { ...writeOff, tags: done.tags })
    }
    case 'undo': {
      const invoice = among(world.invoices.values(), done.invoice, (one) => liveWriteOffs(one).length > 0)
      const writeOff = invoice && among(liveWriteOffs(invoice), done.writeOff)
      return writeOff && world.undo(invoice.id, writeOff.id, NOW)
    }
    case 'refund':
      return refund(world, done, `refund ${step}`)
    case 'pay out refund': {
      const of = among(world.refunds.values(), done.refund, (one) => paidOutOf(one) < totalOf(one))
      if (!of) return
      const payment = refundPaymentOf(done.payment, `refund payment ${step}`, of.id, totalOf(of) - paidOutOf(of))
      return world.payOutRefund(of.id, payment)
    }
    case 'reissue': {
      const before = among(world.refunds.values(), done.refund)
      const issued = before && allocationsOf(world, done.allocations, `refund ${step}`, before)
      return issued && world.reissue(before.id, issued.wanted)
    }
    case 'take out payment': {
      const of = among(world.refunds.values(), done.refund, (one) => livePayments(one).length > 0)
      const payment = of && among(livePayments(of), done.payment)
      return payment && world.takeOutPayment(of.id, payment.id, NOW)
    }
    case 'void': {
      const invoice = among(world.invoices.values(), done.invoice, ({ voidedAt }) => voidedAt === null)
      return invoice && world.voidInvoice(invoice.id, NOW, done.movesPayments)
    }
    case 'pay out':
      return payOut(world, done, `payout ${step}`)
    case 'close':
      if (!world.journal.isClosedAt(done.at)) world.journal.closedThrough = done.at
      return
    default:
      return retag(world, done)
  }
}

type Retag = Extract<Command, { kind: `retag ${string}` }>

function retag(world: SimulatedReceivables, done: Retag): void {
  switch (done.kind) {
    case 'retag invoice': {
      const invoice = among(world.invoices.values(), done.invoice, ({ voidedAt }) => voidedAt === null)
      return invoice && world.retagInvoice(invoice.id, done.tags, NOW)
    }
    case 'retag payment': {
      const payment = among(world.payments.values(), done.payment)
      return payment && world.retagPayment(payment.id, done.tags)
    }
    case 'retag refund': {
      const of = among(world.refunds.values(), done.refund)
      return of && world.retagRefund(of.id, done.tags, NOW)
    }
    case 'retag payout': {
      const payout = among(world.payouts.values(), done.payout)
      return payout && world.retagPayout(payout.id, done.tags)
    }
  }
}
