/** What the roastery buys in the year, and what it pays of it. Pure. */
import type { InitOf } from '@pacioli/client'
import type { B } from '../shared/books.ts'
import { dayOf, daysAfter, isInYear, monthKey, MONTHS, noonOf } from './calendar.ts'
import { inMonth, named, SHOPS, shopTag, VENDORS, type Shop, type StableName, type Tag } from './roastery.ts'

type BillLine = {
  account_identifier: StableName
  prepayment_account_identifier?: StableName
  description: string
  unit_price: number
  sales_taxes?: { amount: number; tax_account: { type: 'Tax_Name'; name: string } }[]
  tags: Tag[]
}

/** One of the array that `POST B/bills/bulk` takes. */
export type BillInput = {
  external_id: string
  vendor_external_id: string
  reference_number: string
  memo: string
  received_at: string
  terms: 'DUE_ON_RECEIPT' | 'NET_10' | 'NET_15' | 'NET_30'
  line_items: BillLine[]
}

/** A bill, and the day on which all that is open of it is paid; undefined where it stays open. */
type Purchase = { bill: BillInput; paidOn: string | undefined }

const SHARE: Record<Shop, number> = { downtown: 60, harbour: 40 }

const lineOf = (account: string, description: string, shop: Shop, unit_price: number): BillLine => ({
  account_identifier: named(account),
  description,
  unit_price,
  tags: [shopTag(shop)],
})

/** A line for each shop's share of the amount. */
function shared(account: string, description: string, amount: number): BillLine[] {
  const harbour = Math.round((amount * SHARE.harbour) / 100)
  return [lineOf(account, description, 'downtown', amount - harbour), lineOf(account, description, 'harbour', harbour)]
}

const taxed = (line: BillLine): BillLine => ({
  ...line,
  sales_taxes: [
    { amount: Math.round((line.unit_price * 8_875) / 100_000), tax_account: { type: 'Tax_Name', name: 'NY' } },
  ],
})

type Head = Pick<BillInput, 'external_id' | 'terms'> & { vendor: string; day: string }

const nameOf = (vendor: string): string =>
  VENDORS.find(({ external_id }) => external_id === vendor)?.company_name ?? vendor

const billOf = ({ external_id, vendor, day, terms }: Head, line_items: BillLine[]): BillInput => ({
  external_id,
  vendor_external_id: vendor,
  reference_number: external_id,
  memo: nameOf(vendor),
  received_at: noonOf(day),
  terms,
  line_items,
})

const RENT: Record<Shop, number> = { downtown: 420_000, harbour: 310_000 }

const rentOf = (shop: Shop, month: number): Purchase => {
  const head = { external_id: `rent-${monthKey(month)}-${shop}`, vendor: 'landlord', day: dayOf(month, 1) }
  return {
    bill: billOf({ ...head, terms: 'DUE_ON_RECEIPT' }, [lineOf('RENT', 'Rent of the shop', shop, RENT[shop])]),
    paidOn: dayOf(month, 2),
  }
}

/** The rent of next January is paid before its bill is there: it waits among what is prepaid. */
const nextRent: Purchase = {
  bill: billOf(
    { external_id: 'rent-2026-01-harbour', vendor: 'landlord', day: '2026-01-01', terms: 'DUE_ON_RECEIPT' },
    [
      {
        ...lineOf('RENT', 'Rent of the shop', 'harbour', RENT.harbour),
        prepayment_account_identifier: named('PREPAID_EXPENSES'),
      },
    ],
  ),
  paidOn: dayOf(12, 29),
}

/** Due after 30 days; every other one is paid early, and that of December next year. */
const beansOf = (month: number): Purchase => {
  const day = dayOf(month, 4)
  return {
    bill: billOf({ external_id: `beans-${monthKey(month)}`, vendor: 'importer', day, terms: 'NET_30' }, [
      ...shared('GREEN_BEANS', 'Green beans, washed', inMonth(642_500, month)),
      ...shared('GREEN_BEANS', 'Green beans, natural', inMonth(318_750, month)),
    ]),
    paidOn: daysAfter(day, month % 2 === 1 ? 11 : 29),
  }
}

/** That of November is overdue at the end of the year. */
const packagingOf = (month: number): Purchase => {
  const day = dayOf(month, 10)
  return {
    bill: billOf(
      { external_id: `packaging-${monthKey(month)}`, vendor: 'packaging', day, terms: 'NET_15' },
      shared('PACKAGING', 'Bags with valves', inMonth(139_990, month)).map(taxed),
    ),
    paidOn: month === 11 ? undefined : daysAfter(day, 14),
  }
}

const POWER: Record<Shop, number> = { downtown: 61_840, harbour: 47_310 }

