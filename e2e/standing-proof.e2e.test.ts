/** Whatever is altered behind the services, these find by themselves, tell of, and find mended. */
import { databaseUrl } from '@pacioli/fields/database-url'
import { waitFor } from '@pacioli/testing'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Banking, billed, moneyOut, newClient, Payables, sale, target, type Answers, type Books } from './src/index.ts'
import { named } from './src/damages/audited-stack.ts'
import { damagedInvariants } from './src/damages/index.ts'
import { sketchReceivables } from './src/exercise-receivables.ts'

type Proof = Answers['getProof']['data']

let books: Books
let admin: pg.Client

const SERVICES = ['ledger', 'banking', 'billing', 'reporting'] as const

/** Audits wait for each other, and rest in between: here all of the run shares them. */
const PATIENCE = { timeoutMs: 60_000, everyMs: 250 }

beforeAll(async () => {
  books = await (await newClient(target(), 'standing-proof')).books()
  const payables = new Payables(books)
  const vendor = await payables.vendor('paper', { company_name: 'Paper & Co' })
  const bill = await payables.received(vendor, [billed('COGS', 700)])
  await payables.paid(500, [{ bill_id: bill.id, amount: 400 }])
  await sketchReceivables(books)
  await books.allPosted([
    sale(700, '2026-03-01T12:00:00Z', { tags: [{ key: 'store', value: 'one' }] }),
    sale(30, '2026-03-02T12:00:00Z'),
  ])
  const banking = new Banking(books)
  const { id } = await banking.account('checking')
  const [transaction] = await banking.imported(id, [moneyOut('one', 5), moneyOut('other', 7)])
  await banking.categorize(transaction?.id ?? '', 'COGS')
  admin = new pg.Client(databaseUrl(target().postgresAdminUrl, { database: 'banking' }))
  await admin.connect()
})
afterAll(() => admin.end())

const proof = async (): Promise<Proof> => (await books.api.call('getProof')).body.data

const holding = (): Promise<Proof> =>
  waitFor(
    'the books to hold, as far as each service sees',
    async () => {
      const now = await proof()
      const own = SERVICES.map((service) => now.invariants.find(({ kept_by }) => kept_by === service.toUpperCase()))
      return now.holds === true && own.every((one) => one?.audited_at) && now
    },
    PATIENCE,
  )

test('each invariant says when it was found to hold, of how many rows and up to which position', async () => {
  const { invariants } = await holding()
  expect([...new Set(invariants.map(({ kept_by }) => kept_by))]).toEqual(['LEDGER', 'BANKING', 'BILLING', 'REPORTING'])
  expect(invariants.length).toBeGreaterThan(80)
  expect(new Set(invariants.map(({ kept_by, invariant }) => `${kept_by} ${invariant}`)).size).toBe(invariants.length)
  const entry = invariants.find(({ invariant }) => invariant === 'an entry balances and has all its lines')
  expect(entry).toMatchObject({ kept_by: 'LEDGER', holds: true, violation: null })
  expect(entry?.held_at).toBe(entry?.audited_at)
  expect([entry?.through ?? 0, entry?.row_count ?? 0].every((count) => count > 10)).toBe(true)
})

test('books that some services have nothing of hold once each of them has looked, and nobody says so before', async () => {
  const { api } = await (await newClient(target(), 'audited')).books()
  const ask = async () => (await api.call('getProof')).body.data
  expect(await ask()).toMatchObject({ holds: null, audited_at: null })
  const { invariants } = await waitFor(
    'all of it to be audited',
    async () => {
      const now = await ask()
      return now.holds === true && now
    },
    PATIENCE,
  )
  expect(invariants.filter(({ holds, audited_at }) => holds !== true || audited_at === null)).toEqual([])
  expect((await ask()).audited_at).not.toBeNull()
})

test('the long series damages each invariant that is told of, unless a constraint holds it', async () => {
  const { invariants } = await proof()
  expect(damagedInvariants().toSorted()).toEqual(invariants.map(named).toSorted())
})

test('what is altered behind a service is found, told of by events, and found mended', async () => {
  const alter = (by: number) =>
    admin.query('UPDATE external_account_totals SET transaction_sum = transaction_sum + $2 WHERE business_id = $1', [
      books.id,
      by,
    ])
  const invariant = 'the totals of an external account are those of its transactions'
  await holding()
  await alter(1)
  try {
    const { holds, invariants } = await waitFor(
      'the violation',
      async () => {
        const now = await proof()
        return now.holds === false && now
      },
      PATIENCE,
    )
    expect(holds).toBe(false)
    const wrong = invariants.filter(({ violation }) => violation !== null)
    expect(wrong).toMatchObject([{ invariant, kept_by: 'BANKING', holds: false, violation: { row_count: 1 } }])
    expect(wrong[0]?.violation?.rows[0]).toContain('external account')
  } finally {
    await alter(-1)
  }
  await holding()
  const told = await waitFor('the events', async () => {
    const { data } = (await books.api.call('listEvents', { query: { limit: 500, type: ['violation'] } })).body
    return data.length >= 2 && data
  })
  expect(told.map(({ type, aggregate_version }) => [type, aggregate_version])).toEqual([
    ['violation.found', 1],
    ['violation.resolved', 2],
  ])
  expect(told[0]?.data).toMatchObject({ invariant, kept_by: 'BANKING', business_id: books.id, resolved_at: null })
  expect(told[1]?.data).toMatchObject({ invariant, resolved_at: expect.stringMatching(/Z$/) })
}, 240_000)
