import { Busy } from './busy.ts'
import { DomainError, distinct, type Problem } from './domain-error.ts'

/** Bounds the size of an error. */
const MOST_PROBLEMS = 100

/**
 * Translates the problems of a refusal into the caller's terms, each into one or several. A lack of capacity and any
 * other error stay as they are.
 */
export function translateProblems(error: unknown, translate: (problem: Problem) => Problem | Problem[]): unknown {
  if (!(error instanceof DomainError) || error instanceof Busy) return error
  const [first = error.problems[0], ...rest] = distinct(error.problems.flatMap(translate))
  return new DomainError([first, ...rest.slice(0, MOST_PROBLEMS - 1)], { cause: error.cause })
}
