import type { DataRateLimits } from '@pacioli/service/data-rates'

/** What callers may use before and after a request is in flight, in total and each. */
export type EdgeLimits = DataRateLimits & {
  /** Connections; more are closed on arrival. */
  connections: number
  /** Per address. */
  connectionsEach: number
  /** Requests that may wait on one connection for the answer before theirs. */
  waiting: number
  /** Until the headers are complete, in milliseconds. */
  headersMs: number
  /** Until the whole request is there, in milliseconds. */
  requestMs: number
  /** Bodies being received. */
  bodies: number
  /** Of one address or client. */
  bodiesEach: number
  /** Bytes of bodies being received. */
  bodyBytes: number
  /** Per address or client; no less than the largest body. */
  bodyBytesEach: number
  /** How fast bodies refused before their end are read, per address. */
  discardedBytesPerSecond: number
  /** How long such a body is read, in milliseconds. */
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
  // A phone with one bar of signal is faster.
  gracePeriodMs: 20_000,
  bytesPerSecond: 16 * 1024,
}
