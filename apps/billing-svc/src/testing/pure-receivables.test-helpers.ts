/** Invoices that were paid and refunded, for tests of the pure core, and what they say in the journal, in words. */
import { Problems } from '@pacioli/errors'
import { expect } from 'vitest'
import { day, tagOf, told } from './payables.test-helpers.ts'
import type { ReceivableAccounts } from '../receivables/receivable-accounts.ts'
import { anInvoicePayment } from './receivables.test-helpers.ts'
import type { EntryLine, Wanted } from '../posting/standing-entries.ts'
import { sumOf } from '../rounding/sum.ts'
import type { InvoicePayment } from '../receivables/invoice-payment.ts'
import { canBePaid, pay, type WantedPart } from '../receivables/held-invoice.ts'
import type { Invoice } from '../receivables/invoice.ts'
import { issue, type WantedRefundAllocation } from '../receivables/issue-refund.ts'
import type { Refundable } from '../receivables/refund-places.ts'
import { paidOutAnew } from '../receivables/pay-out-refund.ts'
import type { Refund, RefundAllocation, RefundLineItem, RefundPayment } from '../receivables/refund.ts'

export { day, refusalOf, tagOf, tax } from './payables.test-helpers.ts'
export { anInvoice, anInvoiceLine, anInvoicePayment, aWriteOff } from './receivables.test-helpers.ts'

export const ACCOUNTS: ReceivableAccounts = {
  accountsReceivable: 'receivable',
  salesDiscounts: 'discounts',
  tips: 'tips',
  customerCredits: 'credits',
  processingFees: 'fees',
  badDebt: 'bad debt',
  returnsAllowances: 'returns',
  refundLiabilities: 'refunds due',
  undepositedFunds: 'undeposited',
}

/** Ids that tell what they are of: `part 1`, `part 2`. */
function idsOf(kind: string): () => string {
  let last = 0
  return () => `${kind} ${++last}`
}

const WORDS = { memo: null, metadata: null, referenceNumber: null } as const

/** What is held, by id: what is paid and refunded makes others of it. */
export type Held = Refundable & { recognised: Map<string, { component: string; amount: number }[]> }

export const holding = (...invoices: readonly Invoice[]): Held => ({
  invoices: new Map(invoices.map((invoice) => [invoice.id, invoice])),
  payments: new Map(),
  recognised: new Map(),
})

const found = <Thing>(things: ReadonlyMap<string, Thing>, id: string): Thing => {
  const thing = things.get(id)
  if (thing === undefined) throw new Error(`the test holds no ${id}; it holds ${[...things.keys()].join(', ')}`)
  return thing
}

export const invoiceIn = (held: Held, id = 'invoice'): Invoice => found(held.invoices, id)
export const paymentIn = (held: Held, id = 'payment'): InvoicePayment => found(held.payments, id)

type PaymentGiven = Parameters<typeof anInvoicePayment>[0]
type PartGiven = Partial<Omit<WantedPart, 'tags' | 'field' | 'invoiceField' | 'amount'>> & { tags?: readonly string[] }
type Part = readonly [invoiceId: string, amount: number, given?: PartGiven]

/**
 * A payment of what is held, of as much as the invoices get unless another amount is given, paid on the twelfth unless
 * another day is.
 */
export function aPaymentOf(held: Held, parts: readonly Part[], given: PaymentGiven = {}): InvoicePayment {
  const amount = sumOf(parts.map(([, one]) => one))
  let payment = anInvoicePayment({ amount, ...given })
  const facts = { accounts: ACCOUNTS, newId: idsOf(`allocation of ${payment.id}`), now: day(1) }
  for (const [index, [invoiceId, one, { tags = [], ...words } = {}]] of parts.entries()) {
    const field = `allocations.${index}.`
    const part = { ...WORDS, ...words, field, invoiceField: `${field}invoice_id`, amount: one, tags: tags.map(tagOf) }
    const before = { invoice: invoiceIn(held, invoiceId), recognised: held.recognised.get(invoiceId) ?? [] }
    const problems = new Problems()
    canBePaid(before, payment.customerId, part, problems)
    problems.throwIfAny()
    const result = pay(before, payment, part, facts)
    payment = result.payment
    held.invoices.set(invoiceId, result.held.invoice)
    held.recognised.set(invoiceId, [...result.held.recognised])
  }
  held.payments.set(payment.id, payment)
  return payment
}

export const aRefundLine = (
  amount: number,
  { tags = [], ...given }: Partial<Omit<RefundLineItem, 'tags'>> & { tags?: readonly string[] } = {},
): RefundLineItem => ({
  ...WORDS,
  id: `refund line of ${amount}`,
  externalId: null,
  amount,
  accountId: null,
  prepaymentAccountId: null,
  tags: tags.map(tagOf),
  ...given,
})

export type AllocationGiven = Partial<Omit<WantedRefundAllocation, 'tags'>> & { tags?: readonly string[] }

