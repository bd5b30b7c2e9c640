import { describe, expect, test } from 'vitest'
import { RecentKeys } from './recent-keys.ts'

type Request = Parameters<RecentKeys['isRepeat']>[0]

const request = (key: string | undefined, other: Partial<Request> = {}, operation = 'post'): Request => ({
  clientId: 'client',
  businessId: 'business',
  idempotency: key === undefined ? undefined : { key, operation, requestHash: 'h' },
  deadline: new Date(0),
  markReplayed: () => {},
  ...other,
})

describe('a request', () => {
  test('is a repeat if its key came before, whatever it asks for', () => {
    const keys = new RecentKeys()
    expect([request('k'), request('k'), request('k')].map((one) => keys.isRepeat(one))).toEqual([false, true, true])
  })

  test('is none if its key came for another operation, business or client', () => {
    const keys = new RecentKeys()
    const others = [request('k'), request('k', { businessId: 'b' }), request('k', { clientId: 'c' })]
    expect([...others, request('k', {}, 'reverse')].map((one) => keys.isRepeat(one))).not.toContain(true)
  })

  test('is none without a key', () => {
    const keys = new RecentKeys()
    expect([request(undefined), request(undefined)].map((one) => keys.isRepeat(one))).toEqual([false, false])
  })
})

test('the keys that have not come for longest are forgotten', () => {
  const keys = new RecentKeys(2)
  for (const key of ['one', 'two', 'one', 'three']) keys.isRepeat(request(key))
  expect(keys.isRepeat(request('one'))).toBe(true)
  expect(keys.isRepeat(request('two'))).toBe(false)
})
