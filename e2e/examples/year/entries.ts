/** What the roastery posts by hand: what the owner and the bank put in, wages, and depreciation. Pure. */
import { dayOf, monthKey, MONTHS, noonOf } from './calendar.ts'
import { inMonth, named, SHOPS, shopTag, type AccountIdentifier, type Shop, type Tag } from './roastery.ts'
import { takenIn } from './sales.ts'

type Line = {
  account_identifier: AccountIdentifier
  amount: number
  direction: 'DEBIT' | 'CREDIT'
  tags?: Tag[]
}

/** One of the array that `POST B/ledger/journal-entries/bulk` takes. */
export type EntryInput = { external_id: string; entry_at: string; memo: string; line_items: Line[] }

/** An entry with a line on the bank account: what the bank reports of it, money in above zero. */
export type BankedEntry = { external_id: string; day: string; description: string; amount: number }

const debit = (account: AccountIdentifier, amount: number, shop?: Shop): Line => ({
  account_identifier: account,
  amount,
  direction: 'DEBIT',
  ...(shop === undefined ? {} : { tags: [shopTag(shop)] }),
})
const credit = (account: AccountIdentifier, amount: number): Line => ({
  account_identifier: account,
  amount,
  direction: 'CREDIT',
})

export const LOAN = 6_000_000

const FUNDING = [
  { external_id: 'capital', day: dayOf(1, 2), description: 'OWNER CAPITAL', from: 'CONTRIBUTIONS', amount: 8_000_000 },
  { external_id: 'loan', day: dayOf(1, 6), description: 'LOAN 7731 PAID OUT', from: 'LOANS_PAYABLE', amount: LOAN },
]

const WAGES: Record<Shop, number> = { downtown: 780_000, harbour: 520_000 }

type Payroll = { gross: Record<Shop, number>; employer: Record<Shop, number>; withheld: number; tips: number }

/** Wages of a month, and the tips of the month before it. */
function payrollOf(month: number): Payroll {
  const gross = { downtown: inMonth(WAGES.downtown, month), harbour: inMonth(WAGES.harbour, month) }
  const share = (amount: number): number => Math.round((amount * 765) / 10_000)
  return {
    gross,
    employer: { downtown: share(gross.downtown), harbour: share(gross.harbour) },
    withheld: Math.round(((gross.downtown + gross.harbour) * 18) / 100),
    tips: month === 1 ? 0 : takenIn(month - 1, 'tips'),
  }
}

const netOf = ({ gross, withheld, tips }: Payroll): number => gross.downtown + gross.harbour + tips - withheld

/** What goes to the tax office for the wages of a month. */
export const payrollTaxesOf = (month: number): number => {
  const { withheld, employer } = payrollOf(month)
  return withheld + employer.downtown + employer.harbour
}

const payrollKey = (month: number): string => `payroll-${monthKey(month)}`

function payrollEntry(month: number, bank: AccountIdentifier): EntryInput {
  const payroll = payrollOf(month)
  return {
    external_id: payrollKey(month),
    entry_at: noonOf(dayOf(month, 27)),
    memo: 'Wages, and the tips of the month before',
    line_items: [
      ...SHOPS.map((shop) => debit(named('PAYROLL'), payroll.gross[shop], shop)),
      ...SHOPS.map((shop) => debit(named('EMPLOYER_TAXES'), payroll.employer[shop], shop)),
      ...(payroll.tips === 0 ? [] : [debit(named('TIPS'), payroll.tips)]),
      credit(bank, netOf(payroll)),
      credit(named('PAYROLL_TAXES_PAYABLE'), payrollTaxesOf(month)),
    ],
  }
}

/** The machines last ten years. */
export const MACHINES = 4_836_000
const DEPRECIATION = MACHINES / 120

const depreciationEntry = (month: number): EntryInput => ({
  external_id: `depreciation-${monthKey(month)}`,
  entry_at: noonOf(dayOf(month, 31)),
  memo: 'Depreciation of the machines',
  line_items: [
    debit(named('DEPRECIATION'), DEPRECIATION, 'downtown'),
    credit(named('ACCUMULATED_DEPRECIATION'), DEPRECIATION),
  ],
})

/** @param bank the account of the chart that is the bank account */
export const entriesOf = (bank: AccountIdentifier): EntryInput[] => [
  ...FUNDING.map(({ external_id, day, description, from, amount }) => ({
    external_id,
    entry_at: noonOf(day),
    memo: description,
    line_items: [debit(bank, amount), credit(named(from), amount)],
  })),
  ...MONTHS.map((month) => payrollEntry(month, bank)),
  ...MONTHS.filter((month) => month > 1).map(depreciationEntry),
]

export const BANKED_ENTRIES: BankedEntry[] = [
  ...FUNDING.map(({ external_id, day, description, amount }) => ({ external_id, day, description, amount })),
  ...MONTHS.map((month) => ({
    external_id: payrollKey(month),
    day: dayOf(month, 27),
    description: 'PAYROLL RUN',
    amount: -netOf(payrollOf(month)),
  })),
]
