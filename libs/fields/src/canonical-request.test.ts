import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  canonicalRequestOf,
  firstDifference,
  reuseOf,
  conflictingDuplicates,
  type CanonicalRequest,
  type Json,
} from './canonical-request.ts'

const at = (canonicalRequest: CanonicalRequest, field: string): Json | undefined => {
  let found: Json | undefined = canonicalRequest
  for (const name of field.split('.')) found = (found as Record<string, Json> | undefined)?.[name]
  return found
}

/** Requests with what each kind of field can be, and with lists in lists; each has a leaf. */
const leaf = fc.oneof(fc.integer(), fc.boolean(), fc.string({ minLength: 1 }))
const name = fc.constantFrom('amount', 'memo', 'method', 'processor', 'line', 'account')
const message = fc.dictionary(
  name,
  fc.oneof(
    leaf,
    fc.dictionary(name, leaf, { minKeys: 1 }),
    fc.array(fc.dictionary(name, leaf, { minKeys: 1 }), { minLength: 1, maxLength: 3 }),
  ),
  { minKeys: 1 },
)

const reversed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, one]) => [key, reversed(one)])
      .reverse(),
  )
}

/** The paths of all leaves. */
const leavesOf = (value: unknown, path: string[] = []): string[][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, one]) => leavesOf(one, [...path, key]))
    : [path]

const withLeaf = (value: unknown, [first, ...rest]: string[], leafOf: (before: unknown) => unknown): unknown => {
  if (first === undefined) return leafOf(value)
  if (Array.isArray(value))
    return value.map((one, index) => (String(index) === first ? withLeaf(one, rest, leafOf) : one))
  const fields = value as Record<string, unknown>
  return { ...fields, [first]: withLeaf(fields[first], rest, leafOf) }
}

test('the order of fields means nothing', () => {
  fc.assert(
    fc.property(message, (canonicalRequest) => {
      expect(
        firstDifference(canonicalRequestOf(canonicalRequest), canonicalRequestOf(reversed(canonicalRequest) as object)),
      ).toBeUndefined()
    }),
  )
})

test('the canonical request survives storage as JSON', () => {
  fc.assert(
    fc.property(message, (canonicalRequest) => {
      const kept = JSON.parse(JSON.stringify(canonicalRequestOf(canonicalRequest))) as CanonicalRequest
      expect(firstDifference(kept, canonicalRequestOf(canonicalRequest))).toBeUndefined()
    }),
  )
})

test('each leaf counts, and is the field that is named', () => {
  fc.assert(
    fc.property(message, fc.nat(), (canonicalRequest, pick) => {
      const leaves = leavesOf(canonicalRequest)
      const path = leaves[pick % leaves.length] ?? []
      const other = withLeaf(canonicalRequest, path, (before) =>
        typeof before === 'number' ? before + 1 : `${String(before)}x`,
      )
      const found = firstDifference(canonicalRequestOf(canonicalRequest), canonicalRequestOf(other as object))
      expect(found?.field).toBe(path.join('.'))
      expect(found && found.now).toEqual(at(canonicalRequestOf(other as object), path.join('.')))
    }),
  )
})

test('what is null, absent or an empty list is the same; so is a default of the contract', () => {
  const bare = canonicalRequestOf({ amount: 1 })
  for (const more of [{ memo: null }, { memo: undefined }, { tags: [] }, { fee: 0 }])
    expect(canonicalRequestOf({ amount: 1, ...more }, { fee: 0 })).toEqual(bare)
  expect(canonicalRequestOf({ amount: 1, fee: 0 })).not.toEqual(bare)
  expect(canonicalRequestOf({ amount: 1, fee: 1 }, { fee: 0 })).not.toEqual(bare)
  expect(canonicalRequestOf({ amount: 1, memo: '' })).not.toEqual(bare)
})

