/** `reporting:check` against altered rows: each kind of alteration is found. */
import type { Database } from '@pacioli/db'
import type { Finding } from '@pacioli/events/check-command'
import { withClient } from '@pacioli/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { READ_MODELS, type ReadModelTable } from '../read-models/read-model.store.ts'
import { markRecordedThrough } from '../read-models/record-marks.store.ts'
import {
  billingEvent,
  businessEvent,
  chartEvent,
  delivered,
  dimensionEvent,
  entryEvent,
  externalAccountEvent,
  rebuilding,
  reportingDatabase,
  sampleAccount,
  sampleBusiness,
  sampleOwners,
  applierOf,
  transactionEvent,
  valueEvent,
} from '../reporting.test-helpers.ts'
import { listBusinesses, buildEdition, rebuildBusiness } from '../rebuild/rebuild-business.ts'
import { checkBusiness } from './check-business.ts'

let db: Database
let adminUrl: string
let sample: Awaited<ReturnType<typeof sampleOwners>>
const business = sampleBusiness(crypto.randomUUID(), crypto.randomUUID())
const businessId = business.id

beforeAll(async () => {
  const database = await reportingDatabase()
  db = database.app
  adminUrl = database.adminUrl
  sample = await sampleOwners()
  const id = () => crypto.randomUUID()
  const [cash, payable, vendor, bill] = [
    sampleAccount(id(), 'Cash', 'ASSET'),
    sampleAccount(id(), 'Payable', 'LIABILITY'),
    id(),
    id(),
  ]
  const [dimension, value] = [id(), id()]
  const ledger = [
    chartEvent(businessId, [cash, payable]),
    dimensionEvent(businessId, { id: dimension, key: 'team', display_name: null }),
    valueEvent(businessId, { id: value, dimension_id: dimension, value: 'red', display_name: null }),
    entryEvent(businessId, {
      id: id(),
      basis: 'BOTH',
      entry_date: '2026-01-31',
      version: 1,
      line_items: [
        { account_id: cash.id, amount: 700, direction: 'DEBIT', transaction_tags: [{ definition_id: value }] },
        { account_id: payable.id, amount: 700, direction: 'CREDIT', document_id: bill },
      ],
    }),
  ]
  const banking = [
    transactionEvent(businessId, { id: id(), day: '2026-01-05', categorizationStatus: 'READY_FOR_INPUT', version: 1 }),
    externalAccountEvent(businessId, {
      id: id(),
      connection_needs_repair_as_of: null,
      reconnect_with_new_credentials: true,
      archived_at: null,
      version: 1,
    }),
  ]
  const common = { external_id: null, reference_number: null, transaction_tags: [], version: 1 }
  const at = '2026-01-31T12:00:00.000Z'
  const billing = [
    billingEvent(businessId, 'vendor', { id: vendor, version: 1, ...{ name: 'Paper & Co' } }),
    billingEvent(businessId, 'bill', {
      ...common,
      ...{ id: bill, is_expense: false, vendor_id: vendor, received_at: at, due_at: null, vendor_credits: [] },
    }),
  ]
  sample.ledger.facts.businesses = [business]
  sample.ledger.facts.replay = () => ledger
  sample.banking.facts.replay = () => banking
  sample.billing.facts.replay = () => billing
  const events = [businessEvent(business), ...ledger, ...banking, ...billing]
  await applierOf(db, sample.owners)(businessId, events.map(delivered))
  sample.ledger.facts.recorded = 7
  await db.transact({ businessId }, async (tx) => markRecordedThrough(tx, { businessId, owner: 'ledger', position: 7 }))
})
afterAll(async () => {
  await sample.close()
  await db.close()
})

const found = async (): Promise<Finding[]> => {
  const [business] = await listBusinesses(sample.source.ledgerReplay, businessId)
  return checkBusiness(db, sample.source, businessId, business, { ...rebuilding, arrivesWithinMs: 0 })
}
const run = (statement: string) => db.transact({ businessId }, (tx) => tx.rows(statement))

/** The findings after these statements; the read models are rebuilt afterwards. */
async function foundAfter(...statements: string[]): Promise<string[]> {
  for (const statement of statements) await run(statement)
  const findings = (await found()).map((one) =>
    'invariant' in one ? `${one.invariant}: ${one.detail}` : one.unchecked,
  )
  const [business] = await listBusinesses(sample.source.ledgerReplay, businessId)
  if (business) await rebuildBusiness(db, sample.source, business, rebuilding)
  return findings
}

test('correct read models have no finding, and the edition built for the comparison is removed', async () => {
  expect(await found()).toEqual([])
  expect(await run('SELECT model, slot, state FROM read_models')).toEqual([{ model: 4, slot: 'a', state: 'SERVED' }])
  expect(await run('SELECT * FROM read_model_4b.entries')).toEqual([])
})

