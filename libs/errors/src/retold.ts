import { Busy } from './busy.ts'
import { DomainError, eachOnce, type Problem } from './domain-error.ts'

/** An answer is not a dump. */
const MOST_PROBLEMS = 100

/**
 * A refusal in the words of whoever asked: each problem as what it means to him, once or for several fields. That there is
 * no room, and whatever else was thrown, stays what it is.
 */
export function retold(error: unknown, tell: (told: Problem) => Problem | Problem[]): unknown {
  if (!(error instanceof DomainError) || error instanceof Busy) return error
  const [first = error.problems[0], ...rest] = eachOnce(error.problems.flatMap(tell))
  return new DomainError([first, ...rest.slice(0, MOST_PROBLEMS - 1)], { cause: error.cause })
}
