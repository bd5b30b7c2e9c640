import type { DomainError } from '@pacioli/errors'
import { type Problem } from '@pacioli/errors'
import { describe, expect, test } from 'vitest'
import { bodySchemaOf, exampleBody, querySchemaOf } from '../testing/interface.test-helpers.ts'
import { form as TokenForm } from '../routes/tokens.ts'
import { validatorCompiler } from './compiler.ts'

type Outcome = { value?: unknown; error?: DomainError }

const compile = (schema: unknown, httpPart: string) =>
  validatorCompiler()({ schema, httpPart, method: 'POST', url: '/' }) as (data: unknown) => Outcome

const entry = compile(bodySchemaOf('postJournalEntry'), 'body')
const entries = compile(bodySchemaOf('postJournalEntries'), 'body')
const query = compile(querySchemaOf('listAccountLines'), 'querystring')

const problems = ({ error }: Outcome): readonly Problem[] => error?.problems ?? []
const fields = (outcome: Outcome): string[] =>
  problems(outcome).map(({ error_enum, meta }) => `${error_enum} ${String(meta.field)}`)

const line = (changes: object) => ({
  ...exampleBody,
  line_items: [{ ...exampleBody.line_items[0], ...changes }, exampleBody.line_items[1]],
})

describe('an entry', () => {
  test('passes as it came: nothing is added, removed or converted', () => {
    const given = structuredClone(exampleBody)
    expect(entry(given).value).toBe(given)
    expect(given).toEqual(exampleBody)
  })

  test.each([
    [1, true],
    [Number.MAX_SAFE_INTEGER, true],
    [0, false],
    [-1, false],
    [1.5, false],
    [2 ** 53, false],
    [2 ** 63, false],
    ['1', false],
    ['1e3', false],
    [null, false],
    [true, false],
  ])('with the amount %j: %s', (amount, accepted) => {
    expect(fields(entry(line({ amount })))).toEqual(accepted ? [] : ['InvalidPayload line_items.0.amount'])
  })

  test('with a misspelt field is refused, naming it', () => {
    expect(fields(entry(line({ ammount: 1 })))).toEqual(['UnknownField line_items.0.ammount'])
    expect(fields(entry({ ...exampleBody, memmo: 'x' }))).toEqual(['UnknownField memmo'])
  })

  test('with several mistakes reports all of them', () => {
    const { entry_at: _left, ...late } = line({ direction: 'UP' })
    expect(fields(entry(late)).sort()).toEqual(['InvalidPayload entry_at', 'InvalidPayload line_items.0.direction'])
  })

  test.each([
    ['an unknown kind', { type: 'Name', name: 'x' }, 'line_items.0.account_identifier.type'],
    ['an id that is none', { type: 'AccountId', id: 'x' }, 'line_items.0.account_identifier.id'],
    ['no id', { type: 'AccountId' }, 'line_items.0.account_identifier.id'],
    ['text', 'BANK_ACCOUNTS', 'line_items.0.account_identifier'],
  ])('with an account identifier of %s reports that alone', (_what, account_identifier, field) => {
    expect(fields(entry(line({ account_identifier })))).toEqual([`InvalidPayload ${field}`])
  })

  test.each([
    ['2026-02-28T10:00:00Z', true],
    ['2024-02-29T10:00:00.123+14:00', true],
    ['2026-02-29T10:00:00Z', false],
    ['2026-01-31T10:00:00', false],
    ['2026-01-31', true],
    ['2026-02-30', false],
    ['2026-13-01T00:00:00Z', false],
    ['2026-01-31T24:00:00Z', false],
  ])('at %s: %s', (entry_at, accepted) => {
    expect(problems(entry({ ...exampleBody, entry_at }))).toHaveLength(accepted ? 0 : 1)
  })

  test('takes metadata of 1,024 bytes and not of 1,025, counted in UTF-8', () => {
    const metadata = (bytes: number) => ({ k: 'é'.repeat(8) + 'x'.repeat(bytes - 16 - '{"k":""}'.length) })
    expect(fields(entry({ ...exampleBody, metadata: metadata(1_024) }))).toEqual([])
    expect(fields(entry({ ...exampleBody, metadata: metadata(1_025) }))).toEqual(['InvalidPayload metadata'])
    expect(fields(entry({ ...exampleBody, metadata: [] }))).toEqual(['InvalidPayload metadata'])
  })

  test.each([
    ['external_id', '', false],
    ['external_id', 'x'.repeat(255), true],
    ['external_id', 'x'.repeat(256), false],
    ['memo', 'x'.repeat(4_096), true],
    ['memo', 'x'.repeat(4_097), false],
  ])('takes texts as long as they may be: %s', (field, text, accepted) => {
    expect(fields(entry({ ...exampleBody, [field]: text }))).toEqual(accepted ? [] : [`InvalidPayload ${field}`])
  })

  test('that is none, or names no account, is refused', () => {
    for (const none of [null, []]) expect(problems(entry(none))).toMatchObject([{ error_enum: 'InvalidPayload' }])
    expect(fields(entry(line({ account_identifier: undefined })))).toEqual([
      'InvalidPayload line_items.0.account_identifier',
    ])
  })

  test('takes null for what may be left out', () => {
    expect(fields(entry({ ...exampleBody, memo: null, metadata: null, tags: null, external_id: null }))).toEqual([])
  })

  test('takes 1,000 lines and not 1,001', () => {
    const lines = (count: number) => ({
      ...exampleBody,
      line_items: Array(count).fill(exampleBody.line_items[0]),
    })
    expect(fields(entry(lines(1_000)))).toEqual([])
    expect(fields(entry(lines(1_001)))).toEqual(['InvalidPayload line_items'])
  })

  test('is described in words a person can act on', () => {
    expect(problems(entry(line({ amount: 1.5 })))[0]?.description).toBe(
      'Field `line_items.0.amount`: expected an integer from 1 to 9007199254740991, got 1.5.',
    )
  })
})

