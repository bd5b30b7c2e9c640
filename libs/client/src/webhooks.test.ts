import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { expect, expectTypeOf, test } from 'vitest'
import type { AnyEvent, PacioliEvent, PingEvent } from './types.ts'
import { verifyWebhook, WebhookError } from './webhooks.ts'

const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
const other = `whsec_${Buffer.alloc(32, 2).toString('base64')}`
const body = JSON.stringify({ id: 'e-1', type: 'invoice.voided', position: 42, data: { memo: 'Café ☕' } })
const seconds = (past: number): Date => new Date(Date.now() - past * 1_000)

const signed = (at: Date, ...secrets: string[]) => ({
  'webhook-id': 'e-1',
  'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
  'webhook-signature': secrets.map((one) => new Webhook(one).sign('e-1', at, body)).join(' '),
})

test('what was signed with the secret is an event', () => {
  const headers = signed(seconds(0), secret)
  const { type, position, data }: AnyEvent | PingEvent = verifyWebhook(body, headers, secret)
  expect([type, position, data]).toEqual(['invoice.voided', 42, { memo: 'Café ☕' }])
  expect(verifyWebhook(new TextEncoder().encode(body), new Headers(headers), secret).id).toBe('e-1')
  const upper = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]))
  expect(verifyWebhook(Buffer.from(body), upper, secret).id).toBe('e-1')
})

test('while a secret is replaced, either side may be ahead', () => {
  expect(verifyWebhook(body, signed(seconds(0), secret, other), secret).id).toBe('e-1')
  expect(verifyWebhook(body, signed(seconds(0), secret, other), other).id).toBe('e-1')
  expect(verifyWebhook(body, signed(seconds(0), other), [secret, other]).id).toBe('e-1')
})

test.each([
  ['another secret', body, signed(seconds(0), other)],
  ['another body', body.replace('42', '43'), signed(seconds(0), secret)],
  ['another id', body, { ...signed(seconds(0), secret), 'webhook-id': 'e-2' }],
  ['no signature', body, { ...signed(seconds(0), secret), 'webhook-signature': undefined }],
  ['no headers', body, {}],
  ['a time that is long past', body, signed(seconds(310), secret)],
  ['a time to come', body, signed(seconds(-310), secret)],
])('what has %s is refused', (_what, given, headers) => {
  expect(() => verifyWebhook(given, headers, secret)).toThrow(WebhookError)
})

test('a clock may be wrong by some minutes, either way', () => {
  for (const past of [290, -290]) expect(verifyWebhook(body, signed(seconds(past), secret), secret).id).toBe('e-1')
})

test('whichever byte is changed, it is refused', () => {
  const bytes = new TextEncoder().encode(body)
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, by) => {
      const changed = bytes.map((byte, index) => (index === at ? byte ^ by : byte))
      expect(() => verifyWebhook(changed, signed(seconds(0), secret), secret)).toThrow(WebhookError)
    }),
  )
})

test('the type of an event says what its data are', () => {
  const event = verifyWebhook(body, signed(seconds(0), secret), secret)
  if (event.type === 'invoice.voided' && !('reference' in event.data)) {
    expectTypeOf(event.data.outstanding_balance).toEqualTypeOf<number>()
    expectTypeOf(event.data.voided_at).toEqualTypeOf<string | null>()
  }
  if (event.type === 'webhook.ping') expectTypeOf(event.position).toEqualTypeOf<number | null>()
  expectTypeOf<PacioliEvent<'entry.posted'>['type']>().toEqualTypeOf<'entry.posted'>()
  expectTypeOf<PacioliEvent>().toExtend<AnyEvent>()
})
