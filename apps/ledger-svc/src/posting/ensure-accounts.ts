import { loadBooks } from '../books/books.store.ts'
import { refused } from '@pacioli/errors'
import { stageEvents } from '@pacioli/events'
import type { Preview, Tenant } from '@pacioli/rpc'
import { hasActivity, markKeptElsewhere } from '../businesses/business.store.ts'
import { archived, type Books } from '../books/books.ts'
import { lockBooksExclusively, raiseEpoch } from '../books/change-books.ts'
import type { Account } from '../chart-of-accounts/account.ts'
import { insertAccounts } from '../chart-of-accounts/account.store.ts'
import { accountEvent } from '../chart-of-accounts/chart.messages.ts'
import type { Ledger } from '../ledger.ts'
import { ensureInChart, type EnsuredAccount } from '../chart-of-accounts/ensured-account.ts'
import { withSupposed, type MayPreview } from '../books/supposed-accounts.ts'

/** Accounts of one call. */
const MAX_ACCOUNTS = 1_000

/** The accounts in the requested order, and what is fixed of the business from now on. */
export type EnsuredBooks = { accounts: Account[]; timeZone: string; currency: string }

/**
 * Opens those of another service's accounts that are missing. Currency and time zone of the business are fixed from then
 * on. A repeat answers what exists, also after the books were archived.
 * @throws BusinessNotFound, BusinessArchived, and what ensureInChart throws
 */
export async function ensureAccounts(
  ledger: Ledger,
  tenant: Tenant & MayPreview,
  requested: readonly EnsuredAccount[],
): Promise<EnsuredBooks> {
  if (requested.length === 0 || requested.length > MAX_ACCOUNTS)
    throw refused('InvalidPayload', `Expected 1 to ${MAX_ACCOUNTS} accounts, came ${requested.length}.`, {
      field: 'accounts',
    })
  const existing = await ledger.db.transact(tenant, async (tx) => {
    const books = await loadBooks(tx, tenant)
    const isThere = requested.every(({ account_id }) => books.chart.byId.has(account_id.toLowerCase()))
    return isThere && (await hasActivity(tx, tenant.businessId)) ? answerFor(books, requested, ledger.now()) : undefined
  })
  if (existing) return existing
  return tenant.preview
    ? previewMissing(ledger, tenant, tenant.preview, requested)
    : openMissing(ledger, tenant, requested)
}

/** Nothing is opened: the accounts are supposed to be there for the rest of the preview. */
async function previewMissing(
  ledger: Ledger,
  tenant: Tenant,
  preview: Preview,
  requested: readonly EnsuredAccount[],
): Promise<EnsuredBooks> {
  const now = ledger.now()
  const books = withSupposed(await ledger.db.read(tenant, (tx) => loadBooks(tx, tenant)), { preview }, now)
  const { accounts, made } = ensureInChart(requested, books.chart, now)
  if (made.length > 0 && books.archivedAt !== null) throw archived()
  const opened = new Set(made.map(({ id }) => id))
  preview.opens(requested.filter(({ account_id }) => opened.has(account_id.toLowerCase())))
  return { accounts, timeZone: books.timeZone, currency: books.currency }
}

function openMissing(ledger: Ledger, tenant: Tenant, requested: readonly EnsuredAccount[]): Promise<EnsuredBooks> {
  const now = ledger.now()
  return ledger.db.transact(tenant, async (tx) => {
    const books = await lockBooksExclusively(tx, tenant)
    const { accounts, made } = ensureInChart(requested, books.chart, now)
    if (made.length > 0) {
      if (books.archivedAt !== null) throw archived()
      await insertAccounts(tx, books.businessId, made)
      await raiseEpoch(tx, ledger, books)
      await stageEvents(
        tx,
        made.map((account) => accountEvent(books.businessId, account, 'created', ledger.newId(), now)),
      )
      tx.afterCommit(ledger.notify)
    }
    await markKeptElsewhere(tx, books.businessId)
    return { accounts, timeZone: books.timeZone, currency: books.currency }
  })
}

const answerFor = (books: Books, requested: readonly EnsuredAccount[], now: Date): EnsuredBooks => ({
  accounts: ensureInChart(requested, books.chart, now).accounts,
  timeZone: books.timeZone,
  currency: books.currency,
})
