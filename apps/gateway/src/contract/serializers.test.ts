import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { definitionOf, fixture, messageOf } from '../testing/fixture.test-helpers.ts'
import { AnswerComponents } from './answer-schemas.ts'
import type { FieldSpec, Message } from './descriptors.ts'
import type { Components } from './schema-writer.ts'

const ID = '0b9c2d4e-6f1a-4b3c-8d5e-7f9a1b2c3d4e'

/** A message as it comes from a service: encoded and decoded. */
const received = (message: string, given: object): object => {
  const type = messageOf(message)
  return type.decode(type.encode(given).finish())
}

// Optional fields are null where the messages are read for the gateway.
beforeAll(() => void definitionOf('pacioli.billing.v1.LoomsService'))

const serialized = (given: object): unknown =>
  JSON.parse(fixture.serializerOf('pacioli.billing.v1.Loom')(received('pacioli.billing.v1.Loom', given)))

describe('a message', () => {
  test('without values has every field: null, [] or the default', () => {
    expect(serialized({})).toEqual({
      type: 'Loom',
      id: '',
      name: '',
      state: '',
      weight: null,
      metadata: null,
      threads: [],
      weaver: null,
      parts: [],
      is_idle: false,
      category: null,
      account: null,
      shown_account: null,
      spare: null,
      weaver_id: null,
    })
  })

  test('has its values, without internal fields', () => {
    const shown = serialized({
      id: ID,
      name: 'A "loom"\n',
      weight: Number.MAX_SAFE_INTEGER,
      metadata: '{"a":[1,null]}',
      threads: [{ colour: 'red', length: '2.50', vendor_id: ID }],
      weaver: { id: ID, guild: 'Silk Road', mark: 'X' },
      parts: [{ name: 'part', parts: [{ name: 'inner' }] }],
      version: 5,
      spare: { items: [] },
    })
    expect(shown).toMatchObject({
      name: 'A "loom"\n',
      weight: Number.MAX_SAFE_INTEGER,
      metadata: { a: [1, null] },
      threads: [{ colour: 'red', length: '2.50' }],
      weaver: { type: 'Silk_Road_Weaver', id: ID, Silk_Road_mark: 'X' },
      parts: [{ name: 'part', parts: [{ name: 'inner', parts: [] }] }],
      spare: [],
      weaver_id: ID,
    })
    const text = JSON.stringify(shown)
    for (const hidden of ['version', 'vendor_id', 'guild']) expect(text).not.toContain(`"${hidden}"`)
  })

  test('of several forms has the fields of one, or all of them where it is shown so', () => {
    const shown = serialized({
      category: { type: 'StableName', stable_name: 'COGS' },
      account: { type: 'AccountId', id: ID },
      shown_account: { id: ID, name: 'Cash', stable_name: 'CASH', normality: 'DEBIT' },
    })
    expect(shown).toMatchObject({
      category: { type: 'StableName', id: null, stable_name: 'COGS' },
      account: { type: 'AccountId', id: ID },
      shown_account: {
        type: 'Single_Chart_Account',
        id: { type: 'AccountId', id: ID },
        stable_name: { type: 'StableName', stable_name: 'CASH' },
      },
    })
    expect((shown as { account: object }).account).not.toHaveProperty('stable_name')
  })
})

/** Messages as services may answer them: known words, valid metadata, and anything else. */
function anyOf(message: Message, depth = 2, forms?: readonly string[]): fc.Arbitrary<object> {
  const { fields, union } = fixture.contract.of(message)
  // Messages hold their own kind: below the depth only what is never left out is there.
  const given = depth > 0 ? fields : fields.filter((spec) => !isLeftOut(spec))
  const named = Object.fromEntries(given.map((spec) => [spec.name, anyValueOf(spec, depth)]))
  if (!union)
    return fc.record(named, { requiredKeys: given.filter((spec) => !isLeftOut(spec)).map(({ name }) => name) })
  const there = union.forms.filter(({ name }) => forms === undefined || forms.includes(name))
  return fc.constantFrom(...there).chain(({ name, fields: ofForm }) =>
    fc.record(Object.fromEntries(ofForm.map((field) => [field, named[field] ?? fc.constant('x')]))).map((rest) => ({
      ...rest,
      [union.by]: name,
    })),
  )
}

const isLeftOut = (spec: FieldSpec): boolean => spec.isOptional || spec.isList || spec.isMap

function anyValueOf(spec: FieldSpec, depth: number): fc.Arbitrary<unknown> {
  const one = spec.message
    ? anyOf(spec.message, depth - 1, spec.forms)
    : (words(spec) ?? SCALARS[spec.format ?? ''] ?? SCALARS[spec.field.type] ?? fc.string())
  if (spec.listField !== undefined) {
    return fc.array(one, { maxLength: 2 }).map((items) => ({ [spec.listField ?? '']: items }))
  }
  return spec.isList ? fc.array(one, { maxLength: 2 }) : one
}

const words = (spec: FieldSpec): fc.Arbitrary<string> | undefined => {
  const known = fixture.contract.wordsOf(spec)
  return known && fc.constantFrom(...known)
}

const SCALARS: Record<string, fc.Arbitrary<unknown>> = {
  ID: fc.uuid(),
  INSTANT: fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) }).map((at) => at.toISOString()),
  DAY: fc.constant('2026-01-31'),
  JSON: fc.dictionary(fc.string(), fc.jsonValue()).map((value) => JSON.stringify(value)),
  bool: fc.boolean(),
  int32: fc.integer(),
  int64: fc.maxSafeInteger(),
  double: fc.double({ noNaN: true, noDefaultInfinity: true }),
}

/** Every message that an operation answers with, and its schema. */
const answered = new Map(
  fixture.contract.operations.flatMap(({ response }) => {
    const data = fixture.contract.of(response).fields.find(({ name }) => name === 'data')?.message ?? response
    return [[data.fullName.slice(1), data] as const]
  }),
)

describe('any answer of a service', () => {
  const components: Components = new Map()
  const writer = new AnswerComponents(fixture.contract, components)
  const schemas = new Map([...answered].map(([name, message]) => [name, writer.message(message)]))
  const ajv = new Ajv2020({ strict: false, validateFormats: false, inlineRefs: false })

  beforeAll(() => {
    const doc = { $id: 'doc', components: { schemas: Object.fromEntries(components) } }
    ajv.addSchema(JSON.parse(JSON.stringify(doc, (key, value: unknown) => (key === 'mapping' ? undefined : value))))
  })

  test.each([...answered.keys()])('%s is serialized as the reference says', (name) => {
    const message = answered.get(name)
    if (!message) throw new Error(name)
    const { $ref } = schemas.get(name) as { $ref: string }
    const fits = ajv.compile({ $ref: `doc${$ref}` })
    const serialize = fixture.serializerOf(name)
    fc.assert(
      fc.property(anyOf(message), (given) => {
        const shown = JSON.parse(serialize(received(name, given))) as unknown
        expect([fits(shown), fits.errors]).toEqual([true, null])
      }),
      { numRuns: 30 },
    )
  })
})
