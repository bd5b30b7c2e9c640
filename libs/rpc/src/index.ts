export type { CallWorkload } from './admission.ts'
export { clientOfService, clientOfStreams, Connection } from './client.ts'
export type { Channels, Target } from './connection.ts'
export {
  clientOf,
  isUuid,
  tenantOf,
  type CallContext,
  type IdempotencyClaim,
  type OutgoingContext,
  type Tenant,
} from './context.ts'
export { MAX_MESSAGE_BYTES } from './message-size.ts'
export { Preview } from './preview.ts'
export { refuseTooLong } from './refuse-too-long.ts'
export { implement, implementStream, serve, type CallObserver, type Implementation, type RpcServer } from './server.ts'
export type { TlsFiles } from './tls.ts'
export type { Answer, CallOptions, Client, Handlers, StreamingClient, StreamingHandlers } from './types.ts'
export {
  clientRequestOf,
  readRequestOf,
  writeRequestOf,
  type BusinessRead,
  type BusinessWrite,
  type ClientWrite,
} from './write-request.ts'
