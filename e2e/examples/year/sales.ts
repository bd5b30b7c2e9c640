/** What the roastery sells in the year: over its counters, and to cafés and restaurants. Pure. */
import type { InitOf } from '@pacioli/client'
import type { B } from '../shared/books.ts'
import { dayOf, daysAfter, isInYear, monthKey, MONTHS, noonOf } from './calendar.ts'
import { inMonth, named, SHOPS, shopTag, WALK_IN, WHOLESALE, type Shop, type StableName, type Tag } from './roastery.ts'

type InvoiceLine = {
  account_identifier: StableName
  product: string
  unit_price: number
  quantity?: number
  sales_taxes?: { amount: number; tax_account: { type: 'Tax_Name'; name: string } }[]
}

/** One of the array that `POST B/invoices/bulk` takes. */
export type InvoiceInput = {
  external_id: string
  reference_number: string
  memo: string
  customer_external_id: string
  sent_at: string
  due_at: string
  line_items: InvoiceLine[]
  tips?: number
  tags: Tag[]
  payments?: {
    external_id: string
    memo: string
    method: 'CREDIT_CARD'
    processor: string
    amount: number
    fee: number
  }[]
}

/** Body of `POST B/invoices/payments`. */
export type InvoicePaymentInput = {
  external_id: string
  reference_number: string
  memo: string
  customer_external_id: string
  method: 'ACH' | 'CHECK'
  amount: number
  paid_at: string
  allocations: { invoice_external_id: string; amount: number }[]
}

const PROCESSOR = 'acme'
const NY = { type: 'Tax_Name', name: 'NY' } as const

// ---- Over the counter: what a shop takes in half a month is one invoice, paid by card

/** Minor units in half an average month. */
const TAKINGS: Record<Shop, number> = { downtown: 940_000, harbour: 610_000 }

export type Takings = {
  invoice: InvoiceInput
  /** What of it is sales tax, and what tips. */
  tax: number
  tips: number
  /** What the processor passes on. */
  net: number
  /** The last day of the half month. */
  day: string
  half: string
}

function takingsOf(shop: Shop, month: number, half: 1 | 2): Takings {
  // The till differs from shop to shop and from day to day.
  const net = inMonth(TAKINGS[shop], month) + ((month * 7_919 + half * 104_729 + shop.length) % 30_000)
  const bags = Math.round(net * 0.3)
  const drinks = net - bags
  const tax = Math.round((drinks * 8_875) / 100_000)
  const tips = Math.round(drinks / 25)
  const amount = net + tax + tips
  const fee = Math.round((amount * 29) / 1_000)
  const day = dayOf(month, half === 1 ? 15 : 31)
  const external_id = `${monthKey(month)}-${half}-${shop}`
  // The last till of the year is counted at half past eleven: in UTC that is the next year already.
  const sent_at = month === 12 && half === 2 ? `${daysAfter(day, 1)}T04:30:00Z` : noonOf(day)
  const invoice: InvoiceInput = {
    external_id,
    reference_number: external_id,
    memo: 'Sales at the counter',
    customer_external_id: WALK_IN,
    sent_at,
    due_at: sent_at,
    line_items: [
      { account_identifier: named('DRINKS'), product: 'Drinks', unit_price: drinks, sales_taxes: taxOf(tax) },
      { account_identifier: named('BAGS'), product: 'Beans in bags', unit_price: bags },
    ],
    tips,
    tags: [shopTag(shop)],
    payments: [
      {
        external_id: `card-${external_id}`,
        memo: 'Paid by card',
        method: 'CREDIT_CARD',
        processor: PROCESSOR,
        amount,
        fee,
      },
    ],
  }
  return { invoice, tax, tips, net: amount - fee, day, half: `${monthKey(month)}-${half}` }
}

const taxOf = (amount: number): NonNullable<InvoiceLine['sales_taxes']> => [{ amount, tax_account: NY }]

export const TAKINGS_OF_YEAR = MONTHS.flatMap((month) =>
  ([1, 2] as const).flatMap((half) => SHOPS.map((shop) => takingsOf(shop, month, half))),
)

/** What a month's counters took of something. */
export const takenIn = (month: number, what: 'tax' | 'tips'): number =>
  TAKINGS_OF_YEAR.filter(({ day }) => day.startsWith(monthKey(month))).reduce((sum, one) => sum + one[what], 0)

