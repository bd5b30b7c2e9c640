import type { DataRateLimits } from '@pacioli/service/data-rates'

/** What callers may hold of the gateway before and after a request is in work, all together and each. */
export type EdgeLimits = DataRateLimits & {
  /** Connections; more are closed as they come. */
  connections: number
  /** Of one address. */
  connectionsEach: number
  /** Requests that may wait on one connection for the answer to the one before. */
  waiting: number
  /** Until the headers have come, in milliseconds. */
  headersMs: number
  /** Until all of a request has come, however steadily, in milliseconds. */
  requestMs: number
  /** Bodies that are on their way in. */
  bodies: number
  /** Of one address or client. */
  bodiesEach: number
  /** Bytes of bodies that are on their way in. */
  bodyBytes: number
  /** Of one address or client; no less than the largest body. */
  bodyBytesEach: number
  /** How fast the bodies are read that were refused before they had come, of one address. */
  discardedBytesPerSecond: number
  /** For how long such a body is read, in milliseconds. */
  discardMs: number
}

const MIB = 1024 * 1024

export const EDGE_LIMITS: EdgeLimits = {
  connections: 5_000,
  connectionsEach: 500,
  waiting: 16,
  headersMs: 10_000,
  requestMs: 60_000,
  bodies: 1_000,
  bodiesEach: 250,
  bodyBytes: 256 * MIB,
  bodyBytesEach: 64 * MIB,
  discardedBytesPerSecond: 16 * MIB,
  discardMs: 10_000,
  // A telephone with one bar sends and fetches more than that.
  gracePeriodMs: 20_000,
  bytesPerSecond: 16 * 1024,
}
