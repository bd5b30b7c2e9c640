/**
 * Whatever is altered behind the services, these find by themselves, tell of, and find mended. On a stack of its own, where audits
 * share nothing with those of other books.
 */
import type { Stack } from '@pacioli/dev-stack'
import { databaseUrl } from '@pacioli/fields/database-url'
import { ownStack, waitFor } from '@pacioli/testing'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answers } from '../src/answers.ts'
import { Banking, moneyOut } from '../src/banking.ts'
import { sale, type Books } from '../src/books.ts'
import { newClient } from '../src/clients.ts'
import { sketchReceivables } from '../src/exercise-receivables.ts'
import { billed, Payables } from '../src/payables.ts'

type Proof = Answers['getProof']['data']

let stack: Stack
let books: Books
let admins: Record<Service, pg.Client>

const SERVICES = ['ledger', 'banking', 'billing', 'reporting'] as const
type Service = (typeof SERVICES)[number]

/** A round is over soon, and there is little rest: what is at stake is what audits find, not when. */
const SETTINGS = { AUDIT_PERCENT: '50', AUDIT_ROUND_SECONDS: '2' }
const PATIENCE = { timeoutMs: 30_000, everyMs: 100 }
/** What others tell counts as wrong when it was so for a minute. */
const UNTIL_SURE = { timeoutMs: 100_000, everyMs: 500 }

beforeAll(async () => {
  stack = await ownStack('audited', { env: SETTINGS })
  books = await (await newClient(stack, 'standing-proof')).books()
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
  admins = Object.fromEntries(
    await Promise.all(
      SERVICES.map(async (service) => {
        const client = new pg.Client(databaseUrl(stack.postgresAdminUrl, { database: service }))
        await client.connect()
        // Whom no trigger and no policy holds up.
        await client.query('SET session_replication_role = replica')
        return [service, client] as const
      }),
    ),
  ) as Record<Service, pg.Client>
})
afterAll(async () => {
  await Promise.all(Object.values(admins).map((client) => client.end()))
  await stack.stop()
})

const proof = async (): Promise<Proof> => (await books.api.call('getProof')).body.data

const violatedOf = ({ invariants }: Proof): string[] =>
  invariants.flatMap(({ kept_by, invariant, violation }) => (violation ? [`${kept_by}: ${invariant}`] : []))

const holding = (): Promise<Proof> =>
  waitFor(
    'the books to hold, as far as each service sees',
    async () => {
      const now = await proof()
      return now.holds === true && now.audited_at !== null && now
    },
    PATIENCE,
  )

type Damage = { table: string; set: string; undo: string; finds: string }

