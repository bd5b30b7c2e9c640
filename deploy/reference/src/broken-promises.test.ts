import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { brokenPromises } from './broken-promises.ts'
import { RELEASED } from './tools.ts'

const released = JSON.parse(readFileSync(RELEASED, 'utf8')) as object

const word = { type: 'string', maxLength: 10, enum: ['A', 'B'] }
const thing = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string', maxLength: 10 },
    at: { type: 'string', format: 'date-time' },
    size: { type: ['integer', 'null'], minimum: 0 },
    word: { anyOf: [{ $ref: '#/components/schemas/Word' }, { type: 'null' }] },
  },
  additionalProperties: false,
}

const inner = { anyOf: [{ $ref: '#/components/schemas/Thing' }, { type: 'null' }] }

const document = {
  paths: {
    '/things': {
      post: {
        operationId: 'createThing',
        security: [{ token: ['books:write'] }],
        parameters: [{ in: 'query', name: 'way', schema: { type: 'string' } }],
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing_Input' } } } },
        responses: {
          200: {
            headers: { Link: {} },
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
          },
        },
      },
    },
  },
  webhooks: {
    'thing.made': {
      post: {
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing_State' } } } },
      },
    },
  },
  components: {
    schemas: {
      Thing_State: thing,
      Word: word,
      Thing: { ...thing, properties: { ...thing.properties, inner } },
      Thing_Input: thing,
    },
  },
}

type Path = readonly string[]

/** The document with something else in one place. */
function having(path: Path, value: unknown): object {
  // Not structuredClone, which has what is in two places there once.
  const copy = JSON.parse(JSON.stringify(document)) as Record<string, unknown>
  const last = path.at(-1) ?? ''
  const within = path.slice(0, -1).reduce((at, step) => at[step] as Record<string, unknown>, copy)
  if (value === undefined) delete within[last]
  else within[last] = value
  return copy
}

const POST: Path = ['paths', '/things', 'post']
const SENT: Path = ['components', 'schemas', 'Thing_Input']
const ANSWERED: Path = ['components', 'schemas', 'Thing']
const STATE: Path = ['components', 'schemas', 'Thing_State']

describe('a document', () => {
  test('keeps what it promises itself', () => {
    expect(brokenPromises(released, structuredClone(released))).toEqual([])
    expect(brokenPromises(document, document)).toEqual([])
  })

  test.each<[string, Path, unknown, string]>([
    ['an operation', POST, undefined, 'POST /things is gone'],
    ['its name', [...POST, 'operationId'], 'makeThing', 'createThing is called makeThing'],
    [
      'another scope',
      [...POST, 'security'],
      [{ token: ['admin'] }],
      'createThing wants [{"token":["admin"]}] of a token, not [{"token":["books:write"]}]',
    ],
    ['a parameter', [...POST, 'parameters'], [], 'createThing does not take query way'],
    ['a parameter, required', [...POST, 'parameters', '0', 'required'], true, 'createThing has to have query way'],
    ['a status', [...POST, 'responses', '200'], undefined, 'createThing does not answer 200 any more'],
    ['a header', [...POST, 'responses', '200', 'headers'], {}, 'createThing 200 lacks the header Link'],
    ['a body, required', [...POST, 'requestBody', 'required'], true, 'createThing has to have a body'],
    ['a field that is sent', [...SENT, 'properties', 'size'], undefined, 'createThing body has no size'],
    ['a field, required', [...SENT, 'required'], ['name', 'size'], 'createThing body has to have size'],
    ['a limit', [...SENT, 'properties', 'name', 'maxLength'], 9, 'createThing body.name has maxLength 9, which was 10'],
    [
      'a type that is sent',
      [...SENT, 'properties', 'size', 'type'],
      'integer',
      'createThing body.size may not be null',
    ],
    [
      'a format',
      [...SENT, 'properties', 'name', 'format'],
      'uuid',
      'createThing body.name has to be of the format uuid',
    ],
    [
      'a form of writing',
      [...SENT, 'properties', 'at', 'format'],
      'date',
      'createThing body.at has to be of the format date',
    ],
    [
      'a form that is sent',
      [...SENT, 'properties', 'word', 'anyOf'],
      [{ type: 'null' }],
      'createThing body.word has no form #/components/schemas/Word',
    ],
    [
      'a word that is sent',
      ['components', 'schemas', 'Word', 'enum'],
      ['A'],
      'createThing body.word has no form #/components/schemas/Word',
    ],
    ['a field that is answered', [...ANSWERED, 'properties', 'size'], undefined, 'createThing 200 has no size'],
    ['that a field is there', [...ANSWERED, 'required'], [], 'createThing 200 may lack name'],
    [
      'a type that is answered',
      [...ANSWERED, 'properties', 'name', 'type'],
      ['string', 'null'],
      'createThing 200.name may be null',
    ],
    [
      'a form that is answered',
      [...ANSWERED, 'properties', 'inner', 'anyOf'],
      [{ type: 'boolean' }],
      'createThing 200.inner has a new form boolean',
    ],
    ['an event', ['webhooks', 'thing.made'], undefined, 'thing.made is not sent any more'],
    ['a field of an event', [...STATE, 'properties', 'size'], undefined, 'thing.made has no size'],
    [
      'a type that is shown',
      [...STATE, 'properties', 'name', 'type'],
      ['string', 'null'],
      'thing.made.name may be null',
    ],
  ])('that changes %s breaks a promise', (_name, path, value, broken) => {
    expect(brokenPromises(document, having(path, value))).toEqual([broken])
  })

  test.each<[string, Path, unknown]>([
    ['an operation', ['paths', '/others'], { get: {} }],
    ['a parameter', [...POST, 'parameters', '1'], { in: 'query', name: 'other', schema: { type: 'string' } }],
    ['a field that may be sent', [...SENT, 'properties', 'more'], { type: 'string' }],
    ['a field that is answered', [...ANSWERED, 'properties', 'more'], { type: 'string' }],
    ['an event', ['webhooks', 'thing.lost'], { post: {} }],
    ['a field of an event', [...STATE, 'properties', 'more'], { type: 'string' }],
    ['a word', ['components', 'schemas', 'Word', 'enum'], ['A', 'B', 'C']],
    ['a form of writing', [...SENT, 'properties', 'at', 'format'], 'date-or-date-time'],
    ['room', [...SENT, 'properties', 'name', 'maxLength'], 11],
    ['a type that may be sent', [...SENT, 'properties', 'name', 'type'], ['string', 'null']],
    ['certainty', [...ANSWERED, 'properties', 'size', 'type'], 'integer'],
    ['a limit of an answer', [...ANSWERED, 'properties', 'name', 'maxLength'], 5],
    ['words for people', [...POST, 'summary'], 'Make a thing'],
  ])('that adds %s keeps its promises', (_name, path, value) => {
    expect(brokenPromises(document, having(path, value))).toEqual([])
  })

  test('is the same however it is written', () => {
    const inline = {
      type: ['string', 'null'],
      maxLength: 10,
      enum: ['A', 'B', null],
    }
    expect(brokenPromises(document, having([...SENT, 'properties', 'word'], inline))).toEqual([])
    expect(brokenPromises(having([...SENT, 'properties', 'word'], inline), document)).toEqual([])
  })
})
