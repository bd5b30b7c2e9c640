import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { openTestBusiness } from '../ledger.test-helpers.ts'
import { LIFETIME_MS, MAX_OPEN, stateOf } from './authorization.ts'
import { statusOf } from './connection.ts'
import {
  requestsWith,
  callbackParameters,
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
  test('works once, also for five concurrent callbacks', async () => {
    const parameters = await callbackParameters()
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => refusal(complete(parameters))))
    expect(outcomes.sort()).toEqual([...Array<string>(4).fill('InvalidState'), 'no refusal'])
    expect(await refusal(complete(parameters))).toBe('InvalidState')
    expect(await requestsWith('authorization_code')).toHaveLength(1)
  })

  test('is valid for ten minutes', async () => {
    const [intime, late] = [await callbackParameters(), await callbackParameters()]
    expect(await refusal(complete(late, 'quickbooks', later(LIFETIME_MS)))).toBe('InvalidState')
    expect(await refusal(complete(intime, 'quickbooks', later(LIFETIME_MS - 5_000)))).toBe('no refusal')
  })

  test('of one provider is none of another, and is used up by trying', async () => {
    const parameters = await callbackParameters()
    expect(await refusal(complete(parameters, 'by-form'))).toBe('InvalidState')
    expect(await refusal(complete(parameters))).toBe('InvalidState')
    expect(await requestsWith('authorization_code')).toEqual([])
  })

  test('leads to the business that it was made for, with any caller', async () => {
    const other = await openTestBusiness(ledger)
    const parameters = await callbackParameters({}, { of: other })
    await complete(parameters)
    expect([await status(), statusOf(await connectionOf(other))]).toEqual(['NOT_CONNECTED', 'CONNECTED'])
  })

  test('of another business, altered, invented or malformed is unknown', async () => {
    const parameters = await callbackParameters()
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
    const { state = '' } = await callbackParameters()
    expect(await refusal(complete({ state }))).toBe('InvalidQuery')
    expect(await refusal(complete({ state, error: 'access_denied' }))).toBe('AuthorizationFailed')
    expect(await refusal(complete({ state, error: 'access_denied' }))).toBe('InvalidState')
  })

  test('is one of ten that a business has open: the eleventh replaces the oldest', async () => {
    const oldest = await callbackParameters()
    const others: Record<string, string>[] = []
    for (let count = 0; count < MAX_OPEN; count++) others.push(await callbackParameters())
    expect(await refusal(complete(oldest))).toBe('InvalidState')
    expect(await refusal(complete(others[0] ?? {}))).toBe('no refusal')
  })

  test('is not stored in clear text, nor is its verifier', async () => {
    const { state = '' } = await callbackParameters()
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
    const parameters = await callbackParameters()
    await archiveBusiness(ledger, tenant)
    expect(await refusal(complete(parameters))).toBe('BusinessArchived')
    expect(await refusal(startAuthorization(ledger, tenant, 'quickbooks'))).toBe('BusinessArchived')
    expect(await requestsWith('authorization_code')).toEqual([])
  })

  function moved(state: string, businessId: string): string {
    return stateOf(businessId, Buffer.from(state, 'base64url').subarray(16))
  }
})
