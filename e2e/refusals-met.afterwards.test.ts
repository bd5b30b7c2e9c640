/**
 * When all other tests have run: each refusal that an operation documents as its own was met, by the tests of the service
 * that decides it or over HTTP, and not by chance: what random requests were answered does not count.
 */
import { coveredRefusals, sharedStack } from '@pacioli/testing'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { contractOf, target, type Operation } from './src/index.ts'

/** What every operation answers alike, before or around its own work; tested once for all of them. */
const COMMON = [
  ...['MissingToken', 'InvalidToken', 'ExpiredToken', 'InsufficientScope', 'RateLimitExceeded'],
  ...['InvalidQuery', 'UnknownField', 'InvalidPayload', 'PayloadTooLarge', 'UnsupportedMediaType'],
  ...['IdempotencyKeyReused', 'IdempotencyInProgress', 'InternalError', 'ServiceUnavailable', 'DeadlineExceeded'],
  ...['OutcomeUnknown', 'AnswerNotKept'],
]

/** Nothing that a test could wait for brings these about through the API; tests of the service meet them. */
const RACES = ['VersionConflict']

/** A thousand requests would have to come first, or as many rows; tests of the services get there at once. */
const FAR_AWAY = ['TooManyRules', 'TooManyAllocations', 'ReportTooLarge']

type ErrorContent = { schema: { allOf?: { properties?: { error_enum?: { enum?: string[] } } }[] } }

const ownRefusalsOf = ({ responses }: Operation): string[] =>
  Object.values(responses)
    .flatMap((response) => (response.content?.['application/json'] as ErrorContent | undefined)?.schema.allOf ?? [])
    .flatMap(({ properties }) => properties?.error_enum?.enum ?? [])
    .filter((name) => ![...COMMON, ...RACES, ...FAR_AWAY].includes(name))

/** Methods of services are named as the operations that ask them, but for these. */
const METHODS: Record<string, string> = {
  bulkCategorizeTransactions: 'BulkCategorize',
  createCategorizationRule: 'CreateRule',
  deleteCategorizationRule: 'DeleteRule',
  getCategorizationRule: 'GetRule',
  getChartOfAccounts: 'GetChart',
  listCategorizationRules: 'ListRules',
  previewRetainedEarningsClosing: 'PreviewRetainedEarnings',
  updateCategorizationRule: 'UpdateRule',
}

/** An operation that goes by another path as well is one operation. */
const asFirstBound = (operationId: string): string => operationId.replace(/By(Delete|Patch|Post|Put)$/, '')

const methodOf = (operationId: string): string =>
  METHODS[operationId] ?? operationId.charAt(0).toUpperCase() + operationId.slice(1)

/** An operation with more words and fewer parameters in its path is meant before one with fewer. */
const matchers = (operations: Iterable<Operation>) =>
  [...operations]
    .map((operation) => ({
      operation,
      pattern: new RegExp(`^${operation.path.replaceAll(/\{[^}]+\}/g, '[^/]*')}$`),
      parameters: operation.path.split('{').length,
    }))
    .sort((one, other) => one.parameters - other.parameters)

let documented: string[]
const met = new Set<string>()

beforeAll(async () => {
  const { operations } = await contractOf(target().baseUrl)
  documented = [...operations.values()].flatMap((operation) =>
    ownRefusalsOf(operation).map((name) => `${asFirstBound(operation.operationId)} ${name}`),
  )
  const candidates = matchers(operations.values())
  const directory = join(sharedStack().records, 'answers')
  for (const file of readdirSync(directory))
    for (const line of readFileSync(join(directory, file), 'utf8').split('\n')) {
      // A random request's line begins with that word, and is passed by.
      const [, method, path = '', answer = ''] = /^(\S+) (\S+) [45]\d\d (.*)$/.exec(line) ?? []
      const found = candidates.find(({ operation, pattern }) => operation.method === method && pattern.test(path))
      if (!found) continue
      for (const [, name] of answer.matchAll(/"error_enum":"(\w+)"/g))
        met.add(`${asFirstBound(found.operation.operationId)} ${name}`)
    }
  const byServices = coveredRefusals()
  for (const one of documented) {
    const [operationId = '', name = ''] = one.split(' ')
    if (byServices.has(`${methodOf(operationId)} ${name}`)) met.add(one)
  }
})

test('every refusal that an operation documents as its own was answered', () => {
  expect(documented.length).toBeGreaterThan(100)
  const missing = documented.filter((one) => !met.has(one))
  expect(
    missing,
    'refusals that no test of e2e/ met, nor one of a service through its use-cases.test-helpers.ts',
  ).toEqual([])
})