/** All that is refundable of what it hangs on: the customer alone unless something is given. */
export const aWantedAllocation = ({ tags = [], ...given }: AllocationGiven = {}): WantedRefundAllocation => ({
  ...WORDS,
  id: 'refund allocation',
  field: '',
  amountField: `${given.field ?? ''}total_amount`,
  externalId: null,
  totalAmount: null,
  lineItems: [],
  accountId: null,
  invoiceId: null,
  invoiceLineItemId: null,
  invoicePaymentId: null,
  partIds: [],
  tags: tags.map(tagOf),
  ...given,
})

/** Issues it of what is held. @throws what is wrong with it */
export function issued(
  held: Held,
  given: AllocationGiven,
  { refundId = 'refund', tags = [] as readonly string[] } = {},
): RefundAllocation {
  const problems = new Problems()
  const facts = { refundId, tags: tags.map(tagOf), accounts: ACCOUNTS, newId: idsOf(`part of ${given.id ?? refundId}`) }
  const allocation = issue(aWantedAllocation(given), held, facts, problems)
  problems.throwIfAny()
  if (!allocation) throw new Error('nothing was issued, and there is no problem')
  return allocation
}

export const aRefundPayment = (
  refundedAmount: number,
  { tags = [], ...given }: Partial<Omit<RefundPayment, 'tags'>> & { tags?: readonly string[] } = {},
): RefundPayment => ({
  ...WORDS,
  id: 'refund payment',
  externalId: null,
  refundId: 'refund',
  refundedAmount,
  fee: null,
  completedAt: day(25),
  method: 'CHECK',
  processor: null,
  clearingAccountId: 'clearing',
  refundedPaymentFees: [],
  shares: [],
  payoutId: null,
  tags: tags.map(tagOf),
  version: 1,
  importedAt: day(1),
  updatedAt: day(1),
  deletedAt: null,
  ...given,
})

type RefundGiven = Partial<Omit<Refund, 'tags' | 'allocations'>> & { tags?: readonly string[] }

/** A refund of what is held, issued on the twentieth unless another day is given, with what its payments take back. */
export function aRefund(
  held: Held,
  allocations: readonly AllocationGiven[],
  { tags = [], payments = [], ...given }: RefundGiven = {},
): Refund {
  const id = given.id ?? 'refund'
  return paidOutAnew({
    ...WORDS,
    id,
    businessId: 'business',
    externalId: null,
    customerId: 'customer',
    completedAt: day(20),
    allocations: allocations.map((one, index) =>
      issued(held, { id: `${id} allocation ${index + 1}`, ...one }, { refundId: id, tags }),
    ),
    payments: payments.map((payment) => ({ ...payment, refundId: id })),
    tags: tags.map(tagOf),
    version: 1,
    importedAt: day(1),
    updatedAt: day(1),
    ...given,
  })
}

/** What comes to the parts of an allocation, by what it is on: `invoice returns 60`, `invoice vat 6`. */
export const sharesInWords = ({ parts }: Pick<RefundAllocation, 'parts'>): string[] =>
  parts.flatMap(({ invoiceId, isOfCredit, shares }) =>
    shares.map(({ accountId, amount, tags }) =>
      [
        invoiceId ?? (isOfCredit ? 'credit' : 'customer'),
        accountId,
        amount,
        ...tags.map((tag) => tag.definitionId),
      ].join(' '),
    ),
  )

const excess = (lines: readonly EntryLine[]): number =>
  sumOf(lines.map(({ direction, amount }) => (direction === 'DEBIT' ? amount : -amount)))

/** Dimensions whose values tests put on whole documents alone: entries balance under each. */
const BALANCING = ['region']

/** What makes entries odd: each balances, in all and under each value of a BALANCING dimension. */
export const unbalanced = (wanted: readonly Wanted[]): string[] =>
  wanted.flatMap(({ event, lines }) => {
    const valueOf = ({ tags }: EntryLine, key: string): string =>
      tags.find(({ dimensionId }) => dimensionId === key)?.definitionId ?? `no ${key}`
    const groups = BALANCING.flatMap((key) => [...Map.groupBy(lines, (line) => valueOf(line, key))])
    return [['all', lines] as const, ...groups]
      .filter(([, of]) => excess(of) !== 0)
      .map(([name, of]) => `${event}, ${name}: ${excess(of)}`)
  })

/** `told`, once every entry has been found to balance. */
export function toldBalanced(wanted: readonly Wanted[]): Record<string, string[]> {
  expect(unbalanced(wanted)).toEqual([])
  return told(wanted)
}

/** What stands on each account when all of this is posted in one of the books; debits count as more. */
export function balancesIn(
  basis: 'ACCRUAL' | 'CASH',
  ...posted: readonly (readonly Wanted[])[]
): Record<string, number> {
  const balances = new Map<string, number>()
  for (const one of posted.flat().filter((entry) => entry.basis === basis || entry.basis === 'BOTH'))
    for (const { accountId, direction, amount } of one.lines)
      balances.set(accountId, (balances.get(accountId) ?? 0) + (direction === 'DEBIT' ? amount : -amount))
  return Object.fromEntries([...balances].filter(([, balance]) => balance !== 0))
}
