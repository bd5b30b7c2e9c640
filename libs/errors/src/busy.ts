import { DomainError, problem } from './domain-error.ts'

/**
 * The request exceeds the capacity, of its caller or in total. Counted, not logged, as a flood must not fill the log;
 * an outage is a ServiceUnavailable of its own.
 */
export class Busy extends DomainError {
  /** The service at capacity; absent for this process. */
  readonly by: string | undefined

  constructor(problems: DomainError['problems'], by?: string) {
    super(problems)
    this.by = by
  }
}

/** @param what is at capacity, as a sentence; the advice to retry is added */
export const busy = (what: string): Busy =>
  new Busy([problem('ServiceUnavailable', `${what} Try again in a moment, with the same key.`)])
