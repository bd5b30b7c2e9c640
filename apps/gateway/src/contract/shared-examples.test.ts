import { expect, test } from 'vitest'
import { shareExamples } from './shared-examples.ts'

const answering = (operationId: string, answers: Record<number, object | undefined>) => ({
  get: {
    operationId,
    responses: Object.fromEntries(
      Object.entries(answers).map(([status, example]) => [
        status,
        example ? { description: 'x', content: { 'application/json': { schema: {}, example } } } : { description: 'x' },
      ]),
    ),
  },
})

test('an example of several answers is a component, one of a single answer stays there', () => {
  const paths = {
    '/a': answering('makeThing', { 200: { id: 1 }, 201: { id: 1 }, 404: undefined }),
    '/b': answering('getOther', { 200: { id: 2 } }),
  }
  const { paths: shared, examples } = shareExamples(paths)
  expect(examples).toEqual({ Make_Thing_200: { value: { id: 1 } } })
  const { 200: ok, 201: created, 404: lost } = shared['/a'].get.responses
  const refs = { schema: {}, examples: { recorded: { $ref: '#/components/examples/Make_Thing_200' } } }
  expect([ok?.content, created?.content]).toEqual([{ 'application/json': refs }, { 'application/json': refs }])
  expect(lost).toEqual({ description: 'x' })
  expect(shared['/b']).toEqual(paths['/b'])
})
