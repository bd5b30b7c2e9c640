export { expectBoundRoles, ExemptRole } from './bound-role.ts'
export { askedColumn, loadAsked, refuseOther, refuseReuse, type Repeat } from './asked.store.ts'
export {
  Database,
  Tx,
  type Bind,
  type DatabaseOptions,
  type DoneInParts,
  type ManyBusinesses,
  type PoolUse,
  type SomeRows,
  type TenantScope,
} from './database.ts'
export type { Substitutes } from './substitutes.ts'
export type { RowOfNode } from './tx.ts'
export { constraintOf, isAnswer, pgErrorOf, violates, type PgError } from './errors.ts'
export { expectSchema } from './expect-schema.ts'
export { listen, type Listener } from './listen.ts'
export { allOf, keyset } from './listing.ts'
export {
  answerOnce,
  findAnswer,
  findClaim,
  isAnswered,
  readIfNew,
  writeOnce,
  type Attempt,
  type FoundIfNew,
  type Claim,
  type ClaimOutcome,
  type IdempotencyClaim,
  type WriteRequest,
} from './write-once.ts'
