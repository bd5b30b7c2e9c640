import { quickbooksEntry as entry, quickbooksLine as line, waitFor } from '@pacioli/testing'
import { describe, expect, test } from 'vitest'
import { replicaOf, requestFor } from '../ledger.test-helpers.ts'
import {
  balances,
  books,
  CHECKING,
  company,
  counts,
  entriesOf,
  lastSync,
  ledger,
  providerHttp,
  RENT,
  sync,
  tenant,
  useCompany,
  violations,
} from './import.test-helpers.ts'
import { RunningSyncs } from './running-syncs.ts'
import { startSync, type ImportingLedger } from '../connections/start-sync.ts'
import { asOf, LEASE_MS } from '../connections/sync.ts'

useCompany()

describe('one import at a time', () => {
  test('starting one while one runs answers the running one', async () => {
    await company.hold(true)
    const first = await startSync(ledger, tenant, 'quickbooks')
    const second = await startSync(ledger, tenant, 'quickbooks')
    expect([first.is_syncing, second.last_sync?.id]).toEqual([true, first.last_sync?.id])
    expect(second.last_sync).toMatchObject({ status: 'RUNNING', refused: [] })
    await company.hold(false)
    await ledger.syncs.idle()
    expect((await lastSync()).status).toBe('SUCCEEDED')
  })

  test('two replicas that start concurrently start one', async () => {
    const replicas = [ledger, replicaOf(ledger), replicaOf(ledger), replicaOf(ledger)]
    // It runs until the last one has started, however slow that is.
    await company.hold(true)
    const answers = await Promise.all(
      replicas.flatMap((replica) => [0, 1].map(() => startSync(replica, tenant, 'quickbooks'))),
    )
    await company.hold(false)
    await ledger.syncs.idle()
    const rows = await ledger.db.transact(tenant, (tx) => tx.rows('SELECT id FROM provider_syncs'))
    expect(rows).toHaveLength(1)
    expect(new Set(answers.map(({ last_sync }) => last_sync?.id)).size).toBe(1)
    expect((await company.asked()).queries).toHaveLength(2)
    expect(await balances()).toEqual({ 'Main checking': 6010, Services: -10010, Rent: 4000 })
  })

  test('a key that comes twice starts one, and answers the same', async () => {
    const keyed = () => requestFor(tenant.clientId, tenant.businessId, { key: 'once', requestHash: 'h' })
    const first = await startSync(ledger, keyed(), 'quickbooks')
    await ledger.syncs.idle()
    const second = await startSync(ledger, keyed(), 'quickbooks')
    expect(second.last_sync?.id).toBe(first.last_sync?.id)
    expect((await lastSync()).id).toBe(first.last_sync?.id)
  })

  test('a process that ends interrupts its imports, and the next one continues', async () => {
    const leavingSyncs = new RunningSyncs((error) => {
      throw error
    })
    const leaving: ImportingLedger = { ...ledger, syncs: leavingSyncs }
    await company.hold(true)
    await startSync(leaving, tenant, 'quickbooks')
    await waitFor('the provider to be asked', async () => (await company.asked()).queries.length > 0)
    await leavingSyncs.stop()
    expect(await lastSync()).toMatchObject({ status: 'INTERRUPTED', error: null })
    await company.hold(false)
    expect(counts(await sync())).toEqual(['SUCCEEDED', '4/0/1/0', '2/0/0/0'])
  })

  test('a process that dies is noticed when its lease runs out, and what it does later is not counted', async () => {
    const dead = new RunningSyncs(() => undefined)
    await company.hold(true)
    await startSync({ ...ledger, syncs: dead }, tenant, 'quickbooks')
    const abandoned = await lastSync()
    const later = new Date(Date.now() + LEASE_MS + 1_000)
    expect([asOf(abandoned, new Date()).status, asOf(abandoned, later).status]).toEqual(['RUNNING', 'INTERRUPTED'])
    const runs = new RunningSyncs((error) => {
      throw error
    }, providerHttp)
    const afterwards: ImportingLedger = { ...ledger, now: () => new Date(later), syncs: runs }
    const next = await startSync(afterwards, tenant, 'quickbooks')
    expect(next.last_sync).toMatchObject({ status: 'RUNNING' })
    expect(next.last_sync?.id).not.toBe(abandoned.id)
    await company.hold(false)
    await runs.idle()
    await dead.idle()
    const rows = await ledger.db.transact(tenant, (tx) =>
      tx.rows<{ id: string; status: string }>('SELECT id, status FROM provider_syncs ORDER BY started_at'),
    )
    expect(rows.map(({ status }) => status)).toEqual(['INTERRUPTED', 'SUCCEEDED'])
    expect(await balances()).toEqual({ 'Main checking': 6010, Services: -10010, Rent: 4000 })
    expect(await violations()).toEqual([])
  })

  test('what was posted before a crash could note it is found by its posting key', async () => {
    await sync()
    await ledger.db.transact(tenant, (tx) =>
      tx.rows('UPDATE imported_entries SET settled = false, standing_revision = NULL, entry_id = NULL'),
    )
    const before = await entriesOf()
    await sync()
    expect(await entriesOf()).toEqual(before)
    const [row] = await ledger.db.transact(tenant, (tx) =>
      tx.rows<{ settled: boolean }>(
        'SELECT bool_and(settled AND entry_id IS NOT NULL) AS settled FROM imported_entries',
      ),
    )
    expect(row?.settled).toBe(true)
  })

  test('and is corrected when it has changed since', async () => {
    await sync()
    await ledger.db.transact(tenant, (tx) =>
      tx.rows('UPDATE imported_entries SET settled = false, standing_revision = NULL, entry_id = NULL'),
    )
    books.JournalEntry[1] = entry('12', '2026-02-01', [line('Debit', RENT, 45), line('Credit', CHECKING, 45)])
    await company.keep(books)
    await sync()
    expect(await balances()).toEqual({ 'Main checking': 5510, Services: -10010, Rent: 4500 })
  })
})
