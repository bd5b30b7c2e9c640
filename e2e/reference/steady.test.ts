import { expect, test } from 'vitest'
import { differingOperations, firstDifference } from './differing.ts'
import { shortened } from './shorten.ts'
import { Steady, type Step } from './steady.ts'

const START = Date.parse('2030-05-05T10:00:00.000Z')
const TOLD = Date.parse('2026-02-02T09:00:00.000Z')

/** Calls a second apart in the run, and a minute in the story. */
const steps = (...kept: [operationId: string, kept: Record<string, unknown>][]): Step[] =>
  kept.map(([operationId, one], index) => ({
    operationId,
    at: START + index * 1_000,
    told: TOLD + index * 60_000,
    kept: one,
  }))
const shown = (...kept: Parameters<typeof steps>) => new Steady(steps(...kept), []).examples()

const [ONE, OTHER] = ['0199c0de-1111-7000-8000-000000000001', '0199c0de-2222-7000-8000-000000000002']

test('an id is another one everywhere, the same wherever it is the same', () => {
  const examples = shown(['a', { 201: { id: ONE, of: OTHER } }], ['b', { 200: [`bill:${ONE}:1`, OTHER] }])
  const { id, of } = examples['a']?.['201'] as { id: string; of: string }
  expect(examples['b']?.['200']).toEqual([`bill:${id}:1`, of])
  expect(new Set([id, of, ONE, OTHER]).size).toBe(4)
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/)
})

test('two ids in one text are two, and a call in between changes no id of another', () => {
  const [first, second] = String(shown(['a', { 200: `${ONE} ${OTHER}` }])['a']?.['200']).split(' ')
  expect(first).not.toBe(second)
  const before = shown(['a', { 200: ONE }], ['c', { 200: OTHER }])
  const after = shown(['a', { 200: ONE }], ['b', { 200: crypto.randomUUID() }], ['c', { 200: OTHER }])
  expect([after['a'], after['c']]).toEqual([before['a'], before['c']])
})

test.each([
  ['before the run: the story chose it', '2025-12-31T23:59:59.999Z', '2025-12-31T23:59:59.999Z'],
  ['at the first call', '2030-05-05T10:00:00.000Z', '2026-02-02T09:00:00.000Z'],
  ['until the second one', '2030-05-05T10:00:00.999Z', '2026-02-02T09:00:00.000Z'],
  ['at the second one', '2030-05-05T10:00:01.000Z', '2026-02-02T09:01:00.000Z'],
  ['a day after the second one', '2030-05-06T10:00:01.400Z', '2026-02-03T09:01:00.000Z'],
])('an instant %s', (_when, instant, expected) => {
  expect(shown(['a', {}], ['b', { 200: instant }])['b']?.['200']).toBe(expected)
})

test('nothing of the run itself is shown', () => {
  const secret = Buffer.alloc(32, 7)
  const real = {
    token: `eyJhbGciOiJFZERTQSJ9.${secret.toString('base64url')}.${secret.toString('base64url')}`,
    secret: `whsec_${secret.toString('base64')}`,
    cursor: secret.toString('base64url'),
    x: secret.toString('base64url'),
    kid: secret.toString('base64url'),
    link: `http://127.0.0.1:4711/files?expires=4711&signature=${secret.toString('base64url')}`,
    sent: `https://b.example/?redirect_uri=${encodeURIComponent('http://127.0.0.1:99/hooks')}&state=${secret.toString('hex')}`,
    duration_ms: 4_711,
  }
  const stand = [['http://127.0.0.1:99/hooks', 'https://platform.example/hooks']] as const
  const examples = new Steady(steps(['getJsonWebKeySet', { 200: real }]), stand).examples()
  const text = JSON.stringify(examples)
  for (const part of [secret.toString('base64').slice(0, 20), secret.toString('hex').slice(0, 20), '127.0.0.1', '4711'])
    expect(text).not.toContain(part)
  expect(text).toContain(encodeURIComponent('https://platform.example/hooks'))
  expect(Object.keys(examples['getJsonWebKeySet']?.['200'] as object)).toEqual(Object.keys(real))
})

test('the cursor of the feed is a position, the same in every run', () => {
  const cursors = ['42', '43'].map((cursor) => shown(['listEvents', { 200: { cursor } }])['listEvents']?.['200'])
  expect(cursors[0]).toEqual({ cursor: expect.stringMatching(/^\d+$/) })
  expect(cursors[1]).toEqual(cursors[0])
})

test('how far reports are is shown as the time of their call, whenever that was', () => {
  const through = '2030-05-05T10:00:00.500Z'
  expect(shown(['a', {}], ['b', { 200: { through } }])['b']?.['200']).toEqual({ through: '2026-02-02T09:01:00.000Z' })
})

test('the file of exported books is shown with the day of the story, whenever it was exported', () => {
  const answer = { fileName: 'books-2030-05-05.zip', link: 'https://a.example/?name=books-2030-05-05.zip&type=x' }
  expect(shown(['a', { 200: answer }])['a']?.['200']).toEqual({
    fileName: 'books-2026-02-02.zip',
    link: 'https://a.example/?name=books-2026-02-02.zip&type=x',
  })
})

test('of a chart the first accounts are kept, at every depth, and lists of other things whole', () => {
  const account = (below: object[]) => ({ sub_accounts: below })
  const leaf = account([])
  expect(shortened({ accounts: [account([leaf, leaf]), leaf, leaf], data: [1, 2, 3, 4, 5, 6] })).toEqual({
    accounts: [account([leaf]), leaf],
    data: [1, 2, 3, 4, 5, 6],
  })
})

test('what differs is told by operation and part, in whichever of the two it is', () => {
  const before = { a: { body: 1, 201: { x: 1, y: 2 } }, b: { 200: 1 }, c: { 200: [1] } }
  const now = { a: { body: 1, 201: { y: 2, x: 1 } }, c: { 200: [1] }, d: { 200: 1 } }
  expect(differingOperations(before, now).toSorted()).toEqual(['a 201', 'b 200', 'd 200'])
  expect(differingOperations(before, structuredClone(before))).toEqual([])
  expect(firstDifference(before, now, 'a 201')).toBe('a 201 was {"x":1,"y":2}, and is {"y":2,"x":1}')
  expect(firstDifference({ a: { 200: { b: [1, { c: 2 }] } } }, { a: { 200: { b: [1, { c: 3 }] } } }, 'a 200')).toBe(
    'a 200.b.1.c was 2, and is 3',
  )
  expect(firstDifference(before, now, 'b 200')).toBe('b 200 was 1, and is undefined')
})

test('how much was recorded is shown as if one entry had come between', () => {
  const changes = { since: 'ledger:7,banking:0,billing:3', until: 'ledger:9,banking:0,billing:4', recorded_position: 8 }
  const { since, until, recorded_position } = shown(['a', { 200: changes }])['a']?.['200'] as typeof changes
  expect([since, until].map((text) => Number(/\d+/.exec(text)?.[0]))).toEqual([
    recorded_position - 1,
    recorded_position,
  ])
  const through = 'ledger:9,banking:0,billing:4,today:2026-11-30,basis:CASH'
  expect(shown(['a', { 200: { through } }])['a']?.['200']).toEqual({
    through: expect.stringMatching(/^ledger:417,.*,today:2026-02-02,basis:CASH$/),
  })
})
