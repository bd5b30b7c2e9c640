import fc from 'fast-check'
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { canonical, commitment, leafOf, type Json, type SealedRecord } from './leaf.ts'

const BUSINESS = '0197f0c0-0000-7000-8000-000000000001'
const record: SealedRecord = {
  position: 7,
  recordedAt: new Date('2026-11-29T06:00:00.001Z'),
  aggregateType: 'bill',
  aggregateId: '0197f0c0-0000-7000-8000-000000000002',
  version: 2,
  eventId: '0197f0c0-0000-7000-8000-000000000003',
  eventType: 'changed',
  requestId: null,
  actor: '{"subject":"client:1","user":null,"assurance":"ASSERTED"}',
  state: JSON.stringify({
    total: 1200,
    memo: 'For Ms Lee',
    line_items: [{ amount: 1200, description: 'Beans' }],
    'a/b': { name: 'x' },
  }),
  salt: Buffer.alloc(32, 9),
}

/** Any state that events could have. */
const name = fc.string({ minLength: 1, maxLength: 6 }).filter((one) => !/^\d+$/.test(one))
const state = fc.letrec<{ value: Json; object: Record<string, Json> }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.string(),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    tie('object'),
  ),
  object: fc.dictionary(name, tie('value'), { maxKeys: 6, noNullPrototype: true }),
})).object

test('a leaf has everything of its record but what is personal, of which it has the hash', () => {
  const { leaf, disclosed, hash } = leafOf('BILLING', BUSINESS, record)
  expect(leaf.state).toEqual({ total: 1200, line_items: [{ amount: 1200 }], 'a/b': {} })
  expect(disclosed.map(({ pointer, value }) => [pointer, value])).toEqual([
    ['/a~1b/name', 'x'],
    ['/line_items/0/description', 'Beans'],
    ['/memo', 'For Ms Lee'],
  ])
  for (const one of disclosed) {
    const expected = createHash('sha256').update(one.salt).update(JSON.stringify(one.value)).digest('hex')
    expect([leaf.hidden[one.pointer], commitment(one)]).toEqual([expected, expected])
  }
  expect(new Set(disclosed.map(({ salt }) => salt.toString('hex'))).size).toBe(3)
  const text = canonical(leaf)
  expect(text.startsWith('{"actor":{"assurance":"ASSERTED","subject":"client:1","user":null},"aggregate_id":')).toBe(
    true,
  )
  expect(hash).toEqual(createHash('sha256').update(Buffer.of(0)).update(text).digest())
})

test('whatever differs in a record differs in the hash of its leaf', () => {
  const { hash } = leafOf('BILLING', BUSINESS, record)
  const others: Partial<SealedRecord>[] = [
    { position: 8 },
    { recordedAt: new Date('2026-11-29T06:00:00.002Z') },
    { aggregateType: 'vendor' },
    { aggregateId: BUSINESS },
    { version: 3 },
    { eventId: BUSINESS },
    { eventType: 'created' },
    { requestId: 'r' },
    { actor: null },
    { state: null },
    { state: JSON.stringify({ ...(JSON.parse(record.state as string) as object), memo: 'For Ms Leo' }) },
    { salt: Buffer.alloc(32, 8) },
  ]
  for (const other of others) expect(leafOf('BILLING', BUSINESS, { ...record, ...other }).hash).not.toEqual(hash)
  expect(leafOf('LEDGER', BUSINESS, record).hash).not.toEqual(hash)
  expect(leafOf('BILLING', record.eventId, record).hash).not.toEqual(hash)
})

test('the order in which a state was written does not matter, its values do', () => {
  fc.assert(
    fc.property(state, (value) => {
      const turned = (one: Json): Json =>
        Array.isArray(one)
          ? one.map(turned)
          : one !== null && typeof one === 'object'
            ? Object.fromEntries(
                Object.entries(one)
                  .toReversed()
                  .map(([name, member]) => [name, turned(member)]),
              )
            : one
      const hashOf = (state: Json): string =>
        leafOf('LEDGER', BUSINESS, { ...record, state: JSON.stringify(state) }).hash.toString('hex')
      expect(hashOf(turned(value))).toBe(hashOf(value))
    }),
  )
})

test('a leaf is written in canonical form, and a state with a number for a name is refused', () => {
  fc.assert(
    fc.property(state, (value) => {
      const { leaf, hash } = leafOf('LEDGER', BUSINESS, { ...record, state: JSON.stringify(value) })
      expect(hash).toEqual(createHash('sha256').update(Buffer.of(0)).update(canonical(leaf)).digest())
    }),
  )
  expect(() => leafOf('LEDGER', BUSINESS, { ...record, state: '{"a":[{"10":1}]}' })).toThrow('/a/0/10')
})
