/** Auditing businesses, by any number of auditors, whatever ends them. */
import { Database } from '@pacioli/db'
import { provision } from '@pacioli/db/migrate'
import { intakeMigrations, sharedMigrations } from '@pacioli/db/migrations'
import type { Finding } from '@pacioli/events/check-command'
import { outboxMigrations, recordMigrations } from '@pacioli/events/migrations'
import type { Logger } from '@pacioli/service'
import { testDatabase, waitFor } from '@pacioli/testing'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { audit, auditTouched, type AuditOptions, type CheckTouched } from './audit.ts'
import { Auditor, type AuditorOptions } from './auditor.ts'
import { proofMigrations } from './migrations.ts'
import { findAudits, findOpen, readFigures, type Range, type Scope } from './proof.store.ts'
import { Suspects, type Suspecting } from './suspects.ts'

const PASSWORD = 'test'
const CLIENT = randomUUID()
let app: Database
let relay: Database
let admin: Database

beforeAll(async () => {
  const database = await testDatabase({
    name: 'proof',
    migrate: (adminUrl, name) =>
      provision({
        adminUrl,
        database: name,
        owner: 'proof_owner',
        app: { role: 'proof_app', password: PASSWORD },
        relay: { role: 'proof_relay', password: PASSWORD },
        intake: 'proof_intake',
        migrations: [sharedMigrations, intakeMigrations, outboxMigrations, recordMigrations, proofMigrations],
      }),
  })
  const open = (url: string): Database => new Database({ url, applicationName: 'test', poolSize: 8 })
  app = open(database.urlFor('proof_app', PASSWORD))
  relay = open(database.urlFor('proof_relay', PASSWORD))
  admin = open(database.adminUrl)
})
afterAll(() => Promise.all([app, relay, admin].map((one) => one.close())))

/** What is wrong of a business, by scope; the books of this test. */
class Books {
  readonly #wrong = new Map<string, readonly Finding[]>()
  readonly looks: string[] = []
  readonly businessIds: string[] = []

  open(): string {
    const id = randomUUID()
    this.businessIds.push(id)
    return id
  }

  damage(businessId: string, ...findings: readonly (string | Finding)[]): void {
    this.#wrong.set(
      businessId,
      findings.map((one) => (typeof one === 'string' ? { invariant: one, detail: `a row of ${one}` } : one)),
    )
  }

  readonly check =
    (scope: Scope) =>
    async ({ businessId }: { businessId: string }): Promise<readonly Finding[]> => {
      this.looks.push(`${scope} ${businessId}`)
      const found = this.#wrong.get(businessId) ?? []
      if (found.some((one) => 'invariant' in one && one.invariant === 'broken')) throw new Error('It cannot be read.')
      return found
    }

  /** Of what records have touched, the same is wrong; each audit is one of the looks. */
  readonly checkTouched: CheckTouched = async (_tx, ranges) => {
    this.looks.push(
      `touched ${ranges.map(({ businessId, since, through }) => `${businessId} ${since}-${through}`).join()}`,
    )
    return ranges.flatMap(({ businessId }) =>
      (this.#wrong.get(businessId) ?? []).flatMap((one) => {
        if (!('invariant' in one)) return []
        if (one.invariant === 'broken') throw new Error('It cannot be read.')
        return [{ businessId, ...one }]
      }),
    )
  }

  readonly loadPage: AuditorOptions['loadPage'] = async (_tx, { after, limit, only }) =>
    this.businessIds
      .toSorted()
      .filter((id) => (after === undefined || id > after) && (only === undefined || id === only))
      .slice(0, limit)
      .map((businessId) => ({ clientId: CLIENT, businessId }))
}

const newAudit = (books: Books, more: Partial<AuditOptions> = {}): AuditOptions => ({
  db: app,
  keptBy: 'LEDGER',
  checks: { OWN: books.check('OWN'), ACROSS: undefined },
  named: { OWN: [], ACROSS: [] },
  tables: ['records'],
  clock: () => new Date(),
  newId: randomUUID,
  notify: () => undefined,
  ...more,
})

const running: Auditor[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.stop()))
})

