import { Metadata, status, type ServiceError } from '@grpc/grpc-js'
import { busy, DomainError, refused } from '@pacioli/errors'
import { expect, test } from 'vitest'
import { fromServiceError, toStatus, isDisconnected } from './problems.ts'

const PATH = '/pacioli.ledger.v1.JournalService/GetEntry'
const failed = (code: status, details: string): ServiceError =>
  Object.assign(new Error(`${code} ${details}`), { code, details, metadata: new Metadata() })

const LOST = 'OutcomeUnknown'
const meaningOf = (error: Error): string => (error instanceof DomainError ? error.errorEnum : 'a defect')

/** Each with the refusal of a read, and of a write that may have arrived. */
test.each([
  [failed(status.UNAVAILABLE, 'Connection dropped'), true, 'ServiceUnavailable', LOST],
  [failed(status.UNAVAILABLE, 'No connection established. Last error: …'), true, 'ServiceUnavailable', LOST],
  [failed(status.CANCELLED, 'Call cancelled'), true, 'ServiceUnavailable', LOST],
  [
    failed(status.INTERNAL, 'Received RST_STREAM with code 0 (Call ended without gRPC status)'),
    true,
    'ServiceUnavailable',
    LOST,
  ],
  [
    failed(status.INTERNAL, 'Received RST_STREAM with code 2 triggered by internal client error: …'),
    false,
    'a defect',
    'a defect',
  ],
  [failed(status.INTERNAL, 'Response message parsing error'), false, 'a defect', 'a defect'],
  [failed(status.DEADLINE_EXCEEDED, 'Deadline exceeded'), false, 'DeadlineExceeded', LOST],
  [failed(status.RESOURCE_EXHAUSTED, 'Received message larger than max'), false, 'PayloadTooLarge', 'PayloadTooLarge'],
  [failed(status.UNIMPLEMENTED, 'The server does not implement the method'), false, 'a defect', 'a defect'],
])('%s: whether the service went away is %s, and callers get %s or %s', (error, isAway, ofQuestion, ofWrite) => {
  expect(isDisconnected(error)).toBe(isAway)
  expect(meaningOf(fromServiceError(error, PATH, false))).toBe(ofQuestion)
  expect(meaningOf(fromServiceError(error, PATH, true))).toBe(ofWrite)
})

test('a refusal of a service is passed on, without a cause, even if it says unavailable', () => {
  const refusal = refused('ServiceUnavailable', 'The database is away.')
  const { code = status.UNKNOWN, details = '', metadata = new Metadata() } = toStatus(refusal)
  const error = Object.assign(failed(code, details), { metadata })
  expect(isDisconnected(error)).toBe(false)
  const passedOn = fromServiceError(error, PATH, true)
  expect(passedOn).toMatchObject({ problems: refusal.problems })
  expect(passedOn.cause).toBeUndefined()
})

test('a service at capacity is distinguished from an outage and named, however far the refusal came', () => {
  const carriedOver = (refusal: unknown, path: string): Error => {
    const { code = status.UNKNOWN, details = '', metadata = new Metadata() } = toStatus(refusal)
    return fromServiceError(Object.assign(failed(code, details), { metadata }), path, true)
  }
  const inBilling = carriedOver(busy('Too much is in work.'), PATH)
  const inGateway = carriedOver(inBilling, '/pacioli.billing.v1.BillsService/CreateBills')
  expect([inBilling, inGateway]).toMatchObject([{ by: 'ledger' }, { by: 'ledger' }])
  expect(inGateway).toMatchObject({ errorEnum: 'ServiceUnavailable' })
  expect(carriedOver(refused('ServiceUnavailable', 'The database is away.'), PATH)).not.toHaveProperty('by')
})

test('a failed connection has the call and the reason as its cause, which no caller sees', () => {
  const error = fromServiceError(failed(status.UNAVAILABLE, 'Connection dropped'), PATH, false)
  expect((error.cause as Error).message).toBe(`${PATH}: 14 Connection dropped`)
  expect(JSON.stringify((error as DomainError).problems)).not.toContain('dropped')
})
