import { waitFor } from '@pacioli/testing'
import { describe, expect, test } from 'vitest'
import { openTestBusiness, replicaOf } from '../ledger.test-helpers.ts'
import type { Ledger } from '../ledger.ts'
import {
  requestsWith,
  books,
  callbackParameters,
  complete,
  connect,
  HOUR_MS,
  withShortTimeout,
  later,
  ledger,
  refusal,
  status,
  tenant,
  token,
  tokenRows,
  useProviders,
} from './connections.test-helpers.ts'
import { accessTo } from './provider-access.ts'
import { unlink } from './unlink.ts'

useProviders()

/** What concurrent callers get: the provider answers once all of them have seen that the tokens are stale. */
async function atOnce<Outcome>(
  replicas: readonly Ledger[],
  outcomeAt: (replica: Ledger) => Promise<Outcome>,
): Promise<Outcome[]> {
  await books.behave({ holds: true })
  const wanting = new Set<number>()
  const outcomes = replicas.map((replica, index) => {
    const newId = (): string => {
      wanting.add(index)
      return replica.newId()
    }
    return outcomeAt({ ...replica, newId })
  })
  await waitFor('all to want new tokens', () => wanting.size === replicas.length)
  await books.whenHeld()
  await books.letGo()
  return Promise.all(outcomes)
}

describe('access', () => {
  test('needs a connection, of this very tenant', async () => {
    expect(await refusal(token())).toBe('NotConnected')
    await connect()
    const stranger = await openTestBusiness(ledger)
    expect(await refusal(token(ledger, stranger))).toBe('NotConnected')
    expect(await refusal(token(ledger, { ...tenant, clientId: stranger.clientId }))).toBe('BusinessNotFound')
    expect(await refusal(accessTo(ledger, tenant, 'nobody'))).toBe('ProviderNotFound')
  })

  test('gives the same token until a minute before it expires', async () => {
    await connect()
    const first = await token()
    expect(await token(later(HOUR_MS - 65_000))).toBe(first)
    expect(await requestsWith('refresh_token')).toEqual([])
    expect(await token(later(HOUR_MS - 55_000))).not.toBe(first)
    expect(await requestsWith('refresh_token')).toHaveLength(1)
  })

  test('asks the provider once for many concurrent callers on two replicas', async () => {
    await connect()
    const [one, other] = [later(HOUR_MS), { ...replicaOf(ledger), now: later(HOUR_MS).now }]
    const tokens = await atOnce([one, other, one, other, one, other], token)
    expect(new Set(tokens).size).toBe(1)
    expect(await requestsWith('refresh_token')).toHaveLength(1)
  })

  test('goes on with the new refresh token, and with the old one where none is given', async () => {
    await connect()
    for (const round of [1, 2, 3]) await token(later(round * HOUR_MS))
    await books.behave({ rotates: false })
    for (const round of [4, 5]) await token(later(round * HOUR_MS))
    const used = (await requestsWith('refresh_token')).map(({ form }) => form['refresh_token'])
    expect([used.length, new Set(used).size]).toEqual([5, 4])
    expect(await status()).toBe('CONNECTED')
  })

  test('replaces a rejected token once for all callers that had it', async () => {
    await connect()
    const access = await accessTo(ledger, tenant, 'quickbooks')
    const rejected = await access.accessToken()
    const tokens = await Promise.all([access.refresh(rejected), access.refresh(rejected), access.refresh(rejected)])
    expect([new Set(tokens).size, tokens.includes(rejected)]).toEqual([1, false])
    expect(await access.refresh(rejected)).toBe(tokens[0])
    expect(await requestsWith('refresh_token')).toHaveLength(1)
  })

  test('ends when the provider rejects the tokens, until a person authorizes again', async () => {
    await connect()
    await books.behave({ mode: 'refuse' })
    expect(await refusal(token(later(HOUR_MS)))).toBe('ReauthorizationRequired')
    expect(await status()).toBe('NEEDS_REAUTHORIZATION')
    await books.behave({ mode: 'answer' })
    expect(await refusal(token())).toBe('ReauthorizationRequired')
    expect(await requestsWith('refresh_token')).toHaveLength(1)
    await connect()
    expect([await status(), await refusal(token())]).toEqual(['CONNECTED', 'no refusal'])
  })

  test.each(['fail', 'garbage', 'hang'] as const)(
    '%s loses nothing, and all who wait share the failure',
    async (mode) => {
      await connect()
      await books.behave({ mode })
      const refused = (at: Ledger): Promise<string> => refusal(token(at))
      const [at, hurried] = [later(HOUR_MS), withShortTimeout(later(HOUR_MS))]
      const outcomes = await (mode === 'hang'
        ? Promise.all([hurried, hurried, hurried, hurried].map(refused))
        : atOnce([at, at, at, at], refused))
      expect(new Set(outcomes)).toEqual(new Set(['ProviderUnavailable']))
      expect((await books.requests()).filter(({ authentication }) => authentication === 'unread')).toHaveLength(1)
      expect(await status()).toBe('CONNECTED')
      await books.behave({ mode: 'answer' })
      expect(await refusal(token(later(HOUR_MS)))).toBe('no refusal')
    },
  )

  test('does not wait forever for a process that died', async () => {
    await connect()
    const died = new Date(Date.now() + HOUR_MS + 5_000)
    await ledger.db.transact(tenant, (tx) =>
      tx.rows('UPDATE provider_tokens SET lease_token = $2, lease_until = $3 WHERE business_id = $1', [
        tenant.businessId,
        ledger.newId(),
        died,
      ]),
    )
    let clock = later(HOUR_MS).now()
    let looked = 0
    const now = () => {
      looked += 1
      return clock
    }
    const waiting = token({ ...ledger, now })
    await waitFor('somebody who waits to have looked a few times', () => looked > 6)
    expect(await requestsWith('refresh_token')).toEqual([])
    clock = new Date(died.getTime() + 1)
    expect((await waiting).split('.')).toHaveLength(3)
  })

  test('is void when the connection is unlinked while tokens are renewed', async () => {
    await connect()
    await books.behave({ holds: true })
    const renewing = refusal(token(later(HOUR_MS)))
    await books.whenHeld()
    await unlink(ledger, tenant, 'quickbooks')
    await books.letGo()
    expect(await renewing).toBe('NotConnected')
    expect([await status(), await tokenRows()]).toEqual(['UNLINKED', []])
  })

  test('is that of the new authorization when one comes while tokens are renewed', async () => {
    await connect('quickbooks', '7')
    const parameters = await callbackParameters({ company: '7' })
    await books.behave({ holds: true })
    const renewing = token(later(HOUR_MS))
    await books.whenHeld()
    await books.behave({ expiresIn: 7_200 })
    await complete(parameters)
    const now = await token()
    await books.letGo()
    expect(await renewing).toBe(now)
    expect(await token(later(HOUR_MS))).toBe(now)
  })

  test('does not go over to another company', async () => {
    await connect('quickbooks', '1')
    const access = await accessTo(ledger, tenant, 'quickbooks')
    await access.accessToken()
    await connect('quickbooks', '2')
    expect(await refusal(access.accessToken())).toBe('NotConnected')
  })
})
