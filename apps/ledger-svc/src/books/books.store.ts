import type { Tx } from '@pacioli/db'
import type { Tenant } from '@pacioli/rpc'
import { loadChart } from '../chart-of-accounts/account.store.ts'
import type { Books, ReportingBasis } from './books.ts'
import { epochOf } from '../epoch.ts'

type BooksRow = {
  id: string
  client_id: string
  ledger_id: string
  time_zone: string
  currency: string
  archived_at: Date | null
  archived_epoch: string | null
  default_reporting_basis: ReportingBasis | null
  books_epoch: string
  closed_through: Date | null
  closed_epoch: string
  large_amounts: boolean
}

/** The books of the transaction's business, as they are. */
export async function loadBooks(tx: Tx, { clientId, businessId }: Tenant): Promise<Books> {
  const row = await tx.one<BooksRow>(
    `SELECT id, client_id, ledger_id, time_zone, currency, archived_at, archived_epoch, default_reporting_basis, books_epoch,
            closed_through, closed_epoch, large_amounts
       FROM businesses WHERE id = $1 AND client_id = $2`,
    [businessId, clientId],
  )
  return {
    businessId: row.id,
    clientId: row.client_id,
    ledgerId: row.ledger_id,
    timeZone: row.time_zone,
    currency: row.currency,
    archivedAt: row.archived_at,
    archivedEpoch: epochOf(row.archived_epoch),
    defaultReportingBasis: row.default_reporting_basis,
    epoch: Number(row.books_epoch),
    closedThrough: row.closed_through,
    closedEpoch: Number(row.closed_epoch),
    isWatched: row.large_amounts,
    chart: await loadChart(tx, businessId),
  }
}

/** The headroom: what may still be debited before the journal leaves the safe range (`watch_journal_total_v1`). */
export async function loadHeadroom(tx: Tx, businessId: string): Promise<number> {
  const row = await tx.row<{ debits: string }>('SELECT journal_debits_v1($1) AS debits', [businessId])
  return Number(BigInt(Number.MAX_SAFE_INTEGER) - BigInt(row?.debits ?? 0))
}

/** Locks the books exclusively: postings in flight finish first, later ones wait and are decided again. */
export async function lockBooksForChange(tx: Tx, businessId: string): Promise<void> {
  await tx.rows('SELECT lock_books_for_change_v1($1)', [businessId])
}

/** Keeps the settings of the client as they are until the transaction ends. */
export async function shareClient(tx: Tx): Promise<void> {
  await tx.rows('SELECT share_client_v1()')
}

/** Locks all books of the client exclusively. Only for a transaction that has locked none before. */
export async function lockClientForChange(tx: Tx): Promise<void> {
  await tx.rows('SELECT lock_client_for_change_v1()')
}

/** Locks the books as a posting does: they do not change before the transaction ends. */
export async function lockBooksForPosting(tx: Tx, businessId: string): Promise<void> {
  await tx.rows('SELECT lock_books_for_posting_v1($1)', [businessId])
}

/** Records that the books have changed. */
export async function setEpoch(tx: Tx, businessId: string, epoch: number): Promise<void> {
  await tx.rows('UPDATE businesses SET books_epoch = $2 WHERE id = $1', [businessId, epoch])
}
