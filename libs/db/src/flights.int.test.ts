/** How often a transaction waits for the database, and what happens to statements it did not wait for. */
import { randomUUID } from 'node:crypto'
import { DomainError } from '@pacioli/errors'
import { startCountingProxy, testDatabase, type CountingProxy, type OnTheWire } from '@pacioli/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Database, pgErrorOf, violates, writeOnce, type Tx } from './index.ts'
import { provision } from './migrate.ts'
import { sharedMigrations } from './migrations.ts'
import { integer, table, text } from './table/index.ts'

let proxy: CountingProxy
let db: Database
let admin: Database
let adminUrl: string

beforeAll(async () => {
  const app = { role: 'flights_app', password: 'app' }
  const relay = { role: 'flights_relay', password: 'relay' }
  const database = await testDatabase({
    name: 'flights',
    migrate: (adminUrl, name) =>
      provision({ adminUrl, database: name, owner: 'flights_owner', app, relay, migrations: [sharedMigrations] }),
  })
  const { hostname, port } = new URL(database.adminUrl)
  proxy = await startCountingProxy({ host: hostname, port: Number(port) })
  db = new Database({
    url: proxy.through(database.urlFor(app.role, app.password)),
    applicationName: 'test',
    poolSize: 1,
  })
  adminUrl = database.adminUrl
  admin = new Database({ url: database.adminUrl, applicationName: 'looks', poolSize: 1 })
  await admin.call('CREATE TABLE written (what text PRIMARY KEY, n int CHECK (n < 10))')
  await admin.call(`CREATE FUNCTION is_late() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN RAISE EXCEPTION ''too late'' USING ERRCODE = ''PA999''; END'`)
  await admin.call(`CREATE CONSTRAINT TRIGGER late AFTER INSERT ON written DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN (NEW.what LIKE 'late%') EXECUTE FUNCTION is_late()`)
  await admin.call(`GRANT ALL ON written TO ${app.role}`)
  // Which client the business belongs to.
  await admin.call(`CREATE OR REPLACE FUNCTION is_foreign_business_v1(p_client_id uuid, p_business_id uuid) RETURNS boolean
    LANGUAGE sql STABLE AS 'SELECT p_client_id = p_business_id'`)
  await db.ping()
})
afterAll(async () => {
  await Promise.all([db.close(), admin.close()])
  await proxy.close()
})

/** The messages of a piece of work on the wire, including its end. */
async function onTheWire(work: () => Promise<unknown>): Promise<OnTheWire> {
  await expect.poll(() => db.pool().inUse).toBe(0)
  await proxy.count()
  await work()
  await expect.poll(() => db.pool().inUse).toBe(0)
  return proxy.count()
}

const flights = async (work: () => Promise<unknown>): Promise<number> => (await onTheWire(work)).flights

const one = (tx: Tx): Promise<{ n: number }[]> => tx.rows<{ n: number }>('SELECT $1::int AS n', [1])
const written = table('written', ['what'], { what: text, n: integer })
const insert = 'INSERT INTO written VALUES ($1, $2)'
const isWritten = async (what: string): Promise<boolean> =>
  (await admin.call('SELECT FROM written WHERE what = $1', [what])).length === 1
const name = (): string => crypto.randomUUID()
const foreign = crypto.randomUUID()
const notTheClients = { clientId: foreign, businessId: foreign }

/** The SQLSTATE or refusal that the work ends with. */
const failure = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'none',
    (error: unknown) => (error instanceof DomainError ? error.errorEnum : (pgErrorOf(error)?.code ?? String(error))),
  )

