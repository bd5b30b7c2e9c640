import { clientOf, tenantOf, type CallContext, type Tenant } from './context.ts'

/** What a use case that writes needs to know of the call: whose it is, and what makes it repeatable. */
export type ClientWrite = Pick<CallContext, 'idempotency' | 'deadline' | 'markReplayed'> & { clientId: string }

/** The same, for one business. */
export type BusinessWrite = ClientWrite & Tenant

/** A call that writes for one business. */
export const writeRequestOf = (context: CallContext): BusinessWrite => ({
  ...tenantOf(context),
  idempotency: context.idempotency,
  deadline: context.deadline,
  markReplayed: context.markReplayed,
})

/** A call that writes something of the client as a whole. */
export const clientRequestOf = (context: CallContext): ClientWrite => ({
  clientId: clientOf(context),
  idempotency: context.idempotency,
  deadline: context.deadline,
  markReplayed: context.markReplayed,
})
