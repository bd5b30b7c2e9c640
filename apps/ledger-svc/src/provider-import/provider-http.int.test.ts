import { quickbooksEntry as entry, quickbooksLine as line, waitFor } from '@pacioli/testing'
import { describe, expect, test } from 'vitest'
import {
  balances,
  books,
  CHECKING,
  company,
  counts,
  lastSync,
  ledger,
  oauth,
  refusal,
  SERVICES,
  sync,
  tenant,
  useCompany,
  waitingFor,
  waits,
} from './import.test-helpers.ts'
import { startSync } from '../connections/start-sync.ts'

useCompany()

describe('a provider that fails', () => {
  test('is asked again after the time it names', async () => {
    await company.fail({ status: 429, retryAfter: '7' }, { status: 503, retryAfter: '2' })
    expect(counts(await sync())).toEqual(['SUCCEEDED', '4/0/1/0', '2/0/0/0'])
    expect(waits).toEqual([7_000, 2_000])
  })

  test('is asked again after a while where it names no time, each time later', async () => {
    await company.fail({ status: 500 }, { status: 429 }, { body: '<html>' })
    expect(counts(await sync())).toEqual(['SUCCEEDED', '4/0/1/0', '2/0/0/0'])
    expect(waits).toEqual([500, 1_000, 2_000])
  })

  test('that rejects a token gets a fresh one', async () => {
    await company.fail({ status: 401 })
    expect(counts(await sync())).toEqual(['SUCCEEDED', '4/0/1/0', '2/0/0/0'])
    const { tokens } = await company.asked()
    expect(new Set(tokens).size).toBe(2)
    expect(tokens[1]).not.toBe(tokens[0])
    expect((await oauth.requests()).filter(({ grantType }) => grantType === 'refresh_token')).toHaveLength(1)
  })

  test('that rejects the fresh token too has to be connected again', async () => {
    await company.fail({ status: 401 }, { status: 401 })
    const { status, error } = await sync()
    expect([status, error?.errorEnum]).toEqual(['FAILED', 'ReauthorizationRequired'])
    expect(await refusal(startSync(ledger, tenant, 'quickbooks'))).toBe('ReauthorizationRequired')
  })

  test('that gives no fresh token makes the import fail', async () => {
    await oauth.behave({ mode: 'refuse', refusal: 'invalid_grant' })
    await company.fail({ status: 401 })
    const { status, error } = await sync()
    expect([status, error?.errorEnum]).toEqual(['FAILED', 'ReauthorizationRequired'])
    expect(await refusal(startSync(ledger, tenant, 'quickbooks'))).toBe('ReauthorizationRequired')
  })

  test('is not asked forever, and the reason is shown', async () => {
    const impatient = waitingFor(300)
    for (const fault of [{ hangs: true } as const, { status: 500 }, { body: 'not JSON' }]) {
      // The reason is that of the last attempt.
      await company.fail(...Array.from({ length: 5 }, () => ({ status: 502 })), fault)
      const { status, error, finishedAt } = await sync(impatient)
      expect([status, error?.errorEnum, error?.itemType]).toEqual(['FAILED', 'ProviderUnavailable', 'SYNC'])
      expect(error?.description).toMatch(/^Quickbooks .*, after 6 tries/)
      expect(finishedAt).toBeInstanceOf(Date)
      const { tokens } = await company.asked()
      for (const secret of [...tokens, 'detail that nobody repeats']) expect(error?.description).not.toContain(secret)
    }
    expect(counts(await sync())).toEqual(['SUCCEEDED', '4/0/1/0', '2/0/0/0'])
  })

  test('permanently is not asked again', async () => {
    const faults = [
      { status: 400 },
      { status: 403 },
      { body: '{"QueryResponse":{"Fault":{}}}' },
      { status: 302, location: 'http://127.0.0.1:1/' },
      { status: 429, retryAfter: '31536000' },
    ]
    for (const [before, fault] of faults.entries()) {
      await company.fail(fault)
      expect([fault, (await sync()).error?.errorEnum]).toEqual([fault, 'ProviderUnavailable'])
      expect((await company.asked()).queries).toHaveLength(before + 1)
    }
  })

  test('half way keeps what was imported, and continues there', async () => {
    books.JournalEntry = Array.from({ length: 401 }, (_, index) =>
      entry(String(index + 1), '2026-01-15', [line('Debit', CHECKING, 1), line('Credit', SERVICES, 1)]),
    )
    await company.keep(books)
    await startSync(ledger, tenant, 'quickbooks')
    await waitFor('the second page to be asked for', async () => (await company.asked()).queries.length >= 2)
    await company.fail(...Array.from({ length: 6 }, () => ({ status: 500 })))
    await ledger.syncs.idle()
    const failed = await lastSync()
    expect(failed.status).toBe('FAILED')
    const next = await sync()
    expect(next.status).toBe('SUCCEEDED')
    expect(failed.journalEntries.created + next.journalEntries.created).toBe(401)
    expect(await balances()).toEqual({ 'Main checking': 40_100, Services: -40_100 })
  })
})
