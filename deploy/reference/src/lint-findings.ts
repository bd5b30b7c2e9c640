/** The findings of redocly, by operation: its input file is a single line, and temporary. Pure. */
import type { Ran } from './tools.ts'
import type { Document } from './unlike-paths.ts'

interface Problem {
  ruleId: string
  message: string
  location: { pointer?: string }[]
}

type Paths = Document['paths']

const OF_EXAMPLES = 'no-invalid-media-type-examples'
const RECORD = 'Where a field of an answer is new, the examples lack it: npm run examples:record.'

/** @param ran with `--format json`; without a report its output is shown as it is */
export function lintFindings({ answered, printed }: Pick<Ran, 'answered' | 'printed'>, paths: Paths): string[] {
  const problems = problemsIn(answered)
  if (!problems) return [printed]
  const found = problems.map(
    ({ ruleId, message, location: [first] }) => `${placeOf(first?.pointer ?? '', paths)}: ${message} (${ruleId})`,
  )
  return [...found, ...(problems.some(({ ruleId }) => ruleId === OF_EXAMPLES) ? [RECORD] : [])]
}

function problemsIn(report: string): Problem[] | undefined {
  try {
    return (JSON.parse(report) as { problems?: Problem[] }).problems
  } catch {
    return undefined
  }
}

/** `#/paths/~1v1~1bills/get/responses/200` is `listBills (GET /v1/bills), responses/200`. */
function placeOf(pointer: string, paths: Paths): string {
  const steps = pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  const [part, path = '', method = '', ...within] = steps
  const operationId = part === 'paths' ? paths[path]?.[method]?.operationId : undefined
  if (operationId === undefined) return steps.join('/') || 'The document'
  return [`${operationId} (${method.toUpperCase()} ${path})`, within.join('/')].filter(Boolean).join(', ')
}