function start(books: Books, more: Partial<AuditorOptions> = {}): Auditor & { lines: string[] } {
  const lines: string[] = []
  const say = (_about: object, line: string): void => void lines.push(line)
  const auditor = new Auditor({
    ...newAudit(books),
    relayDb: relay,
    loadPage: books.loadPage,
    log: { info: say, warn: say, error: say } as unknown as Logger,
    percent: 100,
    roundMs: 3_600_000,
    sureAfterMs: { OWN: 0, ACROSS: 0 },
    ...more,
  })
  running.push(auditor)
  return Object.assign(auditor, { lines })
}

const openOf = (businessId: string) => app.transact({ businessId }, findOpen)
const auditsOf = (businessId: string) => app.transact({ businessId }, findAudits)
const eventsOf = async (businessId: string): Promise<{ type: string; subject: string; data: object }[]> => {
  const rows = await admin.call<{ event: string }>('SELECT event FROM events WHERE business_id = $1 ORDER BY id', [
    businessId,
  ])
  return rows.map(({ event }) => JSON.parse(event) as { type: string; subject: string; data: object })
}

/** Its history goes on up to a position. */
const recorded = (businessId: string, position: number) =>
  admin.callToWrite(
    `INSERT INTO record_heads (business_id, position, recorded_at) VALUES ($1, $2, now())
     ON CONFLICT (business_id) DO UPDATE SET position = excluded.position`,
    [businessId, position],
  )

const sure: Suspecting = { see: () => () => true, cleared: () => undefined }
const unsure: Suspecting = { see: () => () => false, cleared: () => undefined }
const UNSURE = { kind: 'UNSURE', isDone: false }
const of = (businessId: string) => ({ clientId: CLIENT, businessId })

