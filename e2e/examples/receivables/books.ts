/** Entering sales over the API, and reading what stands in the books then. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Api } from '../shared/api.ts'
import { accountsOf, trialBalanceOf } from '../shared/books.ts'
import { atOnce } from '../shared/at-once.ts'
import { rowsOf, countOf } from '../shared/lists.ts'
import type { Booked, BooksFigures } from './figures.ts'
import { batchesOf, COUNTRY, type Plan } from './plan.ts'

/** Requests at once: of those that bring many invoices, and of those that bring one credit note. */
const BULK_AT_ONCE = 2
const SINGLE_AT_ONCE = 8
/** How long what was written may take to be posted, and to show in the trial balance, which is made from events. */
const CATCH_UP_MS = 300_000

/**
 * Enters what is not there yet; whatever has an external id that is known stays as it is.
 * @param size of a bulk request, in invoices
 */
export async function enter(
  api: Api,
  business: string,
  { invoices, refunds }: Plan,
  size: number,
  onEntered: (count: number) => void,
): Promise<void> {
  await atOnce(batchesOf(invoices, size), BULK_AT_ONCE, async (batch) => {
    await api('POST', `${business}/invoices/bulk`, batch)
    onEntered(batch.length)
  })
  await atOnce(refunds, SINGLE_AT_ONCE, async (refund) => {
    await api('POST', `${business}/invoices/refunds`, refund)
    onEntered(1)
  })
}

type Document = { status?: string; total_amount: number; customer: { external_id: string | null; id: string } }

/**
 * What the books say at the end of a day. Accounts are read until all is posted and the trial balance agrees with the ledger;
 * if that doesn't happen in time, what they say then is returned.
 */
export async function readFigures(
  api: Api,
  business: string,
  { countries, day }: { countries: Iterable<string>; day: string },
): Promise<BooksFigures> {
  const byCustomer = new Map<string, bigint>()
  const byCountry = new Map<string, bigint>()
  const add = (sums: Map<string, bigint>, key: string, amount: bigint): void => {
    sums.set(key, (sums.get(key) ?? 0n) + amount)
  }
  for (const country of countries) {
    const filters = { tag_key: COUNTRY, tag_values: country }
    const take = ({ customer, total_amount }: Document, sign: bigint): void => {
      add(byCustomer, customer.external_id ?? customer.id, sign * BigInt(total_amount))
      add(byCountry, country, sign * BigInt(total_amount))
    }
    for await (const invoice of rowsOf<Document>(api, `${business}/invoices`, filters))
      if (invoice.status !== 'VOIDED') take(invoice, 1n)
    for await (const refund of rowsOf<Document>(api, `${business}/invoices/refunds`, filters)) take(refund, -1n)
  }
  return { byCustomer, byCountry, ...(await settledAccounts(api, business, day)) }
}

async function settledAccounts(
  api: Api,
  business: string,
  day: string,
): Promise<Pick<BooksFigures, 'receivable' | 'sales' | 'returns' | 'refundLiabilities'>> {
  const deadline = Date.now() + CATCH_UP_MS
  for (;;) {
    const isPosted = (await countOf(api, `${business}/postings?status=PENDING`)) === 0
    const accounts = await accountsOf(api, business)
    const reported = await trialBalanceOf(api, business, day)
    const isSettled = accounts.every(({ id, balance }) => (reported.get(id) ?? 0n) === balance)
    if ((isPosted && isSettled) || Date.now() > deadline) {
      const of = (stableName: string): Booked => {
        const account = accounts.find((one) => one.stableName === stableName)
        return { ledger: account?.balance ?? 0n, trialBalance: reported.get(account?.id ?? '') ?? 0n }
      }
      return {
        receivable: of('ACCOUNTS_RECEIVABLE'),
        sales: of('SALES'),
        returns: of('RETURNS_ALLOWANCES'),
        refundLiabilities: of('REFUND_LIABILITIES'),
      }
    }
    await pause(100)
  }
}
