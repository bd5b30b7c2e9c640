/**
 * A release under load: the databases of the previous version are migrated while it runs, its processes are replaced
 * one after the other, and back without the databases, and once more forward. Nothing fails, and both versions answer
 * the same.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { OPERATOR_FILE, runNode, type Replica, type Stack } from '@pacioli/dev-stack'
import { databaseUrl, waitFor } from '@pacioli/testing'
import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '../src/api.ts'
import { send } from '../src/api.ts'
import type { Books } from '../src/books.ts'
import type { TestClient } from '../src/clients.ts'
import { sketchReceivables } from '../src/exercise-receivables.ts'
import { CATCH_UP_MS, expectReportedAsKept } from '../src/fault-checks.ts'
import type { FeedEvent, OperationId } from '../src/index.ts'
import type { LoadBalancer } from '../src/load-balancer.ts'
import { asBefore, expectBothSayTheSame } from './both-versions.ts'
import { expectNoViolations } from '../src/own-checks.ts'
import type { Work } from '../src/work.ts'

const APPS = join(import.meta.dirname, '..', '..', 'apps')

type Running = {
  stack: Stack
  balancer: LoadBalancer
  client: TestClient
  work: Work
  /** Where the programs of the version before are. */
  previous: string
}

/** Fewer would leave some kinds of work without a single one. */
const REQUESTS_AT_A_TIME = 8

/** As OPERATIONS.md says: a caller is never newer than the service it calls. */
const ORDER = [['ledger-svc'], ['banking-svc', 'billing-svc'], ['reporting-svc'], ['gateway']] as const

const QUESTIONS: [OperationId, Call['query']][] = [
  ['listEntries', { limit: 100 }],
  ['listInvoices', {}],
  ['listRefunds', {}],
  ['getTrialBalance', { effective_date: '2026-12-31' }],
  ['getProfitAndLoss', { start_date: '2026-01-01', end_date: '2026-12-31' }],
  ['getBalanceSheet', { effective_date: '2026-12-31' }],
  ['getArAging', { effective_date: '2026-12-31' }],
  ['listEvents', { limit: 500 }],
]

/** There are forty questions; if the contract were read wrongly there would be none. */
const FEWEST_ANSWERS = 30

const answersFor = async ({ api }: Books): Promise<unknown[]> =>
  Promise.all(
    QUESTIONS.map(async ([operation, query]) => {
      const { status, text } = await api.call(operation, { query })
      return { operation, status, body: asBefore(operation, JSON.parse(text) as { data?: unknown }) }
    }),
  )

export function versionsMix(running: () => Running): void {
  let quiet: Books
  let said: unknown[]

  beforeAll(async () => {
    const { client } = running()
    // Without one the version before shows the creation, and this one the first entry.
    quiet = await client.books({ activation_at: '2026-01-01T00:00:00Z' })
    await sketchReceivables(quiet)
    await expectReportedAsKept(quiet)
    said = await settled(quiet)
  })

  // All that there is the first time. Back and again one of the two is enough: on this schema the version before was alone
  // while the migrations ran, and a start takes as long as all of the work.
  describe.each([
    ['this version takes the place of the one before', ORDER, true, 2],
    ['the version before comes back', ORDER.toReversed(), false, 1],
    ['this version comes again', ORDER, true, 1],
  ] as const)('while %s,', (_, order, isThisOne, processes) => {
    // As a deployment does that migrates first, whichever version it is of.
    test('no request fails while its migrations run', async () => {
      const { stack, previous } = running()
      stack.useApps(isThisOne ? undefined : previous)
      // The version that ran before goes on alone on what they made.
      await withoutFailure(running(), (run) => whileWorking(run, stack.migrate()).then(run))
    })

    test.each(order.map((services) => [services.join(' and '), services] as const))(
      'no request fails while a process of %s ends and another one starts',
      async (_names, services) => {
        const { stack } = running()
        for (let index = 0; index < processes; index++)
          await withoutFailure(running(), (run) =>
            replace(
              services.map((service) => stack.replicas[service][index]!),
              run,
            ),
          )
      },
    )

    test('the books, the reports and the feed are what they were', async () => {
      const { stack, work, previous } = running()
      await work.expectSound()
      for (const books of work.books) await expectWholeFeed(books)
      await expectNoViolations(stack, isThisOne ? undefined : previous)
      expect(await answersFor(quiet)).toMatchObject(said)
    })

    // Only then is one of each, with nothing on its way.
    if (!isThisOne)
      test('both versions say the same to every question, of all books', async () => {
        const { stack, work } = running()
        for (const books of [...work.books, quiet])
          expect(await expectBothSayTheSame(stack, books, { withFiles: books === quiet })).toBeGreaterThan(
            FEWEST_ANSWERS,
          )
      })
  })
}

