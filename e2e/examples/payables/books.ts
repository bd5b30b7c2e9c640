/** Entering payables over the API, and reading what stands in the books then. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Api } from '../shared/api.ts'
import { atOnce } from '../shared/at-once.ts'
import { accountsOf, openAccounts, trialBalanceOf, type ReportingBasis } from '../shared/books.ts'
import { countOf, rowsOf } from '../shared/lists.ts'
import type { Booked, BooksFigures } from './figures.ts'
import { accountOfType, type Plan } from './plan.ts'

/** Bills in one request: few enough for a progress bar that moves, enough for round trips not to matter. */
const BATCH = 200
/** Requests at once, of those that enter one thing each. */
const AT_ONCE = 8
/** How long what was written may take to be posted, and to show in the trial balance, which is made from events. */
const CATCH_UP_MS = 60_000

/** How many things a plan enters. */
export const sizeOf = ({ accounts, vendors, bills, payments, credits }: Plan): number =>
  accounts.length + vendors.length + bills.length + payments.length + credits.length

/** Enters what is not there yet; whatever has an external id that is known stays as it is. */
export async function enter(api: Api, business: string, plan: Plan, onEntered: (count: number) => void): Promise<void> {
  await openAccounts(api, business, plan.accounts)
  onEntered(plan.accounts.length)
  const each = (path: string, inputs: readonly object[]): Promise<void> =>
    atOnce(inputs, AT_ONCE, async (input) => {
      await api('POST', `${business}/${path}`, input)
      onEntered(1)
    })
  await each('vendors', plan.vendors)
  for (let from = 0; from < plan.bills.length; from += BATCH) {
    const batch = plan.bills.slice(from, from + BATCH)
    await api('POST', `${business}/bills/bulk`, batch)
    onEntered(batch.length)
  }
  await each('bills/bill-payments', plan.payments)
  await each('bills/vendor-credits', plan.credits)
}

/**
 * What the books say of these expense types at the end of a day. They are read until all is posted and the trial balance
 * agrees with the ledger; if that doesn't happen in time, what they say then is returned.
 */
export async function readFigures(
  api: Api,
  business: string,
  { expenseTypes, day }: { expenseTypes: Iterable<string>; day: string },
): Promise<BooksFigures> {
  const types = [...expenseTypes]
  const deadline = Date.now() + CATCH_UP_MS
  for (;;) {
    const isPosted = (await countOf(api, `${business}/postings?status=PENDING`)) === 0
    const [accrual, cash] = [await booksOf(api, business, day, 'ACCRUAL'), await booksOf(api, business, day, 'CASH')]
    if ((isPosted && accrual.isSettled && cash.isSettled) || Date.now() > deadline) {
      const byType = ({ of }: BooksOf): Map<string, Booked> =>
        new Map(types.map((type) => [type, of(accountOfType(type))]))
      return {
        incurred: byType(accrual),
        paid: byType(cash),
        open: await openByVendor(api, business),
        payable: accrual.of('ACCOUNTS_PAYABLE'),
        payableCash: cash.of('ACCOUNTS_PAYABLE'),
        underway: accrual.of('OUTGOING_PAYMENT_CLEARING_ACCOUNT'),
      }
    }
    await pause(100)
  }
}

type BooksOf = { isSettled: boolean; of: (stableName: string) => Booked }

async function booksOf(api: Api, business: string, day: string, basis: ReportingBasis): Promise<BooksOf> {
  const accounts = await accountsOf(api, business, basis)
  const reported = await trialBalanceOf(api, business, day, basis)
  const trialBalance = (id: string): bigint => reported.get(id) ?? 0n
  const byName = new Map(accounts.map((account) => [account.stableName, account]))
  return {
    isSettled: accounts.every(({ id, balance }) => trialBalance(id) === balance),
    of: (stableName) => {
      const account = byName.get(stableName)
      return { ledger: account?.balance ?? 0n, trialBalance: account ? trialBalance(account.id) : 0n }
    },
  }
}

type Owing = { vendor: { external_id: string | null; id: string } | null }
type OpenBill = Owing & { outstanding_balance: number }
type OpenCredit = Owing & { unallocated_amount: number }

/** What is outstanding of each vendor's bills, less what its credits still hold. */
async function openByVendor(api: Api, business: string): Promise<Map<string, bigint>> {
  const open = new Map<string, bigint>()
  const add = ({ vendor }: Owing, amount: number): void => {
    const key = vendor?.external_id ?? vendor?.id ?? 'no vendor'
    open.set(key, (open.get(key) ?? 0n) + BigInt(amount))
  }
  for await (const bill of rowsOf<OpenBill>(api, `${business}/bills`, { is_open: 'true' }))
    add(bill, bill.outstanding_balance)
  for await (const credit of rowsOf<OpenCredit>(api, `${business}/bills/vendor-credits`, { has_unallocated: 'true' }))
    add(credit, -credit.unallocated_amount)
  return open
}
