import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { openTestBusiness } from '../ledger.test-helpers.ts'
import { LIFETIME_MS, MAX_OPEN, stateOf } from './authorization.ts'
import { statusOf } from './connection.ts'
import {
  requestsWith,
  handleCallback,
  complete,
  connectionOf,
  exchanging,
  later,
  ledger,
  refusal,
  status,
  tenant,
  tokenRows,
  useProviders,
} from './connections.test-helpers.ts'
import { startAuthorization } from './start-authorization.ts'
import { archiveBusiness } from '../use-cases.test-helpers.ts'

useProviders()

describe('a state', () => {
  test('is good once, also for five who come at the same time', async () => {
    const parameters = await handleCallback()
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => refusal(complete(parameters))))
    expect(outcomes.sort()).toEqual([...Array<string>(4).fill('InvalidState'), 'no refusal'])
    expect(await refusal(complete(parameters))).toBe('InvalidState')
    expect(await requestsWith('authorization_code')).toHaveLength(1)
  })

  test('is good for ten minutes', async () => {
    const [intime, late] = [await handleCallback(), await handleCallback()]
    expect(await refusal(complete(late, 'quickbooks', later(LIFETIME_MS)))).toBe('InvalidState')
    expect(await refusal(complete(intime, 'quickbooks', later(LIFETIME_MS - 5_000)))).toBe('no refusal')
  })

  test('of one provider is none of another, and is used up by trying', async () => {
    const parameters = await handleCallback()
    expect(await refusal(complete(parameters, 'by-form'))).toBe('InvalidState')
    expect(await refusal(complete(parameters))).toBe('InvalidState')
    expect(await requestsWith('authorization_code')).toEqual([])
  })

  test('leads to the business that it was made for, whoever comes with it', async () => {
    const other = await openTestBusiness(ledger)
    const parameters = await handleCallback({}, { of: other })
    await complete(parameters)
    expect([await status(), statusOf(await connectionOf(other))]).toEqual(['NOT_CONNECTED', 'CONNECTED'])
  })

  test('of another business, altered, made by nobody or no state at all is unknown', async () => {
    const parameters = await handleCallback()
    const { state = '' } = parameters
    const [foreign, sibling] = [
      await openTestBusiness(ledger),
      await openTestBusiness(ledger, { clientId: tenant.clientId }),
    ]
    for (const altered of [
      moved(state, foreign.businessId),
      moved(state, sibling.businessId),
      state.slice(0, -1) + (state.endsWith('A') ? 'B' : 'A'),
      stateOf(tenant.businessId, randomBytes(32)),
      `${state}A`,
      '',
      '\0',
    ])
      expect([altered, await refusal(complete({ ...parameters, state: altered }))]).toEqual([altered, 'InvalidState'])
    expect(await requestsWith('authorization_code')).toEqual([])
    expect(await refusal(complete(parameters))).toBe('no refusal')
  })

  test('without a code is not used up; with an error it is', async () => {
    const { state = '' } = await handleCallback()
    expect(await refusal(complete({ state }))).toBe('InvalidQuery')
    expect(await refusal(complete({ state, error: 'access_denied' }))).toBe('AuthorizationFailed')
    expect(await refusal(complete({ state, error: 'access_denied' }))).toBe('InvalidState')
  })

  test('is one of ten that a business has open: the eleventh puts out the oldest', async () => {
    const oldest = await handleCallback()
    const others: Record<string, string>[] = []
    for (let count = 0; count < MAX_OPEN; count++) others.push(await handleCallback())
    expect(await refusal(complete(oldest))).toBe('InvalidState')
    expect(await refusal(complete(others[0] ?? {}))).toBe('no refusal')
  })

  test('is not kept, nor is its verifier, in words', async () => {
    const { state = '' } = await handleCallback()
    const rows = await ledger.db.transact(tenant, (tx) => tx.rows('SELECT t::text FROM oauth_authorizations t'))
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(state)
  })

  test('of a business that is archived while the code is exchanged leads nowhere', async () => {
    const completing = await exchanging()
    await archiveBusiness(ledger, tenant)
    expect([await completing(), await status(), await tokenRows()]).toEqual(['BusinessArchived', 'NOT_CONNECTED', []])
  })

  test('of an archived business leads nowhere, and none is made for one', async () => {
    const parameters = await handleCallback()
    await archiveBusiness(ledger, tenant)
    expect(await refusal(complete(parameters))).toBe('BusinessArchived')
    expect(await refusal(startAuthorization(ledger, tenant, 'quickbooks'))).toBe('BusinessArchived')
    expect(await requestsWith('authorization_code')).toEqual([])
  })

  function moved(state: string, businessId: string): string {
    return stateOf(businessId, Buffer.from(state, 'base64url').subarray(16))
  }
})