describe('an audit', () => {
  test('tells of what does not hold once, and once more when it holds again', async () => {
    const books = new Books()
    const businessId = books.open()
    const options = newAudit(books)
    expect(await audit(options, of(businessId), { scope: 'OWN' }, sure)).toEqual({ kind: 'DONE', violations: 0 })
    books.damage(businessId, 'one', 'one', 'two')
    for (const _twice of [1, 2])
      expect(await audit(options, of(businessId), { scope: 'OWN' }, sure)).toEqual({ kind: 'DONE', violations: 2 })
    const [first] = await openOf(businessId)
    expect(first).toMatchObject({ invariant: 'one', rowCount: 2, details: ['a row of one', 'a row of one'] })
    expect(first?.heldAt).toBeInstanceOf(Date)
    books.damage(businessId, 'two')
    await audit(options, of(businessId), { scope: 'OWN' }, sure)
    expect((await openOf(businessId)).map(({ invariant }) => invariant)).toEqual(['two'])
    const told = await eventsOf(businessId)
    expect(told.map(({ type }) => type).sort()).toEqual([
      'pacioli.violation.found.v1',
      'pacioli.violation.found.v1',
      'pacioli.violation.resolved.v1',
    ])
    expect(told.find(({ type }) => type.includes('resolved'))?.data).toMatchObject({
      id: first?.id,
      kept_by: 'LEDGER',
      invariant: 'one',
      row_count: 2,
      version: 2,
    })
  })

  test('what may be wrong is not wrong yet, and the audit does not count', async () => {
    const books = new Books()
    const businessId = books.open()
    books.damage(businessId, 'one')
    expect(await audit(newAudit(books), of(businessId), { scope: 'OWN' }, unsure)).toEqual(UNSURE)
    expect([await openOf(businessId), await eventsOf(businessId)]).toEqual([[], []])
    expect(await auditsOf(businessId)).toMatchObject([{ auditedAt: null }])
  })

  test('what could not be checked leaves open what was, and the audit does not count', async () => {
    const books = new Books()
    const businessId = books.open()
    books.damage(businessId, 'one')
    await audit(newAudit(books), of(businessId), { scope: 'OWN' }, sure)
    const [before] = await auditsOf(businessId)
    for (const unchecked of [{ unchecked: 'one' }, { unchecked: 'all of this', of: ['other', 'one'] }]) {
      books.damage(businessId, { ...unchecked, reason: 'busy' })
      expect(await audit(newAudit(books), of(businessId), { scope: 'OWN' }, sure)).toEqual(UNSURE)
      expect(await openOf(businessId)).toHaveLength(1)
      expect(await auditsOf(businessId)).toEqual([before])
    }
  })

  test('of books that are always written to counts once nothing is left of what it suspected', async () => {
    const books = new Books()
    const businessId = books.open()
    const suspects = new Suspects(60_000)
    const began: Date[] = []
    const options = newAudit(books, { clock: () => new Date(1_800_000_000_000 + 1_000 * began.length) })
    const look = async (...rows: Finding[]) => {
      began.push(options.clock())
      books.damage(businessId, ...rows)
      const outcome = await audit(options, of(businessId), { scope: 'OWN' }, suspects)
      return { outcome, auditedAt: (await auditsOf(businessId))[0]?.auditedAt?.getTime() ?? null }
    }
    const row = (): Finding => ({ invariant: 'one', detail: `entry ${randomUUID()}` })
    const [first, second, third, lasting] = [row(), row(), row(), row()]
    const unchecked = { unchecked: 'other', reason: 'busy' }
    const at = (nth: number): number => 1_800_000_000_000 + 1_000 * (nth + 1)
    const done = { kind: 'UNSURE', isDone: true }
    expect(await look(first)).toEqual({ outcome: UNSURE, auditedAt: null })
    // One of the first is left.
    expect(await look(first, second)).toEqual({ outcome: UNSURE, auditedAt: null })
    expect(await look(second, third)).toEqual({ outcome: done, auditedAt: at(0) })
    expect(await look(third, lasting)).toEqual({ outcome: done, auditedAt: at(1) })
    expect(await look(lasting, unchecked)).toEqual({ outcome: UNSURE, auditedAt: at(1) })
    // Nobody knows of the look before what that one would have found.
    expect(await look(lasting, row())).toEqual({ outcome: UNSURE, auditedAt: at(1) })
    expect(await look(row())).toEqual({ outcome: done, auditedAt: at(5) })
    expect(await look(row())).toEqual({ outcome: done, auditedAt: at(6) })
    expect(await look()).toEqual({ outcome: { kind: 'DONE', violations: 0 }, auditedAt: at(8) })
    expect(await eventsOf(businessId)).toEqual([])
  })

  test('one at a time has it; the lease of one that was killed ends', async () => {
    const books = new Books()
    const businessId = books.open()
    const goOn = Promise.withResolvers<void>()
    const slow = newAudit(books, { checks: { OWN: () => goOn.promise.then(() => []), ACROSS: undefined } })
    const first = audit(slow, of(businessId), { scope: 'OWN' }, sure)
    await waitFor('the lease', async () => (await auditsOf(businessId)).length > 0)
    expect(await audit(newAudit(books), of(businessId), { scope: 'OWN' }, sure)).toEqual({ kind: 'BUSY' })
    const later = newAudit(books, { clock: () => new Date(Date.now() + 3_600_001) })
    expect(await audit(later, of(businessId), { scope: 'OWN' }, sure)).toMatchObject({ kind: 'DONE' })
    goOn.resolve()
    expect(await first).toMatchObject({ kind: 'DONE' })
  })

  test('a check that fails gives its lease back, and changes nothing', async () => {
    const books = new Books()
    const businessId = books.open()
    books.damage(businessId, 'broken')
    await expect(audit(newAudit(books), of(businessId), { scope: 'OWN' }, sure)).rejects.toThrow('It cannot be read.')
    books.damage(businessId)
    expect(await audit(newAudit(books), of(businessId), { scope: 'OWN' }, sure)).toMatchObject({ kind: 'DONE' })
  })

  test('what another process has audited since it was due is left alone', async () => {
    const books = new Books()
    const businessId = books.open()
    const before = new Date(Date.now() + 60_000)
    expect(await audit(newAudit(books), of(businessId), { scope: 'OWN', before }, sure)).toMatchObject({ kind: 'DONE' })
    const since = new Date(Date.now() - 60_000)
    expect(await audit(newAudit(books), of(businessId), { scope: 'OWN', before: since }, sure)).toEqual({
      kind: 'BUSY',
    })
    expect(books.looks).toEqual([`OWN ${businessId}`])
  })

  test('another business sees nothing of it, and writes nothing into it', async () => {
    const books = new Books()
    const [mine, other] = [books.open(), books.open()]
    books.damage(mine, 'one')
    await audit(newAudit(books), of(mine), { scope: 'OWN' }, sure)
    const seen = await app.transact({ businessId: other }, async (tx) => [
      ...(await tx.rows('SELECT FROM violations')),
      ...(await tx.rows('SELECT FROM audits')),
      ...(await tx.rows(`UPDATE violations SET resolved_at = now() WHERE business_id = $1 RETURNING id`, [mine])),
    ])
    expect(seen).toEqual([])
    expect(await openOf(mine)).toHaveLength(1)
  })
})