/**
 * Of two replicas of the version before, one may append what came second in a business while the other is at its creation;
 * the feed is then never known to be whole, and its versions come in any order. This version mends that, but what the load
 * writes before it comes would be as it was.
 */
export async function knowFeedsAsWhole({ postgresAdminUrl }: Stack, { books }: Work): Promise<void> {
  const reporting = new pg.Client({ connectionString: databaseUrl(postgresAdminUrl, { database: 'reporting' }) })
  await reporting.connect()
  try {
    await waitFor('each feed to have the creation of its business', async () => {
      const { rowCount } = await reporting.query(
        `UPDATE feed_positions p SET is_whole = true FROM feed_events e
          WHERE p.business_id = ANY ($1) AND e.business_id = p.business_id AND e.type = 'business.created'`,
        [books.map(({ id }) => id)],
      )
      return rowCount === books.length
    })
  } finally {
    await reporting.end()
  }
}

/** Migrates databases by the previous version, by this one, by the previous one again, and by this one again. */
export function migrationsOfBeforeDoNoHarm(running: () => Pick<Running, 'stack' | 'previous'>): void {
  const databases = ['ledger', 'banking', 'billing', 'reporting']
  /** @returns what migrates a database of this name by the programs of a version, and answers what functions it has then */
  const migrating = (service: string, database: string) => {
    const { stack } = running()
    const operator = JSON.parse(readFileSync(join(stack.stateDir, OPERATOR_FILE), 'utf8')) as Record<string, string>
    const prefix = service.toUpperCase()
    const urlOf = (name: string): string => databaseUrl(operator[name] ?? '', { database })
    const env = {
      PATH: process.env.PATH,
      [`${prefix}_ADMIN_DATABASE_URL`]: stack.postgresAdminUrl,
      [`${prefix}_DATABASE_URL`]: urlOf(`${prefix}_DATABASE_URL`),
      [`${prefix}_RELAY_DATABASE_URL`]: urlOf(`${prefix}_RELAY_DATABASE_URL`),
    }
    return async (apps: string): Promise<Map<string, string>> => {
      await runNode('Migrating', [join(apps, `${service}-svc`, 'src', 'migrate.ts')], env)
      return functionsOf(databaseUrl(stack.postgresAdminUrl, { database }))
    }
  }

  test.each(databases)(
    'what the version before makes again of a database of %s leaves alone what this one stands on',
    async (service) => {
      const { previous } = running()
      const migrate = migrating(service, `used_${service}`)
      await migrate(previous)
      const made = await migrate(APPS)
      const remade = await migrate(previous)
      const changed = [...made].filter(([name, text]) => remade.get(name) !== text).map(([name]) => name)
      expect(changed.filter((name) => /_v\d+\(/.test(name))).toEqual([])
      const again = await migrate(APPS)
      expect([...made].filter(([name, text]) => again.get(name) !== text)).toEqual([])
    },
  )

  test.each(databases)(
    'a database of %s that began with this version refuses the one before, whatever that makes of it',
    async (service) => {
      const { previous, stack } = running()
      const database = `new_${service}`
      const migrate = migrating(service, database)
      const made = await migrate(APPS)
      // Of reporting it has nothing to make.
      const ended = await migrate(previous).catch((error: Error) => error.message)
      if (service !== 'reporting') expect(ended).toContain('other objects depend on it')
      expect(await functionsOf(databaseUrl(stack.postgresAdminUrl, { database }))).toEqual(made)
      expect(made.get('claim_unsent(integer)')).toContain('This database began with a later version')
    },
  )
}

async function functionsOf(url: string): Promise<Map<string, string>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ name: string; text: string }>(
    `SELECT oid::regprocedure::text AS name, pg_get_functiondef(oid) AS text FROM pg_proc
      WHERE pronamespace = 'public'::regnamespace AND prokind = 'f'`,
  )
  await client.end()
  return new Map(rows.map(({ name, text }) => [name, text]))
}

