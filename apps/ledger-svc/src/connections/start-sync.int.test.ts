import { describe, expect, test } from 'vitest'
import { unlink } from './unlink.ts'
import { openTestBusiness, requestFor } from '../ledger.test-helpers.ts'
import {
  company,
  entriesOf,
  lastSync,
  ledger,
  refusal,
  stateOf,
  tenant,
  useCompany,
} from '../provider-import/import.test-helpers.ts'
import { startSync } from './start-sync.ts'
import { archiveBusiness } from '../use-cases.test-helpers.ts'

useCompany()

describe('an import is refused', () => {
  test('for a business that is not connected, or no longer', async () => {
    await unlink(ledger, tenant, 'quickbooks')
    expect(await refusal(startSync(ledger, tenant, 'quickbooks'))).toBe('NotConnected')
    const other = await openTestBusiness(ledger)
    expect(await refusal(startSync(ledger, other, 'quickbooks'))).toBe('NotConnected')
  })

  test('from a provider that is not configured', async () => {
    expect(await refusal(startSync(ledger, tenant, 'sage'))).toBe('ProviderNotFound')
  })

  test('for a business of another client', async () => {
    const stranger = await openTestBusiness(ledger)
    const knocking = requestFor(stranger.clientId, tenant.businessId)
    expect(await refusal(startSync(ledger, knocking, 'quickbooks'))).toBe('BusinessNotFound')
    expect((await stateOf()).last).toBeUndefined()
  })

  test('for an archived business, also one archived while it runs', async () => {
    await company.hold(true)
    await startSync(ledger, tenant, 'quickbooks')
    await archiveBusiness(ledger, tenant)
    await company.hold(false)
    await ledger.syncs.idle()
    expect((await lastSync()).error?.errorEnum).toBe('BusinessArchived')
    expect(await refusal(startSync(ledger, tenant, 'quickbooks'))).toBe('BusinessArchived')
    expect(await entriesOf()).toEqual([])
  })

  test('and one that runs ends when the business is unlinked', async () => {
    await company.hold(true)
    await startSync(ledger, tenant, 'quickbooks')
    await unlink(ledger, tenant, 'quickbooks')
    await company.hold(false)
    await ledger.syncs.idle()
    expect(await lastSync()).toMatchObject({ status: 'FAILED', error: { errorEnum: 'NotConnected' } })
  })
})
