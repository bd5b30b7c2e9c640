import { Busy } from './busy.ts'
import { DomainError, distinct, type Problem } from './domain-error.ts'

/** An answer is not a dump. */
const MOST_PROBLEMS = 100

/**
 * A refusal in the words of whoever asked: each problem as what it means to him, once or for several fields. That there is
 * no room, and whatever else was thrown, stays what it is.
 */
export function translateProblems(error: unknown, translate: (told: Problem) => Problem | Problem[]): unknown {
  if (!(error instanceof DomainError) || error instanceof Busy) return error
  const [first = error.problems[0], ...rest] = distinct(error.problems.flatMap(translate))
  return new DomainError([first, ...rest.slice(0, MOST_PROBLEMS - 1)], { cause: error.cause })
}
