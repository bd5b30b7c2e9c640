import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fixture } from '../testing/fixture.test-helpers.ts'
import { Contract } from './descriptors.ts'
import { TAGS } from './document-parts.ts'
import type { Components } from './schema-writer.ts'
import { webhooksOf } from './webhooks-document.ts'

type Post = {
  operationId: string
  tags: string[]
  requestBody: { content: { 'application/json': { schema: object } } }
}

function documentOf({ contract = new Contract(), others = [] as string[] } = {}) {
  const components: Components = new Map()
  const headings = new Set([...TAGS.map(({ name }) => name), ...others])
  const { webhooks, responses } = webhooksOf(contract, components, headings)
  return { webhooks: webhooks as Record<string, { post: Post }>, responses, components }
}

/** The types in the table of docs/EVENTS.md. */
function describedTypes(): string[] {
  const text = readFileSync(new URL('../../../../docs/EVENTS.md', import.meta.url), 'utf8')
  const [, rows = ''] = /\| about [^\n]*\n\| -[^\n]*\n((?:\|[^\n]*\n)+)/.exec(text) ?? []
  const wordsIn = (cell = ''): string[] => [...cell.matchAll(/`(\w+)`/g)].map(([, word = '']) => word)
  return rows
    .trim()
    .split('\n')
    .flatMap((row) => {
      const [, about, happens] = row.split('|')
      return wordsIn(about).flatMap((of) => wordsIn(happens).map((happened) => `${of}.${happened}`))
    })
}

test('the events of the document are those of docs/EVENTS.md, and a ping', () => {
  const types = describedTypes()
  expect(types.length).toBeGreaterThan(50)
  expect(Object.keys(documentOf().webhooks).sort()).toEqual([...types, 'webhook.ping'].sort())
})

test('each has an id of its own, and names its schema', () => {
  const posts = Object.values(documentOf().webhooks).map(({ post }) => post)
  expect(new Set(posts.map(({ operationId }) => operationId)).size).toBe(posts.length)
  const named = posts.map(({ requestBody }) => requestBody.content['application/json'].schema)
  expect(new Set(named.map((schema) => JSON.stringify(schema))).size).toBe(posts.length)
  for (const schema of named) expect(schema).toEqual({ $ref: expect.stringMatching(/^#\/components\/schemas\/\w+$/) })
})

test('an event is its envelope with a type of its own, and a state that the events of one thing share', () => {
  const { components } = documentOf({ contract: fixture.contract, others: ['Looms'] })
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
  const only = (word: string) => ({ type: 'string', const: word })
  for (const happens of ['set_up', 'burnt']) {
    const own = { type: only(`loom.${happens}`), aggregate_type: only('loom'), data: ref('Loom_Data') }
    expect(components.get(happens === 'burnt' ? 'Loom_Burnt_Event' : 'Loom_Set_Up_Event')).toEqual({
      allOf: [ref('Event'), { type: 'object', properties: own }],
    })
  }
  expect(components.get('Loom_Data')).toEqual({ oneOf: [ref('Loom_State'), ref('Referenced_State')] })
})

test('of a state everything is always there but what is left out where there is none', () => {
  const { components } = documentOf({ contract: fixture.contract, others: ['Looms'] })
  expect(components.get('Loom_State')).toEqual({
    type: 'object',
    required: ['id', 'name', 'version'],
    properties: {
      id: { type: 'string', format: 'uuid' },
      name: { type: ['string', 'null'] },
      weight: { type: 'integer' },
      version: { type: 'integer' },
    },
  })
})

test('an event stands under a heading that the document has', () => {
  expect(() => documentOf({ contract: fixture.contract })).toThrow(
    'loom.set_up stands under a heading of which nothing is said',
  )
})
