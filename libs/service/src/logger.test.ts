import { servingRequest } from '@pacioli/telemetry'
import { expect, test } from 'vitest'
import { createLogger } from './logger.ts'

/** What one line of the log holds. */
function logged(write: (logger: ReturnType<typeof createLogger>) => void): { line: string; err: unknown } {
  let line = ''
  write(createLogger('sample', 'info', { write: (text) => void (line += text) }))
  return { line, err: (JSON.parse(line) as { err: unknown }).err }
}

/** Shaped as Sequelize's errors are: the driver's error inside, and the statement with its bind values on both. */
function failedStatement(): Error {
  const statement = { sql: 'INSERT INTO clients VALUES ($1)', parameters: ['hunter2'], detail: 'Key (name)=(hunter2)' }
  const fromDriver = Object.assign(new Error('duplicate key'), {
    code: '23505',
    constraint: 'clients_pkey',
    ...statement,
  })
  const errors = [{ message: 'name must be unique', value: 'hunter2' }]
  class UniqueConstraintError extends Error {}
  const about = { ...statement, parent: fromDriver, original: fromDriver, errors, fields: { name: 'hunter2' } }
  return Object.assign(new UniqueConstraintError('Validation error'), about)
}

test('a failed statement is logged with its code and constraint, never with its SQL or its values', () => {
  const { line, err } = logged((logger) => logger.error({ err: failedStatement() }, 'It failed'))
  expect(line).not.toContain('hunter2')
  expect(line).not.toContain('INSERT')
  expect(err).toEqual({
    type: 'UniqueConstraintError',
    message: 'Validation error',
    stack: expect.stringContaining('logger.test.ts'),
    code: '23505',
    constraint: 'clients_pkey',
  })
})

test('a value that PostgreSQL quotes because it could not take it is not logged', () => {
  const message = 'invalid input syntax for type uuid: "hunter2 "quoted" hunter2"'
  const fromDriver = Object.assign(new Error(message), { code: '22P02' })
  const wrapped = Object.assign(new Error(message), { parent: fromDriver })
  for (const error of [fromDriver, wrapped]) {
    const { line, err } = logged((logger) => logger.error({ err: error }))
    expect(line).not.toContain('hunter2')
    expect(err).toMatchObject({ message: 'invalid input syntax for type uuid: "…"', code: '22P02' })
  }
})

test('secrets are hidden by their names, wherever they stand in what is logged', () => {
  const { line } = logged((logger) =>
    logger.info({
      secret: 'hunter2',
      body: { secret: 'hunter2', refresh_token: 'hunter2', code_verifier: 'hunter2' },
      request: { headers: { authorization: 'Bearer hunter2', cookie: 'session=hunter2' } },
    }),
  )
  expect(line).not.toContain('hunter2')
})

test('causes and the errors of an aggregate are logged the same way', () => {
  const wrapped = new AggregateError([failedStatement(), new TypeError('wrong')], 'Both failed', {
    cause: new Error('outer', { cause: failedStatement() }),
  })
  const { line, err } = logged((logger) => logger.error(wrapped))
  expect(line).not.toContain('hunter2')
  expect(err).toMatchObject({
    type: 'AggregateError',
    message: 'Both failed',
    aggregateErrors: [{ code: '23505' }, { type: 'TypeError', message: 'wrong' }],
    cause: { message: 'outer', cause: { constraint: 'clients_pkey' } },
  })
})

test('an error that is its own cause is logged all the same', () => {
  const error = new Error('round and round')
  error.cause = error
  expect(logged((logger) => logger.error({ err: error })).err).toMatchObject({ message: 'round and round' })
})

test('what was thrown without being an error is logged, but none of its fields', () => {
  expect(logged((logger) => logger.error({ err: 'no error' })).err).toBe('no error')
  expect(logged((logger) => logger.error({ err: { sql: 'hunter2' } })).line).not.toContain('hunter2')
})

test('a line that belongs to a request names it, its business and its trace; its own fields count first', async () => {
  const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`
  const facts = { requestId: 'r-1', businessId: 'b-1', traceparent }
  const parsed = (write: Parameters<typeof logged>[0]) => JSON.parse(logged(write).line) as Record<string, unknown>
  const within = await servingRequest(facts, async () => {
    await Promise.resolve()
    return parsed((logger) => logger.info({ entries: 2 }, 'Posted'))
  })
  expect(within).toMatchObject({
    service: 'sample',
    request_id: 'r-1',
    business_id: 'b-1',
    trace_id: 'a'.repeat(32),
    entries: 2,
    msg: 'Posted',
  })
  const { line } = servingRequest(facts, () => logged((logger) => logger.info({ request_id: 'r-2' }, 'Of another one')))
  expect(line.match(/request_id/g)).toHaveLength(1)
  expect(JSON.parse(line)).toMatchObject({ request_id: 'r-2', business_id: 'b-1' })
  const outside = parsed((logger) => logger.info('Up'))
  expect(Object.keys(outside).sort()).toEqual(['level', 'msg', 'service', 'time'])
})