describe('an audit of what was touched', () => {
  const rangeOf = (businessId: string, since: number, through: number): Range & { auditedAt: null } => ({
    ...{ businessId, since, through, auditedAt: null },
  })

  test('tells of what does not hold once, and leaves it to an audit of the whole to find it mended', async () => {
    const books = new Books()
    const [businessId, other] = [books.open(), books.open()]
    const options = newAudit(books)
    for (const id of [businessId, other]) {
      await audit(options, of(id), { scope: 'OWN' }, sure)
      await recorded(id, 5)
    }
    books.damage(businessId, 'one')
    const look = (since: number, through: number) =>
      auditTouched(
        options,
        books.checkTouched,
        [rangeOf(businessId, since, through), rangeOf(other, since, through)],
        () => sure,
      )
    expect(await look(0, 5)).toEqual([])
    const [found] = await openOf(businessId)
    expect(found).toMatchObject({ invariant: 'one', details: ['a row of one'], version: 1 })
    const [before] = await auditsOf(businessId)
    expect(before).toMatchObject({ touchedThrough: 5, through: 0 })
    expect((await auditsOf(other))[0]?.touchedThrough).toBe(5)

    books.damage(businessId)
    expect(await look(5, 7)).toEqual([])
    expect(await openOf(businessId)).toEqual([found])
    expect(await auditsOf(businessId)).toEqual([{ ...before, touchedThrough: 7 }])

    await audit(options, of(businessId), { scope: 'OWN' }, sure)
    expect(await openOf(businessId)).toEqual([])
    expect((await eventsOf(businessId)).map(({ type }) => type).sort()).toEqual([
      'pacioli.violation.found.v1',
      'pacioli.violation.resolved.v1',
    ])
  })

  test('what it finds while the whole is audited, that audit does not take for mended', async () => {
    const books = new Books()
    const businessId = books.open()
    const goOn = Promise.withResolvers<void>()
    const slow = newAudit(books, { checks: { OWN: () => goOn.promise.then(() => []), ACROSS: undefined } })
    const whole = audit(slow, of(businessId), { scope: 'OWN' }, sure)
    await waitFor('the lease', async () => (await auditsOf(businessId)).length > 0)
    books.damage(businessId, 'one')
    const later = newAudit(books, { clock: () => new Date(Date.now() + 1_000) })
    expect(await auditTouched(later, books.checkTouched, [rangeOf(businessId, 0, 1)], () => sure)).toEqual([])
    goOn.resolve()
    expect(await whole).toEqual(UNSURE)
    expect(await openOf(businessId)).toHaveLength(1)
  })

  test('what may be wrong is looked at again, and counts as not audited', async () => {
    const books = new Books()
    const businessId = books.open()
    await audit(newAudit(books), of(businessId), { scope: 'OWN' }, sure)
    books.damage(businessId, 'one')
    const look = auditTouched(newAudit(books), books.checkTouched, [rangeOf(businessId, 0, 3)], () => unsure)
    expect(await look).toEqual([businessId])
    expect([await openOf(businessId), (await auditsOf(businessId))[0]?.touchedThrough]).toEqual([[], 0])
  })
})

