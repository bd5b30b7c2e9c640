import { expect, test } from 'vitest'
import { lastFour, DEFAULT_PROCESSORS, readProcessors } from './processor.ts'

test('a processor is shown with capitals by default', () => {
  expect([...readProcessors('stripe, authorize_net,adyen:AdYen').values()]).toEqual([
    { name: 'stripe', displayName: 'Stripe' },
    { name: 'authorize_net', displayName: 'Authorize_Net' },
    { name: 'adyen', displayName: 'AdYen' },
  ])
  expect(readProcessors(DEFAULT_PROCESSORS).has('stripe')).toBe(true)
})

test.each([
  '',
  'Stripe',
  'stripe,',
  'a',
  '1st',
  'pay-co',
  'x'.repeat(33),
  'stripe:',
  'stripe:A B',
  'stripe:A:B',
  '../x',
])('%j is no list of processors', (list) => expect(() => readProcessors(list)).toThrow('expected names like stripe'))

test('no processor is listed twice', () => {
  expect(() => readProcessors('stripe,stripe:Other')).toThrow('every processor once')
})

test('the last four characters are whole ones', () => {
  expect(lastFour('12345678')).toBe('5678')
  expect(lastFour('secret 🔑🔒🗝️')).toBe('🔑🔒🗝️')
})