describe('a bulk request', () => {
  test('names every failing index', () => {
    const list = [exampleBody, line({ amount: 0 }), exampleBody, line({ amount: '1' })]
    expect(fields(entries(list))).toEqual([
      'InvalidPayload 1.line_items.0.amount',
      'InvalidPayload 3.line_items.0.amount',
    ])
  })

  test.each([
    ['empty', []],
    ['too long', Array(1_001).fill(exampleBody)],
    ['an object', {}],
    ['missing', null],
  ])('that is %s is refused', (_what, list) => {
    expect(entries(list).error?.errorEnum).toBe('InvalidPayload')
  })

  test('that is wrong everywhere reports at most 100 problems', () => {
    expect(problems(entries(Array(1_000).fill(1)))).toHaveLength(100)
  })
})

test.each([
  ['line_items.0.account_identifier.id', { account_identifier: { type: 'AccountId', id: 'x'.repeat(37) } }],
  ['line_items.0.amount', { amount: -1.5 }],
])('a value of %s that breaks several rules is one problem', (field, changes) => {
  expect(fields(entry(line(changes)))).toEqual([`InvalidPayload ${field}`])
})

describe('a choice of forms', () => {
  const account = compile(bodySchemaOf('createAccount'), 'body')
  const categorize = compile(bodySchemaOf('categorizeTransaction'), 'body')
  const under = (parent_id: unknown) => account({ name: 'x', account_subtype: 'CASH', parent_id })
  const into = (category: unknown) => categorize({ type: 'Category', category })
  const shown = (outcome: Outcome) => problems(outcome).map(({ description }) => description)

  test.each([1, true, '', 'x', [], [{}]])('that %j fits none of is one problem, and names the choice', (parent_id) => {
    const outcome = under(parent_id)
    expect(fields(outcome)).toEqual(['InvalidPayload parent_id'])
    expect(shown(outcome)[0]).toContain(
      'Field `parent_id`: expected a UUID, or an object with `type` AccountId or StableName, or null, got ',
    )
  })

  test.each([null, '0b5a5a5e-7c1c-4f0e-8a5e-5f9b6c1d2e3f', { type: 'StableName', stable_name: 'CASH' }])(
    'that %j fits one of passes',
    (parent_id) => expect(fields(under(parent_id))).toEqual([]),
  )

  test.each([
    [{ type: 'StableName', stable_name: '' }, ['InvalidPayload X.stable_name']],
    [{ type: 'StableName' }, ['InvalidPayload X.stable_name']],
    [{ type: 'AccountId', id: 'x' }, ['InvalidPayload X.id']],
    [{ type: 'AccountId', id: 'x', name: 'y' }, ['UnknownField X.name', 'InvalidPayload X.id']],
    [{ type: 'Name', name: 'x' }, ['InvalidPayload X.type']],
    [{ type: 7 }, ['InvalidPayload X.type']],
    [{}, ['InvalidPayload X.type']],
  ])('that came as the object %j names the field in it that is wrong', (given, wrong) => {
    const of = (field: string) => wrong.map((one) => one.replace('X', field))
    expect(fields(under(given))).toEqual(of('parent_id'))
    expect(fields(into(given))).toEqual(of('category'))
  })

  test('says what was expected in that field, and what came', () => {
    expect(shown(into({ type: 'StableName', stable_name: '' }))).toEqual([
      'Field `category.stable_name`: expected text of 1 to 128 characters, got "".',
    ])
    expect(shown(into({ type: 'Name' }))).toEqual([
      'Field `category.type`: expected AccountId or StableName or Exclusion, got "Name".',
    ])
    expect(shown(into({}))).toEqual([
      'Field `category.type`: expected AccountId or StableName or Exclusion, got nothing.',
    ])
  })

  test('in one item of a list says nothing of another item', () => {
    const entries = [7, { type: 'StableName', stable_name: '' }, 'CASH'].map((category) => ({ category, amount: 1 }))
    expect(fields(categorize({ type: 'Split', entries }))).toEqual([
      'InvalidPayload entries.0.category',
      'InvalidPayload entries.1.category.stable_name',
    ])
  })
})

