/** What must be true of any documents, and of the books that they are posted to, after any fault. */
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { send } from './api.ts'
import { allPages, type Books } from './books.ts'
import type { Sent } from './document-load.ts'
import type { Data, Page } from './shapes.ts'
import { without0, type Sides } from './sides.ts'

/** How many acknowledged requests are sent again. */
const REPEATS = 30

export type Row = { id: string; [field: string]: unknown }

/** Documents by id, as a list tells them. @param list its path and filters, for more to be added */
export async function documentsOf(
  books: Books,
  list: string,
  show: (row: Row) => unknown,
): Promise<Map<string, unknown>> {
  const rows = await allPages((cursor) =>
    read<Page<Row>>(books, `${list}limit=500${cursor ? `&cursor=${cursor}` : ''}`),
  )
  return new Map(rows.map((row) => [row.id, show(row)]))
}

async function read<Body>({ api, id }: Books, path: string): Promise<Body> {
  const url = `${api.baseUrl}/v1/businesses/${id}/${path}`
  const answer = await send('GET', url, { authorization: `Bearer ${api.token}` })
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}: ${answer.text}`)
  return JSON.parse(answer.text) as Body
}

/** How the accounts are called, by id. */
export const namesOf = async (books: Books): Promise<Map<string, string>> =>
  new Map(
    (await books.accounts({ include_archived: true })).map(({ id, stable_name }) => [
      id.id,
      stable_name?.stable_name ?? id.id,
    ]),
  )

export const byName = (sides: Record<string, number>, names: ReadonlyMap<string, string>): Sides =>
  without0(new Map(Object.entries(sides).map(([id, amount]) => [names.get(id) ?? id, amount])))

/**
 * Under its key a request is answered as it was; under another one its external_id is known, unless what it made is
 * deleted. Nothing changes by it.
 * @param lists of all that could be there twice
 */
export async function expectRepeatsChangeNothing(
  books: Books,
  sent: readonly Sent[],
  lists: readonly string[],
  deleted: ReadonlySet<string> = new Set(),
): Promise<void> {
  const before = await everything(books, lists)
  for (const request of sent.slice(-REPEATS)) {
    const { path, body, answer } = request
    const again = await sendAgain(books, request, request.key)
    expect([path, again.status < 300, JSON.parse(again.text)]).toEqual([path, true, answer])
    const ids = idsIn(answer)
    if (!isNamed(body) || ids.some((id) => deleted.has(id))) continue
    const known = await sendAgain(books, request, randomUUID())
    expect([path, known.status, idsIn(JSON.parse(known.text))]).toEqual([path, 200, ids])
  }
  expect(await everything(books, lists)).toEqual(before)
}

/** Whether all that the request makes has an external id. */
const isNamed = (body: object): boolean => [body].flat().every((one) => 'external_id' in one)

type Made = { id: string }

const idsIn = (answer: unknown): string[] => {
  const made = answer as Data<Made | Made[]> | Made[]
  return (Array.isArray(made) ? made : [made.data].flat()).map(({ id }) => id)
}

function sendAgain({ api, id }: Books, { path, body }: Sent, key: string) {
  const headers = {
    authorization: `Bearer ${api.token}`,
    'content-type': 'application/json',
    'idempotency-key': key,
  }
  return send('POST', `${api.baseUrl}/v1/businesses/${id}/${path}`, headers, JSON.stringify(body))
}

async function everything(books: Books, lists: readonly string[]): Promise<object> {
  const counts = await Promise.all(
    lists.map(async (list) => (await read<Page<Row>>(books, `${list}limit=1`)).meta.pagination.total_count),
  )
  return { ...(await books.snapshot()), counts }
}
