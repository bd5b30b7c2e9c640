/** What was acknowledged of receivables, and what follows from it: documents by customer, and what stands in the journal. */
import { add, sum, type Sides } from './sides.ts'

/** A part of what an invoice stands for besides the debt. */
export type Earned = {
  account: string
  amount: number
  /** Given back as a return; what is not is owed to somebody else, such as taxes and tips. */
  isRevenue: boolean
}

export type ModelInvoice = {
  id: string
  /** They sum to the total. */
  lines: Earned[]
  writeOffs: { id: string; amount: number; isUndone: boolean }[]
  isVoided: boolean
}

export type ModelPayment = {
  id: string
  amount: number
  fee: number
  /** Where it waits. */
  clearing: string
  allocations: {
    invoiceId: string
    amount: number
    /** The invoice was voided, and this is the customer's credit. */
    isMoved: boolean
  }[]
  isInPayout: boolean
}

/** One thing that a customer gets back: of an invoice any amount if it is all revenue, else all that was paid of it. */
export type ModelRefund = {
  id: string
  /** Null for what hangs on the customer alone. */
  invoiceId: string | null
  amount: number
  /** The invoice was voided, and this is taken out of what became the customer's credit. */
  isOfCredit: boolean
  paidOut: ModelRefundPayment[]
}

export type ModelRefundPayment = {
  externalId: string
  amount: number
  fee: number
  clearing: string
  isInPayout: boolean
}

/** `cleared` is what its members have left where cards wait. */
export type ModelPayout = { id: string; amount: number; fee: number; cleared: number }

/** A customer with its documents; one step at a time works on it. */
export type Family = {
  customerId: string
  invoices: ModelInvoice[]
  payments: ModelPayment[]
  refunds: ModelRefund[]
  payouts: ModelPayout[]
}

export const RECEIVABLE = 'ACCOUNTS_RECEIVABLE'
export const CREDITS = 'CUSTOMER_CREDITS'
export const FEES = 'PAYMENT_PROCESSING_FEES'
export const LIABILITIES = 'REFUND_LIABILITIES'
export const RETURNS = 'RETURNS_ALLOWANCES'
export const PROCESSOR = 'PAYMENT_PROCESSOR_CLEARING_ACCOUNT'
export const UNDEPOSITED = 'UNDEPOSITED_FUNDS'

export const totalOf = ({ lines }: ModelInvoice): number => sum(lines.map(({ amount }) => amount))

export const paidOf = ({ payments }: Family, { id }: ModelInvoice): number =>
  sum(
    payments
      .flatMap(({ allocations }) => allocations)
      .filter(({ invoiceId, isMoved }) => invoiceId === id && !isMoved)
      .map(({ amount }) => amount),
  )

export const writtenOffOf = ({ writeOffs }: ModelInvoice): number =>
  sum(writeOffs.map(({ amount, isUndone }) => (isUndone ? 0 : amount)))

export const refundedOf = ({ refunds }: Family, { id }: ModelInvoice): number =>
  sum(refunds.filter(({ invoiceId, isOfCredit }) => invoiceId === id && !isOfCredit).map(({ amount }) => amount))

export const outstandingOf = (family: Family, invoice: ModelInvoice): number =>
  invoice.isVoided ? 0 : totalOf(invoice) - paidOf(family, invoice) - writtenOffOf(invoice)

export const refundableOf = (family: Family, invoice: ModelInvoice): number =>
  invoice.isVoided ? 0 : paidOf(family, invoice) - refundedOf(family, invoice)

export const isAllRevenue = ({ lines }: ModelInvoice): boolean => lines.every(({ isRevenue }) => isRevenue)

/** What of a refund was issued and is not paid out. */
export const owedOf = ({ amount, paidOut }: ModelRefund): number => amount - sum(paidOut.map((one) => one.amount))

/** By posting-rules.md, "Status": the first that holds. */
export function statusOf(family: Family, invoice: ModelInvoice): string {
  const [paid, writtenOff] = [paidOf(family, invoice), writtenOffOf(invoice)]
  const isSettled = outstandingOf(family, invoice) === 0
  if (invoice.isVoided) return 'VOIDED'
  if (isSettled && paid > 0 && refundedOf(family, invoice) === paid) return 'REFUNDED'
  if (isSettled) return writtenOff > 0 ? 'WRITTEN_OFF' : 'PAID'
  if (writtenOff > 0) return 'PARTIALLY_WRITTEN_OFF'
  return paid > 0 ? 'PARTIALLY_PAID' : 'SENT'
}

/** What the customer has with the business. */
export function creditOf(family: Family): number {
  const sides: Sides = new Map()
  addPayments(sides, family)
  addRefunds(sides, family)
  return 0 - (sides.get(CREDITS) ?? 0)
}

/** What stands in the accrual books, by posting-rules.md. */
export function accrualSidesOf(families: readonly Family[]): Sides {
  const sides: Sides = new Map()
  for (const family of families) {
    addInvoices(sides, family)
    addPayments(sides, family)
    addRefunds(sides, family)
    addPayouts(sides, family)
  }
  return sides
}

function addInvoices(sides: Sides, { invoices }: Family): void {
  for (const invoice of invoices) {
    if (invoice.isVoided) continue
    add(sides, RECEIVABLE, totalOf(invoice) - writtenOffOf(invoice))
    add(sides, 'BAD_DEBT', writtenOffOf(invoice))
    for (const { account, amount } of invoice.lines) add(sides, account, -amount)
  }
}

function addPayments(sides: Sides, { payments }: Family): void {
  for (const { amount, fee, clearing, allocations } of payments) {
    const standing = sum(allocations.map((one) => (one.isMoved ? 0 : one.amount)))
    add(sides, clearing, amount - fee)
    add(sides, FEES, fee)
    add(sides, RECEIVABLE, -standing)
    add(sides, CREDITS, standing - amount)
  }
}

function addRefunds(sides: Sides, { invoices, refunds }: Family): void {
  for (const refund of refunds) {
    for (const { account, amount } of takenBackBy(refund, invoices)) add(sides, account, amount)
    add(sides, LIABILITIES, -owedOf(refund))
    for (const { amount, fee, clearing } of refund.paidOut) {
      add(sides, FEES, fee)
      add(sides, clearing, -(amount + fee))
    }
  }
}

function takenBackBy({ invoiceId, amount, isOfCredit }: ModelRefund, invoices: readonly ModelInvoice[]) {
  if (isOfCredit) return [{ account: CREDITS, amount }]
  const invoice = invoices.find(({ id }) => id === invoiceId)
  if (!invoice || isAllRevenue(invoice)) return [{ account: RETURNS, amount }]
  return invoice.lines.map((line) => ({ account: line.isRevenue ? RETURNS : line.account, amount: line.amount }))
}

function addPayouts(sides: Sides, { payouts }: Family): void {
  for (const { amount, fee, cleared } of payouts) {
    add(sides, UNDEPOSITED, amount)
    add(sides, FEES, fee)
    add(sides, PROCESSOR, -cleared)
  }
}

/** What the cash books have on the accounts that no share of an invoice is on. */
export function cashSidesOf(families: readonly Family[]): Sides {
  const accrual = accrualSidesOf(families)
  return new Map([
    ...[RECEIVABLE, LIABILITIES, 'BAD_DEBT'].map((account) => [account, 0] as const),
    ...[FEES, PROCESSOR, UNDEPOSITED, 'CASH'].map((account) => [account, accrual.get(account) ?? 0] as const),
  ])
}
