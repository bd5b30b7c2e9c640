import { clientOf, tenantOf, type CallContext, type Tenant } from './context.ts'

/** Identifies a call in the logs of all services it reaches, and who asked for what it writes there. */
type Trace = Partial<Pick<CallContext, 'requestId' | 'traceparent' | 'actor'>>

/** What a writing use case needs of the call: its client, and what makes it repeatable. */
export type ClientWrite = Trace &
  Pick<CallContext, 'idempotency' | 'deadline' | 'markReplayed' | 'preview'> & { clientId: string }

/** The same, for one business. */
export type BusinessWrite = ClientWrite & Tenant

/** What a reading use case needs of the call; it may call other services. */
export type BusinessRead = Trace & Pick<CallContext, 'deadline'> & Tenant

const traceOf = ({ requestId, traceparent, actor }: CallContext): Trace => ({ requestId, traceparent, actor })

/** The request of a call that reads for one business. */
export const readRequestOf = (context: CallContext): BusinessRead => ({
  ...traceOf(context),
  ...tenantOf(context),
  deadline: context.deadline,
})

/** The request of a call that writes for one business. */
export const writeRequestOf = (context: CallContext): BusinessWrite => ({
  ...traceOf(context),
  ...tenantOf(context),
  idempotency: context.idempotency,
  deadline: context.deadline,
  markReplayed: context.markReplayed,
  ...(context.preview ? { preview: context.preview } : {}),
})

/** The request of a call that writes for the client as a whole. */
export const clientRequestOf = (context: CallContext): ClientWrite => ({
  ...traceOf(context),
  clientId: clientOf(context),
  idempotency: context.idempotency,
  deadline: context.deadline,
  markReplayed: context.markReplayed,
  ...(context.preview ? { preview: context.preview } : {}),
})
