/** Closings of books, in the terms of tests. */
import { expect } from 'vitest'
import type { Call } from './api.ts'
import type { Books, EntryInput } from './books.ts'
import type { TestClient } from './clients.ts'
import type { ClosingAction, Entry } from './answers.ts'

/** Books of the client that were kept from the start of 2024 on, with these entries. */
export async function booksSince2024(
  client: TestClient,
  entries: EntryInput[] = [],
  fields: Record<string, unknown> = {},
): Promise<Books> {
  const books = await client.books({ activation_at: '2024-01-01T00:00:00Z', ...fields })
  if (entries.length > 0) await books.allPosted(entries)
  return books
}

export const preview = (books: Books, body: unknown) => books.api.call('previewRetainedEarningsClosing', { body })
export const close = (books: Books, body: unknown, headers: Record<string, string> = {}) =>
  books.api.call('closeRetainedEarnings', { body, headers })
export const reverse = (books: Books, closingId: string, body?: unknown) =>
  books.api.call('reverseClosingAction', { path: { closingId }, body })
export const closing = (books: Books, closingId: string) => books.api.call('getClosingAction', { path: { closingId } })
export const closings = async (books: Books, query: Call['query'] = {}) =>
  (await books.api.call('listClosingActions', { query })).body

/** The one closing that closing these books so makes. */
export async function closed(books: Books, body: unknown): Promise<ClosingAction> {
  const answer = await close(books, body)
  expect([answer.status, answer.body.data.length]).toEqual([201, 1])
  return answer.body.data[0] as ClosingAction
}

/** Lines as `DEBIT 5 SALES`. */
export const linesOf = (entry: Entry | undefined): string[] =>
  (entry?.line_items ?? []).map((line) => `${line.direction} ${line.amount} ${line.account.stable_name?.stable_name}`)
