import { expect, test } from 'vitest'
import { afterAttempt, pingDelivery, type Attempt, type Delivery } from './delivery.ts'
import { MAX_ATTEMPTS } from './backoff.ts'
import { chooseDue } from './choose-due.ts'
import { requireValidSecret, secretOfBytes } from './signing-secret.ts'
import { afterFailure, switched, isSubscribed, type Webhook } from './webhook.ts'

const now = new Date('2026-11-22T10:00:00Z')
const later = (days: number): Date => new Date(now.getTime() + days * 86_400_000)

const webhook = (more: Partial<Webhook> = {}): Webhook => ({
  id: 'w',
  url: 'https://platform.example/',
  description: null,
  eventTypes: [],
  businessIds: [],
  disabled: null,
  failingSince: null,
  createdAt: now,
  updatedAt: now,
  ...more,
})
const delivery = (more: Partial<Delivery> = {}): Delivery => ({
  id: 'd',
  webhookId: 'w',
  businessId: 'b',
  position: 1,
  eventId: 'e',
  eventType: 'invoice.created',
  status: 'PENDING',
  attempts: 0,
  nextAttemptAt: now,
  createdAt: now,
  finishedAt: null,
  ...more,
})
const attempt = (statusCode: number | null, more: Partial<Attempt> = {}): Attempt => ({
  at: now,
  durationMs: 5,
  statusCode,
  error: statusCode !== null && statusCode < 300 ? null : 'failed',
  answer: null,
  ...more,
})

test('a webhook subscribes to all, or to types of events, or to businesses', () => {
  const event = { type: 'invoice.voided', businessId: 'b' }
  expect(isSubscribed(webhook(), event)).toBe(true)
  expect(isSubscribed(webhook({ eventTypes: ['bill', 'invoice'] }), event)).toBe(true)
  expect(isSubscribed(webhook({ eventTypes: ['bill'] }), event)).toBe(false)
  expect(isSubscribed(webhook({ businessIds: ['b'] }), event)).toBe(true)
  expect(isSubscribed(webhook({ businessIds: ['c'] }), event)).toBe(false)
})

test('five days of failures only disable it, not a moment less', () => {
  const failing = afterFailure(webhook(), { isGone: false, now })
  expect(failing).toMatchObject({ failingSince: now, disabled: null })
  const almost = afterFailure(failing, { isGone: false, now: new Date(later(5).getTime() - 1) })
  expect(almost).toMatchObject({ failingSince: now, disabled: null })
  expect(afterFailure(almost, { isGone: false, now: later(5) }).disabled).toEqual({ at: later(5), reason: 'FAILING' })
})

test('410 disables it at once; a disabled one keeps its reason', () => {
  const gone = afterFailure(webhook(), { isGone: true, now })
  expect(gone.disabled).toEqual({ at: now, reason: 'GONE' })
  expect(switched(gone, true, later(1)).disabled).toEqual(gone.disabled)
  expect(switched(gone, false, later(1))).toMatchObject({ disabled: null, failingSince: null })
  expect(switched(webhook(), true, now).disabled).toEqual({ at: now, reason: 'REQUESTED' })
})

test('2xx delivers, anything else is tried again until the attempts are used up', () => {
  for (const status of [200, 204, 299])
    expect(afterAttempt(delivery(), attempt(status), 0, now)).toMatchObject({ status: 'DELIVERED', attempts: 1 })
  for (const status of [199, 301, 302, 404, 429, 500, null])
    expect(afterAttempt(delivery(), attempt(status), 0.5, now)).toMatchObject({
      status: 'PENDING',
      nextAttemptAt: new Date(now.getTime() + 2_500),
    })
  const last = delivery({ attempts: MAX_ATTEMPTS - 1 })
  expect(afterAttempt(last, attempt(500), 0, now)).toMatchObject({ status: 'FAILED', nextAttemptAt: null })
  expect(afterAttempt(last, attempt(200), 0, now)).toMatchObject({ status: 'DELIVERED' })
})

test('a delivered one stays delivered, whatever a concurrent attempt returns', () => {
  const done = afterAttempt(delivery(), attempt(200), 0, now)
  expect(afterAttempt(done, attempt(500), 0, later(1))).toMatchObject({
    status: 'DELIVERED',
    finishedAt: now,
    attempts: 2,
  })
})

test('410 and a ping that fails are not tried again', () => {
  expect(afterAttempt(delivery(), attempt(410), 0, now).status).toBe('FAILED')
  expect(afterAttempt(pingDelivery('d', 'w', now), attempt(500), 0, now).status).toBe('FAILED')
})

test('a secret is whsec_ and 24 to 64 bytes in base64', () => {
  for (const size of [24, 32, 64]) expect(requireValidSecret(secretOfBytes(Buffer.alloc(size, 1)))).toContain('whsec_')
  const wrong = [
    secretOfBytes(Buffer.alloc(23)),
    secretOfBytes(Buffer.alloc(65)),
    'whsec_',
    'AAAA',
    'whsec_not base64!',
  ]
  for (const secret of wrong)
    expect(() => requireValidSecret(secret)).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('AAAA') }),
    )
})

const due = (clientId: string, webhookId: string, seconds: number) => ({
  ...{ clientId, webhookId, businessId: 'business' },
  id: `${webhookId}${seconds}`,
  since: new Date(seconds * 1_000),
})

test('the longest due come first, and no webhook takes more than its share', () => {
  const all = [due('x', 'a', 1), due('x', 'a', 2), due('x', 'a', 3), due('y', 'b', 9), due('z', 'c', 5)]
  const busy = (count: number) => Array.from({ length: count }, (_, index) => due('x', 'a', -index))
  const ids = (underWay: number, inAll: number) =>
    chooseDue(all, busy(underWay), { inAll, perClient: 10, perWebhook: 2 }).map(({ id }) => id)
  expect(ids(0, 50)).toEqual(['a1', 'a2', 'c5', 'b9'])
  expect(ids(2, 50)).toEqual(['c5', 'b9'])
  expect(ids(1, 3)).toEqual(['a1', 'c5'])
})

test('no client takes more than its share, however many webhooks it has and however long they wait', () => {
  const limits = { inAll: 50, perClient: 15, perWebhook: 10 }
  const backlog = Array.from({ length: 6 }, (_, hook) =>
    Array.from({ length: 10 }, (_, index) => due('hostile', `bad${hook}`, index)),
  ).flat()
  const good = due('kind', 'good', 1_000)
  const first = chooseDue([...backlog, good], [], limits)
  expect([first.length, first.includes(good)]).toEqual([16, true])
  // Those in flight count as well.
  const busy = first.filter((one) => one !== good)
  expect(chooseDue([...backlog.filter((one) => !first.includes(one)), good], busy, limits)).toEqual([good])
})
