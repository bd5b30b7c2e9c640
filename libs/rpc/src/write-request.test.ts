import { expect, test } from 'vitest'
import { fromMetadata, toMetadata } from './context.ts'
import { clientRequestOf, readRequestOf, writeRequestOf } from './write-request.ts'

const clientId = '01a1fff9-ae24-740b-9a19-1638e0db158d'
const businessId = '01a1fff9-afa5-71bb-950c-e54749c15c5e'
const deadline = new Date('2026-01-01T00:00:00Z')
const call = fromMetadata(
  toMetadata({
    requestId: 'r-1',
    traceparent: '00-1-2-01',
    clientId: clientId.toUpperCase(),
    businessId,
    idempotency: { key: 'k', operation: 'POST /', requestHash: 'h' },
  }),
  deadline,
  () => undefined,
)

test('calls of a service on behalf of a call have the same request id', () => {
  for (const request of [readRequestOf(call), writeRequestOf(call), clientRequestOf(call)])
    expect(request).toMatchObject({ requestId: 'r-1', traceparent: '00-1-2-01', clientId, deadline })
})

test('only a write brings the key that makes it repeatable', () => {
  expect(readRequestOf(call)).not.toHaveProperty('idempotency')
  expect(writeRequestOf(call)).toMatchObject({ businessId, idempotency: { key: 'k' } })
})