/** Ends a process of each and starts another; both versions are at work afterwards, or the new one alone. */
async function replace(replicas: readonly Replica[], run: () => Promise<void>): Promise<void> {
  const pids = replicas.map(({ pid }) => pid)
  await whileWorking(
    run,
    Promise.all(replicas.map((replica) => replica.stop())).then(() => undefined),
  )
  // There is reading meanwhile; more would only take from the start what it needs.
  await Promise.all(replicas.map((replica) => replica.start()))
  expect(replicas.filter(({ pid }) => pids.includes(pid))).toEqual([])
  await run()
}

/** Work goes on for as long as it takes, and at least once. */
async function whileWorking(run: () => Promise<void>, change: Promise<void>): Promise<void> {
  let isOver = false
  const ends = change.finally(() => (isOver = true))
  do await run()
  while (!isOver)
  await ends
}

/** Reads all the while, and checks that neither a read nor a write of `act` failed or had to be repeated. */
async function withoutFailure(
  { balancer, client, work }: Running,
  act: (run: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const [failed, repeats] = [balancer.failures.length, work.repeats()]
  const { id: businessId } = await client.business()
  let isOver = false
  const reading = read(`${balancer.url}/v1/businesses/${businessId}`, client.api.token ?? '', () => isOver)
  try {
    await act(() => work.run(REQUESTS_AT_A_TIME, () => Promise.resolve()))
  } finally {
    isOver = true
  }
  const { answered, failures } = await reading
  expect(balancer.failures.slice(failed)).toEqual([])
  expect(failures).toEqual([])
  expect(answered).toBeGreaterThan(0)
  expect(work.repeats()).toEqual(repeats)
}

const PATHS = [
  'ledger/accounts',
  'ledger/entries',
  'bank-transactions',
  'bills',
  'invoices',
  'reports/trial-balance',
  'reports/balance-sheet',
  'events',
]

/** Something of each service, read again and again; what was answered with anything but 200. */
async function read(
  business: string,
  token: string,
  isOver: () => boolean,
): Promise<{ answered: number; failures: string[] }> {
  const failures: string[] = []
  let answered = 0
  while (!isOver()) {
    const path = PATHS[answered % PATHS.length] ?? ''
    const answer = await send('GET', `${business}/${path}`, { authorization: `Bearer ${token}` }).catch(
      (error: unknown) => ({ status: 0, text: String(error) }),
    )
    if (answer.status !== 200) failures.push(`GET ${path}: ${answer.status} ${answer.text}`)
    answered += 1
  }
  return { answered, failures }
}

/** The first answer that repeats, when all events have arrived. */
async function settled(books: Books): Promise<unknown[]> {
  let last = await answersFor(books)
  return waitFor('the reports to come to rest', async () => {
    const before = last
    last = await answersFor(books)
    return JSON.stringify(before) === JSON.stringify(last) && last
  })
}

async function feedOf({ api }: Books): Promise<FeedEvent[]> {
  const events: FeedEvent[] = []
  for (;;) {
    const after = events.at(-1)?.position
    const { data, meta } = (await api.call('listEvents', { query: { limit: 500, after } })).body
    events.push(...data)
    if (!meta.pagination.has_more) return events
  }
}

/** Every entry, and of everything each version once, in its order. */
async function expectWholeFeed(books: Books): Promise<void> {
  const entries = await books.allEntries()
  const events = await waitFor(
    'the feed to have every entry',
    async () => {
      const all = await feedOf(books)
      const known = new Set(all.map(({ aggregate_id }) => aggregate_id))
      return entries.every(({ id }) => known.has(id)) && all
    },
    { timeoutMs: CATCH_UP_MS, everyMs: 50 },
  )
  for (const versionsOf of Map.groupBy(
    events,
    ({ aggregate_type, aggregate_id }) => `${aggregate_type} ${aggregate_id}`,
  )) {
    const [what, versions] = [versionsOf[0], versionsOf[1].map(({ aggregate_version }) => aggregate_version)]
    expect([what, versions]).toEqual([what, versions.map((_, index) => index + 1)])
  }
  expect(events.map(({ position }) => position)).toEqual(events.map((_, index) => index + 1))
}
