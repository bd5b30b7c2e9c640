import { clientOf, tenantOf, type CallContext, type Tenant } from './context.ts'

/** By what a call is found again in the logs of the services that it reaches. */
type Trace = Partial<Pick<CallContext, 'requestId' | 'traceparent'>>

/** What a use case that writes needs to know of the call: whose it is, and what makes it repeatable. */
export type ClientWrite = Trace & Pick<CallContext, 'idempotency' | 'deadline' | 'markReplayed'> & { clientId: string }

/** The same, for one business. */
export type BusinessWrite = ClientWrite & Tenant

/** What a use case that reads needs to know of the call; it may ask other services on. */
export type BusinessRead = Trace & Pick<CallContext, 'deadline'> & Tenant

const traceOf = ({ requestId, traceparent }: CallContext): Trace => ({ requestId, traceparent })

/** A call that reads for one business. */
export const readRequestOf = (context: CallContext): BusinessRead => ({
  ...traceOf(context),
  ...tenantOf(context),
  deadline: context.deadline,
})

/** A call that writes for one business. */
export const writeRequestOf = (context: CallContext): BusinessWrite => ({
  ...traceOf(context),
  ...tenantOf(context),
  idempotency: context.idempotency,
  deadline: context.deadline,
  markReplayed: context.markReplayed,
})

/** A call that writes something of the client as a whole. */
export const clientRequestOf = (context: CallContext): ClientWrite => ({
  ...traceOf(context),
  clientId: clientOf(context),
  idempotency: context.idempotency,
  deadline: context.deadline,
  markReplayed: context.markReplayed,
})