/** One after the other in each service, beside each other in all. */
const DAMAGES: Record<Service, readonly Damage[]> = {
  ledger: [
    {
      table: 'line_items',
      set: 'amount = amount + 1 WHERE id = (SELECT id FROM line_items WHERE business_id = $1 ORDER BY id LIMIT 1)',
      undo: 'amount = amount - 1 WHERE id = (SELECT id FROM line_items WHERE business_id = $1 ORDER BY id LIMIT 1)',
      finds: 'an entry balances and has all its lines',
    },
    {
      table: 'account_balances',
      set: `debits = debits + 1 WHERE business_id = $1 AND account_id <> '00000000-0000-0000-0000-000000000000'`,
      undo: `debits = debits - 1 WHERE business_id = $1 AND account_id <> '00000000-0000-0000-0000-000000000000'`,
      finds: 'a kept sum equals the sum of its lines',
    },
    {
      table: 'records',
      set: 'position = position + 1000 WHERE business_id = $1 AND position = 3',
      undo: 'position = position - 1000 WHERE business_id = $1 AND position = 1003',
      finds: 'positions of the history are contiguous',
    },
    {
      table: 'journal_entries',
      set: `agent = 'SERVICE_MANUAL' WHERE business_id = $1 AND agent = 'API'`,
      undo: `agent = 'API' WHERE business_id = $1 AND agent = 'SERVICE_MANUAL'`,
      finds: 'each leaf of the history is what was sealed',
    },
  ],
  banking: [
    {
      table: 'external_account_totals',
      set: 'transaction_sum = transaction_sum + 1 WHERE business_id = $1',
      undo: 'transaction_sum = transaction_sum - 1 WHERE business_id = $1',
      finds: 'the totals of an external account are those of its transactions',
    },
    {
      table: 'bank_transactions',
      set: `posting_revision = posting_revision + 1 WHERE business_id = $1`,
      undo: 'posting_revision = posting_revision - 1 WHERE business_id = $1',
      finds: 'the postings of a transaction are those that it counts',
    },
    {
      table: 'seals',
      set: `key_id = '!' || key_id WHERE business_id = $1`,
      undo: `key_id = substr(key_id, 2) WHERE business_id = $1 AND key_id LIKE '!%'`,
      finds: 'the key of each seal is known',
    },
    {
      table: 'records',
      set: `event_type = event_type || '!' WHERE business_id = $1 AND position = 2`,
      undo: `event_type = rtrim(event_type, '!') WHERE business_id = $1 AND position = 2`,
      finds: 'each leaf of the history is what was sealed',
    },
  ],
  billing: [
    {
      table: 'customer_credits',
      set: 'balance = balance + 1 WHERE business_id = $1',
      undo: 'balance = balance - 1 WHERE business_id = $1',
      finds: 'a customer has the credit that their payments and refunds leave them',
    },
    {
      table: 'contact_balances',
      set: 'documents = documents + 1 WHERE business_id = $1',
      undo: 'documents = documents - 1 WHERE business_id = $1',
      finds: 'a balance of a vendor or a customer is what open documents and journal lines come to',
    },
    {
      table: 'posting_counts',
      set: 'postings = postings + 1 WHERE business_id = $1',
      undo: 'postings = postings - 1 WHERE business_id = $1',
      finds: 'postings are counted by their state',
    },
    {
      table: 'records',
      set: `event_type = event_type || '!' WHERE business_id = $1 AND position = 2`,
      undo: `event_type = rtrim(event_type, '!') WHERE business_id = $1 AND position = 2`,
      finds: 'each leaf of the history is what was sealed',
    },
  ],
  reporting: [
    {
      table: 'read_model_4a.account_days',
      set: 'debits = debits + 1 WHERE business_id = $1',
      undo: 'debits = debits - 1 WHERE business_id = $1',
      finds: 'account_days are the sums of their lines',
    },
    {
      table: 'feed_events',
      set: 'position = position + 1000 WHERE business_id = $1 AND position = 2',
      undo: 'position = position - 1000 WHERE business_id = $1 AND position = 1002',
      finds: 'the positions of the feed follow each other up to its last one',
    },
    {
      table: 'audit_log',
      set: `type = 'entry.tagged' WHERE business_id = $1 AND position = 1`,
      undo: `type = 'business.created' WHERE business_id = $1 AND position = 1`,
      finds: 'the audit log tells of each event what the feed does',
    },
  ],
}

/** What a service finds by what others tell. */
const ACROSS: Partial<Record<Service, readonly Damage[]>> = {
  banking: [
    {
      table: 'vendors',
      set: `name = name || '!' WHERE business_id = $1`,
      undo: `name = rtrim(name, '!') WHERE business_id = $1`,
      finds: 'a vendor is called what billing calls it',
    },
  ],
  billing: [
    {
      table: 'postings',
      set: `posting = regexp_replace(posting, '"amount": ?', '"amount":9', 'g') WHERE business_id = $1`,
      undo: `posting = regexp_replace(posting, '"amount": ?9', '"amount":', 'g') WHERE business_id = $1`,
      finds: 'an entry in the journal has the lines that were posted',
    },
  ],
  reporting: [
    {
      table: 'read_model_4a.accounts',
      set: `name = name || '!' WHERE business_id = $1`,
      undo: `name = rtrim(name, '!') WHERE business_id = $1`,
      finds: 'accounts are what the owners tell',
    },
  ],
}

