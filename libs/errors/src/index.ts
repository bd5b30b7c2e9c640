export { catalogue, isErrorEnum, type ErrorEnum } from './catalogue.ts'
export { DomainError, Problems, problem, causeOf, refused, type ErrorMeta, type Problem } from './domain-error.ts'
export { isOutcomeUnknown, outcomeUnknown } from './outcome-unknown.ts'
export { gather } from './gather.ts'
