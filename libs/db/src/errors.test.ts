import { isOutcomeUnknown } from '@pacioli/errors'
import { expect, test } from 'vitest'
import { translate } from './errors.ts'

const failure = (more: object): Error => Object.assign(new Error('the socket failed'), more)

test.each([
  { code: 'ECONNABORTED', syscall: 'read' },
  { code: 'ENETDOWN', syscall: 'write' },
  { code: 'EPROTO', syscall: 'write' },
  { code: 'ERR_SSL_SSLV3_ALERT_BAD_RECORD_MAC' },
  { code: 'ERR_STREAM_DESTROYED' },
])('a write whose connection ends with $code may have been done', (more) => {
  expect(isOutcomeUnknown(translate(failure(more), true))).toBe(true)
})

test('an error of something else than the connection stays as it is', () => {
  const error = failure({ code: 'ENOENT', syscall: 'open' })
  expect(translate(error, true)).toBe(error)
})
