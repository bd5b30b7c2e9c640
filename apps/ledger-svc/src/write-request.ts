import { clientOf, tenantOf, type CallContext } from '@pacioli/rpc'
import type { EntryRequest } from './journal/commit-entries.ts'
import type { WriteRequest } from '@pacioli/db'

/** A call that writes to the books of one business. */
export const writeRequestOf = (context: CallContext): EntryRequest => ({
  ...tenantOf(context),
  idempotency: context.idempotency,
  deadline: context.deadline,
  markReplayed: context.markReplayed,
})

/** A call that writes something of the client as a whole. */
export const clientRequestOf = (context: CallContext): WriteRequest => ({
  clientId: clientOf(context),
  idempotency: context.idempotency,
  deadline: context.deadline,
  markReplayed: context.markReplayed,
})