/** What all services find while each has one kind of damage, which is mended afterwards. */
async function whileDamaged(
  damages: Partial<Record<Service, Damage | undefined>>,
  look: (finds: readonly string[]) => Promise<void>,
): Promise<void> {
  const mend: (() => Promise<void>)[] = []
  const told: string[] = []
  try {
    for (const service of SERVICES) {
      const [damage, admin] = [damages[service], admins[service]]
      if (!damage) continue
      const { table, set, undo, finds } = damage
      const { rowCount } = await admin.query(`UPDATE ${table} SET ${set}`, [books.id])
      mend.push(async () => void (await admin.query(`UPDATE ${table} SET ${undo}`, [books.id])))
      expect([table, (rowCount ?? 0) > 0]).toEqual([table, true])
      told.push(`${service.toUpperCase()}: ${finds}`)
    }
    await look(told)
  } finally {
    for (const one of mend) await one()
  }
}

test('sound books hold: each invariant says when, of how many rows and up to which position', async () => {
  const { invariants } = await holding()
  const kept = new Set(invariants.map(({ kept_by }) => kept_by))
  expect([...kept]).toEqual(['LEDGER', 'BANKING', 'BILLING', 'REPORTING'])
  expect(invariants.length).toBeGreaterThan(80)
  expect(new Set(invariants.map(({ kept_by, invariant }) => `${kept_by} ${invariant}`)).size).toBe(invariants.length)
  const entry = invariants.find(({ invariant }) => invariant === 'an entry balances and has all its lines')
  expect(entry).toMatchObject({ kept_by: 'LEDGER', holds: true, violation: null })
  expect(entry?.held_at).toBe(entry?.audited_at)
  expect([entry?.through ?? 0, entry?.row_count ?? 0].every((count) => count > 10)).toBe(true)
  expect(invariants.filter(({ holds, held_at }) => holds !== true || held_at === null)).toEqual([])
})

/** Those of the same place in each list. */
const nth = (
  of: Partial<Record<Service, readonly Damage[]>>,
  which: number,
): Partial<Record<Service, Damage | undefined>> =>
  Object.fromEntries(SERVICES.map((service) => [service, of[service]?.[which]]))

async function expectFound(told: readonly string[], patience: typeof PATIENCE): Promise<void> {
  const found = await waitFor(
    `each of ${told.join('; ')}`,
    async () => {
      const now = await proof()
      const violated = violatedOf(now)
      return told.every((one) => violated.includes(one)) && now
    },
    patience,
  )
  expect(found.holds).toBe(false)
  for (const { violation, held_at, audited_at, holds } of found.invariants) {
    if (!violation) continue
    expect(holds).toBe(false)
    expect(violation.rows.length).toBeGreaterThan(0)
    expect(violation.row_count).toBeGreaterThanOrEqual(violation.rows.length)
    expect((held_at ?? '') <= violation.found_at).toBe(true)
    expect(audited_at).not.toBeNull()
  }
}

describe('what is altered behind the services', () => {
  test.each([0, 1, 2, 3])(
    'is found by each of them, named, and found mended (%i)',
    async (which) => {
      await holding()
      await whileDamaged(nth(DAMAGES, which), (told) => expectFound(told, PATIENCE))
      expect(violatedOf(await holding())).toEqual([])
    },
    120_000,
  )

  test('is found in what they took from each other', async () => {
    await holding()
    await whileDamaged(nth(ACROSS, 0), (told) => expectFound(told, UNTIL_SURE))
    expect(violatedOf(await holding())).toEqual([])
  }, 180_000)

  test('is told by events: found with the rows, and resolved', async () => {
    const events = await waitFor('the events', async () => {
      const { data } = (await books.api.call('listEvents', { query: { limit: 500, type: ['violation'] } })).body
      const byId = [...Map.groupBy(data, ({ aggregate_id }) => aggregate_id).values()]
      return data.length >= 30 && byId.every(({ length }) => length >= 2) && data
    })
    const [first] = events
    expect(first).toMatchObject({ type: 'violation.found', aggregate_type: 'violation', actor: null })
    const byId = Map.groupBy(events, ({ aggregate_id }) => aggregate_id)
    for (const [, [found, resolved, ...more]] of byId) {
      expect([found?.type, resolved?.type, more]).toEqual(['violation.found', 'violation.resolved', []])
      expect(found?.data).toMatchObject({ business_id: books.id, resolved_at: null, version: 1 })
      expect(resolved?.data).toMatchObject({ resolved_at: expect.stringMatching(/Z$/), version: 2 })
    }
  })
})
