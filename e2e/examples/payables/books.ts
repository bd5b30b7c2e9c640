/** Entering payables over the API, and reading what stands in the books then. */
import { atOnce } from '../shared/at-once.ts'
import { accountsOf, B, openAccounts, trialBalanceOf, type Books, type ReportingBasis } from '../shared/books.ts'
import { namingRefused } from '../shared/named-refusal.ts'
import type { Part, Progress } from '../shared/progress.ts'
import { settlingParts, untilSettled } from '../shared/settling.ts'
import type { Booked, BooksFigures } from './figures.ts'
import { accountOfType, type Plan } from './plan.ts'

/** Bills in one request: few enough for a progress bar that moves, enough for round trips not to matter. */
const BATCH = 200
/** Requests at once, of those that enter one thing each. */
const AT_ONCE = 8
/** How long what was written may take to be posted, and to show in the trial balance, which is made from events. */
const CATCH_UP_MS = 60_000

/** The work, in its order. How much of it is open at the end is about what was not paid. */
export const partsOf = ({ accounts, vendors, bills, payments, credits }: Plan): Part[] => [
  { name: 'accounts', kind: 'single', size: accounts.length, weight: 90 },
  { name: 'suppliers', kind: 'single', size: vendors.length, weight: 40 },
  { name: 'bills', kind: 'bulk', size: bills.length, weight: 5 },
  { name: 'payments', kind: 'single', size: payments.length, weight: 110 },
  { name: 'credits', kind: 'single', size: credits.length, weight: 100 },
  ...settlingParts(bills.length + payments.length + credits.length),
  {
    name: 'what is open',
    kind: 'read',
    size: bills.length - sum(payments.map(({ allocations }) => allocations.length)),
    weight: 2,
  },
]

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)

/** Enters what is not there yet; whatever has an external id that is known stays as it is. */
export async function enter(books: Books, plan: Plan, progress: Progress): Promise<void> {
  const { pacioli, path } = books
  const params = { path }
  await progress.part('accounts', (tell) => openAccounts(books, plan.accounts, tell))
  const each = <Input extends { external_id: string }>(
    what: string,
    inputs: readonly Input[],
    one: (input: Input) => Promise<unknown>,
  ) =>
    progress.part(`${what}s`, async (tell) => {
      let entered = 0
      await atOnce(inputs, AT_ONCE, async (input) => {
        await namingRefused([`The ${what} ${input.external_id}`], () => one(input))
        tell(++entered)
      })
    })
  await each('supplier', plan.vendors, (body) => pacioli.POST(`${B}/vendors`, { params, body }))
  await progress.part('bills', async (tell) => {
    for (let from = 0; from < plan.bills.length; from += BATCH) {
      const batch = plan.bills.slice(from, from + BATCH)
      const names = batch.map(({ external_id }) => `The bill ${external_id}`)
      await namingRefused(names, () => pacioli.POST(`${B}/bills/bulk`, { params, body: batch }))
      tell(from + batch.length)
    }
  })
  await each('payment', plan.payments, (body) => pacioli.POST(`${B}/bills/bill-payments`, { params, body }))
  await each('credit', plan.credits, (body) => pacioli.POST(`${B}/bills/vendor-credits`, { params, body }))
}

/**
 * What the books say of these expense types at the end of a day. They are read when all is posted and the trial balance
 * agrees with the ledger; if that doesn't happen in time, what they say then is returned.
 */
export async function readFigures(
  books: Books,
  { expenseTypes, day, progress }: { expenseTypes: Iterable<string>; day: string; progress: Progress },
): Promise<BooksFigures> {
  const types = [...expenseTypes]
  const read = async () => {
    const [accrual, cash] = [await booksOf(books, day, 'ACCRUAL'), await booksOf(books, day, 'CASH')]
    return { accrual, cash, isSettled: accrual.isSettled && cash.isSettled }
  }
  const { accrual, cash } = await untilSettled(books, { progress, patienceMs: CATCH_UP_MS, read })
  const byType = ({ of }: BooksOf): Map<string, Booked> => new Map(types.map((type) => [type, of(accountOfType(type))]))
  return {
    incurred: byType(accrual),
    paid: byType(cash),
    open: await openByVendor(books, progress),
    payable: accrual.of('ACCOUNTS_PAYABLE'),
    payableCash: cash.of('ACCOUNTS_PAYABLE'),
    underway: accrual.of('OUTGOING_PAYMENT_CLEARING_ACCOUNT'),
  }
}

type BooksOf = { isSettled: boolean; of: (stableName: string) => Booked }

async function booksOf(books: Books, day: string, basis: ReportingBasis): Promise<BooksOf> {
  const accounts = await accountsOf(books, basis)
  const reported = await trialBalanceOf(books, day, basis)
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

/** What is outstanding of each vendor's bills, less what its credits still hold. */
async function openByVendor({ pacioli, path }: Books, progress: Progress): Promise<Map<string, bigint>> {
  const open = new Map<string, bigint>()
  const add = ({ vendor }: Owing, amount: number): void => {
    const key = vendor?.external_id ?? vendor?.id ?? 'no vendor'
    open.set(key, (open.get(key) ?? 0n) + BigInt(amount))
  }
  const bills = { path, query: { is_open: true, limit: 500 } }
  const credits = { path, query: { has_unallocated: true, limit: 500 } }
  const one = { limit: 1 }
  const lists = [
    await pacioli.GET(`${B}/bills`, { params: { path, query: { ...bills.query, ...one } } }),
    await pacioli.GET(`${B}/bills/vendor-credits`, { params: { path, query: { ...credits.query, ...one } } }),
  ]
  const size = sum(lists.map(({ body }) => body.meta.pagination.total_count))
  await progress.part(
    'what is open',
    async (tell) => {
      let read = 0
      for await (const bill of pacioli.pages(`${B}/bills`, { params: bills })) {
        add(bill, bill.outstanding_balance)
        tell(++read)
      }
      for await (const credit of pacioli.pages(`${B}/bills/vendor-credits`, { params: credits })) {
        add(credit, -credit.unallocated_amount)
        tell(++read)
      }
    },
    size,
  )
  return open
}