test('a body that may be left out passes as null', () => {
  expect(compile(bodySchemaOf('reverseEntry'), 'body')(null).error).toBeUndefined()
  expect(compile(bodySchemaOf('createBusiness'), 'body')(null).error?.errorEnum).toBe('InvalidPayload')
})

test('an entry takes 10 tags, and so does a line', () => {
  const tags = (count: number) => Array.from({ length: count }, (_, at) => ({ key: `k${at}`, value: 'v' }))
  for (const count of [10, 11]) {
    const expected = (field: string) => (count > 10 ? [`InvalidPayload ${field}`] : [])
    expect(fields(entry({ ...exampleBody, tags: tags(count) }))).toEqual(expected('tags'))
    expect(fields(entry(line({ tags: tags(count) })))).toEqual(expected('line_items.0.tags'))
  }
})

test('an update takes null only for what may be without a value', () => {
  const update = compile(bodySchemaOf('updateBusiness'), 'body')
  expect(fields(update({ external_id: null, industry: null, country: null, default_reporting_basis: null }))).toEqual(
    [],
  )
  for (const field of ['legal_name', 'currency', 'time_zone', 'activation_at', 'bookkeeping_enrolled']) {
    expect(fields(update({ [field]: null }))).toEqual([`InvalidPayload ${field}`])
  }
})

test.each(['+05:00', '-08:00', '+5'])('an offset such as %s is no time zone', (time_zone) => {
  const business = compile(bodySchemaOf('createBusiness'), 'body')
  expect(fields(business({ legal_name: 'x', time_zone }))).toEqual(['InvalidPayload time_zone'])
})

test('time zones and currencies must exist', () => {
  const business = compile(bodySchemaOf('createBusiness'), 'body')
  expect(fields(business({ legal_name: 'x', time_zone: 'Pacific/Kiritimati', currency: 'JPY' }))).toEqual([])
  expect(fields(business({ legal_name: 'x', time_zone: 'Mars/Base', currency: 'ZZZ' }))).toEqual([
    'InvalidPayload currency',
    'InvalidPayload time_zone',
  ])
})

