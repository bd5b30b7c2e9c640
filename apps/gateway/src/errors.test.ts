import { catalogue, refused, type ErrorEnum } from '@pacioli/errors'
import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { docUrls } from './error-docs.ts'
import { errorBody, errorHandler, problemsOf } from './errors.ts'

const docUrl = docUrls('https://books.example')

test('the first problem is on top and leads the list', () => {
  const { problems } = refused('InvalidPayload', 'Field `memo`: too long.', { field: 'memo' })
  const body = errorBody(problems, 'r-1', docUrl)
  const top = {
    type: 'InvalidParameters',
    description: 'Field `memo`: too long.',
    error_enum: 'InvalidPayload',
    meta: { field: 'memo', request_id: 'r-1', doc_url: 'https://books.example/docs/errors#InvalidPayload' },
  }
  expect(body).toEqual({ ...top, errors: [top] })
})

test('a failure that is no refusal reveals no internals', () => {
  const error = new Error('connect ECONNREFUSED 10.1.2.3:5432 SELECT secret FROM clients')
  const text = JSON.stringify(errorBody(problemsOf(error), 'r-1', docUrl))
  expect(text).toContain('InternalError')
  expect(text).not.toMatch(/10\.1\.2\.3|SELECT|secret/)
})

test.each([
  ['FST_ERR_CTP_INVALID_MEDIA_TYPE', 415, 'UnsupportedMediaType'],
  ['FST_ERR_CTP_INVALID_CONTENT_LENGTH', 400, 'InvalidPayload'],
  ['FST_ERR_SOMETHING_ELSE', 500, 'InternalError'],
])('%s becomes %i %s', (code, statusCode, name) => {
  const [first] = problemsOf(Object.assign(new Error('Something'), { code, statusCode }))
  expect(first.error_enum).toBe(name)
  expect(catalogue[name as ErrorEnum].http).toBe(statusCode)
})

describe('a refusal by a service', () => {
  const app = fastify({ genReqId: () => 'r-1' })
  beforeAll(() => {
    app.setErrorHandler(errorHandler(docUrl))
    app.get<{ Params: { name: ErrorEnum } }>('/:name', ({ params: { name } }) => {
      throw refused(name, 'It cannot be.', { field: 'line_items.0', value: 'x' })
    })
  })
  afterAll(() => app.close())

  test.each(Object.entries(catalogue))(
    'of %s has its status, its name and its field over HTTP',
    async (name, error) => {
      const answer = await app.inject({ url: `/${name}` })
      const doc_url = `https://books.example/docs/errors#${name}`
      const meta = { field: 'line_items.0', value: 'x', request_id: 'r-1', doc_url }
      const shown = { type: error.type, description: 'It cannot be.', error_enum: name, meta }
      expect([answer.statusCode, answer.headers['content-type'], answer.json()]).toEqual([
        error.http,
        'application/json; charset=utf-8',
        { ...shown, errors: [shown] },
      ])
      expect(answer.headers['retry-after']).toBe(error.http === 503 ? '1' : undefined)
    },
  )
})
