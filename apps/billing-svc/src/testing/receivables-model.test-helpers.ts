/** Random commands on receivables, by the pure core. */
import { Problems, refused } from '@pacioli/errors'
import { MAX_AMOUNT } from '@pacioli/money'
import fc from 'fast-check'
import {
  among,
  contentOf,
  deposits,
  documentTags,
  isLive,
  moment,
  momentOf,
  NOW,
  partOf,
  rest,
  share,
  which,
  type Portion,
} from './arbitraries.test-helpers.ts'
import { chance, receivableAccountsOf, withMembers, type Chance, type ModelBooks } from './model-books.test-helpers.ts'
import { haveDone } from './payables-model.test-helpers.ts'
import { sumOf } from '../rounding/sum.ts'
import type { DocumentTag } from '../tags/tags.ts'
import type { InvoicePayment } from '../receivables/invoice-payment.ts'
import { retaggedPayment } from '../receivables/retag-invoice-payment.ts'
import { canBePaid, pay } from '../receivables/allocate-to-invoices.ts'
import { amountsOf, liveWriteOffs, type Invoice } from '../receivables/invoice.ts'
import { nextVersion } from '../receivables/next-version.ts'
import { issuedAtOf, livePayments, paidOutOf, totalOf, type Refund, type RefundPayment } from '../receivables/refund.ts'
import { recognizedAnew } from '../allocations/recognized-anew.ts'
import { refuseImpossible } from '../invoices/updated-invoice.ts'
import { dividedAgain } from '../receivables/divide-again.ts'
import { recognizableInvoice } from '../receivables/invoice.postings.ts'
import { retaggedRefund, takenOutOfCredit } from '../receivables/retag-refund.ts'
import { fee, targets, method, payingOut, written, type Written } from './drawn-receivables.test-helpers.ts'
import {
  ACCOUNTS,
  anInvoice,
  anInvoiceLine,
  anInvoicePayment,
  aRefundPayment,
  aWriteOff,
} from './pure-receivables.test-helpers.ts'
import {
  changeRefund,
  clearingAccountOf,
  deletePayout,
  issueRefund,
  payOut,
  refundPaymentOf,
  requestedOf,
} from './refunds-model.test-helpers.ts'

const customerOf = (index: number): string => `customer ${index}`

const invoiceOf = ({ content, tips, hasTipsAccount }: Written, id: string): Invoice =>
  anInvoice({
    ...contentOf(anInvoiceLine, content, id, id),
    id,
    tips,
    tipsAccountId: hasTipsAccount ? `${id}/own tips` : null,
  })

const isOwed = (invoice: Invoice): boolean => amountsOf(invoice).outstandingBalance > 0
const isStanding = ({ voidedAt }: Invoice): boolean => voidedAt === null

type Part = { invoice: Invoice; amount: number; tags: readonly DocumentTag[] }

/** One allocation to each invoice, above zero. */
function partsOf(
  { documents }: ModelBooks,
  drawn: readonly { invoice: number; share: Portion; tags: readonly DocumentTag[] }[],
): Part[] {
  const parts = drawn.flatMap(({ invoice: place, share: portion, tags }): Part[] => {
    const invoice = among(documents.invoices.values(), place, isOwed)
    return invoice ? [{ invoice, amount: partOf(amountsOf(invoice).outstandingBalance, portion), tags }] : []
  })
  return [...new Map(parts.map((one) => [one.invoice.id, one])).values()].filter((one) => one.amount > 0)
}

const paymentsOn = ({ documents }: ModelBooks, { id }: Invoice): InvoicePayment[] =>
  [...documents.payments.values()].filter(({ allocations }) => allocations.some((one) => one.documentId === id))

const refundsOn = ({ documents }: ModelBooks, { id }: Invoice): Refund[] =>
  [...documents.refunds.values()].filter(({ allocations }) =>
    allocations.some(({ parts }) => parts.some((part) => part.invoiceId === id)),
  )

function payInvoices(books: ModelBooks, head: InvoicePayment, parts: readonly Part[]): void {
  books.requireOpen(head.paidAt)
  const problems = new Problems()
  let payment = head
  const invoices = parts.flatMap(({ invoice, ...part }) => {
    const shares = paymentsOn(books, invoice)
      .flatMap(({ allocations }) => allocations)
      .filter((one) => one.documentId === invoice.id && one.movedToCreditAt === null)
      .flatMap((one) => one.shares)
    const requested = { ...part, field: '', invoiceField: '', memo: null, metadata: null, referenceNumber: null }
    const locked = { invoice, recognized: shares }
    if (!canBePaid(locked, head.contactId, requested, problems)) return []
    const done = pay(locked, payment, requested, {
      accounts: receivableAccountsOf(invoice.id),
      newId: books.newId,
      now: NOW,
    })
    payment = done.payment
    return [done.locked.invoice]
  })
  problems.throwIfAny()
  books.commit({ invoices, payments: [payment] })
}

