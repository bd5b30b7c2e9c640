/** What the bank reports over the year, and what each transaction is. Pure. */
import { dayOf, daysAfter, isInYear, MONTHS, noonOf } from './calendar.ts'
import { BANKED_ENTRIES, LOAN, MACHINES, payrollTaxesOf } from './entries.ts'
import { BILL_PAYMENTS, VENDOR_REFUNDS } from './purchases.ts'
import { PAYMENTS_AGAIN, RETURNS } from './mishaps.ts'
import { CHECK_REFUNDS, PAYMENTS, PAYOUTS, takenIn } from './sales.ts'

/** One of those that `POST B/custom-accounts/{id}/transactions` takes. */
export type TransactionInput = {
  external_id: string
  amount: number
  direction: 'CREDIT' | 'DEBIT'
  date: string
  description: string
  category?: string
}

export type Part = { category: string; amount: number; memo: string }

/**
 * Decided at once where it comes with its category; else it is a match of the thing with this external id, is split, or
 * waits until somebody says what it was.
 */
export type BankTransaction = { input: TransactionInput; matches?: string; parts?: Part[] }

/** @param amount money in above zero */
const reported = (external_id: string, day: string, amount: number, description: string): TransactionInput => ({
  external_id: `bank-${external_id}`,
  amount: Math.abs(amount),
  direction: amount < 0 ? 'DEBIT' : 'CREDIT',
  date: noonOf(day),
  description,
})

/** What the bank tells of something that the books know, a day later. */
const matching = (matches: string, day: string, amount: number, description: string): BankTransaction => ({
  input: reported(matches, daysAfter(day, 1), amount, description),
  matches,
})

const categorized = (
  external_id: string,
  day: string,
  amount: number,
  { description, category }: { description: string; category: string },
): BankTransaction => ({ input: { ...reported(external_id, day, amount, description), category } })

const PRINCIPAL = 100_000

/** One twelfth of 6 % of what is owed still, and a fixed part of the loan. */
function instalmentOf(month: number): BankTransaction {
  const interest = Math.round(((LOAN - PRINCIPAL * (month - 2)) * 6) / 1_200)
  return {
    input: reported(`instalment-${month}`, dayOf(month, 6), -(PRINCIPAL + interest), 'LOAN 7731 INSTALMENT'),
    parts: [
      { category: 'LOANS_PAYABLE', amount: PRINCIPAL, memo: 'Principal' },
      { category: 'INTEREST_EXPENSES', amount: interest, memo: 'Interest' },
    ],
  }
}

/** What the three months before came to is paid on the 20th. */
const remittedFor = (month: number, of: (month: number) => number): number =>
  [3, 2, 1].reduce((sum, before) => sum + of(month - before), 0)

const TAX_DAYS = [4, 7, 10]

const taxes = TAX_DAYS.flatMap((month) => [
  categorized(`sales-tax-${month}`, dayOf(month, 20), -remittedFor(month, (one) => takenIn(one, 'tax')), {
    description: 'NY SALES TAX',
    category: 'SALES_TAXES_PAYABLE:NY',
  }),
  categorized(`payroll-tax-${month}`, dayOf(month, 20), -remittedFor(month, payrollTaxesOf), {
    description: 'PAYROLL TAX DEPOSIT',
    category: 'PAYROLL_TAXES_PAYABLE',
  }),
])

const once = [
  categorized('machines', dayOf(1, 14), -MACHINES, { description: 'PROBAT ROASTERS', category: 'ROASTER' }),
  categorized('distribution', dayOf(12, 19), -2_000_000, {
    description: 'TRANSFER TO OWNER',
    category: 'DISTRIBUTIONS',
  }),
]

/** Nobody has said yet what these were: they are in no report. */
const unknown: BankTransaction[] = [
  { input: reported('unknown-1', dayOf(11, 12), -29_099, 'CORNER HARDWARE 0042') },
  { input: reported('unknown-2', dayOf(12, 30), 15_000, 'DEPOSIT') },
]

export const TRANSACTIONS: BankTransaction[] = [
  ...BANKED_ENTRIES.map(({ external_id, day, description, amount }): BankTransaction => ({
    input: reported(external_id, day, amount, description),
    matches: external_id,
  })),
  ...PAYOUTS.map(({ day, input }) => matching(input.external_id, day, input.paid_out_amount, 'ACME PAYOUT')),
  ...[...PAYMENTS, ...PAYMENTS_AGAIN].map(({ day, external_id, amount }) =>
    matching(external_id, day, amount, 'ACH IN'),
  ),
  ...RETURNS.map(({ day, amount, input }) => matching(input.external_id, day, -amount - input.fee, 'ACH RETURNED R01')),
  ...BILL_PAYMENTS.map(({ day, input }) =>
    matching(input.external_id, day, -input.amount, `ACH TO ${input.vendor_external_id.toUpperCase()}`),
  ),
  ...CHECK_REFUNDS.map(({ payment, day, amount, check }) => matching(payment, day, -amount, `CHECK ${check}`)),
  ...VENDOR_REFUNDS.map(({ day, input }) => matching(input.external_id, day, input.amount, 'ACH FROM REPAIRS')),
  ...MONTHS.filter((month) => month > 1).map(instalmentOf),
  ...MONTHS.map((month) =>
    categorized(`fee-${month}`, dayOf(month, 31), -3_500, { description: 'ACCOUNT FEE', category: 'BANK_FEES' }),
  ),
  ...taxes,
  ...once,
  ...unknown,
].filter(({ input }) => isInYear(input.date.slice(0, 10)))

/** What the bookkeeper asks the owner: body of `POST B/tasks`. */
export const TASK = {
  external_id: 'task-hardware',
  title: 'Corner Hardware, 12 November',
  question: 'What were the 290.99 at Corner Hardware for?',
  effective_at: noonOf(dayOf(11, 12)),
  reference_number: 'bank-unknown-1',
}
