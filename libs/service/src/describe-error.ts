/** An error as logged. */
export type ErrorDescription = {
  type: string
  message: string
  stack?: string | undefined
  code?: string | number | undefined
  constraint?: string | undefined
  cause?: unknown
  aggregateErrors?: unknown[]
}

/** Bounds chains of causes, which may be circular. */
const MAX_DEPTH = 5

/**
 * Describes an error by what helps to find its cause, and nothing else: a failed statement carries its SQL and bound
 * values, which are customers' data. The same for causes and the parts of an AggregateError.
 */
export function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error))
    return typeof error === 'object' && error !== null
      ? `(no error, but ${Object.prototype.toString.call(error)})`
      : error
  const code = codeOf(error)
  const message = withoutValues(error.message, code)
  const described: ErrorDescription = {
    type: error.constructor.name,
    message,
    stack: message === error.message ? error.stack : error.stack?.replaceAll(error.message, message),
    code,
    constraint: constraintOf(error),
  }
  if (depth === MAX_DEPTH) return described
  if (error.cause !== undefined) described.cause = describeError(error.cause, depth + 1)
  if (error instanceof AggregateError)
    described.aggregateErrors = error.errors.map((one) => describeError(one, depth + 1))
  return described
}

/** In class 22, data exceptions, PostgreSQL quotes the rejected value. */
const DATA_EXCEPTION = /^22[0-9A-Z]{3}$/

const withoutValues = (message: string, code: string | number | undefined): string =>
  DATA_EXCEPTION.test(String(code)) ? message.replace(/".*"/s, '"…"') : message

/** Sequelize keeps the driver's error, with the code, in `parent`. */
function facts(error: Error, name: 'code' | 'constraint'): unknown {
  const own = (error as Error & Record<string, unknown>)[name]
  if (own !== undefined || !('parent' in error) || !(error.parent instanceof Error)) return own
  return (error.parent as Error & Record<string, unknown>)[name]
}

function codeOf(error: Error): string | number | undefined {
  const code = facts(error, 'code')
  return typeof code === 'string' || typeof code === 'number' ? code : undefined
}

function constraintOf(error: Error): string | undefined {
  const constraint = facts(error, 'constraint')
  return typeof constraint === 'string' ? constraint : undefined
}
