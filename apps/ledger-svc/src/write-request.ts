import { clientOf, tenantOf, type CallContext, type Tenant } from '@pacioli/rpc'
import type { WriteRequest } from '@pacioli/db'

/** A write on the books of one business. */
export type EntryRequest = WriteRequest & Tenant

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
