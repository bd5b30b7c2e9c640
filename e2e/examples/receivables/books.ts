/** Entering sales over the API, and reading what stands in the books then. */
import { accountsOf, B, trialBalanceOf, type Books } from '../shared/books.ts'
import { atOnce } from '../shared/at-once.ts'
import { namingRefused } from '../shared/named-refusal.ts'
import type { Part, Progress } from '../shared/progress.ts'
import { settlingParts, untilSettled } from '../shared/settling.ts'
import type { Booked, BooksFigures } from './figures.ts'
import { batchesOf, COUNTRY, type InvoiceInput, type Plan, type RefundInput } from './plan.ts'

/** Requests at once: of those that bring many invoices, and of those that bring one credit note. */
const BULK_AT_ONCE = 2
const SINGLE_AT_ONCE = 8
/** How long what was written may take to be posted, and to show in the trial balance, which is made from events. */
const CATCH_UP_MS = 300_000

/** What an invoice takes: a part of its own, and one for each of its lines. */
const effortOf = ({ line_items }: InvoiceInput): number => 2 + line_items.length

/** So many credit notes are entered first: then it is known how long one takes, and with it the time to go. */
const SAMPLED = 48

/** The work, in its order. */
export const partsOf = ({ invoices, refunds }: Plan): Part[] => [
  { name: 'first credit notes', kind: 'single', size: Math.min(refunds.length, SAMPLED), weight: 140 },
  { name: 'invoices', kind: 'bulk', size: invoices.length, effort: sum(invoices.map(effortOf)), weight: 1 },
  { name: 'credit notes', kind: 'single', size: Math.max(refunds.length - SAMPLED, 0), weight: 140 },
  { name: 'what is entered', kind: 'read', size: invoices.length + refunds.length, weight: 14 },
  ...settlingParts(invoices.length + refunds.length),
]

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)

/**
 * Enters what is not there yet; whatever has an external id that is known stays as it is.
 * @param size of a bulk request, in invoices
 */
export async function enter(
  { pacioli, path }: Books,
  { invoices, refunds }: Plan,
  { size, progress }: { size: number; progress: Progress },
): Promise<void> {
  const params = { path }
  const enterNotes = (part: string, notes: readonly RefundInput[]): Promise<void> =>
    progress.part(part, async (tell) => {
      let entered = 0
      await atOnce(notes, SINGLE_AT_ONCE, async (note) => {
        const name = `The credit note ${note.external_id}`
        await namingRefused([name], () => pacioli.POST(`${B}/invoices/refunds`, { params, body: note }))
        tell(++entered)
      })
    })
  await enterNotes('first credit notes', refunds.slice(0, SAMPLED))
  await progress.part('invoices', async (tell) => {
    let [entered, effort] = [0, 0]
    await atOnce(batchesOf(invoices, size), BULK_AT_ONCE, async (batch) => {
      const names = batch.map(({ external_id }) => `The invoice ${external_id}`)
      await namingRefused(names, () => pacioli.POST(`${B}/invoices/bulk`, { params, body: batch }))
      entered += batch.length
      effort += sum(batch.map(effortOf))
      tell(entered, effort)
    })
  })
  await enterNotes('credit notes', refunds.slice(SAMPLED))
}

type Document = { status?: string; total_amount: number; customer: { external_id: string | null; id: string } }

type Wanted = { countries: Iterable<string>; day: string; progress: Progress }

/**
 * What the books say at the end of a day. Accounts are read until all is posted and the trial balance agrees with the ledger;
 * if that doesn't happen in time, what they say then is returned.
 */
export async function readFigures(books: Books, { countries, day, progress }: Wanted): Promise<BooksFigures> {
  const byCustomer = new Map<string, bigint>()
  const byCountry = new Map<string, bigint>()
  const add = (sums: Map<string, bigint>, key: string, amount: bigint): void => {
    sums.set(key, (sums.get(key) ?? 0n) + amount)
  }
  await progress.part('what is entered', async (tell) => {
    let read = 0
    for (const country of countries) {
      const params = { path: books.path, query: { tag_key: COUNTRY, tag_values: [country], limit: 500 } }
      const take = ({ customer, total_amount, status }: Document, sign: bigint): void => {
        tell(++read)
        if (status === 'VOIDED') return
        add(byCustomer, customer.external_id ?? customer.id, sign * BigInt(total_amount))
        add(byCountry, country, sign * BigInt(total_amount))
      }
      for await (const invoice of books.pacioli.pages(`${B}/invoices`, { params })) take(invoice, 1n)
      for await (const refund of books.pacioli.pages(`${B}/invoices/refunds`, { params })) take(refund, -1n)
    }
  })
  const read = () => accountsAt(books, day)
  const settled = await untilSettled(books, { progress, patienceMs: CATCH_UP_MS, read })
  return { byCustomer, byCountry, ...settled.accounts }
}

type Accounts = Pick<BooksFigures, 'receivable' | 'sales' | 'returns' | 'refundLiabilities'>

async function accountsAt(books: Books, day: string): Promise<{ isSettled: boolean; accounts: Accounts }> {
  const accounts = await accountsOf(books)
  const reported = await trialBalanceOf(books, day)
  const of = (stableName: string): Booked => {
    const account = accounts.find((one) => one.stableName === stableName)
    return { ledger: account?.balance ?? 0n, trialBalance: reported.get(account?.id ?? '') ?? 0n }
  }
  return {
    isSettled: accounts.every(({ id, balance }) => (reported.get(id) ?? 0n) === balance),
    accounts: {
      receivable: of('ACCOUNTS_RECEIVABLE'),
      sales: of('SALES'),
      returns: of('RETURNS_ALLOWANCES'),
      refundLiabilities: of('REFUND_LIABILITIES'),
    },
  }
}
