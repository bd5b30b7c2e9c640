import { waitFor } from '@pacioli/testing'
import { describe, expect, test } from 'vitest'
import { Vault } from '@pacioli/vault'
import { deleteTokens, lockConnection } from './connection.store.ts'
import {
  books,
  callbackParameters,
  complete,
  connect,
  exchanging,
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
import { unlink } from './unlink.ts'
import { archiveBusiness } from '../use-cases.test-helpers.ts'

useProviders()

describe('unlinking', () => {
  test('revokes the grant and deletes the tokens; twice changes nothing', async () => {
    await connect()
    const first = await unlink(ledger, tenant, 'quickbooks')
    expect(first).toMatchObject({ status: 'UNLINKED', is_connected: false })
    expect(await unlink(ledger, tenant, 'quickbooks')).toEqual(first)
    expect([await tokenRows(), await refusal(token())]).toEqual([[], 'NotConnected'])
    const revoked = (await books.requests()).filter(({ endpoint }) => endpoint === 'revoke')
    expect(revoked).toHaveLength(1)
  })

  test('what was never connected is no error', async () => {
    expect(await unlink(ledger, tenant, 'quickbooks')).toMatchObject({ status: 'NOT_CONNECTED' })
  })

  test.each(['fail', 'hang'] as const)('works while the provider does not: %s', async (mode) => {
    await connect()
    await books.behave({ mode })
    const at = mode === 'hang' ? withShortTimeout() : ledger
    expect(await unlink(at, tenant, 'quickbooks')).toMatchObject({ status: 'UNLINKED' })
  })

  test('works with a provider that cannot revoke, and for an archived business', async () => {
    await connect('forgetful')
    await archiveBusiness(ledger, tenant)
    expect(await unlink(ledger, tenant, 'forgetful')).toMatchObject({ status: 'UNLINKED' })
    expect((await books.requests()).filter(({ endpoint }) => endpoint === 'revoke')).toEqual([])
  })

  test('ends authorizations that are under way', async () => {
    const parameters = await callbackParameters()
    await unlink(ledger, tenant, 'quickbooks')
    expect(await refusal(complete(parameters))).toBe('InvalidState')
  })

  test('ends an authorization whose code is being exchanged, and revokes the tokens', async () => {
    await connect()
    await unlink(ledger, tenant, 'quickbooks')
    await connect()
    const completing = await exchanging()
    await unlink(ledger, tenant, 'quickbooks')
    expect([await completing(), await status(), await tokenRows()]).toEqual(['InvalidState', 'UNLINKED', []])
    const revoked = (await books.requests()).filter(({ endpoint }) => endpoint === 'revoke')
    expect(revoked).toHaveLength(3)
  })

  test('is no obstacle to connecting again', async () => {
    await connect()
    await unlink(ledger, tenant, 'quickbooks')
    expect(await refusal(complete(await callbackParameters()))).toBe('no refusal')
    expect(await status()).toBe('CONNECTED')
  })

  test('works when the master key of the tokens is lost', async () => {
    await connect()
    const bereft = { ...ledger, vault: new Vault([{ id: 'another', key: Buffer.alloc(32, 1) }]) }
    expect(await unlink(bereft, tenant, 'quickbooks')).toMatchObject({ status: 'UNLINKED' })
    expect(await tokenRows()).toEqual([])
  })

  test('takes the locks in the order that a renewal takes them', async () => {
    await connect()
    const renewing = await ledger.db.transact(tenant, async (tx) => {
      const connection = await lockConnection(tx, tenant.businessId, 'quickbooks')
      if (!connection) throw new Error('There is no connection.')
      const waiting = refusal(token(later(HOUR_MS)))
      await waitFor('the renewal to wait for the lock', async () => {
        const waits = await ledger.db.call(
          "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
          [],
          tenant.businessId,
        )
        return waits.length > 0
      })
      await deleteTokens(tx, connection)
      return { waiting }
    })
    expect(await renewing.waiting).toBe('NotConnected')
  })

  test('during concurrent renewals and reconnections leaves everything consistent', async () => {
    await connect()
    for (let round = 0; round < 3; round++) {
      const parameters = await callbackParameters()
      const outcomes = await Promise.all([
        refusal(token(later((round + 1) * HOUR_MS))),
        refusal(complete(parameters)),
        refusal(unlink(ledger, tenant, 'quickbooks')),
        refusal(token(later((round + 1) * HOUR_MS))),
      ])
      for (const outcome of outcomes) expect(['no refusal', 'NotConnected', 'InvalidState']).toContain(outcome)
      const rows = await tokenRows()
      expect([rows.length, await status()]).toEqual(rows.length === 1 ? [1, 'CONNECTED'] : [0, 'UNLINKED'])
      await connect()
    }
  })

  test('and connecting again makes earlier tokens useless to a running renewal', async () => {
    await connect('quickbooks', '5')
    await books.behave({ holds: true })
    const renewing = token(later(HOUR_MS))
    await books.whenHeld()
    await books.behave({ expiresIn: 86_400 })
    await unlink(ledger, tenant, 'quickbooks')
    await connect('quickbooks', '5')
    const now = await token()
    await books.letGo()
    expect(await renewing).toBe(now)
  })
})