function voidInvoice(books: ModelBooks, invoice: Invoice): void {
  const isHere = (one: { invoiceId: string | null }): boolean => one.invoiceId === invoice.id
  books.commit({
    invoices: [
      {
        ...invoice,
        voidedAt: NOW,
        paid: [],
        refunded: [],
        writeOffs: invoice.writeOffs.map((one) => ({ ...one, deletedAt: one.deletedAt ?? NOW })),
      },
    ],
    payments: paymentsOn(books, invoice).map((payment) => ({
      ...payment,
      allocations: payment.allocations.map((one) =>
        one.documentId === invoice.id ? { ...one, movedToCreditAt: NOW } : one,
      ),
      refunded: payment.refunded.map((one) => (isHere(one) ? { ...one, invoiceId: null } : one)),
    })),
    refunds: refundsOn(books, invoice).map((refund) =>
      nextVersion(refund, takenOutOfCredit(refund, new Set([invoice.id]), ACCOUNTS), NOW),
    ),
  })
}

/** Payments and refunds on the invoice follow it. */
function correct(books: ModelBooks, before: Invoice, after: Invoice): void {
  if (after.documentDate.getTime() !== before.documentDate.getTime()) books.requireOpen(after.documentDate)
  const problems = new Problems()
  refuseImpossible(after, problems)
  problems.throwIfAny()
  const accounts = receivableAccountsOf(after.id)
  const changes = [{ before, after }]
  const payments = recognizedAnew(
    paymentsOn(books, before),
    changes,
    (invoice) => recognizableInvoice(invoice, accounts),
    NOW,
  )
  const refunds = refundsOn(books, before)
  const invoices = new Map([...books.documents.invoices, [after.id, after] as const])
  const divided = dividedAgain(refunds, changes, ACCOUNTS)
  books.commit({
    invoices: [after],
    payments: payments.map((one) => one.after),
    refunds: refunds.map((one, index) =>
      nextVersion(one, retaggedRefund(divided[index] ?? one, invoices, ACCOUNTS), NOW),
    ),
  })
}

const WORDS = { externalId: null, memo: null, metadata: null, referenceNumber: null }
const MADE = { businessId: 'business', version: 1, importedAt: momentOf(20), updatedAt: momentOf(20) }

export const SENDING = chance(
  6,
  'send',
  [],
  { at: moment, invoice: written, customer: fc.nat(1), tags: documentTags },
  (books, drawn, id) => {
    books.requireOpen(drawn.at)
    const invoice = { ...invoiceOf(drawn.invoice, id), documentDate: drawn.at, contactId: customerOf(drawn.customer) }
    books.commit({ invoices: [{ ...invoice, tags: drawn.tags }] })
  },
)

export const PAYING = chance(
  8,
  'pay',
  [],
  {
    at: moment,
    allocations: fc.array(fc.record({ invoice: which, share, tags: documentTags }), { maxLength: 3 }),
    rest,
    customer: fc.nat(1),
    method,
    fee,
    tags: documentTags,
  },
  (books, drawn, id) => {
    const parts = partsOf(books, drawn.allocations)
    const whole = sumOf([...parts.map((one) => one.amount), Math.max(0, drawn.rest)])
    if (whole < 1 || whole > MAX_AMOUNT) return
    const payment = anInvoicePayment({
      id,
      contactId: parts[0]?.invoice.contactId ?? customerOf(drawn.customer),
      paidAt: drawn.at,
      method: drawn.method,
      clearingAccountId: clearingAccountOf(drawn.method),
      amount: whole,
      // Payments out of credit have no fee.
      fee: drawn.method === 'CREDIT_BALANCE' ? 0 : drawn.fee,
    })
    payInvoices(books, { ...payment, tags: drawn.tags }, parts)
  },
)

