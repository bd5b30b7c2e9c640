import type { CloudEvent } from '@pacioli/events'
import { expect, test } from 'vitest'
import { eventJson, feedEventFrom, isOfTypes } from './feed-event.ts'

const event = (more: Partial<CloudEvent> = {}): CloudEvent => ({
  specversion: '1.0',
  id: 'e1',
  source: '/pacioli/billing',
  type: 'pacioli.bill_payment.created.v1',
  subject: 'p1',
  time: '2026-01-02T03:04:05.678Z',
  datacontenttype: 'application/json',
  data: { id: 'p1', amount: 5, match_candidate: { is_open: true }, version: 3 },
  ...more,
})

test('the public form names the aggregate and what happened, and leaves out what only services need', () => {
  const shown = JSON.parse(eventJson({ ...feedEventFrom(event()), businessId: 'b1', position: 7 })) as unknown
  expect(shown).toEqual({
    id: 'e1',
    type: 'bill_payment.created',
    timestamp: '2026-01-02T03:04:05.678Z',
    business_id: 'b1',
    position: 7,
    aggregate_type: 'bill_payment',
    aggregate_id: 'p1',
    aggregate_version: 3,
    request_id: null,
    actor: null,
    data: { id: 'p1', amount: 5, version: 3 },
  })
})

test('the public form names the request that the event comes from', () => {
  const shown = eventJson({ ...feedEventFrom(event({ requestid: 'r-1' })), businessId: 'b1', position: 7 })
  expect(JSON.parse(shown)).toMatchObject({ request_id: 'r-1' })
})

test('a reference in place of a large state is kept', () => {
  const data = { reference: { aggregate_type: 'entry', aggregate_id: 'x', version: 1 }, version: 1 }
  expect(JSON.parse(feedEventFrom(event({ data })).data)).toEqual(data)
})

test.each<[string, Partial<CloudEvent>]>([
  ['a type that is none of ours', { type: 'com.example.thing' }],
  ['no version', { data: { id: 'p1' } }],
  ['no state', { data: null }],
  ['no time', { time: 'yesterday' }],
  ['no aggregate', { subject: '' }],
])('%s is refused', (_what, more) => expect(() => feedEventFrom(event(more))).toThrow(TypeError))

test('a type filter is an aggregate, or one kind of event of it', () => {
  expect(isOfTypes('invoice.voided', [])).toBe(true)
  expect(isOfTypes('invoice.voided', ['invoice'])).toBe(true)
  expect(isOfTypes('invoice.voided', ['bill', 'invoice.voided'])).toBe(true)
  expect(isOfTypes('invoice_payment.created', ['invoice'])).toBe(false)
  expect(isOfTypes('invoice.voided', ['invoice.void'])).toBe(false)
})
