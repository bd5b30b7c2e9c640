import { testDatabase } from '@pacioli/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Database, type Tx } from '../index.ts'
import { provision } from '../migrate.ts'
import { sharedMigrations } from '../migrations.ts'
import {
  bigint,
  boolean,
  bytes,
  date,
  decimal,
  hex,
  integer,
  json,
  jsonText,
  listOf,
  safeInteger,
  table,
  text,
  timestamp,
  uuid,
  type NewRowOf,
} from './index.ts'

const things = table('things', ['businessId', 'id'], {
  businessId: uuid,
  id: uuid,
  name: text.optional,
  isOpen: boolean.orNull,
  place: integer.orNull,
  total: safeInteger.orNull.named('total_amount'),
  turnover: bigint.orNull,
  quantity: decimal.orNull,
  madeAt: timestamp.orNull.once,
  day: date.orNull,
  seal: bytes.orNull,
  contentKey: hex.orNull,
  settings: json.as<{ [name: string]: unknown }>().orNull,
  metadata: jsonText.orNull,
  documentIds: listOf(uuid),
  labels: listOf(text),
  amounts: listOf(safeInteger),
  times: listOf(timestamp),
  note: text.optional.writeOnly,
  seq: safeInteger.readOnly,
})
type NewThing = Omit<NewRowOf<typeof things>, 'businessId'>

const parts = table('parts', ['businessId', 'id'], { businessId: uuid, id: uuid, thingId: uuid, amount: safeInteger })

let db: Database
let businessId: string

beforeAll(async () => {
  const database = await testDatabase({
    name: 'tables',
    migrate: (adminUrl, name) =>
      provision({
        adminUrl,
        database: name,
        owner: 'table_owner',
        app: { role: 'table_app', password: 'app' },
        relay: { role: 'table_relay', password: 'relay' },
        migrations: [
          sharedMigrations,
          { name: 'table', folder: new URL('../test-migrations/table/', import.meta.url) },
        ],
      }),
  })
  db = new Database({ url: database.urlFor('table_app', 'app'), applicationName: 'test', poolSize: 2 })
})
afterAll(() => db.close())
beforeEach(() => {
  businessId = crypto.randomUUID()
})

const within = <Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> => db.transact({ businessId }, work)

const thing = (values: Partial<NewThing> = {}): NewThing => ({
  id: crypto.randomUUID(),
  isOpen: null,
  place: null,
  total: null,
  turnover: null,
  quantity: null,
  madeAt: null,
  day: null,
  seal: null,
  contentKey: null,
  settings: null,
  metadata: null,
  documentIds: [],
  labels: [],
  amounts: [],
  times: [],
  ...values,
})

const written = fc.string({ unit: 'binary' }).map((value) => value.replaceAll('\0', '"\\{},').toWellFormed())
const orNull = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null })
const time = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
const anyThing: fc.Arbitrary<NewThing> = fc.record({
  id: fc.uuid(),
  name: orNull(fc.oneof(written, fc.constantFrom('', 'NULL', '{}', '"', '\\', ' a,b '))),
  isOpen: orNull(fc.boolean()),
  place: orNull(fc.integer()),
  total: orNull(fc.maxSafeInteger()),
  turnover: orNull(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n })),
  quantity: orNull(fc.constantFrom('0', '1.5', '-0.001', '12345678901234567890.123')),
  madeAt: orNull(time),
  day: orNull(time.map((value) => value.toISOString().slice(0, 10))),
  seal: orNull(fc.uint8Array().map((value) => Buffer.from(value))),
  contentKey: orNull(fc.uint8Array().map((value) => Buffer.from(value).toString('hex'))),
  settings: orNull(fc.dictionary(fc.string({ unit: 'grapheme-ascii' }), written)),
  metadata: orNull(fc.constantFrom('{}', '[1, "a"]', '"\\\\"', 'null')),
  documentIds: fc.array(fc.uuid(), { maxLength: 3 }),
  labels: fc.array(written, { maxLength: 3 }),
  amounts: fc.array(fc.maxSafeInteger(), { maxLength: 3 }),
  times: fc.array(time, { maxLength: 3 }),
})
const byId = (one: { id: string }, other: { id: string }): number => (one.id < other.id ? -1 : 1)

