import { catalogue, type ErrorEnum } from './catalogue.ts'

/** The wrong field, its value, and whatever else helps to fix it. */
export type ErrorMeta = { field?: string; value?: unknown; [detail: string]: unknown }

/** One problem as the API reports it. */
export type Problem = { type: string; description: string; error_enum: ErrorEnum; meta: ErrorMeta }

/**
 * A refusal that a caller can act on; anything else that is thrown is our own defect. Carries every problem found; the
 * first one decides type and HTTP status.
 */
export class DomainError extends Error {
  readonly problems: readonly [Problem, ...Problem[]]

  /**
   * @param problems of equal ones the first is kept
   * @param options the cause, if another failure is behind it: logged, never shown to a caller
   */
  constructor(problems: readonly [Problem, ...Problem[]], options?: ErrorOptions) {
    super(problems[0].description, options)
    this.name = 'DomainError'
    this.problems = distinct(problems)
  }

  get errorEnum(): ErrorEnum {
    return this.problems[0].error_enum
  }
}

export const problem = (error_enum: ErrorEnum, description: string, meta: ErrorMeta = {}): Problem => ({
  type: catalogue[error_enum].type,
  description,
  error_enum,
  meta,
})

/** What distinguishes problems for a reader. */
const identityOf = ({ error_enum, description, meta }: Problem): string =>
  JSON.stringify([error_enum, meta.field ?? null, description])

/** Removes repeated problems, such as those of several rules about one value; keeps the first. */
export function distinct<List extends readonly Problem[]>(problems: List): List {
  if (problems.length < 2) return problems
  const distinctProblems = new Map<string, Problem>()
  for (const one of problems) if (!distinctProblems.has(identityOf(one))) distinctProblems.set(identityOf(one), one)
  return [...distinctProblems.values()] as unknown as List
}

/**
 * The error to throw when a rule refuses: `throw refused('AccountArchived', '…', { field })`. Another failure behind it
 * goes into `options` as the cause, for the log.
 */
export const refused = (
  error_enum: ErrorEnum,
  description: string,
  meta: ErrorMeta = {},
  options?: ErrorOptions,
): DomainError => new DomainError([problem(error_enum, description, meta)], options)

/** The cause of a refusal, for a line of the log; undefined where it has none. */
export const causeOf = ({ cause }: DomainError): string | undefined =>
  cause instanceof Error ? cause.message : undefined

/** Collects problems, so that a caller learns all of them at once. */
export class Problems {
  readonly #found: Problem[] = []

  add(error_enum: ErrorEnum, description: string, meta: ErrorMeta = {}): void {
    this.#found.push(problem(error_enum, description, meta))
  }

  /** Throws the problems found, at most `limit` of them. */
  throwIfAny(limit = 100): void {
    const [first, ...rest] = distinct(this.#found)
    if (first) throw new DomainError([first, ...rest.slice(0, limit - 1)])
  }
}
