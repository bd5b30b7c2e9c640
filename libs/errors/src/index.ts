export { Breaker, type BreakerOptions } from './breaker.ts'
export { Busy, busy } from './busy.ts'
export { catalogue, isErrorEnum, type ErrorEnum } from './catalogue.ts'
export {
  DomainError,
  Problems,
  distinct,
  problem,
  causeOf,
  refused,
  type ErrorMeta,
  type Problem,
} from './domain-error.ts'
export { InFlight } from './in-flight.ts'
export { isOutcomeUnknown, outcomeUnknown } from './outcome-unknown.ts'
export { collectProblems } from './collect-problems.ts'
export { translateProblems } from './translate-problems.ts'