describe('round trips', () => {
  test('of a transaction: BEGIN travels with the first statement', async () => {
    const counted = await onTheWire(() => db.transact({}, one))
    expect(counted).toMatchObject({ flights: 2, statements: 4, answers: 2 })
  })

  test('of two statements in sequence, and of two at once', async () => {
    const afterEachOther = (tx: Tx) => one(tx).then(() => one(tx))
    expect(await flights(() => db.transact({}, afterEachOther))).toBe(3)
    expect(await flights(() => db.transact({}, (tx) => Promise.all([one(tx), one(tx)])))).toBe(2)
  })

  test('of inserts through a table: in sequence, and at once', async () => {
    const inserted = (tx: Tx) => written.insert(tx, {}, [{ what: name(), n: 1 }])
    const all = [1, 2, 3, 4]
    const together = () => db.transact({}, (tx) => Promise.all(all.map(() => inserted(tx))))
    const inSequence = () =>
      db.transact({}, async (tx) => {
        for (const _ of all) await inserted(tx)
      })
    expect([await flights(together), await flights(inSequence)]).toEqual([2, 5])
  })

  test('of writes that are not awaited: they travel with the COMMIT', async () => {
    const [first, second] = [name(), name()]
    const write = async (tx: Tx): Promise<void> => {
      await one(tx)
      tx.send(insert, [first, 1])
      tx.send(insert, [second, 2])
    }
    expect(await onTheWire(() => db.transact({}, write))).toMatchObject({ flights: 2, statements: 6 })
    expect([await isWritten(first), await isWritten(second)]).toEqual([true, true])
    expect(await flights(() => db.transact({}, async (tx) => tx.send(insert, [name(), 1])))).toBe(1)
  })

  test('of a read: a flight is a transaction', async () => {
    expect(await onTheWire(() => db.read({}, one))).toMatchObject({ flights: 1, statements: 2, answers: 1 })
    expect(await flights(() => db.read({}, (tx) => Promise.all([one(tx), one(tx)])))).toBe(1)
    expect(await flights(() => db.read({}, (tx) => one(tx).then(() => one(tx))))).toBe(2)
  })

  test('of a long read: from the fourth on there is one transaction', async () => {
    const known = (tx: Tx) => tx.rows('SELECT $1::int /* of a long read */', [1])
    const sequence = async (tx: Tx): Promise<void> => {
      for (let time = 0; time < 5; time++) await known(tx)
    }
    for (let time = 0; time < 12; time++) await db.read({}, sequence)
    const [alone, together] = [
      { flights: 3, statements: 3 * 2 },
      { flights: 3, statements: 3 + 1 + 1 },
    ]
    expect(await onTheWire(() => db.read({}, sequence))).toMatchObject({
      flights: alone.flights + together.flights,
      statements: alone.statements + together.statements,
    })
  })

  test('of a call: one', async () => {
    await db.call('SELECT $1::int', [1])
    expect(await onTheWire(() => db.call('SELECT $1::int', [1]))).toMatchObject({ flights: 1, statements: 1 })
  })

  test('of a snapshot: the last is not awaited', async () => {
    expect(await flights(() => db.snapshot({}, one))).toBe(2)
  })

  test('of a long result: the first batch comes with the cursor', async () => {
    const all = async (tx: Tx): Promise<void> => {
      for await (const rows of tx.batches('SELECT generate_series(1, $1::int)', [5], 10)) expect(rows).toHaveLength(5)
    }
    expect(await flights(() => db.transact({}, all))).toBe(2)
    expect(await flights(() => db.read({}, all))).toBe(2)
  })
})

describe('the first failure is the reason for all later ones', () => {
  test('a business of another client, whatever was sent after it', async () => {
    const asked: string[] = []
    const work = (tx: Tx): Promise<unknown> => {
      tx.send(insert, [name(), 1])
      const two = [one(tx), tx.rows('SELECT nothing')].map((statement) => failure(statement).then((f) => asked.push(f)))
      return Promise.all(two).then(() => one(tx))
    }
    expect(await failure(db.transact(notTheClients, work))).toBe('BusinessNotFound')
    expect(asked).toEqual(['PA404', 'PA404'])
    expect(await failure(db.read(notTheClients, one))).toBe('BusinessNotFound')
    expect(await failure(db.snapshot(notTheClients, one))).toBe('BusinessNotFound')
  })

  test('the same where the work sends nothing, or refuses something itself', async () => {
    for (const work of [async () => 1, () => Promise.reject(new Error('no'))]) {
      expect(await failure(db.transact(notTheClients, work))).toBe('BusinessNotFound')
      expect(await failure(db.read(notTheClients, work))).toBe('BusinessNotFound')
    }
    const throws = (): never => {
      throw new Error('no')
    }
    for (const scope of [{}, notTheClients])
      expect(await failure(db.transact(scope, throws))).toBe(scope === notTheClients ? 'BusinessNotFound' : 'Error: no')
    expect(await db.transact({}, one)).toEqual([{ n: 1 }])
  })

  test('of statements at once, with its meaning for the caller', async () => {
    const taken = name()
    await db.transact({}, async (tx) => tx.send(insert, [taken, 1]))
    const meant = (error: Error): Error => (violates(error, 'written_pkey') ? new Error('taken') : error)
    const insertTaken = async (tx: Tx): Promise<void> => {
      try {
        await tx.rows(insert, [taken, 1])
      } catch (error) {
        throw meant(error as Error)
      }
    }
    const behind = (tx: Tx): Promise<unknown> => Promise.all([insertTaken(tx), one(tx), tx.rows('SELECT nothing')])
    expect(await failure(db.transact({}, behind))).toBe('Error: taken')
    const sent = async (tx: Tx): Promise<void> => {
      tx.send(insert, [taken, 1], meant)
      tx.send(insert, [name(), 10])
    }
    expect(await failure(db.transact({}, sent))).toBe('Error: taken')
    expect(await failure(db.transact({}, (tx) => sent(tx).then(() => one(tx))))).toBe('Error: taken')
  })
})

