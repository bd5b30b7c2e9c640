/** Waiting until the reports are as new as the books, and closing the year. */
import { setTimeout as pause } from 'node:timers/promises'
import { accountsOf, addressOf, B, countPostings, trialBalanceOf, type Account, type Books } from '../shared/books.ts'
import { Refusal } from '../shared/refusal.ts'
import { YEAR } from './calendar.ts'
import { readReport, REPORTS } from './reports.ts'

/** How long what was written may take to show in the reports, which are made from events. */
const CATCH_UP_MS = 60_000
const PAUSE_MS = 200
/** After everything that the example enters. */
const LATER = `${YEAR + 1}-12-31`

/**
 * Until all is posted, the trial balance agrees with the ledger in both bases, and aging knows what is open.
 * @throws Refusal where that takes too long
 */
export async function untilReported(books: Books): Promise<Account[]> {
  const deadline = Date.now() + CATCH_UP_MS
  for (;;) {
    const accounts = await accountsOf(books)
    if (await isReported(books, accounts)) return accounts
    if (Date.now() > deadline) throw new Refusal(`The reports of ${addressOf(books)} are still behind its books.`)
    await pause(PAUSE_MS)
  }
}

async function isReported(books: Books, accrual: readonly Account[]): Promise<boolean> {
  if ((await countPostings(books, 'PENDING')) > 0) return false
  const cash = await accountsOf(books, 'CASH')
  const agree = (accounts: readonly Account[], reported: Map<string, bigint>): boolean =>
    accounts.every(({ id, balance }) => (reported.get(id) ?? 0n) === balance)
  if (!agree(accrual, await trialBalanceOf(books, LATER, 'ACCRUAL'))) return false
  if (!agree(cash, await trialBalanceOf(books, LATER, 'CASH'))) return false
  const open = async (report: typeof REPORTS.apAging): Promise<unknown> =>
    (await readReport(books, { ...report, query: { effective_date: LATER } })).rows.at(-1)?.cells.total?.value
  const owed = (stableName: string): bigint => accrual.find((one) => one.stableName === stableName)?.balance ?? 0n
  return (
    BigInt(Number(await open(REPORTS.apAging))) === -owed('ACCOUNTS_PAYABLE') &&
    BigInt(Number(await open(REPORTS.arAging))) === owed('ACCOUNTS_RECEIVABLE')
  )
}

/** Closes the year. Returns what its accrual entries posted to the account of retained earnings. */
export async function closeYear({ pacioli, path }: Books, accounts: readonly Account[]): Promise<bigint> {
  const earnings = accounts.find(({ stableName }) => stableName === 'RETAINED_EARNINGS')
  const { body } = await pacioli.POST(`${B}/closing/retained-earnings`, {
    params: { path },
    body: { year: YEAR, memo: `Closing of ${YEAR}` },
  })
  return body.data
    .flatMap(({ primary_entry, secondary_entries }) => [primary_entry, ...secondary_entries])
    .filter(({ basis }) => basis !== 'CASH')
    .flatMap(({ line_items }) => line_items)
    .filter(({ account }) => account.id.id === earnings?.id)
    .reduce((sum, { amount, direction }) => sum + BigInt(direction === 'CREDIT' ? amount : -amount), 0n)
}
