import type { Tx } from '@pacioli/db'
import { boolean, safeInteger, table, text, timestamp, uuid } from '@pacioli/db/table'
import type { Tenant } from '@pacioli/rpc'
import { loadChart } from '../chart-of-accounts/account.store.ts'
import type { Books, ReportingBasis } from './books.ts'

const books = table('businesses', ['businessId'], {
  businessId: uuid.named('id'),
  clientId: uuid,
  ledgerId: uuid,
  timeZone: text,
  currency: text,
  archivedAt: timestamp.orNull,
  archivedEpoch: safeInteger.orNull,
  defaultReportingBasis: text.as<ReportingBasis>().orNull,
  epoch: safeInteger.named('books_epoch'),
  closedThrough: timestamp.orNull,
  closedEpoch: safeInteger,
  isWatched: boolean.named('large_amounts'),
})

/** The current facts of the business, without its chart: books of the same epoch have the same chart. */
export const loadFacts = (tx: Tx, { clientId, businessId }: Tenant): Promise<Omit<Books, 'chart'>> =>
  books.one(tx, 't.id = $1 AND t.client_id = $2', [businessId, clientId])

/** The books of the transaction's business, as they are. */
export async function loadBooks(tx: Tx, tenant: Tenant): Promise<Books> {
  const [facts, chart] = await Promise.all([loadFacts(tx, tenant), loadChart(tx, tenant.businessId)])
  return { ...facts, chart }
}

/**
 * The headroom: what may be posted to any of these accounts, on either side, before a balance leaves the safe range
 * (`watch_balances_v1`).
 * @param accountIds of all accounts where none is named
 */
export async function loadHeadroom(tx: Tx, businessId: string, accountIds: readonly string[]): Promise<number> {
  const row = await tx.row<{ balance: string }>('SELECT balance FROM largest_balance_v1($1, $2::uuid[])', [
    businessId,
    accountIds.length === 0 ? null : [...accountIds],
  ])
  return Math.max(0, Number(BigInt(Number.MAX_SAFE_INTEGER) - BigInt(row?.balance ?? 0)))
}

/**
 * Locks the books exclusively: postings in flight finish first, later ones wait and are decided again. A preview takes none
 * of these locks: nothing of it stays that others could be decided without.
 */
export async function lockBooksForChange(tx: Tx, businessId: string): Promise<void> {
  if (tx.isPreview) return
  await tx.rows('SELECT lock_books_for_change_v1($1)', [businessId])
}

/** Keeps the settings of the client as they are until the transaction ends. */
export async function shareClient(tx: Tx): Promise<void> {
  if (tx.isPreview) return
  await tx.rows('SELECT share_client_v1()')
}

/**
 * The same on the node of a new business, once it is there. Should that node miss the COMMIT, it keeps the lock with the
 * business until it hears of it, and a change of the client waits for that.
 */
export async function shareClientOnNode(tx: Tx, businessId: string): Promise<void> {
  if (tx.isPreview) return
  await tx.onNodes('SELECT id FROM businesses WHERE id = $1 AND client_is_locked_v1(false)', [businessId])
}

const OF_CLIENT = 'SELECT id FROM businesses WHERE client_id = app_client_id()'

/**
 * Locks all books of the client exclusively. Only for a transaction that has locked none before. In a cluster no business is
 * created from the first lock on, and none moves from the second: the third finds all of them.
 */
export async function lockClientForChange(tx: Tx): Promise<void> {
  if (tx.isPreview) return
  await tx.rows('SELECT lock_client_for_change_v1()')
  await tx.holdOnNodes(OF_CLIENT)
  await tx.onNodes(`${OF_CLIENT} AND client_is_locked_v1(true)`)
}

/** Locks the books as a posting does: they do not change before the transaction ends. */
export async function lockBooksForPosting(tx: Tx, businessId: string): Promise<void> {
  if (tx.isPreview) return
  await tx.rows('SELECT lock_books_for_posting_v1($1)', [businessId])
}

/** Records that the books have changed. */
export async function setEpoch(tx: Tx, businessId: string, epoch: number): Promise<void> {
  await tx.rows('UPDATE businesses SET books_epoch = $2 WHERE id = $1', [businessId, epoch])
}
