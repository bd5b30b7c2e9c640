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
export { refuseTooLong } from './refuse-too-long.ts'
export {
  implement,
  implementStream,
  MAX_MESSAGE_BYTES,
  serve,
  type CallObserver,
  type Implementation,
  type RpcServer,
  type CallWorkload,
} from './server.ts'
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