/** A customer got this back on their card; it comes off the next payout. */
export const CARD_REFUND = { external_id: 'refund-card', payment: 'refund-card-1', amount: 4_350, half: '2025-05-2' }

/** Body of `POST B/payouts`, and the day on which it reaches the bank. */
export type Payout = { day: string; input: InitOf<`${typeof B}/payouts`, 'post'>['body'] & { external_id: string } }

const PAYOUT_FEE = 250
const PAYOUT_DAYS = 3

/** The processor pays out both shops' half month three days after it; the last one only in the next year. */
export const PAYOUTS: Payout[] = [...Map.groupBy(TAKINGS_OF_YEAR, ({ half }) => half)]
  .map(([half, takings]): Payout => {
    const day = daysAfter(takings[0]?.day ?? '', PAYOUT_DAYS)
    const refunded = half === CARD_REFUND.half ? CARD_REFUND.amount : 0
    const input = {
      external_id: `payout-${half}`,
      memo: 'Payout of card sales',
      processor: PROCESSOR,
      paid_out_amount: takings.reduce((sum, { net }) => sum + net, 0) - refunded - PAYOUT_FEE,
      fee: PAYOUT_FEE,
      completed_at: noonOf(day),
      payments: takings.map(({ invoice }) => ({ external_id: `card-${invoice.external_id}` })),
      ...(refunded === 0 ? {} : { refund_payments: [{ external_id: CARD_REFUND.payment }] }),
    }
    return { day, input }
  })
  .filter(({ day }) => isInYear(day))

// ---- Wholesale: an invoice a month, due after 30 days

const POUND = 1_350
const DUE_DAYS = 30

/** What the customer takes in the month comes to. */
const pricesOf = ({ pounds }: (typeof WHOLESALE)[number], month: number): number => inMonth(pounds, month) * POUND

type Customer = (typeof WHOLESALE)[number]

const numberOf = ({ external_id }: Customer, month: number): string => `W-${monthKey(month)}-${external_id}`

function wholesaleInvoice(customer: Customer, month: number): InvoiceInput {
  const day = dayOf(month, 5 + customer.external_id.length)
  return {
    external_id: numberOf(customer, month),
    reference_number: numberOf(customer, month),
    memo: customer.company_name,
    customer_external_id: customer.external_id,
    sent_at: noonOf(day),
    due_at: noonOf(daysAfter(day, DUE_DAYS)),
    line_items: [
      {
        account_identifier: named('WHOLESALE'),
        product: 'House blend, pounds',
        unit_price: POUND,
        quantity: inMonth(customer.pounds, month),
      },
    ],
    tags: [shopTag(customer.shop)],
  }
}

/** Of midnight and a half on New Year's Day: the year has nothing of it. */
const nextYearsInvoice = (customer: Customer): InvoiceInput => ({
  ...wholesaleInvoice(customer, 12),
  external_id: 'W-2026-01-first',
  reference_number: 'W-2026-01-first',
  sent_at: '2026-01-01T05:30:00Z',
  due_at: '2026-01-31T05:30:00Z',
})

/** How many days after the invoice each pays; who takes longer than the year has left owes at its end. */
const PATIENCE: Record<Customer['external_id'], number> = {
  corner: 18,
  station: 27,
  library: 12,
  hotel: 60,
  ferry: 30,
  oyster: 22,
  sailing: 35,
  brunch: 40,
}

/** Closed at the end of September: its last two invoices are written off. */
const GONE = { customer: 'sailing', unpaidFrom: 8, last: 9 }
/** In dispute since its invoice of May: half of that is paid, the rest never. */
const DISPUTED = { customer: 'brunch', month: 5 }

const pays = ({ external_id }: Customer, month: number): boolean =>
  external_id !== GONE.customer || month < GONE.unpaidFrom
const buys = ({ external_id }: Customer, month: number): boolean => external_id !== GONE.customer || month <= GONE.last

/** Twenty pounds too many are on the invoice until somebody looks. */
const MISCOUNTED = { customer: WHOLESALE[5], month: 4, pounds: 20 }

/** As it should have been. */
export const rightInvoice = wholesaleInvoice(MISCOUNTED.customer, MISCOUNTED.month)

const asSent = (customer: Customer, month: number): InvoiceInput => {
  const invoice = wholesaleInvoice(customer, month)
  if (customer !== MISCOUNTED.customer || month !== MISCOUNTED.month) return invoice
  const line_items = invoice.line_items.map(({ quantity = 0, ...line }) => ({
    ...line,
    quantity: quantity + MISCOUNTED.pounds,
  }))
  return { ...invoice, line_items }
}

