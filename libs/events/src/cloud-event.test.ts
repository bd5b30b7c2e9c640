import { servingRequest } from '@pacioli/telemetry'
import { expect, test } from 'vitest'
import { domainEvent, readEvent, referenceOf, wholeEvent, type DomainEvent } from './cloud-event.ts'

const happened: DomainEvent = {
  id: '0199a1f0-0000-7000-8000-000000000001',
  time: new Date('2026-03-01T10:00:00.123Z'),
  service: 'ledger',
  businessId: '0199a1f0-0000-7000-8000-00000000000b',
  aggregateType: 'entry',
  aggregateId: '0199a1f0-0000-7000-8000-00000000000e',
  version: 2,
  type: 'reversed',
  data: { memo: 'Rent' },
}

test('an event is CloudEvents 1.0 and carries the state with its version', () => {
  const { subject, event } = domainEvent(happened)
  expect(subject).toBe(`pacioli.${happened.businessId}.entry.reversed`)
  expect(JSON.parse(event)).toEqual({
    specversion: '1.0',
    id: happened.id,
    source: '/pacioli/ledger',
    type: 'pacioli.entry.reversed.v1',
    subject: happened.aggregateId,
    time: '2026-03-01T10:00:00.123Z',
    datacontenttype: 'application/json',
    data: { memo: 'Rent', version: 2 },
  })
})

test('a mark ends the subject of an event, and is nowhere else', () => {
  const [plain, marked] = [domainEvent(happened), domainEvent({ ...happened, mark: 'aside' })]
  expect(marked).toEqual({ ...plain, subject: `${plain.subject}.aside` })
})

test('an event names the request it comes from, the current or another one; a replay names none', () => {
  const requestOf = ({ event }: { event: string }) => readEvent(event)?.requestid
  expect(requestOf(domainEvent(happened))).toBeUndefined()
  servingRequest({ requestId: 'r-1' }, () => {
    expect(requestOf(domainEvent(happened))).toBe('r-1')
    expect(requestOf(domainEvent({ ...happened, data: { memo: 'x'.repeat(512 * 1024) } }))).toBe('r-1')
    expect(requestOf(domainEvent({ ...happened, requestId: 'r-2' }))).toBe('r-2')
    expect(requestOf(wholeEvent(happened))).toBeUndefined()
  })
})

test('an event of exactly 512 KiB carries its state, one byte more a reference', () => {
  const frame = Buffer.byteLength(domainEvent({ ...happened, data: { memo: '' } }).event)
  const fitting = domainEvent({ ...happened, data: { memo: 'x'.repeat(512 * 1024 - frame) } })
  const larger = domainEvent({ ...happened, data: { memo: 'x'.repeat(512 * 1024 - frame + 1) } })
  const read = (text: string) => readEvent(text) ?? expect.fail('no event')
  expect(Buffer.byteLength(fitting.event)).toBe(512 * 1024)
  expect(referenceOf(read(fitting.event))).toBeUndefined()
  expect(referenceOf(read(larger.event))).toEqual({
    aggregate_type: 'entry',
    aggregate_id: happened.aggregateId,
    version: 2,
  })
})

test('a replay carries the state, however large', () => {
  const large = { ...happened, data: { memo: 'x'.repeat(1024 * 1024) } }
  expect(JSON.parse(wholeEvent(large).event)).toMatchObject({ id: happened.id, data: { ...large.data, version: 2 } })
  expect(wholeEvent(happened)).toEqual(domainEvent(happened))
})

test('anything else is not read as an event', () => {
  for (const text of [
    '',
    'null',
    '[]',
    '{}',
    '{"specversion":"0.3","id":"a","type":"b","subject":"c"}',
    '{"specversion":',
  ])
    expect(readEvent(text)).toBeUndefined()
})
