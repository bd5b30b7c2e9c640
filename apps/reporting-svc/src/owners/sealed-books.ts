/** The sealed logs of the owners, as a whole. */
import {
  SealedBooksService,
  SealKeysService,
  type RowsPiece__Output,
  type Seal__Output,
  type SealedLeaf__Output,
  type SealKey__Output,
  type Thing__Output,
} from '@pacioli/protos/history'
import { Connection, type OutgoingContext, type Target } from '@pacioli/rpc'
import type { Positions } from '@pacioli/history/positions'

/** A log has so much time to be read: the caller has less, and a deadline. */
const TIMEOUT_MS = 15 * 60_000

export type SealedLog = {
  /** All rows of the business, as of a moment at which everything was sealed. @throws ServiceUnavailable where none comes */
  rows: (context: OutgoingContext) => AsyncGenerator<RowsPiece__Output>
  seals: (context: OutgoingContext, through: number) => AsyncIterable<Seal__Output>
  leaves: (context: OutgoingContext, through: number) => AsyncIterable<SealedLeaf__Output>
  things: (context: OutgoingContext, type: string, through: number) => AsyncIterable<Thing__Output>
  keys: (context: OutgoingContext) => Promise<SealKey__Output[]>
}

/** By owner. */
export type SealedLogs = Readonly<Record<keyof Positions, SealedLog>>

export function connectSealedLog(target: Target): { log: SealedLog; close: () => void } {
  const connection = new Connection({ target, count: 1 })
  const books = connection.streams(SealedBooksService)
  const keys = connection.client(SealKeysService)
  return {
    close: () => connection.close(),
    log: {
      rows: async function* (context) {
        yield* books.ReadRows({}, { context, timeoutMs: TIMEOUT_MS })
      },
      async *seals(context, through) {
        for await (const piece of books.ReadSeals({ through }, { context, timeoutMs: TIMEOUT_MS })) yield* piece.seals
      },
      async *leaves(context, through) {
        for await (const piece of books.ReadLeaves({ through }, { context, timeoutMs: TIMEOUT_MS })) yield* piece.leaves
      },
      async *things(context, type, through) {
        const asked = { aggregate_type: type, through }
        for await (const piece of books.ReadThings(asked, { context, timeoutMs: TIMEOUT_MS })) yield* piece.things
      },
      keys: async (context) => (await keys.ListSealKeys({}, { context, timeoutMs: 15_000 })).message.keys,
    },
  }
}
