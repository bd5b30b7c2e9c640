import { DomainError, type ErrorMeta, type Problems } from './domain-error.ts'

/** Runs what may refuse; what it refuses is remembered with the rest, so that a caller learns all of it at once. */
export function collectProblems<Result>(
  problems: Problems,
  act: () => Result,
  place: (meta: ErrorMeta) => ErrorMeta = (meta) => meta,
): Result | undefined {
  try {
    return act()
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    for (const { error_enum, description, meta } of error.problems) problems.add(error_enum, description, place(meta))
    return undefined
  }
}