describe('a row comes back as it was written', () => {
  const someThings = fc.uniqueArray(anyThing, { selector: ({ id }) => id, minLength: 1, maxLength: 5 })

  test('whatever is in it', () =>
    fc.assert(
      fc.asyncProperty(someThings, async (made) => {
        businessId = crypto.randomUUID()
        const read = await within(async (tx) => {
          await things.insert(tx, { businessId }, made)
          return things.rows(tx, 't.business_id = $1 ORDER BY t.id', [businessId])
        })
        const expected = made.toSorted(byId).map((row) => ({ name: null, ...row, businessId, seq: expect.any(Number) }))
        expect(read).toEqual(expected)
      }),
      { numRuns: 60 },
    ))

  test('after an update, too, except for write-once columns', () =>
    fc.assert(
      fc.asyncProperty(anyThing, anyThing, someThings, async (before, { id: _, ...after }, others) => {
        businessId = crypto.randomUUID()
        const { id } = before
        const row = await within(async (tx) => {
          await things.insert(tx, { businessId }, [before])
          await things.update(tx, { businessId }, [{ ...after, id }, ...others].slice(0, others.length))
          return things.row(tx, 't.business_id = $1 AND t.id = $2', [businessId, id])
        })
        expect(row).toEqual({ name: null, ...after, id, businessId, madeAt: before.madeAt, seq: expect.any(Number) })
      }),
      { numRuns: 30 },
    ))
})

test('an integer beyond 2^53 - 1 is refused', async () => {
  const beyond = (tx: Tx) => tx.rows(`UPDATE things SET total_amount = 9007199254740992`)
  await expect(
    within(async (tx) => {
      await things.insert(tx, { businessId }, [thing()])
      await beyond(tx)
      return things.rows(tx, 'true')
    }),
  ).rejects.toThrow(RangeError)
})

test.each([0, 1])('text with a NUL in it is refused, with %i other rows, before it is sent', (others) => {
  const rows = [thing({ name: 'a\0b' }), ...Array.from({ length: others }, () => thing())]
  expect(() => things.inserting({ businessId }, rows)).toThrow('NUL')
})

test('nothing is sent where there are no rows', async () => {
  expect(things.inserting({ businessId }, [])).toBeUndefined()
  expect(await within((tx) => things.update(tx, { businessId }, []))).toEqual([])
  expect(await within((tx) => things.insert(tx, { businessId }, []))).toEqual([])
})

test('the text of a statement is the same for any number of rows except one', () => {
  const of = (count: number) => parts.upserting({ businessId }, Array.from({ length: count }, part))?.sql
  const conflict = ' ON CONFLICT (business_id, id) DO UPDATE SET thing_id = excluded.thing_id, amount = excluded.amount'
  expect(of(2)).toBe(of(7))
  expect(of(2)).toBe(
    'INSERT INTO parts AS t (business_id, id, thing_id, amount) SELECT $1::uuid, n.id, n.thing_id, n.amount' +
      ` FROM unnest($2::uuid[], $3::uuid[], $4::bigint[]) AS n(id, thing_id, amount)${conflict}`,
  )
  expect(of(1)).toBe(
    `INSERT INTO parts AS t (business_id, id, thing_id, amount) VALUES ($1::uuid, $2::uuid, $3::uuid, $4::bigint)${conflict}`,
  )
})

const part = () => ({ id: crypto.randomUUID(), thingId: crypto.randomUUID(), amount: 5 })