describe('an auditor that can audit what was touched', () => {
  /** Of businesses that were audited as a whole before. */
  async function audited(books: Books, count: number): Promise<string[]> {
    const ids = Array.from({ length: count }, () => books.open())
    for (const id of ids) {
      await audit(newAudit(books), of(id), { scope: 'OWN' }, sure)
      await recorded(id, 3)
    }
    books.looks.splice(0)
    return ids
  }
  const through = async (businessId: string): Promise<number | undefined> =>
    (await auditsOf(businessId))[0]?.touchedThrough

  test('audits the whole where that is cheap', async () => {
    const books = new Books()
    const [businessId = ''] = await audited(books, 1)
    start(books, { checkTouched: books.checkTouched }).touch([businessId])
    await waitFor('it', async () => (await through(businessId)) === 3)
    expect(books.looks).toEqual([`OWN ${businessId}`])
  })

  test('else what was touched of many together, until none waits', async () => {
    const books = new Books()
    const ids = await audited(books, 150)
    const [wrong = '', large = ''] = ids
    await recorded(large, 2_203)
    const auditor = start(books, { checkTouched: books.checkTouched, soonMs: 0 })
    books.damage(wrong, 'one')
    auditor.touch(ids)
    await waitFor('the violation', async () => (await openOf(wrong)).length > 0)
    await waitFor('all of them', () => auditor.waitingMs() === 0)
    await waitFor('how far they are', async () =>
      (await Promise.all(ids.map(through))).every((position) => position === 3 || position === 2_203),
    )
    expect(books.looks.every((look) => look.startsWith('touched'))).toBe(true)
    // The large one in parts of 1,000, beside the others.
    expect(books.looks.length).toBeLessThan(15)
    // Mended, it is found so when its turn comes, or somebody asks.
    books.damage(wrong)
    auditor.ask(wrong)
    await waitFor('it to hold again', async () => (await openOf(wrong)).length === 0)
    expect(books.looks).toContain(`OWN ${wrong}`)
  })

  test('a long audit of a whole holds up nothing that was touched, of new businesses neither', async () => {
    const books = new Books()
    const [large, ...fresh] = Array.from({ length: 30 }, () => books.open())
    for (const id of fresh) await recorded(id, 3)
    const goOn = Promise.withResolvers<void>()
    const auditor = start(books, {
      checkTouched: books.checkTouched,
      checks: { OWN: (tenant) => goOn.promise.then(() => books.check('OWN')(tenant)), ACROSS: undefined },
    })
    auditor.touch([large ?? ''])
    await waitFor('it to be under way', async () => (await auditsOf(large ?? '')).length > 0)
    for (const id of fresh) books.damage(id, 'one')
    auditor.touch(fresh)
    await waitFor('all violations', async () => (await Promise.all(fresh.map(openOf))).every((open) => open.length > 0))
    goOn.resolve()
  })

  test('one whose rows cannot be read holds up the others once', async () => {
    const books = new Books()
    const ids = await audited(books, 4)
    const [broken = '', ...sound] = ids
    books.damage(broken, 'broken')
    const auditor = start(books, { checkTouched: books.checkTouched, soonMs: 0 })
    auditor.touch(ids)
    await waitFor(
      'the others',
      async () => (await Promise.all(sound.map(through))).every((position) => position === 3),
      { timeoutMs: 40_000 },
    )
    expect(await through(broken)).toBe(0)
    // Between two tries.
    await waitFor('it to wait', () => auditor.waitingMs() > 0)
  }, 60_000)
})