describe('a write that is not awaited', () => {
  test('and fails rolls back its transaction and runs no afterCommit action', async () => {
    const [before, after] = [name(), name()]
    const done: string[] = []
    const write = async (tx: Tx): Promise<string> => {
      tx.afterCommit(() => done.push('committed'))
      await tx.rows(insert, [before, 1])
      tx.send(insert, [after, 10])
      return 'written'
    }
    await expect(db.transact({}, write)).rejects.toSatisfy((error) => violates(error, 'written_n_check'))
    expect([await isWritten(before), await isWritten(after), done]).toEqual([false, false, []])
  })

  test('can fail as late as COMMIT, or before it is sent', async () => {
    const late = `late ${name()}`
    expect(await failure(db.transact({}, async (tx) => tx.send(insert, [late, 1])))).toBe('PA999')
    expect(await isWritten(late)).toBe(false)
    expect(await failure(db.callToWrite(insert, [late, 1], randomUUID()))).toBe('PA999')
    expect(await isWritten(late)).toBe(false)
    const circle: { self?: unknown } = {}
    circle.self = circle
    for (const value of [circle, undefined]) {
      const what = name()
      const write = async (tx: Tx): Promise<void> => {
        tx.send(insert, [what, 1])
        tx.send(insert, [value, 1])
      }
      expect(await failure(db.transact({}, write))).toMatch(/circular|is undefined/)
      expect(await isWritten(what)).toBe(false)
    }
    // The connection stays usable each time.
    expect(await db.transact({}, (tx) => tx.rows('SELECT pg_current_xact_id_if_assigned() AS id'))).toEqual([
      { id: null },
    ])
  })

  test('fails the transaction even where the failure was caught', async () => {
    const what = name()
    const write = async (tx: Tx): Promise<void> => {
      await tx.rows(insert, [what, 1])
      await tx.rows(insert, [what, 1]).catch(() => undefined)
    }
    expect(await failure(db.transact({}, write))).toBe('23505')
    expect(await isWritten(what)).toBe(false)
  })
})