export const RECEIVABLES: readonly Chance[] = [
  SENDING,
  PAYING,
  chance(
    2,
    'write off',
    ['invoices'],
    { at: moment, invoice: which, share, tags: documentTags },
    (books, drawn, id) => {
      const invoice = among([...books.documents.invoices.values()].filter(isOwed), drawn.invoice)
      if (!invoice) return
      books.requireOpen(drawn.at)
      const worth = partOf(amountsOf(invoice).outstandingBalance, drawn.share)
      if (worth > amountsOf(invoice).outstandingBalance) throw refused('OverAllocated', id)
      const given = { id, invoiceId: invoice.id, writeOffAt: drawn.at, accountId: ACCOUNTS.badDebt }
      const writeOff = { ...aWriteOff(worth, given), tags: drawn.tags }
      books.commit({ invoices: [{ ...invoice, writeOffs: [...invoice.writeOffs, writeOff] }] })
    },
  ),
  chance(1, 'undo', ['invoices'], { invoice: which, writeOff: which }, (books, drawn) => {
    const invoice = among(
      [...books.documents.invoices.values()].filter((one) => liveWriteOffs(one).length > 0),
      drawn.invoice,
    )
    const writeOff = invoice && among(liveWriteOffs(invoice), drawn.writeOff)
    if (invoice && writeOff) undo(books, invoice, [writeOff.id])
  }),
  chance(
    6,
    'refund',
    [],
    {
      at: fc.option(moment, { nil: null }),
      allocations: targets,
      payments: fc.array(payingOut, { maxLength: 2 }),
      customer: fc.nat(1),
      tags: documentTags,
    },
    (books, drawn, id) => {
      const issued = requestedOf(books, drawn.allocations, id)
      if (!issued) return
      const known = sumOf(issued.requested.map((one) => one.totalAmount ?? 20))
      const each = Math.max(1, Math.floor(known / drawn.payments.length))
      const payments = drawn.payments.map((one, index) => refundPaymentOf(one, `${id} payment ${index}`, id, each))
      const contactId = issued.contactId ?? customerOf(drawn.customer)
      const refund = {
        ...WORDS,
        ...MADE,
        id,
        contactId,
        completedAt: drawn.at,
        allocations: [],
        payments,
        tags: drawn.tags,
      }
      for (const at of [issuedAtOf(refund), ...payments.map((one) => one.completedAt)]) books.requireOpen(at)
      issueRefund(books, null, refund, issued.requested)
    },
  ),
  chance(2, 'reissue', ['refunds'], { refund: which, allocations: targets }, (books, drawn, id) => {
    const before = among(books.documents.refunds.values(), drawn.refund)
    const issued = before && requestedOf(books, drawn.allocations, id, before)
    if (issued) issueRefund(books, before, before, issued.requested)
  }),
  chance(3, 'pay out refund', ['refunds'], { refund: which, payment: payingOut }, (books, drawn, id) => {
    const refund = among(books.documents.refunds.values(), drawn.refund, (one) => paidOutOf(one) < totalOf(one))
    if (!refund) return
    books.requireOpen(drawn.payment.at)
    const payment = refundPaymentOf(drawn.payment, id, refund.id, totalOf(refund) - paidOutOf(refund))
    changeRefund(books, refund, [...refund.payments, payment])
  }),
  chance(1, 'take out payment', ['refunds'], { refund: which, payment: which }, (books, drawn) => {
    const freeOf = (one: Refund): RefundPayment[] => livePayments(one).filter(({ payoutId }) => payoutId === null)
    const refund = among(
      [...books.documents.refunds.values()].filter((one) => freeOf(one).length > 0),
      drawn.refund,
    )
    const taken = refund && among(freeOf(refund), drawn.payment)
    if (refund)
      changeRefund(
        books,
        refund,
        refund.payments.map((one) => (one === taken ? { ...one, deletedAt: NOW } : one)),
      )
  }),
  chance(1, 'void', ['invoices'], { invoice: which }, (books, drawn) => {
    const invoice = among([...books.documents.invoices.values()].filter(isStanding), drawn.invoice)
    if (invoice) voidInvoice(books, invoice)
  }),
  chance(
    2,
    'pay out',
    [],
    {
      at: moment,
      payments: fc.nat(3),
      refundPayments: fc.nat(3),
      fee,
      other: fc.integer({ min: -50, max: 50 }),
      tags: documentTags,
    },
    (books, drawn, id) => {
      const other = {
        id: `${id} other`,
        externalId: null,
        accountId: 'other',
        description: null,
        tags: drawn.tags.slice(1),
      }
      const direction = drawn.other > 0 ? ('CREDIT' as const) : ('DEBIT' as const)
      const head = {
        ...WORDS,
        ...MADE,
        id,
        deletedAt: null,
        processor: null,
        fee: drawn.fee,
        completedAt: drawn.at,
        clearingAccountId: ACCOUNTS.undepositedFunds,
        otherTransactions: drawn.other === 0 ? [] : [{ ...other, amount: Math.abs(drawn.other), direction }],
        tags: drawn.tags,
      }
      payOut(books, head, drawn)
    },
  ),
  chance(
    4,
    'correct invoice',
    ['invoices'],
    { invoice: which, at: fc.option(moment, { nil: null }), to: written, coversPaid: fc.boolean() },
    (books, drawn) => {
      const before = among([...books.documents.invoices.values()].filter(isStanding), drawn.invoice)
      if (!before) return
      const { lineItems, additionalSalesTaxes, additionalDiscount, tips, tipsAccountId } = invoiceOf(
        drawn.to,
        before.id,
      )
      // The total stays above what was paid: most would be refused otherwise.
      const { paidAmount, writtenOffAmount } = amountsOf(before)
      const cover = anInvoiceLine(`${before.id}/account 0`, paidAmount + writtenOffAmount, {
        id: `cover of ${before.id}`,
      })
      correct(books, before, {
        ...before,
        documentDate: drawn.at ?? before.documentDate,
        lineItems: drawn.coversPaid ? [...lineItems, cover] : lineItems,
        additionalSalesTaxes,
        additionalDiscount,
        tips,
        tipsAccountId,
      })
    },
  ),
  chance(1, 'move invoice lines', ['invoices'], { invoice: which, by: fc.nat(2), deposits }, (books, drawn) => {
    const before = among([...books.documents.invoices.values()].filter(isStanding), drawn.invoice)
    if (!before) return
    const lineItems = before.lineItems.map((one, index) => ({
      ...one,
      accountId: `${before.id}/account ${(index + drawn.by) % 3}`,
      prepaymentAccountId: drawn.deposits && `${before.id}/${drawn.deposits}`,
    }))
    correct(books, before, { ...before, lineItems })
  }),
  chance(
    1,
    'retag invoice',
    ['invoices'],
    { invoice: which, tags: documentTags },
    (books, { invoice: place, tags }) => {
      const before = among([...books.documents.invoices.values()].filter(isStanding), place)
      if (before) correct(books, before, { ...before, tags })
    },
  ),
  chance(1, 'retag payment', ['payments'], { payment: which, tags: documentTags }, (books, { payment, tags }) => {
    const { payments, invoices } = books.documents
    const before = among(payments.values(), payment)
    if (!before) return
    const on = [...invoices.values()].filter(({ id }) => before.allocations.some((one) => one.documentId === id))
    // Each of its invoices has accounts of its own here.
    const after = on.reduce<InvoicePayment>(
      (one, invoice) => retaggedPayment(one, new Map([[invoice.id, invoice]]), receivableAccountsOf(invoice.id)),
      { ...before, tags },
    )
    books.commit({ payments: [after] })
  }),
  chance(1, 'retag refund', ['refunds'], { refund: which, tags: documentTags }, (books, { refund, tags }) => {
    const before = among(books.documents.refunds.values(), refund)
    if (!before) return
    const after = retaggedRefund({ ...before, tags }, books.documents.invoices, ACCOUNTS)
    books.commit({ refunds: [nextVersion(before, after, NOW)] })
  }),
  chance(1, 'retag payout', ['payouts'], { payout: which, tags: documentTags }, (books, { payout, tags }) => {
    const before = among([...books.documents.payouts.values()].filter(isLive), payout)
    if (before) books.commit({ payouts: [{ ...withMembers(books.documents, before.id), tags }] })
  }),
  chance(1, 'delete payout', ['payouts'], { payout: which }, (books, { payout }) => {
    const before = among([...books.documents.payouts.values()].filter(isLive), payout)
    if (before) deletePayout(books, before.id)
  }),
  chance(1, 'close', [], { at: fc.nat(15).map(momentOf) }, (books, { at }) => books.close(at)),
]

