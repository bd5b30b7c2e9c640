import { Vault } from '@pacioli/vault'
import type { Log } from '@pacioli/events'
import { waitFor } from '@pacioli/testing'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { reportingDatabase, sampleOwners } from '../reporting.test-helpers.ts'
import { MAX_ATTEMPTS, STEPS_MS } from './backoff.ts'
import { startReceiver, type Receiver } from './receiver.test-helpers.ts'
import { rotateSecret } from './rotate-secret.ts'
import { testWebhook } from './test-webhook.ts'
import { worldOf, type World } from './webhooks.test-helpers.ts'

let database: Awaited<ReturnType<typeof reportingDatabase>>
let owners: Awaited<ReturnType<typeof sampleOwners>>
let receiver: Receiver
let world: World

beforeAll(async () => {
  ;[database, owners, receiver] = await Promise.all([reportingDatabase(), sampleOwners(), startReceiver()])
})
afterAll(async () => {
  await Promise.all([database.app.close(), database.relay.close(), owners.close(), receiver.close()])
})
beforeEach(async () => {
  receiver.received.length = 0
  world = worldOf(database, owners)
  await world.introduce()
})
afterEach(() => world.stop())

const MINUTE = 60_000
const UNSIGNED = 'Nothing was sent: the request could not be signed. A new secret for the webhook puts it right.'
const lost = new Vault([{ id: 'another', key: Buffer.alloc(32, 4) }])

/** Collects the logged errors with their reasons. */
function recordingLog(): Log & { errors: string[] } {
  const errors: string[] = []
  const log = (facts: { err?: unknown }, message: string): void => void errors.push(`${message}: ${String(facts.err)}`)
  return { errors, info: () => undefined, warn: log, error: log }
}

const attempts = (id: string, count: number) =>
  waitFor(`attempt ${count}`, async () => {
    const [one] = await world.log(id)
    return one?.attempts?.length === count && one
  })

describe('a webhook whose master key is lost', () => {
  test('fails like one that does not answer: with longer and longer waits, then for good', async () => {
    const hook = await world.create({ url: receiver.url })
    const log = recordingLog()
    world.deliver({ vault: lost, log })
    await world.happen(world.invoices(1))
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const tried = await attempts(hook.id, attempt)
      expect(tried.attempts?.at(-1)).toMatchObject({ duration_ms: 0, error: UNSIGNED })
      const waitMs = STEPS_MS[attempt - 1]
      if (waitMs === undefined) break
      expect(Date.parse(tried.next_attempt_at ?? '') - world.now().getTime()).toBe(waitMs - 1)
      world.pass(waitMs)
    }
    expect((await world.log(hook.id)).map(({ status }) => status)).toEqual(['FAILED'])
    expect((await world.get(hook.id))?.failing_since).toBe('2026-11-22T10:00:00.000Z')
    expect(receiver.received).toEqual([])
    expect(log.errors.length).toBe(MAX_ATTEMPTS)
    expect(log.errors[0]).toMatch(/^A secret of a webhook does not open: .*There is no master key test/)
    // The message for the owner does not mention our keys.
    expect(JSON.stringify(await world.log(hook.id))).not.toMatch(/master|key/)
  })

  test('is pinged in vain once', async () => {
    const hook = await world.create({ url: receiver.url })
    world.deliver({ vault: lost, log: recordingLog() })
    await testWebhook(world.webhooks, world.request(), hook.id)
    expect(await attempts(hook.id, 1)).toMatchObject({ status: 'FAILED', attempts: [{ error: UNSIGNED }] })
  })

  test('receives events again after its owner rotates the secret, though the one before stays lost', async () => {
    const hook = await world.create({ url: receiver.url })
    world.deliver({ vault: lost, log: recordingLog() })
    await world.happen(world.invoices(1))
    await attempts(hook.id, 1)
    const { data } = await rotateSecret({ ...world.webhooks, vault: lost }, world.clientId, { webhook_id: hook.id })
    world.pass(MINUTE)
    expect(await attempts(hook.id, 2)).toMatchObject({ status: 'DELIVERED' })
    expect((await world.get(hook.id))?.failing_since).toBeUndefined()
    const [{ headers, text }] = receiver.received as [Receiver['received'][number]]
    const signature = new StandardWebhook(data?.secret ?? '').sign(String(headers['webhook-id']), world.now(), text)
    expect(headers['webhook-signature']).toBe(signature)
  })

  test('receives events again when the key is back', async () => {
    const hook = await world.create({ url: receiver.url })
    const withoutKey = world.deliver({ vault: lost, log: recordingLog() })
    await world.happen(world.invoices(1))
    await attempts(hook.id, 1)
    await withoutKey.stop()
    world.deliver()
    world.pass(MINUTE)
    expect(await attempts(hook.id, 2)).toMatchObject({ status: 'DELIVERED' })
  })
})
