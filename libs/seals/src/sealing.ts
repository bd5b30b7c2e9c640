/** Seals the histories of businesses behind the writes: never in the path of one. */
import type { Database, Tx } from '@pacioli/db'
import { DomainError, type ErrorEnum } from '@pacioli/errors'
import { stageEvents } from '@pacioli/events'
import { statesOf, type StatesElsewhere } from '@pacioli/history'
import { leafOf, type Leaf, type LogName, type SealedRecord } from './leaf.ts'
import { GrowingTree } from './merkle.ts'
import { signCheckpoint, type SealKey } from './note.ts'
import { Rounds } from './rounds.ts'
import { isDue, sealCreated, toldBefore } from './seal-event.ts'
import {
  addSeal,
  findLatestSeal,
  findUnsealed,
  keepKey,
  lockHead,
  markTold,
  MOST_IN_A_SEAL,
  readKeys,
  readUnsealed,
  type Seal,
} from './seal.store.ts'

export type SealOptions = {
  /** Connected as the role of the service. */
  db: Database
  log: LogName
  /** The name of the installation, which the origins of its logs begin with. */
  origin: string
  key: SealKey
  /** The states that leaves have of what the history has none of, by type. */
  elsewhere: StatesElsewhere
  clock: () => Date
  newId: () => string
  /** Of which leaves others are told with the seal over them, whenever they were told before. */
  isToldAtOnce?: (leaf: Leaf) => boolean
}

/** Names a log among all of the world. */
export const originOf = (origin: string, businessId: string, log: LogName): string =>
  `${origin}/businesses/${businessId}/${log.toLowerCase()}`

/** The records with the states that are kept elsewhere. */
export async function withStates(
  tx: Tx,
  businessId: string,
  records: readonly SealedRecord[],
  elsewhere: StatesElsewhere,
): Promise<SealedRecord[]> {
  const states = await statesOf(tx, businessId, records, elsewhere)
  return records.map((one, index) => ({ ...one, state: states[index] ?? null }))
}

/**
 * Seals what follows the last seal, as one more, and tells of it if that is due; or of the last one, if nobody was told of it since.
 * @returns whether there may be more of it
 */
export async function sealNext(businessId: string, options: SealOptions): Promise<boolean> {
  const { db, log, key, elsewhere, clock } = options
  return db.transact({ businessId }, async (tx) => {
    const [{ size, edge, toldSize, toldAt }, found] = await Promise.all([
      lockHead(tx, businessId),
      readUnsealed(tx, businessId, MOST_IN_A_SEAL),
    ])
    const now = clock()
    if (found.length === 0) {
      const latest = toldSize < size && isDue(toldAt, now) ? await findLatestSeal(tx, businessId) : undefined
      if (latest) await tell(tx, businessId, latest, now, options)
      return false
    }
    let isTold = isDue(toldAt, now)
    const tree = new GrowingTree(size, edge)
    const hashes: Buffer[] = []
    for (const record of await withStates(tx, businessId, found, elsewhere)) {
      if (record.position !== tree.size + 1)
        throw new Error(`The history of ${businessId} goes on at ${record.position} after ${tree.size}.`)
      const { hash, leaf } = leafOf(log, businessId, record)
      isTold ||= options.isToldAtOnce?.(leaf) ?? false
      hashes.push(hash)
      tree.append(hash)
    }
    const checkpoint = { origin: originOf(options.origin, businessId, log), size: tree.size, root: tree.root() }
    const seal = {
      businessId,
      size: tree.size,
      hashes: Buffer.concat(hashes),
      root: checkpoint.root,
      note: signCheckpoint(checkpoint, key),
      keyId: key.id,
      sealedAt: now,
    }
    addSeal(tx, seal, tree.edge, tree.blocks)
    if (isTold) await tell(tx, businessId, { ...seal, previousSize: size }, now, options)
    return found.length === MOST_IN_A_SEAL
  })
}

/** Tells of the seal, which is the last one. One that was made with a key of before names that key. */
async function tell(
  tx: Tx,
  businessId: string,
  seal: Seal,
  time: Date,
  { log, key, newId }: SealOptions,
): Promise<void> {
  const keys = seal.keyId === key.id ? [key] : await readKeys(tx)
  const publicKey = keys.find(({ id }) => id === seal.keyId)?.publicKey
  markTold(tx, businessId, time)
  await stageEvents(tx, [sealCreated(seal, { id: newId(), time, businessId, log, publicKey })])
}