describe('rows that may already exist', () => {
  test('are returned only if they were inserted', async () => {
    const [first, second] = [thing({ total: 7 }), thing()]
    const options = { orderBy: 'n.id', onConflict: 'DO NOTHING', returning: ['id', 'total'] } as const
    expect(await within((tx) => things.insert(tx, { businessId }, [first], options))).toEqual([
      { id: first.id, total: 7 },
    ])
    expect(await within((tx) => things.insert(tx, { businessId }, [first, second], options))).toEqual([
      { id: second.id, total: null },
    ])
  })

  test('are replaced where the condition says so', async () => {
    const made = thing({ total: 7, name: 'old', madeAt: new Date(0) })
    const newer = { where: 't.total_amount < excluded.total_amount', returning: ['id'] } as const
    const found = await within(async (tx) => {
      await things.insert(tx, { businessId }, [made])
      expect(await things.upsert(tx, { businessId }, [{ ...made, name: 'same' }], newer)).toEqual([])
      await things.upsert(tx, { businessId }, [{ ...made, total: 8, name: 'new', madeAt: new Date(1) }], newer)
      return things.row(tx, 't.id = $1', [made.id])
    })
    expect(found).toMatchObject({ total: 8, name: 'new', madeAt: new Date(0) })
  })
})

test.each([1, 2])('an update of %i writes the named columns of matching rows', async (count) => {
  const made = [thing({ total: 2, name: 'kept' }), thing({ total: 1, name: 'kept' })].slice(0, count)
  const changed = await within(async (tx) => {
    await things.insert(tx, { businessId }, made)
    const rows = made.map(({ id, total }) => ({ id, total: total ?? 0, place: 3 }))
    const where = 't.total_amount = 2 AND t.place IS DISTINCT FROM n.place'
    const set = 'is_open = n.place = 3'
    return things.update(tx, { businessId }, rows, { columns: ['place'], set, where, returning: ['name', 'isOpen'] })
  })
  expect(changed).toEqual([{ name: 'kept', isOpen: true }])
})

test.each([1, 2])('of %i new rows the matching ones are inserted', async (count) => {
  const made = [thing({ place: 1 }), thing({ place: 2 })].slice(0, count)
  const options = { only: 'n.place = 1 AND $1 IS NOT NULL', returning: ['place'] } as const
  expect(await within((tx) => things.insert(tx, { businessId }, made, options))).toEqual([{ place: 1 }])
})

test('some columns are read alone, and others beside them', async () => {
  const made = thing({ total: 9, documentIds: [crypto.randomUUID()] })
  const few = things.only('id', 'total')
  const sql = `SELECT ${few.columns('x')}, cardinality(x.document_ids) AS documents FROM things x WHERE x.id = $1`
  const rows = await within(async (tx) => {
    await things.insert(tx, { businessId }, [made])
    return few.query<{ documents: number }>(tx, sql, [made.id])
  })
  expect(rows).toEqual([{ id: made.id, total: 9, documents: 1 }])
})

describe('statements that are sent together', () => {
  const made = thing()
  const ofIt = (amount: number) => ({ id: crypto.randomUUID(), thingId: made.id, amount })

  test('see what those before them wrote, and return in their order', async () => {
    const one = ofIt(5)
    const answers = await within((tx) =>
      Promise.all([
        things.insert(tx, { businessId }, [made]),
        parts.insert(tx, { businessId }, [one, ofIt(6)], { returning: ['amount'] }),
        parts.insert(tx, { businessId }, []),
        parts.update(tx, { businessId }, [{ ...one, amount: 7 }], { returning: ['amount'] }),
      ]),
    )
    expect(answers).toEqual([[], [{ amount: 5 }, { amount: 6 }], [], [{ amount: 7 }]])
    expect(answers[1].map(({ amount }) => amount + 1)).toEqual([6, 7])
  })

  test('name the constraint that the first of them violated, and roll back', async () => {
    const writing = within((tx) =>
      Promise.all([
        things.insert(tx, { businessId }, [made]),
        parts.insert(tx, { businessId }, [ofIt(0)]),
        parts.insert(tx, { businessId }, [ofIt(1)]),
      ]),
    )
    await expect(writing).rejects.toThrow('parts_amount_check')
    expect(await within((tx) => things.rows(tx, 't.business_id = $1', [businessId]))).toEqual([])
    // The connection stays usable.
    await within((tx) => things.insert(tx, { businessId }, [made]))
  })
})
