import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DomainError } from '@pacioli/errors'
import { parseJsonBody } from './json-body.ts'

const read = (text: string): unknown => parseJsonBody(Buffer.from(text))

const refusalOf = (bytes: Buffer | string): DomainError => {
  try {
    parseJsonBody(Buffer.from(bytes))
  } catch (error) {
    if (error instanceof DomainError) return error
    throw error
  }
  throw new Error('the body was accepted')
}

test('any JSON value is read as JSON.parse reads it', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 8 }), (text) => {
      fc.pre(!text.includes('__proto__') && !text.includes('\\u') && !hasDuplicates(text))
      expect(read(text)).toEqual(JSON.parse(text))
    }),
  )
})

const hasDuplicates = (text: string): boolean =>
  JSON.stringify(JSON.parse(text)).length !== text.replace(/\s/g, '').length

test('an empty body is no value', () => {
  expect(read('')).toBeUndefined()
})

describe('refused', () => {
  test.each([
    ['broken JSON', '{"a":'],
    ['a field given twice', '{"amount": 1, "amount": 100}'],
    ['a field given twice, once with an escape', '{"amount": 1, "\\u0061mount": 100}'],
    ['a field named __proto__', '{"__proto__": {"admin": true}}'],
    ['a NUL character', '{"memo": "a\\u0000b"}'],
    ['a NUL character in a field name', '{"a\\u0000": 1}'],
    ['half of a surrogate pair', '{"memo": "\\ud83d"}'],
    ['33 levels', `${'['.repeat(33)}${']'.repeat(33)}`],
    ['a list of 10,001', `[${Array(10_001).fill('1').join()}]`],
    ['1,001 fields', `{${Array.from({ length: 1_001 }, (_, at) => `"f${at}":1`).join()}}`],
  ])('%s', (_what, text) => {
    expect(refusalOf(text).errorEnum).toBe('InvalidPayload')
  })

  test('bytes that are not UTF-8', () => {
    expect(refusalOf(Buffer.from([0x22, 0xff, 0x22])).message).toContain('UTF-8')
  })

  test('a hundred thousand levels, without building them', () => {
    expect(refusalOf('['.repeat(100_000)).message).toContain('32 levels')
  })

  test.each([
    ['12345678901234567890', 'exactly'],
    ['1e400', 'larger'],
    ['-0', 'negative zero'],
    ['4503599627370496.3', 'exactly'],
    ['100.00000000000000001', 'exactly'],
  ])('the number %s, wherever it stands', (number, why) => {
    for (const text of [number, `[1,${number} ]`, `{"metadata":{"a":[{"b":${number}}]}}`]) {
      const { message, errorEnum } = refusalOf(text)
      expect([errorEnum, message]).toEqual(['InvalidPayload', expect.stringContaining(why)])
      expect(message).toContain(number)
    }
  })

  test.each(['[1.2.3]', '[--1]', '[1e]', '[-]', '[01]', '[+1]', '[1-2]', '[.5]', '[123456789012345678901.]'])(
    'what is no number: %s',
    (text) => {
      expect(refusalOf(text).message).toContain('not valid JSON')
    },
  )

  test('broken JSON without repeating what was in it', () => {
    expect(refusalOf('{"secret": hunter2}').message).not.toContain('hunter2')
  })

  test.each(['{"secret": 4929123412341234.5}', '{"secret": 4929}x', '4929', '{"secret": "4929\n"}'])(
    'a body with a secret without quoting it: %s',
    (text) => {
      let shown = ''
      try {
        parseJsonBody(Buffer.from(text), () => true)
      } catch (error) {
        shown = JSON.stringify((error as DomainError).problems)
      }
      expect([shown.includes('4929'), shown.includes('InvalidPayload')]).toEqual([false, text !== '4929'])
    },
  )
})

describe('accepted', () => {
  test('numbers however they are written, as long as they stay what they are', () => {
    expect(read('[1e3,10.0,-1,0,0.1,-0.5,9007199254740991]')).toEqual([1000, 10, -1, 0, 0.1, -0.5, 9007199254740991])
  })

  test('any digits within text', () => {
    expect(read('{"12345678901234567890":"-0 1e400 12345678901234567890"}')).toBeDefined()
  })

  test('32 levels', () => {
    expect(read(`${'['.repeat(32)}${']'.repeat(32)}`)).toBeDefined()
  })

  test('a whole surrogate pair, escaped', () => {
    expect(read('"\\ud83d\\ude00"')).toBe('😀')
  })

  test('brackets, colons and quotes within text', () => {
    expect(read('{"memo": "[{\\"a\\": 1}] \\\\"}')).toEqual({ memo: '[{"a": 1}] \\' })
  })
})

test('a body of nothing but numbers without names is refused, however many there are', () => {
  const { problems } = refusalOf(`[${':1e1,'.repeat(200_000)}0]`)
  expect(problems[0].description).toContain('not valid JSON')
})

describe('the number of a quantity', () => {
  test.each([
    '{"quantity":0.10000000000000001}',
    '[{"line_items":[{"a":1,"quantity" :\n 0.10000000000000001}]}]',
    '{"quantit\\u0079":0.10000000000000001}',
    '{"\\u0071\\u0075\\u0061ntity" : 0.10000000000000001}',
    '{"\\u0071\\u0075\\u0061\\u006e\\u0074\\u0069\\u0074\\u0079":0.10000000000000001}',
  ])('is no double: %j is refused', (text) => {
    const { problems } = refusalOf(text)
    expect(problems[0].meta.field).toMatch(/quantity$/)
    expect(problems[0].description).toContain('Send fewer digits, or text.')
  })

  test.each([
    '{"quantity":2.5}',
    '{"amount":0.10000000000000001,"quantity":1e-7}',
    '[0.10000000000000001]',
    '{"a\\"quantity":0.10000000000000001,"\\\\":0.10000000000000001}',
  ])('%j is read', (text) => expect(read(text)).toEqual(JSON.parse(text)))
})
