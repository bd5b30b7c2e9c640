/** Paid and refunded invoices, for tests of the pure core, and their entries as text. */
import { Problems } from '@pacioli/errors'
import { expect } from 'vitest'
import { day, tagOf, summaries } from './payables.test-helpers.ts'
import type { ReceivableAccounts } from '../receivables/receivable-accounts.ts'
import { anInvoicePayment } from './receivables.test-helpers.ts'
import type { EntryLine, DesiredEntry } from '../posting/standing-entries.ts'
import { sumOf } from '../rounding/sum.ts'
import type { InvoicePayment } from '../receivables/invoice-payment.ts'
import { canBePaid, pay, type NewAllocation } from '../receivables/allocate-to-invoices.ts'
import type { Invoice } from '../receivables/invoice.ts'
import { issue, type NewRefundAllocation } from '../receivables/refund-allocations.ts'
import type { Refundable } from '../receivables/refund-sources.ts'
import { withPaidShares } from '../receivables/refund-shares.ts'
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

/** Readable ids: `part 1`, `part 2`. */
function idsOf(kind: string): () => string {
  let last = 0
  return () => `${kind} ${++last}`
}

const WORDS = { memo: null, metadata: null, referenceNumber: null } as const

/** Locked documents by id: payments and refunds replace them. */
export type LockedDocuments = Refundable & { recognized: Map<string, { component: string; amount: number }[]> }

export const lockedInvoices = (...invoices: readonly Invoice[]): LockedDocuments => ({
  invoices: new Map(invoices.map((invoice) => [invoice.id, invoice])),
  payments: new Map(),
  recognized: new Map(),
})

const found = <Thing>(things: ReadonlyMap<string, Thing>, id: string): Thing => {
  const thing = things.get(id)
  if (thing === undefined) throw new Error(`the test holds no ${id}; it holds ${[...things.keys()].join(', ')}`)
  return thing
}

export const invoiceIn = (locked: LockedDocuments, id = 'invoice'): Invoice => found(locked.invoices, id)
export const paymentIn = (locked: LockedDocuments, id = 'payment'): InvoicePayment => found(locked.payments, id)

type PaymentGiven = Parameters<typeof anInvoicePayment>[0]
type PartGiven = Partial<Omit<NewAllocation, 'tags' | 'field' | 'invoiceField' | 'amount'>> & {
  tags?: readonly string[]
}
type Part = readonly [invoiceId: string, amount: number, given?: PartGiven]

/** A payment of locked invoices, by default of the sum of its allocations and on the twelfth. */
export function aPaymentOf(locked: LockedDocuments, parts: readonly Part[], given: PaymentGiven = {}): InvoicePayment {
  const amount = sumOf(parts.map(([, one]) => one))
  let payment = anInvoicePayment({ amount, ...given })
  const facts = { accounts: ACCOUNTS, newId: idsOf(`allocation of ${payment.id}`), now: day(1) }
  for (const [index, [invoiceId, one, { tags = [], ...words } = {}]] of parts.entries()) {
    const field = `allocations.${index}.`
    const part = { ...WORDS, ...words, field, invoiceField: `${field}invoice_id`, amount: one, tags: tags.map(tagOf) }
    const before = { invoice: invoiceIn(locked, invoiceId), recognized: locked.recognized.get(invoiceId) ?? [] }
    const problems = new Problems()
    canBePaid(before, payment.contactId, part, problems)
    problems.throwIfAny()
    const result = pay(before, payment, part, facts)
    payment = result.payment
    locked.invoices.set(invoiceId, result.locked.invoice)
    locked.recognized.set(invoiceId, [...result.locked.recognized])
  }
  locked.payments.set(payment.id, payment)
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

export type AllocationGiven = Partial<Omit<NewRefundAllocation, 'tags'>> & { tags?: readonly string[] }

/** All that is refundable of the target, by default the customer alone. */
export const aRequestedAllocation = ({ tags = [], ...given }: AllocationGiven = {}): NewRefundAllocation => ({
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
  source: null,
  partIds: [],
  tags: tags.map(tagOf),
  ...given,
})

/** Issues it from the locked documents. @throws its problems */
export function issued(
  locked: LockedDocuments,
  given: AllocationGiven,
  { refundId = 'refund', tags = [] as readonly string[] } = {},
): RefundAllocation {
  const problems = new Problems()
  const facts = { refundId, tags: tags.map(tagOf), accounts: ACCOUNTS, newId: idsOf(`part of ${given.id ?? refundId}`) }
  const allocation = issue(aRequestedAllocation(given), locked, facts, problems)
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

/** A refund of locked documents, by default issued on the twentieth, with the shares of its payments. */
export function aRefund(
  locked: LockedDocuments,
  allocations: readonly AllocationGiven[],
  { tags = [], payments = [], ...given }: RefundGiven = {},
): Refund {
  const id = given.id ?? 'refund'
  return withPaidShares({
    ...WORDS,
    id,
    businessId: 'business',
    externalId: null,
    contactId: 'customer',
    completedAt: day(20),
    allocations: allocations.map((one, index) =>
      issued(locked, { id: `${id} allocation ${index + 1}`, ...one }, { refundId: id, tags }),
    ),
    payments: payments.map((payment) => ({ ...payment, refundId: id })),
    tags: tags.map(tagOf),
    version: 1,
    importedAt: day(1),
    updatedAt: day(1),
    ...given,
  })
}

/** Shares of an allocation's parts, by target: `invoice returns 60`, `invoice vat 6`. */
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

/** Dimensions whose values tests put only on whole documents: entries balance under each. */
const BALANCING = ['region']

/** Unbalanced entries: each must balance, in total and under each value of a BALANCING dimension. */
export const unbalanced = (desired: readonly DesiredEntry[]): string[] =>
  desired.flatMap(({ event, lines }) => {
    const valueOf = ({ tags }: EntryLine, key: string): string =>
      tags.find(({ dimensionId }) => dimensionId === key)?.definitionId ?? `no ${key}`
    const groups = BALANCING.flatMap((key) => [...Map.groupBy(lines, (line) => valueOf(line, key))])
    return [['all', lines] as const, ...groups]
      .filter(([, of]) => excess(of) !== 0)
      .map(([name, of]) => `${event}, ${name}: ${excess(of)}`)
  })

/** `summaries`, after checking that every entry balances. */
export function summariesOfBalanced(desired: readonly DesiredEntry[]): Record<string, string[]> {
  expect(unbalanced(desired)).toEqual([])
  return summaries(desired)
}

/** Balances of accounts when all of this is posted in one of the books; debits are positive. */
export function balancesIn(
  basis: 'ACCRUAL' | 'CASH',
  ...posted: readonly (readonly DesiredEntry[])[]
): Record<string, number> {
  const balances = new Map<string, number>()
  for (const one of posted.flat().filter((entry) => entry.basis === basis || entry.basis === 'BOTH'))
    for (const { accountId, direction, amount } of one.lines)
      balances.set(accountId, (balances.get(accountId) ?? 0) + (direction === 'DEBIT' ? amount : -amount))
  return Object.fromEntries([...balances].filter(([, balance]) => balance !== 0))
}
