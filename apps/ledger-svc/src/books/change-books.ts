/** How a transaction takes the books of a business, and how it says that it has changed them. */
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
 * The books for defining what nobody has used yet, which decides nothing: postings go on meanwhile, and two requests
 * that bring the same meet at its unique index.
 * @throws BusinessArchived
 */
export async function lockBooksToDefine(tx: Tx, tenant: Tenant): Promise<Books> {
  await lockBooksForPosting(tx, tenant.businessId)
  return writableBooks(tx, tenant)
}

/**
 * The books for changing what postings are decided by: no posting is between its decision and its commit.
 * @throws BusinessArchived
 */
export async function lockBooksToChange(tx: Tx, tenant: Tenant): Promise<Books> {
  await lockBooksForChange(tx, tenant.businessId)
  return writableBooks(tx, tenant)
}

/** The same where archived books have an answer too, or are refused later. */
export async function lockBooksExclusively(tx: Tx, tenant: Tenant): Promise<Books> {
  await lockBooksForChange(tx, tenant.businessId)
  return loadBooks(tx, tenant)
}

/** Says that the books have changed, so that whatever was decided under them before is decided again. */
export async function raiseEpoch(tx: Tx, ledger: { books: BooksCache }, books: Books): Promise<void> {
  await setEpoch(tx, books.businessId, books.epoch + 1)
  tx.afterCommit(() => ledger.books.drop(books))
}
