/**
 * What the version before asks of its databases, asked of those of this one, as its services do: whatever it calls is there
 * with the types it knows, and means what it meant.
 */
import { randomUUID } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { databaseUrl, sharedStack, waitFor } from '@pacioli/testing'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { captureEntries, copyOf, postEntriesCall } from './bench/journal/raw-entries.ts'
import { expectReportedAsKept } from './src/fault-checks.ts'
import { newClient, sale, target, type Books, type TestClient } from './src/index.ts'

const { stateDir, postgresAdminUrl } = sharedStack()
const { passwords } = JSON.parse(readFileSync(join(stateDir, 'secrets.json'), 'utf8')) as {
  passwords: Record<string, string>
}

/** Work on a connection to one of the databases: as a service's role, or as the superuser. */
async function as<Result>(
  database: string,
  role: 'app' | 'relay' | undefined,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const user = `${database}_${role}`
  const change = role === undefined ? { database } : { database, user, password: passwords[user] }
  const client = new pg.Client({ connectionString: databaseUrl(postgresAdminUrl, change) })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

type Known = { database: string; role: 'app' | 'relay'; name: string; types: string[]; result: string }

/** The lines of the list, each `role name(types) -> result` under its `[database]`. */
function known(): Known[] {
  const text = readFileSync(join(import.meta.dirname, 'system', 'previous', 'functions.txt'), 'utf8')
  let database = ''
  return text.split('\n').flatMap((line) => {
    database = /^\[(\w+)\]$/.exec(line)?.[1] ?? database
    const [, role, name = '', types = '', result = ''] = /^(\w+) (\w+)\((.*)\) -> (.*)$/.exec(line) ?? []
    if (role !== 'app' && role !== 'relay') return []
    return [{ database, role, name, types: types === '' ? [] : types.split(', '), result }]
  })
}

const DATABASES = ['ledger', 'banking', 'billing', 'reporting'] as const

type Refusal = { signature: string; text: string; view: string }

/** What refuses calls in a database that began with this version, and the view that stands on it. */
const refusals = new Map<string, Refusal[]>()

const VIEW = 'began_with_a_later_version'
const dropsOf = (all: readonly Refusal[]): string =>
  all.map(({ signature }) => `DROP FUNCTION ${signature};`).join('\n')

/** The stack began with this version: here it gets what an upgraded one has. */
beforeAll(async () => {
  const root = join(import.meta.dirname, '..')
  for (const database of DATABASES) {
    const of = ['libs/{db,events}', `apps/${database}-svc/src`].map((owner) => `${owner}/migrations/**/before/*.sql`)
    await as(database, undefined, async (client) => {
      const { rows } = await client.query<Refusal>(
        `SELECT oid::regprocedure::text AS signature, pg_get_functiondef(oid) AS text,
                pg_get_viewdef('${VIEW}'::regclass) AS view FROM pg_proc
          WHERE pronamespace = 'public'::regnamespace AND prosrc LIKE '%This database began with a later version%'`,
      )
      refusals.set(database, rows)
      await client.query(
        `SET check_function_bodies = off; SET ROLE ${database}_owner; DROP VIEW ${VIEW}; ${dropsOf(rows)}`,
      )
      for (const file of globSync(of, { cwd: root })) await client.query(readFileSync(join(root, file), 'utf8'))
    })
  }
})
afterAll(async () => {
  for (const [database, all] of refusals)
    await as(database, undefined, async (client) => {
      const texts = all.map(({ text }) => `${text};`).join('\n')
      await client.query(`SET ROLE ${database}_owner; ${dropsOf(all)} ${texts} CREATE VIEW ${VIEW} AS ${all[0]?.view}`)
    })
})

test.each(known())('$database refuses $name where it began with this version', ({ database, name }) => {
  expect(refusals.get(database)?.map(({ signature }) => signature.split('(')[0])).toContain(name)
})

test.each(known())('$database knows $name as it was', async ({ database, role, name, types, result }) => {
  await as(database, role, async (client) => {
    const places = types.map((_, index) => `$${index + 1}`).join(', ')
    const taken = types.length > 0 ? `(${types.join(', ')})` : ''
    await client.query(`PREPARE known${taken} AS SELECT * FROM ${name}(${places})`)
    // Planned, and refused to whoever may not, but not run.
    const nothing = types.map((type) => `NULL::${type}`).join(', ')
    const { fields } = await client.query(`SELECT * FROM ${name}(${nothing}) LIMIT 0`)
    const { rows } = await client.query<{ type: string }>(
      'SELECT format_type(f.oid, NULL) AS type FROM unnest($1::oid[]) WITH ORDINALITY AS f(oid, place) ORDER BY f.place',
      [fields.map(({ dataTypeID }) => dataTypeID)],
    )
    const columns = fields.map((field, index) => `${field.name} ${rows[index]?.type}`).join(', ')
    expect(columns).toBe(result.includes(' ') && !result.startsWith('timestamp') ? result : `${name} ${result}`)
  })
})

describe('as it was called,', () => {
  let client: TestClient
  let books: Books

  beforeAll(async () => {
    client = await newClient(target(), 'functions of before')
    books = await client.books()
  })

  const begin = async (connection: pg.Client): Promise<void> => {
    await connection.query('BEGIN')
    await connection.query(`SELECT set_config('app.client_id', $1, true), set_config('app.business_id', $2, true)`, [
      client.id,
      books.id,
    ])
  }

  type Claim = { outcome: string; answer: string | null }
  const claim = async (connection: pg.Client, key: string, hash = 'h', version = ''): Promise<Claim | undefined> =>
    (
      await connection.query<Claim>(
        `SELECT outcome, answer FROM claim_idempotency_key${version}($1, $2, $3, $4, $5, $6)`,
        [books.id, client.id, 'op', key, hash, new Date()],
      )
    ).rows[0]

  test.each(DATABASES)(
    'an Idempotency-Key of %s is claimed once by both versions, and its answer told by both',
    async (database) => {
      const key = randomUUID()
      await as(database, 'app', async (one) => {
        await begin(one)
        expect(await claim(one, key)).toEqual({ outcome: 'NEW', answer: null })
        await as(database, 'app', async (other) => {
          await begin(other)
          expect(await claim(other, key, 'h', '_v1')).toEqual({ outcome: 'IN_PROGRESS', answer: null })
        })
        await one.query('SELECT keep_answer($1, $2, $3, $4, $5, $6, $7)', [
          ...[books.id, client.id, 'op', key, 'h', 'what was done', new Date()],
        ])
        await one.query('COMMIT')
        for (const version of ['', '_v1']) {
          await begin(one)
          expect(await claim(one, key, 'h', version)).toEqual({ outcome: 'REPLAY', answer: 'what was done' })
          expect(await claim(one, key, 'other', version)).toEqual({ outcome: 'REUSED', answer: null })
          await one.query('ROLLBACK')
        }
      })
    },
  )

  test('an entry is posted with its lines, its event and the balances, and its key is kept', async () => {
    const { id } = await books.posted(sale(700))
    const key = randomUUID()
    const posted = await as('ledger', undefined, async (superuser) => {
      const pool = superuser as unknown as pg.Pool
      const { rows } = await superuser.query<{ epoch: string }>(
        'SELECT books_epoch AS epoch FROM businesses WHERE id = $1',
        [books.id],
      )
      const of = { clientId: client.id, businessId: books.id, epoch: Number(rows[0]?.epoch) }
      const copy = copyOf((await captureEntries(pool, of, [id]))[0]!)
      const { rows: names } = await superuser.query<{ name: string }>(
        `SELECT unnest(proargnames) AS name FROM pg_proc WHERE proname = 'post_entries'`,
      )
      return { copy, call: postEntriesCall(of, 3, [copy]), taken: new Set(names.map(({ name }) => name)) }
    })
    const given = Object.fromEntries(
      [...posted.call.text.matchAll(/(\w+) => \$(\d+)/g)].map(([, name, place]) => [
        name,
        posted.call.values[Number(place) - 1],
      ]),
    ) as Record<string, unknown>
    const asBefore = { ...given, p_operation: 'op', p_key: key, p_request_hash: 'h', p_answer: 'posted' }
    const parameters = Object.entries(asBefore).filter(([name]) => posted.taken.has(name))
    const values = parameters.map(([, value]) => value)
    const text = `SELECT outcome, answer FROM post_entries(${parameters.map(([name], index) => `${name} => $${index + 1}`).join(', ')})`
    await as('ledger', 'app', async (connection) => {
      expect((await connection.query(text, values)).rows).toEqual([{ outcome: 'POSTED', answer: null }])
      expect((await connection.query(text, values)).rows).toEqual([{ outcome: 'REPLAY', answer: 'posted' }])
      const { rows } = await connection.query('SELECT * FROM check_books($1, $2)', [client.id, books.id])
      expect(rows).toEqual([])
    })
    const entry = (await books.allEntries()).find((one) => one.id === posted.copy.id)
    expect(entry?.line_items.map(({ amount }) => amount)).toEqual([700, 700])
    await expectReportedAsKept(books)
    await waitFor('the feed to have the entry', async () => {
      const { data } = (await books.api.call('listEvents', { query: { limit: 500 } })).body
      return data.some(({ aggregate_id }) => aggregate_id === posted.copy.id)
    })
  })

  test.each(DATABASES)('the oldest unsent event of %s is claimed, and marked by where it lies', async (database) => {
    await as(database, undefined, async (connection) => {
      await connection.query('BEGIN')
      const id = randomUUID()
      await connection.query(
        `INSERT INTO outbox (business_id, id, aggregate_type, aggregate_id, version, subject, event, created_at)
             VALUES ($1, $2, 'sample', $2, 1, 'pacioli.sample', '{}', now())`,
        [books.id, id],
      )
      await connection.query(`SET LOCAL ROLE ${database}_relay`)
      const { rows } = await connection.query<{ place: string; id: string; subject: string; event: string }>(
        'SELECT place, id, subject, event FROM claim_unsent($1)',
        [1000],
      )
      const claimed = rows.find((row) => row.id === id)
      expect(claimed).toEqual({ place: claimed?.place, id, subject: 'pacioli.sample', event: '{}' })
      const marked = await connection.query('UPDATE outbox SET sent_at = now() WHERE ctid = ANY ($1::text[]::tid[])', [
        [claimed?.place],
      ])
      expect(marked.rowCount).toBe(1)
      await connection.query('ROLLBACK')
    })
  })
})