export const INVOICES: InvoiceInput[] = [
  ...TAKINGS_OF_YEAR.map(({ invoice }) => invoice),
  ...MONTHS.flatMap((month) =>
    WHOLESALE.filter((customer) => buys(customer, month)).map((customer) => asSent(customer, month)),
  ),
  nextYearsInvoice(WHOLESALE[0]),
]

/** Two digits were swapped in a transfer: what was too much is paid back. */
const OVERPAID = { customer: 'hotel', month: 6, amount: 27_000 }

export function paymentOf(customer: Customer, month: number): InvoicePaymentInput & { day: string } {
  const day = daysAfter(wholesaleInvoice(customer, month).sent_at.slice(0, 10), PATIENCE[customer.external_id])
  const isPart = customer.external_id === DISPUTED.customer && month === DISPUTED.month
  const allocated = isPart ? Math.round(pricesOf(customer, month) / 2) : pricesOf(customer, month)
  const isTooMuch = customer.external_id === OVERPAID.customer && month === OVERPAID.month
  const amount = allocated + (isTooMuch ? OVERPAID.amount : 0)
  return {
    day,
    external_id: `paid-${numberOf(customer, month)}`,
    reference_number: numberOf(customer, month),
    memo: `Paid by ${customer.company_name}`,
    customer_external_id: customer.external_id,
    method: customer.external_id === 'library' ? 'CHECK' : 'ACH',
    amount,
    paid_at: noonOf(day),
    allocations: [{ invoice_external_id: numberOf(customer, month), amount: allocated }],
  }
}

export const PAYMENTS = MONTHS.flatMap((month) =>
  WHOLESALE.filter((customer) => pays(customer, month)).map((customer) => paymentOf(customer, month)),
).filter(({ day }) => isInYear(day))

/** Bodies of `POST B/invoices/{id}/write-off`, each with its invoice. */
export const WRITE_OFFS = MONTHS.filter((month) => month >= GONE.unpaidFrom && month <= GONE.last).map((month) => ({
  invoice: `W-${monthKey(month)}-${GONE.customer}`,
  input: {
    external_id: `written-off-${monthKey(month)}`,
    write_off_at: noonOf(dayOf(11, 20)),
    memo: 'Closed for good',
  },
}))

/** Paid by check, which the bank reports: what was sent back stale, and what was overpaid. */
const CHECK_REFUND = { payment: 'refund-check-1', amount: 8 * POUND, day: dayOf(7, 24), check: 1001 }
const CREDIT_REFUND = { payment: 'refund-credit-1', amount: OVERPAID.amount, day: dayOf(9, 3), check: 1002 }
export const CHECK_REFUNDS = [CHECK_REFUND, CREDIT_REFUND]

/** Bodies of `POST B/invoices/refunds`. */
export const REFUNDS: InitOf<`${typeof B}/invoices/refunds`, 'post'>['body'][] = [
  {
    external_id: CARD_REFUND.external_id,
    memo: 'Refund to a card',
    completed_at: noonOf(dayOf(5, 31)),
    allocations: [{ invoice_external_id: '2025-05-2-downtown', total_amount: CARD_REFUND.amount }],
    payments: [
      {
        external_id: CARD_REFUND.payment,
        refunded_amount: CARD_REFUND.amount,
        method: 'CREDIT_CARD',
        processor: PROCESSOR,
      },
    ],
  },
  {
    external_id: 'refund-check',
    memo: 'Sent back by Station Bakery',
    completed_at: noonOf(CHECK_REFUND.day),
    allocations: [{ invoice_external_id: 'W-2025-06-station', total_amount: CHECK_REFUND.amount }],
    payments: [{ external_id: CHECK_REFUND.payment, refunded_amount: CHECK_REFUND.amount, method: 'CHECK' }],
  },
  {
    external_id: 'refund-credit',
    memo: 'Overpaid by Grand Hotel',
    completed_at: noonOf(CREDIT_REFUND.day),
    allocations: [
      { customer_external_id: OVERPAID.customer, source: 'CREDIT_BALANCE', total_amount: CREDIT_REFUND.amount },
    ],
    payments: [{ external_id: CREDIT_REFUND.payment, refunded_amount: CREDIT_REFUND.amount, method: 'CHECK' }],
  },
]
