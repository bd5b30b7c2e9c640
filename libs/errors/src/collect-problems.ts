import { DomainError, type ErrorMeta, type Problems } from './domain-error.ts'

/** Runs `act` and adds the problems of its refusal to the others, so that a caller learns all of them at once. */
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