/** Read at the end of the month and due ten days later: the last ones are open at the end of the year. */
const powerOf = (shop: Shop, month: number): Purchase => {
  const day = dayOf(month, 28)
  return {
    bill: billOf({ external_id: `power-${monthKey(month)}-${shop}`, vendor: 'utilities', day, terms: 'NET_10' }, [
      taxed(lineOf('UTILITIES', 'Power and water', shop, inMonth(POWER[shop], month))),
    ]),
    paidOn: daysAfter(day, 9),
  }
}

/** The one of August was done badly, and is not paid. */
const repairOf = (month: number): Purchase => {
  const day = dayOf(month, 18)
  return {
    bill: billOf({ external_id: `repair-${monthKey(month)}`, vendor: 'repairs', day, terms: 'NET_30' }, [
      taxed(lineOf('REPAIRS', 'Service of the roaster', 'downtown', 38_500)),
    ]),
    paidOn: month === 8 ? undefined : daysAfter(day, 20),
  }
}

const PURCHASES: Purchase[] = [
  ...MONTHS.flatMap((month) => SHOPS.map((shop) => rentOf(shop, month))),
  nextRent,
  ...MONTHS.map(beansOf),
  ...MONTHS.map(packagingOf),
  ...MONTHS.flatMap((month) => SHOPS.map((shop) => powerOf(shop, month))),
  ...[2, 5, 8, 11].map(repairOf),
]

export const BILLS: BillInput[] = PURCHASES.map(({ bill }) => bill)

const totalOf = ({ line_items }: BillInput): number =>
  line_items.reduce(
    (sum, { unit_price, sales_taxes = [] }) =>
      sum + unit_price + sales_taxes.reduce((taxes, { amount }) => taxes + amount, 0),
    0,
  )

/** Torn bags of June; they come off what is paid of July's. */
const CREDITED = { bill: 'packaging-2025-07', amounts: { downtown: 12_600, harbour: 8_400 } }

/** The service of May was done twice, and not needed the second time: it is paid back. */
const PAID_BACK = { credit: 'credit-service', amount: 38_500, day: dayOf(9, 22) }

/** Bodies of `POST B/bills/vendor-credits`. */
export const VENDOR_CREDITS = [
  {
    external_id: 'credit-torn-bags',
    vendor_external_id: 'packaging',
    received_at: noonOf(dayOf(7, 14)),
    reference_number: 'CN-118',
    memo: 'Torn bags',
    line_items: SHOPS.map((shop) => ({
      account_identifier: named('PACKAGING'),
      amount: CREDITED.amounts[shop],
      tags: [shopTag(shop)],
    })),
    allocations: [{ bill_external_id: CREDITED.bill, amount: CREDITED.amounts.downtown + CREDITED.amounts.harbour }],
  },
  {
    external_id: PAID_BACK.credit,
    vendor_external_id: 'repairs',
    received_at: noonOf(dayOf(9, 12)),
    reference_number: 'CN-7',
    memo: 'Service of May',
    line_items: [{ account_identifier: named('REPAIRS'), amount: PAID_BACK.amount, tags: [shopTag('downtown')] }],
    allocations: [],
  },
]

/** Bodies of `POST B/bills/vendor-refunds`, each with its day. */
export const VENDOR_REFUNDS = [
  {
    day: PAID_BACK.day,
    input: {
      external_id: 'refund-service',
      memo: 'Paid back by Boiler & Burr Repairs',
      vendor_external_id: 'repairs',
      received_at: noonOf(PAID_BACK.day),
      method: 'ACH' as const,
      amount: PAID_BACK.amount,
      allocations: [{ vendor_credit_external_id: PAID_BACK.credit, amount: PAID_BACK.amount }],
    },
  },
]

/** Body of `POST B/bills/bill-payments`, and its day. */
export type BillPayment = {
  day: string
  input: InitOf<`${typeof B}/bills/bill-payments`, 'post'>['body'] & { external_id: string; vendor_external_id: string }
}

export const BILL_PAYMENTS: BillPayment[] = PURCHASES.flatMap(({ bill, paidOn }) => {
  if (paidOn === undefined || !isInYear(paidOn)) return []
  const { external_id, vendor_external_id } = bill
  const credited = external_id === CREDITED.bill ? CREDITED.amounts.downtown + CREDITED.amounts.harbour : 0
  const amount = totalOf(bill) - credited
  const input = {
    external_id: `paid-${external_id}`,
    reference_number: external_id,
    memo: `Paid to ${nameOf(vendor_external_id)}`,
    vendor_external_id,
    paid_at: noonOf(paidOn),
    method: 'ACH' as const,
    amount,
    allocations: [{ bill_external_id: external_id, amount }],
  }
  return [{ day: paidOn, input }]
})