test('an instant is one however its zone is written, and another one is another', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('1990-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
      fc.integer({ min: -14 * 60, max: 14 * 60 }),
      (moment, offset) => {
        const local = new Date(moment.getTime() + offset * 60_000).toISOString().slice(0, -1)
        const [hours, minutes] = [Math.trunc(Math.abs(offset) / 60), Math.abs(offset) % 60]
        const zone = `${offset < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
        const canonicalRequest = canonicalRequestOf({ paid_at: moment.toISOString() })
        expect(canonicalRequestOf({ paid_at: `${local}${zone}` })).toEqual(canonicalRequest)
        for (const name of ['at', 'show_transactions_on_or_after', 'show_transactions_on_or_before'])
          expect(canonicalRequestOf({ [name]: `${local}${zone}` })).toEqual(
            canonicalRequestOf({ [name]: moment.toISOString() }),
          )
        expect(canonicalRequestOf({ paid_at: new Date(moment.getTime() + 1).toISOString() })).not.toEqual(
          canonicalRequest,
        )
        // Texts without instants.
        if (offset !== 0)
          expect(canonicalRequestOf({ memo: `${local}${zone}` })).not.toEqual(
            canonicalRequestOf({ memo: moment.toISOString() }),
          )
      },
    ),
  )
})

test('ids are one in any case, quantities in any spelling, metadata in any order of its keys', () => {
  const id = 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'
  expect(canonicalRequestOf({ bill_id: id.toUpperCase() })).toEqual({ bill_id: id })
  expect(canonicalRequestOf({ bill_external_id: id.toUpperCase() })).toEqual({ bill_external_id: id.toUpperCase() })
  expect(canonicalRequestOf({ quantity: '02.50' })).toEqual({ quantity: '2.5' })
  expect(canonicalRequestOf({ quantity: '200' })).toEqual({ quantity: '200' })
  expect(canonicalRequestOf({ quantity: '2.00' })).toEqual({ quantity: '2' })
  expect(canonicalRequestOf({ metadata: '{"b":[1,null],"a":{"d":1,"c":2}}' })).toEqual(
    canonicalRequestOf({ metadata: '{"a":{"c":2,"d":1},"b":[1,null]}' }),
  )
  expect(canonicalRequestOf({ metadata: '{"a":null}' })).not.toEqual(canonicalRequestOf({ metadata: '{}' }))
  expect(canonicalRequestOf({ metadata: '{"a":[1,2]}' })).not.toEqual(canonicalRequestOf({ metadata: '{"a":[2,1]}' }))
})

test('a reuse names the first field that differs, and both values', () => {
  const canonicalRequest = canonicalRequestOf({ external_id: 'x', line_items: [{ amount: 1 }, { amount: 3 }] })
  const then = canonicalRequestOf({ external_id: 'y', line_items: [{ amount: 1 }, { amount: 2 }], memo: 'a' })
  expect(reuseOf(then, { canonicalRequest, externalId: 'x', field: '37.' })).toEqual({
    type: 'Conflict',
    error_enum: 'ExternalIdReused',
    description:
      'The external_id x was used before with other content: `line_items.1.amount` was 2 and is 3 now. Send what was sent then, or use another external_id.',
    meta: { field: '37.line_items.1.amount', value: 'x' },
  })
  expect(reuseOf(canonicalRequest, { canonicalRequest, externalId: 'x', field: '' })).toBeUndefined()
  expect(reuseOf(null, { canonicalRequest, externalId: 'x', field: '' })).toBeUndefined()
})

test('of elements with one external_id that differ both are named, and those that are alike are one', () => {
  const [one, other] = [canonicalRequestOf({ amount: 1 }), canonicalRequestOf({ amount: 2 })]
  const element = (externalId: string | null, canonicalRequest: CanonicalRequest, index: number) => ({
    externalId,
    canonicalRequest,
    field: `${index}.`,
  })
  expect(conflictingDuplicates([element('a', one, 0), element('b', other, 1), element('a', one, 2)])).toEqual([])
  expect(conflictingDuplicates([element(null, one, 0), element(null, other, 1)])).toEqual([])
  const found = conflictingDuplicates([element('a', one, 0), element('b', one, 1), element('a', other, 2)])
  expect(found.map(({ error_enum, meta }) => [error_enum, meta.field])).toEqual([
    ['DuplicateExternalId', '0.external_id'],
    ['DuplicateExternalId', '2.external_id'],
  ])
})
