/** SealedBooksService: the whole of a log, for whoever bundles the books of a business. */
import { setTimeout as pause } from 'node:timers/promises'
import { refused } from '@pacioli/errors'
import { findLastPlace, readWaiting } from '@pacioli/history'
import {
  SealedBooksService,
  type LeavesPiece,
  type RowsPiece,
  type SealsPiece,
  type ThingsPiece,
} from '@pacioli/protos/history'
import { fittingInBytes, messageBytes } from '@pacioli/paging'
import { implementStream, tenantOf, type Implementation } from '@pacioli/rpc'
import { findLatestSeal, readFirstRecords, readRecords, readRecordsAt, readSeals } from '../seal.store.ts'
import type { SealedHistory } from '../sealed-history.ts'
import { withStates, type SealOptions } from '../sealing.ts'
import type { CarriedTable } from './carried-tables.ts'
import { tellRows } from './read-rows.ts'
import { toldPiecewise } from './told-piecewise.ts'

/** So many are in memory at a time, and as many again in flight. */
const BATCH = 200

/** What happened a moment ago is recorded soon, and sealed within seconds unless much else is. */
const PATIENCE_MS = 90_000
/** Between two writes of busy books is little time in which everything is sealed. */
const LOOK_AGAIN_MS = 25
/** As long as an export may take: rows wait for others to be written down. */
const IDLE_MS = 15 * 60_000

/** Lists that each fit into a message. */
function* pieces<Item extends object>(items: readonly Item[]): Generator<Item[]> {
  for (let from = 0; from < items.length;) {
    const left = items.slice(from)
    const piece = left.slice(0, Math.max(1, fittingInBytes(left, messageBytes)))
    yield piece
    from += piece.length
  }
}

type Scope = { clientId: string; businessId: string }

export type BooksOptions = Omit<SealOptions, 'clock' | 'newId'> & {
  /** All that the service has of a business. */
  tables: readonly CarriedTable[]
}

/** @param patienceMs how long what was recorded may take until it is sealed */
export function sealedBooksRpc(options: BooksOptions, seals: SealedHistory, patienceMs = PATIENCE_MS): Implementation {
  const books = new SealedBooks(options, seals)
  const scopeOf = (context: Parameters<typeof tenantOf>[0]): Scope => {
    const { clientId, businessId } = tenantOf(context)
    return { clientId, businessId }
  }
  return implementStream(SealedBooksService, {
    ReadRows: (_request, context) => books.rows(scopeOf(context), patienceMs),
    ReadSeals: ({ through }, context) => books.seals(scopeOf(context), through),
    ReadLeaves: ({ through }, context) => books.leaves(scopeOf(context), through),
    ReadThings: ({ aggregate_type: type, through }, context) => books.things(scopeOf(context), type, through),
  })
}

class SealedBooks {
  readonly #options: BooksOptions
  readonly #history: SealedHistory

  constructor(options: BooksOptions, history: SealedHistory) {
    this.#options = options
    this.#history = history
  }

  /**
   * All rows, as of the first moment at which everything that is committed is recorded and sealed.
   * @throws ServiceUnavailable where none comes, as of books that are written to without a pause
   */
  async *rows(scope: Scope, patienceMs: number): AsyncGenerator<RowsPiece> {
    const until = performance.now() + patienceMs
    for (;;) {
      const told = toldPiecewise<RowsPiece>((tell) => this.#tellRows(scope, tell))
      const first = await told.next()
      if (!first.done) {
        yield first.value
        yield* told
        return
      }
      if (performance.now() > until)
        throw refused(
          'ServiceUnavailable',
          'Not everything that was recorded is sealed yet, or it goes on all the time. Try again in a minute.',
        )
      await pause(LOOK_AGAIN_MS)
    }
  }

  /** Tells nothing where something is not recorded or not sealed yet. */
  #tellRows(scope: Scope, tell: (piece: RowsPiece) => Promise<void>): Promise<void> {
    const { db, tables } = this.#options
    const { businessId } = scope
    return db.snapshot(scope, async (tx) => {
      const [waiting, { position }, seal] = await Promise.all([
        readWaiting(tx, businessId),
        findLastPlace(tx, businessId),
        findLatestSeal(tx, businessId),
      ])
      const size = seal?.size ?? 0
      if (waiting.length > 0 || size !== position) return
      await tx.rows(`SELECT set_config('idle_in_transaction_session_timeout', $1, true)`, [String(IDLE_MS)])
      await tell({ size })
      await tellRows(tx, tables, tell)
    })
  }

  async *seals(scope: Scope, through: number): AsyncGenerator<SealsPiece> {
    for (let after = 0; after < through;) {
      const seals = await this.#options.db.snapshot(scope, async (tx) => {
        const found = await readSeals(tx, scope.businessId, { after, through, limit: BATCH })
        const keys = await this.#history.keys(tx)
        return found.map((seal) => this.#history.toMessage(seal, keys))
      })
      if (seals.length === 0) return
      after = seals.at(-1)?.size ?? through
      yield { seals }
    }
  }

  async *leaves(scope: Scope, through: number): AsyncGenerator<LeavesPiece> {
    for (let after = 0; after < through;) {
      const limit = Math.min(BATCH, through - after)
      const leaves = await this.#options.db.snapshot(scope, async (tx) =>
        this.#history.leavesOf(tx, await readRecords(tx, scope.businessId, { after, limit })),
      )
      if (leaves.length === 0) return
      after = leaves.at(-1)?.position ?? through
      for (const piece of pieces(leaves)) yield { leaves: piece }
    }
  }

  /** What was recorded is never changed, so each page is a transaction of its own. */
  async *things(scope: Scope, type: string, through: number): AsyncGenerator<ThingsPiece> {
    const { db, elsewhere } = this.#options
    const { businessId } = scope
    const isPartial = type in elsewhere
    for (let after = 0; after < through;) {
      const { things, last } = await db.snapshot(scope, async (tx) => {
        const first = await readFirstRecords(tx, businessId, { type, after, through, limit: BATCH })
        const changed = first.filter(({ newest, position }) => newest !== position)
        const later = await readRecordsAt(
          tx,
          businessId,
          changed.map(({ newest }) => newest),
        )
        const newest = await withStates(
          tx,
          businessId,
          first.map((one) => later.get(one.newest) ?? one),
          elsewhere,
        )
        const before = isPartial ? await withStates(tx, businessId, changed, elsewhere) : []
        const firstStates = new Map(before.map(({ aggregateId, state }) => [aggregateId, state]))
        return {
          last: first.at(-1)?.position,
          things: newest.map(({ aggregateId, position, version, state }) => {
            const firstState = firstStates.get(aggregateId)
            return {
              id: aggregateId,
              position,
              version,
              ...(state !== null && { state }),
              ...(typeof firstState === 'string' && { first_state: firstState }),
            }
          }),
        }
      })
      if (last === undefined) return
      after = last
      for (const piece of pieces(things)) yield { things: piece }
    }
  }
}
