/** Random commands on payables, by the pure core. */
import { MAX_AMOUNT } from '@pacioli/money'
import fc from 'fast-check'
import { unallocatedOf, type BillPayment } from '../payables/bill-payment.ts'
import { retagged } from '../payables/retag-bill-payments.ts'
import { componentsOf } from '../payables/bill.postings.ts'
import { amountsOf, requireSoundAmounts, type PaymentMethod } from '../payables/bill.ts'
import type { Bill } from '../payables/bill.ts'
import { allocate, allocateCredit, bothReceivedAt, takeBack, withoutPayment } from '../payables/allocate-to-bills.ts'
import { retaggedCredit, retaggedShares } from '../payables/credit-recognition.ts'
import { unallocatedOf as restOfCredit, type VendorCredit } from '../payables/vendor-credit.ts'
import {
  among,
  amount,
  content,
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
import { chance, payableAccountsOf, type Chance, type ModelBooks } from './model-books.test-helpers.ts'
import { refunding, retaggedRefund, unrefunded } from '../payables/vendor-refund.ts'
import { aBill, aCredit, aCreditLine, aLine, aPayment, aVendorRefund, spent } from './payables.test-helpers.ts'
import { recognizeAgain } from '../allocations/recognition.ts'
import { sumOf } from '../rounding/sum.ts'
import { mergedTags, type DocumentTag } from '../tags/tags.ts'

const method = fc.constantFrom<PaymentMethod>('ACH', 'CASH', 'CREDIT_CARD')
const allocation = fc.record({ bill: which, share, tags: documentTags })
const allocations = fc.array(allocation, { maxLength: 3 })

export const clearingAccountOf = (paidBy: string): string => `clearing of ${paidBy}`

const isOwed = (bill: Bill): boolean => amountsOf(bill).outstandingBalance > 0
const isStanding = ({ voidedAt }: Bill): boolean => voidedAt === null

type Part = { bill: Bill; amount: number; tags: readonly DocumentTag[] }

/** One allocation to each bill, above zero, up to `available`. */
function partsOf(
  { documents }: ModelBooks,
  drawn: readonly { bill: number; share: Portion; tags: readonly DocumentTag[] }[],
  available = MAX_AMOUNT,
): Part[] {
  const parts = drawn.flatMap(({ bill: place, share: portion, tags }): Part[] => {
    const bill = among(documents.bills.values(), place, isOwed)
    const whole = bill ? Math.min(amountsOf(bill).outstandingBalance, available) : 0
    return bill ? [{ bill, amount: partOf(whole, portion), tags }] : []
  })
  return [...new Map(parts.map((one) => [one.bill.id, one])).values()].filter((one) => one.amount > 0)
}

const named = (books: ModelBooks, { bill, amount: worth }: Part) => ({
  field: '',
  name: { bill_id: bill.id },
  amount: worth,
  bill,
  before: givenTo(books, bill).flatMap(({ allocation: { shares } }) => shares),
})

/** Live allocations of payments on a bill, in the order of creation. */
const paymentsOn = ({ documents }: ModelBooks, bill: Bill) =>
  bill.paid.flatMap(({ id, paymentId }) => {
    const payment = documents.billPayments.get(paymentId)
    const found = payment?.allocations.find((one) => one.id === id)
    return payment && found ? [{ payment, allocation: found }] : []
  })

/** Those of credits. */
const creditsOn = ({ documents }: ModelBooks, bill: Bill) =>
  bill.credited.flatMap(({ id, vendorCreditId }) => {
    const credit = documents.vendorCredits.get(vendorCreditId)
    const found = credit?.allocations.find((one) => one.id === id)
    return credit && found ? [{ credit, allocation: found }] : []
  })

/** Both of them, those of payments first. */
const givenTo = (books: ModelBooks, bill: Bill) => [
  ...paymentsOn(books, bill).map(({ payment, allocation: one }) => ({ allocation: one, giver: payment })),
  ...creditsOn(books, bill).map(({ credit, allocation: one }) => ({ allocation: { ...one, tags: [] }, giver: credit })),
]

function pay(
  books: ModelBooks,
  before: BillPayment,
  parts: readonly Part[],
  allocatedAt: Date,
  isLater: boolean,
): void {
  books.requireOpen(allocatedAt)
  let payment = before
  const bills = parts.flatMap((part) => {
    const requested = { ...named(books, part), tags: [], memo: null, metadata: null, referenceNumber: null }
    const done = allocate(payment, [{ ...requested, ownTags: part.tags }], {
      accounts: payableAccountsOf(part.bill.id),
      allocatedAt,
      isLater,
      now: NOW,
      newId: books.newId,
    })
    payment = done.payment
    return done.bills.map(({ after }) => after)
  })
  books.commit({ bills, billPayments: [payment] })
}

function give(books: ModelBooks, before: VendorCredit, parts: readonly Part[], at: Date | null): void {
  let credit = before
  const allocatedAt = at && (at < credit.documentDate ? credit.documentDate : at)
  const bills = parts.flatMap((part) => {
    const done = allocateCredit(credit, [{ ...named(books, part), allocatedAt }], {
      accounts: payableAccountsOf(part.bill.id),
      timeZone: 'UTC',
      now: NOW,
      newId: books.newId,
    })
    credit = done.credit
    return done.bills.map(({ after }) => after)
  })
  books.commit({ vendorCredits: [credit], bills })
}

function takeFrom(books: ModelBooks, credit: VendorCredit, ids: ReadonlySet<string>, deletedAt: Date | null): void {
  const done = takeBack(credit, ids, [...books.documents.bills.values()], NOW)
  books.commit({ vendorCredits: [{ ...done.credit, deletedAt }], bills: done.bills.map(({ after }) => after) })
  for (const { after } of done.bills) books.uneven.add(after.id)
}

/** Its payments and credits are recognized again, and credits count from its date. */
function update(books: ModelBooks, place: number, change: (bill: Bill) => Bill): void {
  const before = among(books.documents.bills.values(), place, isStanding)
  if (!before || !isStanding(before)) return
  const after = change(before)
  const hasMoved = after.documentDate.getTime() !== before.documentDate.getTime()
  if (hasMoved) books.requireOpen(after.documentDate)
  requireSoundAmounts(after)
  const accounts = payableAccountsOf(after.id)
  const { documentDate } = after
  const dated = creditsOn(books, before).map(({ credit, allocation: one }) => {
    const at = bothReceivedAt(credit, after)
    return { credit, allocation: one.countsFrom ? { ...one, countsFrom: at } : { ...one, allocatedAt: at } }
  })
  const datedById = new Map(dated.map(({ allocation: one }) => [one.id, one]))
  const recognized = recognizeAgain(
    {
      components: componentsOf(after, accounts),
      was: componentsOf(before, accounts),
      documentDate,
      tags: mergedTags(after.tags),
    },
    givenTo(books, before).map(({ allocation: one, giver }) => ({
      allocation: { ...one, ...datedById.get(one.id), tags: one.tags },
      paymentTags: giver.tags,
    })),
  )
  const byId = new Map(recognized.map(({ id, shares, postedTags }) => [id, { shares, postedTags, documentDate }]))
  const credited = new Map(
    dated.map(({ credit, allocation: one }) => [
      one.id,
      {
        ...one,
        documentDate,
        shares: byId.get(one.id)?.shares ?? one.shares,
        creditShares: retaggedShares(credit, one, after),
      },
    ]),
  )
  books.commit({
    bills: [
      {
        ...after,
        credited: after.credited.map((one) => {
          const { allocatedAt = one.allocatedAt, countsFrom = one.countsFrom } = credited.get(one.id) ?? {}
          return { ...one, allocatedAt, countsFrom }
        }),
      },
    ],
    billPayments: [...new Set(paymentsOn(books, before).map(({ payment }) => payment))].map((payment) => ({
      ...payment,
      allocations: payment.allocations.map((one) => ({ ...one, ...byId.get(one.id) })),
    })),
    vendorCredits: [...new Set(dated.map(({ credit }) => credit))].map((credit) => ({
      ...credit,
      allocations: credit.allocations.map((one) => credited.get(one.id) ?? one),
    })),
  })
}

/** The refunds of a payment or credit, with its tags of now. */
const refundsRetagged = ({ documents }: ModelBooks, giver: BillPayment | VendorCredit) =>
  [...documents.vendorRefunds.values()]
    .filter(isLive)
    .map((refund) =>
      retaggedRefund(refund, ({ paymentId, vendorCreditId }) =>
        (paymentId ?? vendorCreditId) === giver.id ? giver : undefined,
      ),
    )

const livePayment = ({ documents }: ModelBooks, place: number) =>
  among([...documents.billPayments.values()].filter(isLive), place)
const liveCredit = ({ documents }: ModelBooks, place: number) =>
  among([...documents.vendorCredits.values()].filter(isLive), place)
const liveIds = ({ allocations: some }: VendorCredit): string[] => some.filter(isLive).map(({ id }) => id)

export const PAYABLES: readonly Chance[] = [
  chance(5, 'receive', [], { at: moment, content, tags: documentTags }, (books, { at, content: drawn, tags }, id) => {
    books.requireOpen(at)
    const bill = aBill({ ...contentOf(aLine, drawn, id, id), id, documentDate: at })
    books.commit({ bills: [{ ...bill, tags, paid: [], credited: [] }] })
  }),
  chance(1, 'spend', [], { at: moment, content, method, tags: documentTags }, (books, drawn, id) => {
    books.requireOpen(drawn.at)
    const spending = spent({ method: drawn.method, clearingAccountId: clearingAccountOf(drawn.method) })
    const expense = aBill({ ...contentOf(aLine, drawn.content, id, id), id, documentDate: drawn.at, spending })
    books.commit({ bills: [{ ...expense, tags: drawn.tags, paid: [], credited: [] }] })
  }),
  chance(8, 'pay bills', [], { at: moment, allocations, rest, method, tags: documentTags }, (books, drawn, id) => {
    const parts = partsOf(books, drawn.allocations)
    const whole = sumOf([...parts.map((one) => one.amount), drawn.rest])
    if (whole < 1 || whole > MAX_AMOUNT) return
    const clearingAccountId = clearingAccountOf(drawn.method)
    const payment = aPayment({ id, paidAt: drawn.at, amount: whole, method: drawn.method, clearingAccountId })
    pay(books, { ...payment, tags: drawn.tags }, parts, drawn.at, false)
  }),
  chance(4, 'allocate', ['billPayments'], { payment: which, allocation, at: moment }, (books, drawn) => {
    const payment = livePayment(books, drawn.payment)
    const parts = payment ? partsOf(books, [drawn.allocation], unallocatedOf(payment)) : []
    if (payment && parts.length > 0)
      pay(books, payment, parts, drawn.at > payment.paidAt ? drawn.at : payment.paidAt, true)
  }),
  chance(
    2,
    'retag bill payment',
    ['billPayments'],
    { payment: which, tags: documentTags },
    (books, { payment, tags }) => {
      const before = livePayment(books, payment)
      if (!before) return
      const { bills } = books.documents
      const billIds = new Set(before.allocations.map(({ documentId: billId }) => billId))
      // Each of its bills has accounts of its own here.
      const after = [...billIds].reduce<BillPayment>(
        (one, id) => {
          const bill = bills.get(id)
          const facts = { bills: new Map(bill ? [[id, bill]] : []), accounts: payableAccountsOf(id), now: NOW }
          return retagged(one, tags, facts)
        },
        { ...before, tags },
      )
      books.commit({ billPayments: [after], vendorRefunds: refundsRetagged(books, after) })
    },
  ),
  chance(2, 'delete bill payment', ['billPayments'], { payment: which }, (books, { payment }) => {
    const before = livePayment(books, payment)
    if (!before || before.refunded.length > 0) return
    const bills = [...books.documents.bills.values()].filter(({ paid }) =>
      paid.some((one) => one.paymentId === before.id),
    )
    const taken = before.allocations.map((one) => ({ ...one, deletedAt: one.deletedAt ?? NOW }))
    books.commit({
      bills: bills.map((bill) => withoutPayment(bill, before.id, NOW).after),
      billPayments: [{ ...before, allocations: taken, deletedAt: NOW }],
    })
    for (const { id } of bills) books.uneven.add(id)
  }),
  chance(
    2,
    'credit',
    [],
    {
      at: moment,
      amounts: fc.array(amount, { minLength: 1, maxLength: 3 }),
      allocations,
      allocatedAt: fc.option(moment),
      tags: documentTags,
    },
    (books, drawn, id) => {
      books.requireOpen(drawn.at)
      const lineItems = drawn.amounts.map((one, index) => aCreditLine(`${id}/account ${index}`, one))
      const credit = { ...aCredit({ id, documentDate: drawn.at, lineItems }), tags: drawn.tags }
      give(books, credit, partsOf(books, drawn.allocations, restOfCredit(credit)), drawn.allocatedAt)
    },
  ),
  chance(
    3,
    'allocate credit',
    ['vendorCredits'],
    { credit: which, allocation, at: fc.option(moment) },
    (books, drawn) => {
      const credit = liveCredit(books, drawn.credit)
      const parts = credit ? partsOf(books, [drawn.allocation], restOfCredit(credit)) : []
      if (credit && parts.length > 0) give(books, credit, parts, drawn.at)
    },
  ),
  chance(1, 'retag credit', ['vendorCredits'], { credit: which, tags: documentTags }, (books, { credit, tags }) => {
    const before = liveCredit(books, credit)
    if (!before) return
    const { bills } = books.documents
    // Each of its bills has accounts of its own here.
    const after = [...new Set(before.allocations.map(({ documentId }) => documentId))].reduce<VendorCredit>(
      (one, id) => {
        const bill = bills.get(id)
        return retaggedCredit(one, { bills: new Map(bill ? [[id, bill]] : []), accounts: payableAccountsOf(id) })
      },
      { ...before, tags },
    )
    books.commit({ vendorCredits: [after], vendorRefunds: refundsRetagged(books, after) })
  }),
  chance(
    4,
    'refund of a vendor',
    [],
    { at: moment, isOfCredit: fc.boolean(), which, share, method, tags: documentTags },
    (books, drawn, id) => {
      books.requireOpen(drawn.at)
      const payment = drawn.isOfCredit ? undefined : livePayment(books, drawn.which)
      const credit = drawn.isOfCredit ? liveCredit(books, drawn.which) : undefined
      const of = payment ? { payment } : credit && { credit }
      const left = payment ? unallocatedOf(payment) : credit ? restOfCredit(credit) : 0
      if (!of || left < 1) return
      const since = payment?.paidAt ?? credit?.documentDate ?? drawn.at
      const whole = Math.max(1, partOf(left, drawn.share))
      const refund = aVendorRefund({
        id,
        documentDate: drawn.at < since ? since : drawn.at,
        amount: whole,
        method: drawn.method,
        clearingAccountId: clearingAccountOf(drawn.method),
      })
      const facts = { timeZone: 'UTC', now: NOW, newId: books.newId }
      const part = { amount: whole, field: '', place: '', of }
      const made = refunding({ ...refund, tags: drawn.tags }, [part], facts)
      books.commit({
        vendorRefunds: [made.refund],
        billPayments: made.payments.map(({ after }) => after),
        vendorCredits: made.credits.map(({ after }) => after),
      })
    },
  ),
  chance(1, 'delete refund of a vendor', ['vendorRefunds'], { refund: which }, (books, { refund }) => {
    const before = among([...books.documents.vendorRefunds.values()].filter(isLive), refund)
    if (!before) return
    const { billPayments, vendorCredits } = books.documents
    const gone = before.allocations.map((one) => ({ ...one, deletedAt: NOW }))
    books.commit({
      vendorRefunds: [{ ...before, allocations: gone, deletedAt: NOW }],
      billPayments: unrefunded([...billPayments.values()], before, NOW).map(({ after }) => after),
      vendorCredits: unrefunded([...vendorCredits.values()], before, NOW).map(({ after }) => after),
    })
    for (const { vendorCreditId } of before.allocations) if (vendorCreditId) books.uneven.add(vendorCreditId)
  }),
  chance(1, 'take credit back', ['vendorCredits'], { credit: which, place: which }, (books, { credit, place }) => {
    const before = liveCredit(books, credit)
    const id = before && among(liveIds(before), place)
    if (before && id !== undefined) takeFrom(books, before, new Set([id]), null)
  }),
  chance(1, 'delete credit', ['vendorCredits'], { credit: which }, (books, { credit }) => {
    const before = liveCredit(books, credit)
    if (before && before.refunded.length === 0) takeFrom(books, before, new Set(liveIds(before)), NOW)
  }),
  chance(1, 'void bill', ['bills'], { bill: which }, (books, { bill }) => {
    const isFree = (one: Bill): boolean => isStanding(one) && one.paid.length + one.credited.length === 0
    const before = among([...books.documents.bills.values()].filter(isFree), bill)
    if (before) books.commit({ bills: [{ ...before, voidedAt: NOW }] })
  }),
  chance(3, 'replace lines', ['bills'], { bill: which, content, coversPaid: fc.boolean() }, (books, drawn, id) =>
    update(books, drawn.bill, (bill) => {
      const replaced = { ...bill, ...contentOf(aLine, drawn.content, bill.id, id) }
      if (!drawn.coversPaid) return replaced
      // The total stays above what is paid: most would be refused otherwise.
      const { paidAmount, creditedAmount } = amountsOf(bill)
      const cover = aLine(`${bill.id}/account 0`, paidAmount + creditedAmount, { id: `cover of ${id}` })
      return { ...replaced, lineItems: [...replaced.lineItems, cover] }
    }),
  ),
  chance(1, 'move lines', ['bills'], { bill: which, by: fc.nat(2), deposits }, (books, drawn) =>
    update(books, drawn.bill, (bill) => ({
      ...bill,
      lineItems: bill.lineItems.map((one, index) => ({
        ...one,
        accountId: `${bill.id}/account ${(index + drawn.by) % 3}`,
        prepaymentAccountId: drawn.deposits && `${bill.id}/${drawn.deposits}`,
      })),
    })),
  ),
  chance(1, 'move bill', ['bills'], { bill: which, at: moment }, (books, { bill: place, at }) =>
    update(books, place, (bill) => ({ ...bill, documentDate: at })),
  ),
  chance(1, 'retag bill', ['bills'], { bill: which, tags: documentTags }, (books, { bill: place, tags }) =>
    update(books, place, (bill) => ({ ...bill, tags })),
  ),
  chance(1, 'reword bill', ['bills'], { bill: which, memo: fc.constantFrom(null, 'May') }, (books, drawn) =>
    update(books, drawn.bill, (bill) => ({ ...bill, memo: drawn.memo })),
  ),
  chance(1, 'close', [], { at: fc.nat(15).map(momentOf) }, (books, { at }) => books.close(at)),
]

/** Pays every bill much later, each with its own payment; returns whether that succeeded. */
export function payBills(books: ModelBooks): boolean {
  const at = momentOf(1_000)
  const owed = [...books.documents.bills.values()].filter(isOwed)
  const endings = owed.map((bill) => {
    const worth = amountsOf(bill).outstandingBalance
    const payment = aPayment({
      id: books.newId(),
      paidAt: at,
      amount: worth,
      clearingAccountId: clearingAccountOf('ACH'),
    })
    return books.attempt(() => pay(books, payment, [{ bill, amount: worth, tags: [] }], at, false))
  })
  return haveDone(endings)
}

/** The amount may exceed the largest one; nothing else may prevent it. */
export function haveDone(endings: readonly string[]): boolean {
  const others = endings.filter((ending) => ending !== 'done' && ending !== 'AmountOutOfRange')
  if (others.length > 0) throw new Error(`what was left could not be settled: ${others.join(', ')}`)
  return !endings.includes('AmountOutOfRange')
}
