import type { Tx } from '@pacioli/db'
import { businessNotFound } from '../books/books-cache.ts'
import type { Books } from '../books/books.ts'
import { holdBooks, loadBooks, lockBooksForChange, setEpoch } from '../books/books.store.ts'
import { archived } from '../businesses/business.ts'
import type { Ledger } from '../ledger.ts'
import type { EntryRequest } from '../write-request.ts'

async function writableBooks(tx: Tx, request: EntryRequest): Promise<Books> {
  const books = await loadBooks(tx, request.clientId, request.businessId)
  if (!books) throw businessNotFound(request.businessId)
  if (books.archivedAt !== null) throw archived()
  return books
}

/**
 * The books for defining what nobody has used yet, which decides nothing: postings go on meanwhile, and two requests
 * that bring the same meet at its unique index.
 * @throws BusinessNotFound, BusinessArchived
 */
export async function booksToDefineIn(tx: Tx, request: EntryRequest): Promise<Books> {
  await holdBooks(tx, request.businessId)
  return writableBooks(tx, request)
}

/**
 * The books for changing what postings are decided by: no posting is between its decision and its commit.
 * @throws BusinessNotFound, BusinessArchived
 */
export async function booksToChange(tx: Tx, request: EntryRequest): Promise<Books> {
  await lockBooksForChange(tx, request.businessId)
  return writableBooks(tx, request)
}

/** Says that the books have changed, so that whatever was decided under them before is decided again. */
export async function raiseEpoch(tx: Tx, ledger: Ledger, request: EntryRequest, books: Books): Promise<void> {
  await setEpoch(tx, books.businessId, books.epoch + 1)
  tx.afterCommit(() => ledger.books.drop(request))
}