describe('a query', () => {
  test('becomes numbers and lists where the schema has them', () => {
    expect(query({ limit: '20', tag_values: 'a', tag_key: 'k' }).value).toEqual({
      limit: 20,
      tag_values: ['a'],
      tag_key: 'k',
    })
    expect(query({ tag_values: ['a', 'b'] }).value).toEqual({ tag_values: ['a', 'b'] })
  })

  test.each(['0', '501', '1.5', '1e2', '0x10', ' 5', '', 'ten'])('with the limit %j is refused', (limit) => {
    expect(fields(query({ limit }))).toEqual(['InvalidQuery limit'])
  })

  test('with the same parameter twice is refused', () => {
    expect(fields(query({ limit: ['1', '2'] }))).toEqual(['InvalidQuery limit'])
  })

  test('with a parameter named __proto__ is refused, too', () => {
    const parsed = Object.assign(Object.create(null) as object, { ['__proto__']: '1' })
    expect(fields(query(parsed))).toEqual(['UnknownField __proto__'])
  })

  test('with an unknown parameter is refused, naming it', () => {
    expect(fields(query({ limt: '1' }))).toEqual(['UnknownField limt'])
  })

  test('with a NUL character is refused', () => {
    expect(fields(query({ tag_key: 'a\0' }))).toEqual(['InvalidQuery tag_key'])
  })
})

describe('a secret', () => {
  const SECRET = 'sk_live_4eC39HqLyjWDarjtT1zdp7dc'
  const configure = compile(bodySchemaOf('configureProcessor'), 'body')

  test.each([8, 512])('of %i characters passes, counted in code points', (length) => {
    expect(configure({ secret: '🔑'.repeat(length) }).error).toBeUndefined()
  })

  test.each([
    ['too short', { secret: SECRET.slice(0, 7) }, 'text of 7 characters'],
    ['too long', { secret: SECRET.repeat(20) }, 'text of 640 characters'],
    ['a number', { secret: 12345678 }, 'a number'],
    ['true', { secret: true }, 'true or false'],
    ['null', { secret: null }, 'null'],
    ['a list', { secret: [SECRET] }, 'a list of 1'],
    ['an object', { secret: { secret: SECRET } }, 'an object'],
    ['sent bare', SECRET, 'text of 32 characters'],
  ])('that is %s is refused without being quoted', (_what, body, came) => {
    const { error } = configure(body)
    expect(error?.problems[0]?.description).toContain(`got ${came}.`)
    const shown = JSON.stringify(error?.problems)
    for (const part of [SECRET.slice(0, 7), '12345678', '"value"']) expect(shown).not.toContain(part)
  })

  test('beside an unknown field is not quoted, and the field is', () => {
    const outcome = configure({ secret: SECRET, key: SECRET })
    expect(fields(outcome)).toEqual(['UnknownField key'])
    expect(JSON.stringify(outcome.error?.problems)).not.toContain(SECRET)
  })

  test('of a client is not quoted by the token endpoint', () => {
    const form = compile(TokenForm, 'body')
    const { error } = form({ grant_type: 'client_credentials', client_secret: SECRET.repeat(20) })
    expect(error?.problems[0]?.meta).toEqual({ field: 'client_secret' })
    expect(JSON.stringify(error?.problems)).not.toContain(SECRET.slice(0, 7))
  })
})

describe('a quantity', () => {
  const bill = bodySchemaOf('createBill') as {
    properties: { line_items: { items: { properties: Record<string, object> } } }
  }
  const { quantity } = bill.properties.line_items.items.properties
  const validate = compile({ type: 'object', properties: { quantity } }, 'body')
  const whole = '1'.repeat(16)

  test.each([
    '1',
    '-2.5',
    '+0.00000001',
    '007',
    `${whole}.12345678`,
    0,
    2.5,
    -1,
    1e-7,
    1e-8,
    1e15,
    123_456.123_456_78,
    null,
  ])('of %j is one', (quantity) => expect(fields(validate({ quantity }))).toEqual([]))

  test.each([
    '',
    'x',
    '.5',
    '5.',
    '1e3',
    '1,5',
    ' 1',
    '0.123456789',
    `${whole}1`,
    '٣',
    1e-9,
    0.123_456_789,
    1e16,
    true,
    [],
    {},
  ])('of %j is invalid, and reported once', (quantity) => {
    const answer = validate({ quantity })
    expect(fields(answer)).toEqual(['InvalidPayload quantity'])
    expect(problems(answer)[0]?.description).toContain(
      'expected a decimal number, as text or as a number, with at most 8 decimals or null',
    )
  })
})