const undo = (books: ModelBooks, invoice: Invoice, ids: readonly string[]): void =>
  books.commit({
    invoices: [
      {
        ...invoice,
        writeOffs: invoice.writeOffs.map((one) => (ids.includes(one.id) ? { ...one, deletedAt: NOW } : one)),
      },
    ],
  })

/** Undoes write-offs, pays all invoices and pays out all refunds, much later; returns whether that succeeded. */
export function settleReceivables(books: ModelBooks): boolean {
  const at = momentOf(1_000)
  const byCash = { method: 'CASH' as const, clearingAccountId: clearingAccountOf('CASH') }
  const undone = [...books.documents.invoices.values()]
    .filter((one) => liveWriteOffs(one).length > 0)
    .map((one) =>
      books.attempt(() =>
        undo(
          books,
          one,
          one.writeOffs.filter(isLive).map(({ id }) => id),
        ),
      ),
    )
  const paid = [...books.documents.invoices.values()].filter(isOwed).map((invoice) => {
    const worth = amountsOf(invoice).outstandingBalance
    const { contactId } = invoice
    const payment = anInvoicePayment({ ...byCash, id: books.newId(), contactId, paidAt: at, amount: worth })
    return books.attempt(() => payInvoices(books, payment, [{ invoice, amount: worth, tags: [] }]))
  })
  const paidOut = [...books.documents.refunds.values()]
    .filter((refund) => paidOutOf(refund) < totalOf(refund))
    .map((refund) => {
      const given = { ...byCash, id: books.newId(), refundId: refund.id, completedAt: at }
      const payment = aRefundPayment(totalOf(refund) - paidOutOf(refund), given)
      return books.attempt(() => changeRefund(books, refund, [...refund.payments, payment]))
    })
  return haveDone([...undone, ...paid, ...paidOut])
}