describe('a transaction of a preview', () => {
  const previewed = { preview: {} }

  test('writes nothing, and runs no afterCommit action; a write under a key neither', async () => {
    const [awaited, sent] = [name(), name()]
    const done: string[] = []
    const write = async (tx: Tx): Promise<string> => {
      tx.afterCommit(() => done.push('committed'))
      await tx.rows(insert, [awaited, 1])
      tx.send(insert, [sent, 1])
      return 'previewed'
    }
    expect(await db.transact(previewed, write)).toBe('previewed')
    const request = {
      clientId: randomUUID(),
      ...previewed,
      deadline: new Date(Date.now() + 5_000),
      markReplayed: () => {},
    }
    expect(await writeOnce(db, request, new Date(), async (tx) => ({ told: await write(tx) }))).toEqual({
      told: 'previewed',
    })
    expect([await isWritten(awaited), await isWritten(sent), done]).toEqual([false, false, []])
  })

  test('is refused for what a statement is refused for that is not awaited, and for what COMMIT checks', async () => {
    const [ten, late] = [name(), `late ${name()}`]
    expect(await failure(db.transact(previewed, async (tx) => tx.send(insert, [ten, 10])))).toBe('23514')
    expect(await failure(db.transact(previewed, async (tx) => tx.send(insert, [late, 1])))).toBe('PA999')
    expect(await failure(db.transact(previewed, () => Promise.reject(new Error('no'))))).toBe('Error: no')
    expect([await isWritten(ten), await isWritten(late)]).toEqual([false, false])
    // The connection stays usable each time.
    expect(await db.transact({}, one)).toEqual([{ n: 1 }])
  })

  test('takes one flight more than its statements, or none where it says that no more come', async () => {
    const write = (isLast: boolean) => async (tx: Tx) => {
      const answer = tx.rows('SELECT $1::int AS n', [1])
      tx.send(insert, [name(), 1])
      if (isLast) tx.undo()
      return answer
    }
    const counted = (isLast: boolean) => flights(() => db.transact(previewed, write(isLast)))
    expect([await counted(false), await counted(true)]).toEqual([2, 1])
  })

  test('holds nothing up once its last statement is sent, whatever it does with the answers', async () => {
    const what = name()
    await db.transact({}, async (tx) => tx.send(insert, [what, 1]))
    const change = 'UPDATE written SET n = n + 1 WHERE what = $1 RETURNING n'
    const told = await db.transact(previewed, async (tx) => {
      const changed = tx.rows<{ n: number }>(change, [what])
      tx.undo()
      const rows = await changed
      // Would wait for this transaction for ever.
      await admin.call(change, [what])
      return rows
    })
    expect(told).toEqual([{ n: 2 }])
    expect(await admin.call('SELECT n FROM written WHERE what = $1', [what])).toEqual([{ n: 2 }])
  })

  test('locks no row that it only reads, where a write does', async () => {
    const what = name()
    await db.transact({}, async (tx) => tx.send(insert, [what, 1]))
    const lock = (tx: Tx) => tx.rows(`SELECT n FROM written WHERE what = $1 ${tx.locking('FOR UPDATE')}`, [what])
    const elsewhere = () => failure(admin.call('SELECT n FROM written WHERE what = $1 FOR UPDATE NOWAIT', [what]))
    const during = (scope: object) => db.transact(scope, (tx) => lock(tx).then(elsewhere))
    expect([await during(previewed), await during({})]).toEqual(['none', '55P03'])
  })
})

describe('a transaction that has ended', () => {
  test('takes no more statements, which would run in another transaction', async () => {
    let left: Tx | undefined
    const keep = async (tx: Tx): Promise<void> => void (left = tx)
    for (const run of [db.transact, db.read, db.snapshot]) {
      await run.call(db, {}, keep)
      expect(await failure(left?.rows('SELECT 1') ?? Promise.resolve())).toContain('when its transaction had ended')
    }
  })

  test('for reading has not written', async () => {
    for (const run of [db.read, db.snapshot]) {
      const reading = (work: (tx: Tx) => Promise<unknown>) => run.call(db, {}, work)
      const what = name()
      expect(await failure(reading((tx) => tx.rows(insert, [what, 1])))).toBe('25006')
      expect(await failure(reading(async (tx) => tx.send(insert, [what, 1])))).toContain('has nobody who waits for')
      expect(await isWritten(what)).toBe(false)
    }
  })
})