describe('an auditor', () => {
  test('audits what it is told of, and tells what is wrong', async () => {
    const books = new Books()
    const auditor = start(books)
    const businessId = books.open()
    books.damage(businessId, 'one')
    auditor.touch([businessId])
    const [found] = await waitFor('the violation', async () => {
      const open = await openOf(businessId)
      return open.length > 0 && open
    })
    expect(found).toMatchObject({ invariant: 'one', scope: 'OWN', version: 1 })
    expect((await readFigures(relay)).open.get('one')).toBeGreaterThanOrEqual(1)
    books.damage(businessId)
    auditor.touch([businessId])
    await waitFor('it to hold again', async () => (await openOf(businessId)).length === 0)
  })

  test('audits by itself what nobody told it of, again and again', async () => {
    const books = new Books()
    const businessIds = [books.open(), books.open(), books.open()]
    const auditor = start(books, { roundMs: 1 })
    await waitFor('a round', () => businessIds.every((id) => books.looks.includes(`OWN ${id}`)))
    books.damage(businessIds[1] ?? '', 'one')
    await waitFor('the violation', async () => (await openOf(businessIds[1] ?? '')).length > 0)
    expect(auditor.lines).toEqual([])
  })

  test('two of them share the work', async () => {
    const books = new Books()
    const businessIds = Array.from({ length: 12 }, () => books.open())
    for (const id of businessIds) books.damage(id, 'one')
    const auditors = [start(books), start(books)]
    for (const one of auditors) one.touch(businessIds)
    await waitFor('all to be audited', async () => {
      const open = await Promise.all(businessIds.map(openOf))
      return open.every((found) => found.length > 0)
    })
    for (const id of businessIds) {
      expect(await openOf(id)).toHaveLength(1)
      expect((await eventsOf(id)).map(({ type }) => type)).toEqual(['pacioli.violation.found.v1'])
    }
  })

  test('what is wrong for a moment alone is no violation', async () => {
    const books = new Books()
    const businessId = books.open()
    books.damage(businessId, 'one')
    const auditor = start(books, { sureAfterMs: { OWN: 60_000, ACROSS: 60_000 } })
    auditor.touch([businessId])
    await waitFor('a second look', () => books.looks.filter((look) => look === `OWN ${businessId}`).length >= 2)
    books.damage(businessId)
    auditor.touch([businessId])
    await waitFor('the audit', async () => (await auditsOf(businessId))[0]?.auditedAt)
    expect(await eventsOf(businessId)).toEqual([])
  })

  test('what stays wrong becomes one', async () => {
    const books = new Books()
    const businessId = books.open()
    books.damage(businessId, 'one')
    const auditor = start(books, { sureAfterMs: { OWN: 300, ACROSS: 300 } })
    auditor.touch([businessId])
    await waitFor('the violation', async () => (await openOf(businessId)).length > 0)
    expect(books.looks.length).toBeGreaterThanOrEqual(2)
  })

  test('books of which another row is under way at each look have no violation, and are audited all the same', async () => {
    const books = new Books()
    const businessId = books.open()
    const another = (): void =>
      books.damage(businessId, { invariant: 'one', detail: `entry ${randomUUID()} is not there` })
    another()
    const auditor = start(books, { sureAfterMs: { OWN: 100, ACROSS: 100 } })
    auditor.touch([businessId])
    await waitFor('an audit that counts', async () => {
      another()
      return (await auditsOf(businessId))[0]?.auditedAt
    })
    expect(await eventsOf(businessId)).toEqual([])
  })

  test('a row that stays wrong is one, whatever is said of it from look to look', async () => {
    const books = new Books()
    const businessId = books.open()
    const account = randomUUID()
    const moved = (): void => {
      const kept = books.looks.length
      const detail = `account ${account}: kept ${kept}, its lines come to ${kept + 5}`
      books.damage(businessId, { invariant: 'one', detail }, { invariant: 'one', detail: `entry ${randomUUID()}` })
    }
    moved()
    const auditor = start(books, { sureAfterMs: { OWN: 100, ACROSS: 100 } })
    auditor.touch([businessId])
    await waitFor('the violation', async () => {
      moved()
      return (await openOf(businessId)).length > 0
    })
    const [found] = await openOf(businessId)
    expect([found?.rowCount, found?.details]).toEqual([1, [expect.stringContaining(account)]])
  })

  test('a business that cannot be audited holds up no other, and is one line in the log', async () => {
    const books = new Books()
    const [broken, sound] = [books.open(), books.open()]
    books.damage(broken, 'broken')
    // What it waits after a failure is no work that it rests from.
    const auditor = start(books, { percent: 5 })
    auditor.touch([broken, sound])
    await waitFor('the other one', async () => (await auditsOf(sound))[0]?.auditedAt, { timeoutMs: 20_000 })
    await waitFor('the line', () => auditor.lines.length > 0)
    expect(auditor.lines[0]).toBe('Books cannot be audited; trying again until they can')
    books.damage(broken)
    await waitFor('it at last', async () => (await auditsOf(broken))[0]?.auditedAt, { timeoutMs: 20_000 })
  })

  test('who asks comes before what was touched', async () => {
    const books = new Books()
    const touched = Array.from({ length: 20 }, () => books.open())
    const asked = books.open()
    const goOn = Promise.withResolvers<void>()
    const auditor = start(books, {
      checks: { OWN: (tenant) => goOn.promise.then(() => books.check('OWN')(tenant)), ACROSS: undefined },
    })
    auditor.touch(touched)
    await waitFor('the first to be under way', async () => {
      const audits = await Promise.all(touched.map(auditsOf))
      return audits.flat().length > 0
    })
    auditor.ask(asked)
    goOn.resolve()
    await waitFor('it', () => books.looks.includes(`OWN ${asked}`))
    expect(books.looks.indexOf(`OWN ${asked}`)).toBeLessThanOrEqual(2)
  })

  test('however often somebody asks, what was touched has its turn', async () => {
    const books = new Books()
    const [asked, touched] = [books.open(), books.open()]
    const auditor = start(books)
    auditor.touch([touched])
    await waitFor('the other one', async () => {
      auditor.ask(asked)
      return books.looks.includes(`OWN ${touched}`)
    })
  })
})
