/** Regular expressions of callers: PostgreSQL's, exactly as given, and never for long. */
import { pgErrorOf, type Tx } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import { REGEX_LIMIT_MS } from './regex-limit.ts'

export { REGEX_LIMIT_MS } from './regex-limit.ts'

/** Hand-written expressions stay far below; the time to compile grows with the length. */
export const MAX_REGEX_LENGTH = 1_000

const INVALID_REGULAR_EXPRESSION = '2201B'
const QUERY_CANCELED = '57014'

/**
 * @param field where the caller wrote it
 * @throws InvalidRegex; RegexTooExpensive if it takes too long even to compile
 */
export async function requireValidRegex(tx: Tx, pattern: string, field: string): Promise<void> {
  if (pattern.length > MAX_REGEX_LENGTH)
    throw refused('InvalidRegex', `A regular expression has at most ${MAX_REGEX_LENGTH} characters.`, { field })
  if (pattern.includes('\0') || !pattern.isWellFormed())
    throw refused('InvalidRegex', 'A regular expression holds no NUL and no half characters.', { field })
  try {
    await withinRegexLimit(tx, () => tx.rows(`SELECT '' ~ $1::text`, [pattern]), { field, value: pattern })
  } catch (error) {
    const said = pgErrorOf(error)
    if (said?.code !== INVALID_REGULAR_EXPRESSION) throw error
    const reason = said.message.replace(/^invalid regular expression: /, '').slice(0, 200)
    throw refused('InvalidRegex', `The regular expression cannot be compiled: ${reason}.`, { field, value: pattern })
  }
}

/**
 * Runs statements that match regular expressions, each for a limited time. Afterwards the transaction has its own limit
 * again.
 * @throws RegexTooExpensive; then nothing more can be done in the transaction
 */
export async function withinRegexLimit<Result>(
  tx: Tx,
  work: () => Promise<Result>,
  meta: { field?: string; value?: string } = {},
  limitMs: number = REGEX_LIMIT_MS,
): Promise<Result> {
  const before = await tx.row<{ setting: string }>(`SELECT current_setting('statement_timeout') AS setting`)
  await setLimit(tx, `${limitMs}ms`)
  let result: Result
  try {
    result = await work()
  } catch (error) {
    if (pgErrorOf(error)?.code !== QUERY_CANCELED) throw error
    throw refused(
      'RegexTooExpensive',
      `Matching took longer than ${limitMs} ms and was stopped. Make the regular expression simpler, or narrow the search.`,
      meta,
    )
  }
  await setLimit(tx, before?.setting ?? '0')
  return result
}

const setLimit = (tx: Tx, limit: string): Promise<unknown> =>
  tx.rows(`SELECT set_config('statement_timeout', $1, true)`, [limit])
