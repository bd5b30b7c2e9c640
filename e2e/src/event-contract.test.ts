import { describe, expect, test } from 'vitest'
import { EventContract } from './event-contract.ts'

const schemaAt = (schema: object) => ({
  post: { requestBody: { content: { 'application/json': { schema } } } },
})

const schemas = {
  Line_State: { type: 'object', required: ['id'], properties: { id: { type: 'string' } } },
  Bill_State: {
    type: 'object',
    required: ['id', 'lines'],
    properties: {
      id: { type: 'string' },
      lines: { type: 'array', items: { $ref: '#/components/schemas/Line_State' } },
    },
  },
  State_Reference: { type: 'object', required: ['url'], properties: { url: { type: 'string' } } },
  Referenced_State: {
    type: 'object',
    required: ['reference', 'version'],
    properties: { reference: { $ref: '#/components/schemas/State_Reference' }, version: { type: 'integer' } },
  },
  Bill_Data: {
    oneOf: [{ $ref: '#/components/schemas/Bill_State' }, { $ref: '#/components/schemas/Referenced_State' }],
  },
  Event: {
    type: 'object',
    required: ['type', 'data'],
    properties: { type: { type: 'string' }, data: { $ref: '#/components/schemas/Bill_Data' } },
  },
}

const contract = new EventContract({
  webhooks: { 'bill.created': schemaAt({ $ref: '#/components/schemas/Event' }) },
  components: { schemas },
})

/** What is said to be wrong. */
function wrong(data: unknown): string {
  try {
    contract.check({ type: 'bill.created', data })
  } catch (error) {
    return /events\/v1: (.*)\. It said: /.exec(String(error))?.[1] ?? String(error)
  }
  return ''
}

test('a state fits, and so does what refers to one', () => {
  expect(wrong({ id: 'b', lines: [{ id: 'l' }] })).toBe('')
  expect(wrong({ reference: { url: '/v1' }, version: 3 })).toBe('')
})

describe('what is wrong is named, and nothing else is', () => {
  test.each([
    [
      'a field that the message does not have',
      { id: 'b', lines: [{ id: 'l', unit: 'kg' }] },
      /^data\/lines\/0 .*: unit$/,
    ],
    ['a field that is missing', { id: 'b', lines: [{}] }, /^data\/lines\/0 [^,]*'id'$/],
    ['a field that a reference lacks', { reference: {}, version: 3 }, /^data\/reference [^,]*'url'$/],
    ['a version that is none', { reference: { url: '/v1' }, version: 'x' }, /^data\/version [^,]*integer$/],
    ['what is no state at all', 7, /^data must be object$/],
  ])('%s', (_what, data, said) => expect(wrong(data)).toMatch(said))
})

test('a type that there is none of is refused', () => {
  expect(() => contract.check({ type: 'bill.eaten' })).toThrow('The document has no event bill.eaten.')
})