describe('a read', () => {
  test('has the tenant set in all of its flights', async () => {
    const scope = { clientId: name(), businessId: name() }
    const business = (tx: Tx) => tx.one<{ id: string }>(`SELECT current_setting('app.business_id') AS id`)
    const { id } = await db.read(scope, async (tx) => {
      expect((await business(tx)).id).toBe(scope.businessId)
      expect((await business(tx)).id).toBe(scope.businessId)
      return business(tx)
    })
    expect(id).toBe(scope.businessId)
  })

  test('sees and writes nothing of a statement before a failed one', async () => {
    const change = (tx: Tx) => tx.rows(`SELECT set_config('app.client_id', 'other', true)`)
    const client = (tx: Tx) => tx.one<{ id: string }>(`SELECT current_setting('app.client_id') AS id`)
    const scope = { clientId: name() }
    const found = await db.read(scope, async (tx) => {
      const failed = Promise.allSettled([change(tx), tx.rows('SELECT 1 / 0'), client(tx)])
      return [(await failed).map(({ status }) => status), await client(tx)]
    })
    expect(found).toEqual([['fulfilled', 'rejected', 'rejected'], { id: scope.clientId }])
  })

  test('that turns out to depend on a setting is one transaction from its first statement on', async () => {
    const setting = (tx: Tx) => tx.one<{ is: string }>(`SELECT current_setting('app.late', true) AS is`)
    const found = await db.read({}, async (tx) => {
      const set = tx.rows(`SELECT set_config('app.late', 'set', true)`)
      tx.stayOpen()
      await set
      return [await setting(tx), await failure(tx.rows(insert, [name(), 1]))]
    })
    expect(found).toEqual([{ is: 'set' }, '25006'])
  })

  test('that enters another business stays there', async () => {
    const other = name()
    const business = (tx: Tx) => tx.one<{ id: string }>(`SELECT current_setting('app.business_id') AS id`)
    const found = await db.read({ businessId: name() }, async (tx) => {
      await tx.enterBusiness(other)
      return [await business(tx), await business(tx)]
    })
    expect(found).toEqual([{ id: other }, { id: other }])
  })

  test('continues after a statement that failed in its first flight', async () => {
    const found = await db.read({}, async (tx) => {
      const failed = failure(tx.rows('SELECT 1 / 0'))
      return [await failed, await one(tx)]
    })
    expect(found).toEqual(['22012', [{ n: 1 }]])
  })
})

describe('a frequent statement', () => {
  const often = async (work: (tx: Tx) => Promise<unknown>, times = 12): Promise<void> => {
    for (let time = 0; time < times; time++) await db.transact({}, work)
  }
  // Comments make each a separate statement.
  const known = (tx: Tx) => tx.rows<{ n: number }>('SELECT $1::int AS n /* often */', [1])

  test('is not parsed again', async () => {
    await often(known)
    // Neither are BEGIN, COMMIT and the one that sets the tenant.
    expect(await onTheWire(() => db.transact({}, known))).toMatchObject({ flights: 2, statements: 4, parsed: 0 })
  })

  test('can fail, twice in one flight after another failure, and get its name there', async () => {
    const work = (tx: Tx) => {
      const statements = [1, 2].map((n) => tx.rows('SELECT $1::int AS n /* behind a failure */', [n]))
      return Promise.all([tx.rows('SELECT 1 / $1::int', [0]), ...statements])
    }
    for (let time = 0; time < 12; time++) expect(await failure(db.transact({}, work))).toBe('22012')
    const again = (tx: Tx) => tx.rows('SELECT $1::int AS n /* behind a failure */', [3])
    expect(await db.transact({}, again)).toEqual([{ n: 3 }])
  })

  test('can be sent again before the answer to the first, which may fail and lose its name', async () => {
    const inverse = (tx: Tx, of: number) => tx.rows('SELECT 1 / $1::int AS n /* sent twice */', [of])
    const twice = async (tx: Tx, of: number): Promise<unknown> => {
      const first = failure(inverse(tx, of))
      await new Promise(setImmediate)
      return [await first, await failure(inverse(tx, 1))]
    }
    for (let time = 0; time < 12; time++) {
      const of = time % 2
      const expected = of === 0 ? ['22012', '22012'] : ['none', 'none']
      expect(await db.read({}, async (tx) => (tx.stayOpen(), twice(tx, of)))).toEqual(expected)
    }
    expect(await db.transact({}, (tx) => inverse(tx, 1))).toEqual([{ n: 1 }])
  })

  test('still works when columns are added, and when its result type changes', async () => {
    await admin.call('CREATE TABLE growing (id int PRIMARY KEY, what text)')
    await admin.call('INSERT INTO growing VALUES (1)')
    await admin.call('GRANT ALL ON growing TO flights_app')
    const all = (tx: Tx) => tx.row('SELECT * FROM growing WHERE id = $1', [1])
    const some = (tx: Tx) => tx.row('SELECT id, what FROM growing WHERE id = $1', [1])
    await often((tx) => Promise.all([all(tx), some(tx)]))
    await admin.call('ALTER TABLE growing ADD COLUMN more int DEFAULT 5')
    expect(await db.transact({}, (tx) => Promise.all([all(tx), some(tx)]))).toEqual([
      { id: 1, what: null, more: 5 },
      { id: 1, what: null },
    ])
    // No migration does this.
    await admin.call('ALTER TABLE growing ALTER COLUMN what TYPE int USING 7')
    expect(await failure(db.transact({}, some))).toBe('0A000')
    expect(await db.transact({}, some)).toEqual({ id: 1, what: 7 })
  })

  describe('is planned once', () => {
    const planning = (): Promise<string> =>
      db
        .transact({}, (tx) => tx.row<{ plan_cache_mode: string }>('SHOW plan_cache_mode'))
        .then((row) => row?.plan_cache_mode ?? '')
    const ranged = (tx: Tx) => tx.rows('SELECT FROM written WHERE n > $1', [1])

    test('unless its values matter; the plan mode is set only where it changes', async () => {
      await often(async (tx) => {
        await known(tx)
        await ranged(tx)
      })
      await db.transact({}, known)
      expect(await planning()).toBe('force_generic_plan')
      expect((await onTheWire(() => db.transact({}, known))).statements).toBe(4)
      // The tenant is set by a statement that is planned once.
      expect((await onTheWire(() => db.transact({}, ranged))).statements).toBe(5)
      expect((await onTheWire(() => db.transact({}, known))).statements).toBe(5)
      await db.transact({}, (tx) => tx.rows('SELECT $1::int /* seldom */', [1]))
      expect(await planning()).toBe('force_generic_plan')
    })

    test('also after a transaction that was rolled back', async () => {
      await often(async (tx) => {
        await known(tx)
        await ranged(tx)
      })
      const refusing = async (tx: Tx) => {
        await ranged(tx)
        throw new Error('refused')
      }
      await expect(db.transact({}, refusing)).rejects.toThrow('refused')
      await db.transact({}, known)
      expect(await planning()).toBe('force_generic_plan')
      await expect(
        db.transact({}, (tx) => Promise.all([ranged(tx), tx.rows('SELECT 1 / $1::int', [0])])),
      ).rejects.toThrow()
      await db.transact({}, known)
      expect(await planning()).toBe('force_generic_plan')
    })
  })
})

