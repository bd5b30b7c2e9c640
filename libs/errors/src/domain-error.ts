import { catalogue, type ErrorEnum } from './catalogue.ts'

/** Where and what: the field that is wrong, the value that came, and whatever else helps to mend it. */
export type ErrorMeta = { field?: string; value?: unknown; [detail: string]: unknown }

/** One problem as the API reports it. */
export type Problem = { type: string; description: string; error_enum: ErrorEnum; meta: ErrorMeta }

/**
 * A refusal that a caller can understand and act on. Anything else that is thrown is our own defect.
 * Carries every problem found; the first one decides type and HTTP status.
 */
export class DomainError extends Error {
  readonly problems: readonly [Problem, ...Problem[]]

  /**
   * @param problems of equal ones the first is kept
   * @param options its cause, where another failure is behind it: for the log, and told to no caller
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

/** What tells one problem from another to whoever reads of them. */
const identityOf = ({ error_enum, description, meta }: Problem): string =>
  JSON.stringify([error_enum, meta.field ?? null, description])

/** One problem stands once, however many rules of it failed: the first of those that tell the same. */
export function distinct<List extends readonly Problem[]>(problems: List): List {
  if (problems.length < 2) return problems
  const told = new Map<string, Problem>()
  for (const one of problems) if (!told.has(identityOf(one))) told.set(identityOf(one), one)
  return [...told.values()] as unknown as List
}

/**
 * The error to throw when a rule refuses: `throw refused('AccountArchived', '…', { field })`. Where it stands for another
 * failure, that one is given as the cause, so that the log can tell it.
 */
export const refused = (
  error_enum: ErrorEnum,
  description: string,
  meta: ErrorMeta = {},
  options?: ErrorOptions,
): DomainError => new DomainError([problem(error_enum, description, meta)], options)

/** What was behind a refusal, in a few words for a line of the log; nothing where the refusal is all there is to tell. */
export const causeOf = ({ cause }: DomainError): string | undefined =>
  cause instanceof Error ? cause.message : undefined

/** Collects problems, so that a caller learns all of them at once. */
export class Problems {
  readonly #found: Problem[] = []

  add(error_enum: ErrorEnum, description: string, meta: ErrorMeta = {}): void {
    this.#found.push(problem(error_enum, description, meta))
  }

  /** Throws what was found, at most `limit` of it: an answer is not a dump. */
  throwIfAny(limit = 100): void {
    const [first, ...rest] = distinct(this.#found)
    if (first) throw new DomainError([first, ...rest.slice(0, limit - 1)])
  }
}
