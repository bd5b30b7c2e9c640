import { quickbooksEntry as entry, quickbooksLine as line, waitFor } from '@pacioli/testing'
import { describe, expect, test } from 'vitest'
import type { ProviderJournalEntry } from '../connectors/connector.ts'
import { importedAccounts } from './import-accounts.ts'
import { newOrChanged, type EntryImport } from './changed-entries.ts'
import { postPortion } from './import-entries.ts'
import {
  accountCalled,
  balances,
  books,
  CHECKING,
  company,
  counts,
  everything,
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
import { insertSync, endAbandonedSyncs } from '../connections/sync.store.ts'
import { LeaseLost, SyncProgress } from './sync-progress.ts'
import { LEASE_MS, NO_PROGRESS, type Sync } from '../connections/sync.ts'

useCompany()

const afterTheLease = () => new Date(Date.now() + LEASE_MS + 1_000)

describe('an import that stalls until its lease has run out', () => {
  test.each([
    ['posts', 0],
    ['notes what it has posted', 1],
  ])('before it %s writes nothing over what came after it', async (_what, savesBefore) => {
    await sync()
    await rentIs(45)
    const stalled = await stalledImport(savesBefore, async () => {
      await rentIs(50)
      expect((await syncLater()).status).toBe('SUCCEEDED')
    })
    const { intents } = await newOrChanged(stalled, [rent('45')])
    await expect(postPortion(stalled, intents)).rejects.toThrow(LeaseLost)
    expect(await balances()).toEqual({ 'Main checking': 5010, Services: -10010, Rent: 5000 })
    const before = await everything()
    expect(counts(await syncLater())).toEqual(['SUCCEEDED', '0/0/5/0', '0/0/2/0'])
    expect(await everything()).toEqual(before)
    expect(await violations()).toEqual([])
  })

  test('before it opens accounts opens none', async () => {
    await company.hold(true)
    await startSync(ledger, tenant, 'quickbooks')
    await ledger.db.transact(tenant, async (tx) => {
      await endAbandonedSyncs(tx, tenant.businessId, 'quickbooks', afterTheLease())
      await company.hold(false)
      await waitFor('the import to wait for what becomes of its lease', async () => {
        const waiting = await ledger.db.call(
          "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
          [],
          tenant.businessId,
        )
        return waiting.length > 0
      })
    })
    await ledger.syncs.idle()
    expect(await lastSync()).toMatchObject({ status: 'INTERRUPTED', error: null })
    expect([await accountCalled('Main checking'), await balances()]).toEqual([undefined, {}])
  })
})

async function rentIs(amount: number): Promise<void> {
  books.JournalEntry[1] = entry('12', '2026-02-01', [line('Debit', RENT, amount), line('Credit', CHECKING, amount)])
  await company.keep(books)
}

const rent = (amount: string): ProviderJournalEntry => ({
  externalId: '12',
  day: '2026-02-01',
  currency: 'USD',
  referenceNumber: null,
  memo: null,
  lines: [
    { accountExternalId: RENT, amount, direction: 'DEBIT', memo: null, party: null, tags: [] },
    { accountExternalId: CHECKING, amount, direction: 'CREDIT', memo: null, party: null, tags: [] },
  ],
})

/** What an import that runs works with; it stalls once, after so many saves. */
async function stalledImport(savesBefore: number, meanwhile: () => Promise<void>): Promise<EntryImport> {
  const progress = new SyncProgress(ledger, tenant, await runningSync(), new AbortController().signal)
  let saves = 0
  const target = {
    ledger,
    request: tenant,
    scope: { businessId: tenant.businessId, connector: 'quickbooks', externalCompanyId: company.id },
    lock: async (...args: Parameters<SyncProgress['lock']>) => {
      if (saves++ === savesBefore) await meanwhile()
      await progress.lock(...args)
    },
  }
  const imported = await importedAccounts(target)
  return {
    ...target,
    origin: { entrySource: 'quickbooks_journal_entry', externalCompanyId: company.id },
    accounts: {
      idOf: new Map([...imported.values()].map(({ externalId, accountId }) => [externalId, accountId])),
      currencyOf: new Map(),
      partyOf: new Map(),
    },
  }
}

async function runningSync(): Promise<Sync> {
  const startedAt = ledger.now()
  const running: Sync = {
    ...NO_PROGRESS,
    id: ledger.newId(),
    provider: 'quickbooks',
    externalCompanyId: company.id,
    status: 'RUNNING',
    leaseToken: ledger.newId(),
    leaseUntil: new Date(startedAt.getTime() + LEASE_MS),
    error: null,
    startedAt,
    finishedAt: null,
  }
  await ledger.db.transact(tenant, (tx) => insertSync(tx, tenant.businessId, running))
  return running
}

/** An import by another process, at a time at which the lease of those before has run out. */
async function syncLater(): Promise<Sync> {
  const syncs = new RunningSyncs((error) => {
    throw error
  }, providerHttp)
  const now = afterTheLease()
  const other: ImportingLedger = { ...ledger, now: () => now, syncs }
  await startSync(other, tenant, 'quickbooks')
  await syncs.idle()
  return lastSync()
}
