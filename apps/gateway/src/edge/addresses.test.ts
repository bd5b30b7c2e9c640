import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { callerAt, proxyTest, trustedProxies } from './addresses.ts'

describe('proxies are trusted', () => {
  test.each([
    ['false', false],
    ['0', false],
    ['1', 1],
    ['16', 16],
    ['10.0.0.0/8', '10.0.0.0/8'],
    [' 10.1.2.3 , FD00::/8 ', '10.1.2.3,fd00::/8'],
  ])('as %s says', (given, meant) => {
    expect(trustedProxies(given)).toBe(meant)
  })

  test.each([
    '',
    '17',
    '-1',
    '1.5',
    '10.0.0.0/0',
    '::/0',
    '10.0.0.0/33',
    'fd00::/129',
    '10.0.0.0/8/8',
    'loopback',
    'yes',
  ])('never as %j says', (given) => {
    expect(() => trustedProxies(given)).toThrow(/expected false, the number of proxies .*networks as in 10\.0\.0\.0\/8/)
  })

  test('never all addresses', () => {
    expect(() => trustedProxies('true')).toThrow(/expected .*; true is not possible any more/)
  })
})

test('a proxy is known by its network, also over a socket of IPv6', () => {
  const isProxy = proxyTest('10.0.0.0/8,fd00::/8,192.0.2.7')
  for (const address of ['10.1.2.3', '::ffff:10.1.2.3', 'fd12::1', '192.0.2.7']) expect(isProxy(address)).toBe(true)
  for (const address of ['11.0.0.1', '::ffff:11.0.0.1', 'fe80::1%eth0', '192.0.2.8', ''])
    expect(isProxy(address)).toBe(false)
  expect([proxyTest(false)('10.1.2.3'), proxyTest(1)('10.1.2.3')]).toEqual([false, true])
})

describe('one caller is', () => {
  test('an address of IPv4, however it is written', () => {
    expect([callerAt('10.0.0.1'), callerAt('::ffff:10.0.0.1')]).toEqual(['10.0.0.1', '10.0.0.1'])
  })

  test('the same whatever port a proxy adds', () => {
    expect(callerAt('192.0.2.8:4711')).toBe('192.0.2.8')
    expect(callerAt('[2001:db8::1]:4711')).toBe(callerAt('2001:db8::2'))
    expect(proxyTest('10.0.0.0/8')('10.1.2.3:4711', 1)).toBe(true)
  })

  test('of IPv6 all addresses of its network of 64 bits, and no other', () => {
    fc.assert(
      fc.property(fc.ipV6(), fc.ipV6(), (one, other) => {
        const groups = (address: string): bigint => {
          const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
          const [left, right] = [head, tail ?? ''].map((part) => part.split(':').filter(Boolean))
          const zeros = Array<string>(8 - (left?.length ?? 0) - (right?.length ?? 0)).fill('0')
          return [...(left ?? []), ...zeros, ...(right ?? [])].reduce(
            (sum, group) => (sum << 16n) + BigInt(`0x${group}`),
            0n,
          )
        }
        const same = groups(one) >> 64n === groups(other) >> 64n
        expect(callerAt(one) === callerAt(other)).toBe(same)
      }),
    )
    expect(callerAt('2001:db8::1')).toBe(callerAt('2001:DB8:0:0:ffff::'))
    expect(callerAt('2001:db8::1')).not.toBe(callerAt('2001:db8:0:1::1'))
  })
})