export type SealerOptions = SealOptions & {
  /** Connected as the relay's role: it sees all businesses. */
  relayDb: Database
  logger: Record<'info' | 'error', (facts: object, message: string) => void>
  /** The history of a business is sealed as far as it goes, perhaps no further than before. */
  onSealed?: (businessId: string) => void
}

/** What is recorded together is sealed together. */
const GATHER_MS = 1_000
/** It rests so many times as long as it worked: writes come first. */
const REST = 8
const LONGEST_REST_MS = 20_000
/** How often it looks for what nobody told it of. */
const LOOK_MS = 60_000
const PAGE = 1_000
const PARALLEL = 2

/**
 * Seals what it is told of, within seconds, and what it finds. Any number may run: whoever locks the head of a business seals it, and
 * the others find nothing left.
 */
export class Sealer {
  readonly #options: SealerOptions
  readonly #rounds = new Rounds()
  readonly #running: Promise<void>
  /** Of which something is wrong that was told. */
  readonly #broken = new Set<string>()
  #lookAt = 0
  /** Whether a dependency is down, which was told. */
  #troubled = false
  /** The first in this round for which a dependency is down. */
  #outage: unknown

  constructor(options: SealerOptions) {
    this.#options = options
    this.#running = this.#run()
  }

  /** There is more of the history of these businesses. */
  readonly touch = (businessIds: Iterable<string>): void => this.#rounds.touch(businessIds)

  /** Finishes what it is at, and ends. */
  async stop(): Promise<void> {
    this.#rounds.stop()
    await this.#running
  }

  async #run(): Promise<void> {
    let keyKept = false
    while (!this.#rounds.isStopped) {
      const began = performance.now()
      try {
        keyKept ||= await this.#keepKey()
        if (began >= this.#lookAt) await this.#look()
        await this.#rounds.each(PARALLEL, (businessId) => this.#seal(businessId))
      } catch (error) {
        this.#outage ??= error
      }
      this.#tellOfOutage()
      const rest = Math.min(Math.max((performance.now() - began) * REST, GATHER_MS), LONGEST_REST_MS)
      await this.#rounds.pause(rest)
      await this.#rounds.untilTouched(this.#lookAt - performance.now())
    }
  }

  /** @returns that the key is kept, with which its seals can be checked for good */
  async #keepKey(): Promise<true> {
    const { db, key, clock } = this.#options
    await db.transact({}, async (tx) => keepKey(tx, { id: key.id, publicKey: key.publicKey, since: clock() }))
    return true
  }

  async #look(): Promise<void> {
    const before = toldBefore(this.#options.clock())
    for (let after = '00000000-0000-0000-0000-000000000000'; !this.#rounds.isStopped;) {
      const found = await this.#options.relayDb.transact({}, (tx) => findUnsealed(tx, after, PAGE, before))
      this.#rounds.add(found)
      if (found.length < PAGE) break
      after = found.at(-1) ?? after
    }
    this.#lookAt = performance.now() + LOOK_MS
  }

  /** A business that cannot be sealed holds up no other; the next look finds it again, and one whose database is down the next round. */
  async #seal(businessId: string): Promise<void> {
    try {
      while (await sealNext(businessId, this.#options));
      this.#options.onSealed?.(businessId)
      if (this.#broken.delete(businessId))
        this.#options.logger.info({ business_id: businessId }, 'The history of a business is sealed again')
    } catch (error) {
      if (isOutage(error)) {
        this.#outage ??= error
        this.#rounds.add([businessId])
        return
      }
      if (!this.#broken.has(businessId))
        this.#options.logger.error(
          { err: error, business_id: businessId },
          'The history of a business cannot be sealed; trying again until it can',
        )
      this.#broken.add(businessId)
    }
  }

  /** One line per outage, and one when it is over. */
  #tellOfOutage(): void {
    const error = this.#outage
    this.#outage = undefined
    const { logger } = this.#options
    if (error !== undefined && !this.#troubled)
      logger.error({ err: error }, 'Histories cannot be sealed; trying again until they can')
    if (error === undefined && this.#troubled) logger.info({}, 'Histories are sealed again')
    this.#troubled = error !== undefined
  }
}

/** A database that is not there, or did not answer. Whatever else fails is wrong of one business. */
export const isOutage = (error: unknown): boolean => error instanceof DomainError && UNAVAILABLE.has(error.errorEnum)
const UNAVAILABLE: ReadonlySet<ErrorEnum> = new Set<ErrorEnum>(['ServiceUnavailable', 'OutcomeUnknown'])
