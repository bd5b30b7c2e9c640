/** SealedBooksService: the whole of a log, for whoever bundles the books of a business. */
import { setTimeout as pause } from 'node:timers/promises'
import { refused } from '@pacioli/errors'
import { findLastPlace, readWaiting } from '@pacioli/history'
import { SealedBooksService, type LeavesPiece, type SealsPiece, type ThingsPiece } from '@pacioli/protos/history'
import { fittingInBytes, messageBytes } from '@pacioli/paging'
import { implementStream, tenantOf, type Implementation } from '@pacioli/rpc'
import { findLatestSeal, readFirstRecords, readRecords, readRecordsAt, readSeals } from './seal.store.ts'
import type { SealedHistory } from './sealed-history.ts'
import { withStates, type SealOptions } from './sealing.ts'

/** So many are in memory at a time, and as many again in flight. */
const BATCH = 200

/** What happened a moment ago is recorded soon, and sealed within seconds unless much else is. */
const PATIENCE_MS = 90_000
const LOOK_AGAIN_MS = 250

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

/** @param patienceMs how long what was recorded may take until it is sealed */
export function sealedBooksRpc(
  options: Omit<SealOptions, 'clock' | 'newId'>,
  seals: SealedHistory,
  patienceMs = PATIENCE_MS,
): Implementation {
  const books = new SealedBooks(options, seals)
  const scopeOf = (context: Parameters<typeof tenantOf>[0]): Scope => {
    const { clientId, businessId } = tenantOf(context)
    return { clientId, businessId }
  }
  return implementStream(SealedBooksService, {
    AwaitSealed: async function* (_request, context) {
      yield { size: await books.awaitSealed(scopeOf(context), patienceMs) }
    },
    ReadSeals: ({ through }, context) => books.seals(scopeOf(context), through),
    ReadLeaves: ({ through }, context) => books.leaves(scopeOf(context), through),
    ReadThings: ({ aggregate_type: type, through }, context) => books.things(scopeOf(context), type, through),
  })
}

class SealedBooks {
  readonly #options: Omit<SealOptions, 'clock' | 'newId'>
  readonly #history: SealedHistory

  constructor(options: Omit<SealOptions, 'clock' | 'newId'>, history: SealedHistory) {
    this.#options = options
    this.#history = history
  }

  /**
   * Waits until everything that is committed now has its position, and then until that is sealed.
   * @returns the size of the seal @throws ServiceUnavailable
   */
  async awaitSealed(scope: Scope, patienceMs: number): Promise<number> {
    const { db } = this.#options
    const { businessId } = scope
    const nameOf = ({ type, id, version }: { type: string; id: string; version: number }): string =>
      `${type} ${id} ${version}`
    const waiting = () => db.snapshot(scope, async (tx) => (await readWaiting(tx, businessId)).map(nameOf))
    const until = performance.now() + patienceMs
    const soon = async (): Promise<void> => {
      if (performance.now() > until)
        throw refused('ServiceUnavailable', 'Not everything that was recorded is sealed yet. Try again in a minute.')
      await pause(LOOK_AGAIN_MS)
    }
    const asked = new Set(await waiting())
    while (asked.size > 0 && (await waiting()).some((one) => asked.has(one))) await soon()
    const { position } = await db.snapshot(scope, (tx) => findLastPlace(tx, businessId))
    for (;;) {
      const seal = await db.snapshot(scope, (tx) => findLatestSeal(tx, businessId))
      if ((seal?.size ?? 0) >= position) return seal?.size ?? 0
      await soon()
    }
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
