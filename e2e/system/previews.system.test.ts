/** Previews of random requests, on a stack of its own: they say what comes about, and leave no trace in any database. */
import { isDeepStrictEqual } from 'node:util'
import type { Stack } from '@pacioli/dev-stack'
import { databaseUrl, ownStack, waitFor, withClient } from '@pacioli/testing'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Books } from '../src/books.ts'
import { newClient, type TestClient } from '../src/clients.ts'
import type { Contact, ContactModel } from '../src/model/action.ts'
import { payables } from '../src/model/payables.ts'
import { expectPromisesKept, openBooks } from '../src/model/properties.ts'
import { receivables } from '../src/model/receivables.ts'
import { sentCommands } from '../src/model/requests.ts'
import { PreviewingApi } from '../src/previewing.ts'

const TIME = { timeout: 240_000 }
const DATABASES = ['ledger', 'banking', 'billing', 'reporting']

let stack: Stack
let client: TestClient

beforeAll(async () => {
  stack = await ownStack('previews')
  client = await newClient(stack, 'previews')
})
afterAll(() => stack?.stop())

/** The client, which previews each write of its books before it sends it. */
function previewing(): TestClient {
  const api = new PreviewingApi(client.api, stack.postgresAdminUrl)
  return { ...client, api, books: async (fields) => new Books(api, await client.business(fields)) }
}

describe('whatever is asked, its preview says what comes about', TIME, () => {
  test('of a vendor', () => expectPromisesKept({ client: previewing(), numRuns: 1 }, payables))
  test('of a customer', () => expectPromisesKept({ client: previewing(), numRuns: 1 }, receivables))
})

/** Columns that the product moves by itself, at any time, whatever is asked. */
const ASTIR = ['renewed_at', 'looked_at', 'seen_at', 'safe_position', 'safe_at', 'next_position', 'next_at']

/** A digest of each table of all services. */
async function digest(): Promise<Record<string, string>> {
  const all = await Promise.all(
    DATABASES.map((database) =>
      withClient(databaseUrl(stack.postgresAdminUrl, { database }), async (db) => {
        const { rows: tables } = await db.query<{ name: string }>(
          `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
            WHERE c.relkind = 'r' AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND c.relname <> 'audits' ORDER BY 1`,
        )
        const left = ASTIR.map((column) => pg.escapeLiteral(column)).join(', ')
        const row = `(to_jsonb(t) - ARRAY[${left}])::text`
        const { rows } = await db.query<{ name: string; digest: string }>(
          tables
            .map(
              ({ name }) =>
                `SELECT ${pg.escapeLiteral(`${database}.${name}`)} AS name, md5(coalesce(string_agg(${row}, chr(10) ORDER BY ${row}), '')) AS digest FROM ${name} t`,
            )
            .join(' UNION ALL '),
        )
        return rows.map(({ name, digest: text }) => [name, text] as const)
      }),
    ),
  )
  return Object.fromEntries(all.flat())
}

/** All that was written has gone wherever it goes. */
async function atRest(): Promise<Record<string, string>> {
  let last: Record<string, string> = {}
  return waitFor(
    'the databases to come to rest',
    async () => {
      const [before, now] = [last, (last = await digest())]
      return isDeepStrictEqual(before, now) ? now : undefined
    },
    { timeoutMs: 60_000, everyMs: 1_000 },
  )
}

const PREVIEWS = 1_000
const AT_ONCE = 8

/** Sends previews of random requests, several at once, and expects them to end as the requests would. */
async function preview<Model extends Contact, Command>(
  books: Books,
  contacts: ContactModel<Model, Command>,
  count: number,
): Promise<number> {
  const model = await contacts.begin(books, 'previewed')
  await fc.asyncModelRun(() => ({ model, real: books }), sentCommands(contacts, contacts.contended))
  const acts = fc
    .sample(contacts.commands, 4 * count)
    .flatMap((command) => contacts.actionFor(model, command) ?? [])
    .slice(0, count)
    .values()
  const before = await atRest()
  let sent = 0
  const send = async (): Promise<void> => {
    for (const { operation, call, ending } of acts) {
      const query = { ...call.query, validate_only: true }
      const answer = await books.api.call(operation, { ...call, query, isRandom: true })
      const ended = answer.status < 400 ? 'done' : answer.error.error_enum
      expect([operation, call, ended]).toEqual([operation, call, ending(model)])
      sent += 1
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, send))
  const after = await atRest()
  expect(Object.keys(after).filter((table) => after[table] !== before[table])).toEqual([])
  return sent
}

describe('random previews leave every table of every service as it was', TIME, () => {
  test('of a vendor', async () => {
    expect(await preview(await openBooks(client, payables), payables, PREVIEWS / 2)).toBe(PREVIEWS / 2)
  })
  test('of a customer', async () => {
    expect(await preview(await openBooks(client, receivables), receivables, PREVIEWS / 2)).toBe(PREVIEWS / 2)
  })
})
