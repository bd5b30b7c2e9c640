/** How a transaction locks the books of a business, and records that it has changed them. */
import type { Tx } from '@pacioli/db'
import type { Tenant } from '@pacioli/rpc'
import { archived, type Books } from './books.ts'
import type { BooksCache } from './books-cache.ts'
import { lockBooksForPosting, loadBooks, lockBooksForChange, setEpoch } from './books.store.ts'

async function writableBooks(tx: Tx, tenant: Tenant): Promise<Books> {
  const books = await loadBooks(tx, tenant)
  if (books.archivedAt !== null) throw archived()
  return books
}

/**
 * For defining tags that no posting uses yet: postings go on meanwhile, and of two requests that define the same one
 * fails at the unique index.
 * @throws BusinessArchived
 */
export async function lockBooksToDefine(tx: Tx, tenant: Tenant): Promise<Books> {
  await lockBooksForPosting(tx, tenant.businessId)
  return writableBooks(tx, tenant)
}

/**
 * For changing what postings are decided by: no posting is between its decision and its commit.
 * @throws BusinessArchived
 */
export async function lockBooksToChange(tx: Tx, tenant: Tenant): Promise<Books> {
  await lockBooksForChange(tx, tenant.businessId)
  return writableBooks(tx, tenant)
}

/** The same for callers that answer for archived books too, or refuse them later. */
export async function lockBooksExclusively(tx: Tx, tenant: Tenant): Promise<Books> {
  await lockBooksForChange(tx, tenant.businessId)
  return loadBooks(tx, tenant)
}

/** Records that the books have changed, so that postings decided under them before are decided again. */
export async function raiseEpoch(tx: Tx, ledger: { books: BooksCache }, books: Books): Promise<void> {
  await setEpoch(tx, books.businessId, books.epoch + 1)
  tx.afterCommit(() => ledger.books.drop(books))
}
