import { expect, test } from 'vitest'
import { lintFindings } from './lint-findings.ts'

const paths = { '/v1/bills': { get: { operationId: 'listBills' } } }

const ran = (answered: string) => ({ answered, printed: `validating …\n${answered}` })

const reported = (...problems: [ruleId: string, pointer: string | undefined][]) =>
  ran(
    JSON.stringify({
      problems: problems.map(([ruleId, pointer]) => ({ ruleId, message: 'It is wrong.', location: [{ pointer }] })),
    }),
  )

test('what is wrong with an example names its operation, and the command that records it again', () => {
  const pointer = '#/paths/~1v1~1bills/get/responses/200/content/application~1json/example/data/0'
  expect(lintFindings(reported(['no-invalid-media-type-examples', pointer]), paths)).toEqual([
    'listBills (GET /v1/bills), responses/200/content/application/json/example/data/0: ' +
      'It is wrong. (no-invalid-media-type-examples)',
    expect.stringContaining('npm run examples:record'),
  ])
})

test('what is wrong elsewhere names its component, and nothing is to be recorded', () => {
  const report = reported(['struct', '#/components/schemas/Bill/properties/a~0b'], ['info-license', undefined])
  expect(lintFindings(report, paths)).toEqual([
    'components/schemas/Bill/properties/a~b: It is wrong. (struct)',
    'The document: It is wrong. (info-license)',
  ])
})

test('without a report, all output is shown', () => {
  expect(lintFindings(ran('bad indentation'), paths)).toEqual(['validating …\nbad indentation'])
})