describe('a write whose Idempotency-Key is expected to be new', () => {
  const now = new Date()
  const clientId = name()
  const request = (key: string, requestHash = 'hash') => ({
    clientId,
    idempotency: { key, operation: 'test', requestHash },
    deadline: new Date(now.getTime() + 60_000),
    markReplayed: () => undefined,
  })
  const ahead = { isExpectedNew: true }
  const writes = (what: string) => async (tx: Tx) => {
    await tx.rows(insert, [what, 1])
    return { what }
  }

  test('is claimed in the flight of its first statements', async () => {
    expect(await flights(() => writeOnce(db, request(name()), now, writes(name())))).toBe(3)
    expect(await flights(() => writeOnce(db, request(name()), now, writes(name()), ahead))).toBe(2)
  })

  test('leaves nothing where the key is not new, and gets the first answer', async () => {
    const [key, first, second] = [name(), name(), name()]
    expect(await writeOnce(db, request(key), now, writes(first), ahead)).toEqual({ what: first })
    expect(await writeOnce(db, request(key), now, writes(second), ahead)).toEqual({ what: first })
    expect([await isWritten(first), await isWritten(second)]).toEqual([true, false])
  })

  test('is refused for the key before anything that the write finds wrong', async () => {
    const key = name()
    const refuses = (): Promise<object> => Promise.reject(new Error('refused'))
    expect(await failure(writeOnce(db, request(key), now, refuses, ahead))).toBe('Error: refused')
    await writeOnce(db, request(key), now, writes(name()), ahead)
    expect(await failure(writeOnce(db, request(key, 'other'), now, refuses, ahead))).toBe('IdempotencyKeyReused')
  })

  test('is written once, however many come at once', async () => {
    const key = name()
    const names = Array.from({ length: 8 }, name)
    const pool = new Database({ url: adminUrl, applicationName: 'race', poolSize: 8 })
    const answers = await Promise.all(names.map((what) => writeOnce(pool, request(key), now, writes(what), ahead)))
    await pool.close()
    expect(new Set(answers.map(({ what }) => what)).size).toBe(1)
    const written = await Promise.all(names.map(isWritten))
    expect(written.filter(Boolean)).toHaveLength(1)
  })
})