/** How a row of each table may be altered. */
const ALTERED: Record<ReadModelTable, string> = {
  account_days: 'debits = debits + 1',
  account_months: 'line_count = line_count + 1',
  entry_line_tags: 'position = 9',
  entry_lines: 'amount = amount + 1',
  entries: `memo = 'other'`,
  tag_values: `value = 'blue'`,
  tag_dimensions: `key = 'other'`,
  waiting_days: 'waiting = waiting + 1',
  waiting_months: 'waiting = waiting + 1',
  bank_transactions: 'waits = NOT waits',
  external_accounts: 'reconnect_with_new_credentials = false',
  open_items: 'balance = balance + 1',
  item_days: 'amount = amount - 1',
  counted_entries: 'entry_id = gen_random_uuid()',
  aging_zones: `time_zone = 'Pacific/Apia'`,
  contacts: `name = 'Other'`,
  accounts: `name = 'Other'`,
  businesses: `legal_name = 'Other'`,
  record_marks: `positions = positions + int8multirange(int8range(900, 901))`,
}

describe('a finding', () => {
  const each = (table: ReadModelTable) => expect.stringContaining(`${table} are what the owners tell: `)

  test('is a missing row of each table', async () => {
    const deletions = READ_MODELS.map((table) => `DELETE FROM ${table}`)
    expect(await foundAfter(...deletions)).toEqual(expect.arrayContaining(READ_MODELS.map(each)))
  })

  test('is an altered row of each table', async () => {
    const changes = READ_MODELS.map((table) => `UPDATE ${table} SET ${ALTERED[table]}`)
    expect(await foundAfter(...changes)).toEqual(expect.arrayContaining(READ_MODELS.map(each)))
  })

  test('is a row that no owner has', async () => {
    const statement = `INSERT INTO contacts (business_id, contact_id, name, version, event_id)
                       VALUES ('${businessId}', '${crypto.randomUUID()}', 'Nobody', 1, 'x')`
    expect(await foundAfter(statement)).toEqual([expect.stringContaining('is there, and the owners have none')])
  })

  test('is a sum that differs from its lines, with their sum', async () => {
    expect(await foundAfter(`UPDATE account_days SET debits = 9 WHERE debits = 700`)).toContainEqual(
      expect.stringMatching(/^account_days are the sums of their lines: .*debits is 9, its lines come to 700$/),
    )
  })

  test('is a gap in the history of tasks, and a task that is gone', async () => {
    const id = crypto.randomUUID()
    await withClient(adminUrl, async (admin) => {
      await admin.query(
        `INSERT INTO records (business_id, position, recorded_at, aggregate_type, aggregate_id, version, event_id, event_type,
                              state, salt)
         VALUES ($1, 2, now(), 'task', $2, 1, $2, 'created', '{}', sha256(''))`,
        [businessId, id],
      )
      expect(await found()).toEqual([
        { invariant: 'positions of the history are contiguous', detail: '2 follows 0' },
        {
          invariant: 'each row is what its newest record says',
          detail: `task ${id}, version 1: it is gone`,
        },
      ])
      await admin.query('DELETE FROM records WHERE business_id = $1', [businessId])
    })
  })

  test('is a gap in the feed or in the audit log, a wrong end of them, and a record that tells something else', async () => {
    await run(`INSERT INTO feed_positions (business_id, client_id, last_position, purged_through)
               VALUES ('${businessId}', '${business.client_id}', 5, 1)`)
    for (const position of [2, 4])
      await run(`INSERT INTO feed_events (business_id, position, event_id, type, aggregate_type, aggregate_id,
                                          aggregate_version, happened_at, data, appended_at)
                 VALUES ('${businessId}', ${position}, '${position}', 't', 'a', 'i', 1, now(), '{}', now())`)
    // As somebody with the power of the database: one record names whom its event does not name, one is gone.
    const altered = [`UPDATE audit_log SET actor = '{"subject":"x"}'`, 'DELETE FROM audit_log']
    await withClient(adminUrl, async (admin) => {
      for (const [index, statement] of altered.entries())
        await admin.query(`${statement} WHERE business_id = $1 AND position = $2`, [businessId, 2 * index + 2])
    })
    const told = (await found()).map((one) => ('invariant' in one ? `${one.invariant}: ${one.detail}` : one.unchecked))
    expect(told).toEqual([
      'the positions of the feed follow each other up to its last one: after 2 comes 4',
      'the positions of the feed follow each other up to its last one: after 4 comes 6',
      'the positions of the audit log follow each other up to the last one of the feed: after 2 comes 6',
      'the audit log tells of each event what the feed does: position 2',
      'the audit log tells of each event what the feed does: position 4',
    ])
  })
})

test('a business that the ledger does not have is a finding, and one that is being rebuilt is reported as unchecked', async () => {
  const [business] = await listBusinesses(sample.source.ledgerReplay, businessId)
  if (!business) throw new Error('the ledger replayed no business')
  expect(await checkBusiness(db, sample.source, crypto.randomUUID(), undefined, rebuilding)).toMatchObject([
    { invariant: 'the ledger has the business' },
  ])
  const meanwhile = await buildEdition(db, sample.source, business, rebuilding, () => found())
  expect(meanwhile).toMatchObject({
    result: expect.arrayContaining([
      {
        unchecked: 'read models are what the owners tell',
        of: READ_MODELS.map((table) => `${table} are what the owners tell`),
        reason: expect.any(String),
      },
    ]),
  })
})
