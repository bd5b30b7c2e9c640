/** Has the newest seals cosigned by one witness, behind the sealing: nothing waits for a witness. */
import { Rounds } from '../rounds.ts'
import { isOutage, type SealerOptions } from '../sealing.ts'
import type { Failure, Reason } from './add-checkpoint.ts'
import { askWitness } from './ask-witness.ts'
import { findNewest, findUncosigned, keepCosignature, type Uncosigned } from './cosignature.store.ts'
import type { Cosignature, Witness } from './cosignature.ts'
import { Rests } from './rests.ts'

export type CosignerOptions = Pick<SealerOptions, 'db' | 'relayDb' | 'clock' | 'logger'> & {
  witness: Witness
  /**
   * The seals of one log are this far apart that it is asked to cosign: each is over all before it, and a witness serves many
   * logs, so that it need not see every one.
   */
  everyMs: number
  /** How long one answer may take. */
  withinMs?: number
  /** A rest after the first failure; each is twice as long as the one before, up to the longest. */
  restMs?: number
  onFailure?: (reason: Reason) => void
}

/** A witness that is there answers within moments. */
const WITHIN_MS = 10_000
/** What is wrong with a log is mended by a person, and a witness that is away comes back by itself. */
const REST_MS = 30_000
const LONGEST_LOG_REST_MS = 3_600_000
const LONGEST_REST_MS = 600_000
const PAGE = 1_000
const AT_ONCE = 4
const FIRST = '00000000-0000-0000-0000-000000000000'

/** Any number may run: who comes later is told by the witness how far it is, or finds nothing left. */
export class Cosigner {
  readonly #options: CosignerOptions & { withinMs: number }
  readonly #rounds = new Rounds()
  readonly #stopping = new AbortController()
  readonly #running: Promise<void>
  /** Logs that it refuses, and the witness itself. */
  readonly #logRests: Rests
  readonly #ownRest: Rests
  /** Since when what is not cosigned waits, as far as this process has seen. */
  #waitingSince = new Map<string, number>()
  #lookAt = 0
  /** Whether the database is down, which was told. */
  #isTroubled = false
  /** The first in this round for which it is. */
  #outage: unknown

  constructor(options: CosignerOptions) {
    const { restMs = REST_MS, withinMs = WITHIN_MS } = options
    this.#options = { ...options, withinMs }
    this.#logRests = new Rests(restMs, LONGEST_LOG_REST_MS)
    this.#ownRest = new Rests(restMs, LONGEST_REST_MS)
    this.#running = this.#run()
  }

  get witness(): string {
    return this.#options.witness.name
  }

  /** Its histories are sealed further, perhaps. */
  readonly touch = (businessIds: Iterable<string>): void => this.#rounds.touch(businessIds)

  /** How long the log waits that does for longest; one that was cosigned just before waits for its turn alone. */
  waitingMs(): number {
    const now = performance.now()
    let oldest = now
    for (const since of this.#waitingSince.values()) oldest = Math.min(oldest, since)
    return now - oldest
  }

  /** Ends, and waits for no witness. */
  async stop(): Promise<void> {
    this.#rounds.stop()
    this.#stopping.abort()
    await this.#running
  }

  async #run(): Promise<void> {
    while (!this.#rounds.isStopped) {
      try {
        if (performance.now() >= this.#lookAt) await this.#look()
        await this.#rounds.each(AT_ONCE, (businessId) => this.#cosign(businessId))
      } catch (error) {
        this.#outage ??= error
      }
      if (this.#tellOfOutage()) await this.#rounds.pause(this.#options.everyMs)
      else if (this.#ownRest.isResting(this.witness)) await this.#untilItIsBack()
      else await this.#rounds.untilTouched(this.#lookAt - performance.now())
    }
  }

  /** Then everything is looked for again. */
  async #untilItIsBack(): Promise<void> {
    await this.#rounds.pause(this.#ownRest.leftMs(this.witness))
    this.#lookAt = 0
  }

  async #look(): Promise<void> {
    const { relayDb, clock, everyMs, witness } = this.#options
    const now = performance.now()
    const before = new Date(clock().getTime() - everyMs)
    const waiting = new Map<string, number>()
    for (let after = FIRST; !this.#rounds.isStopped;) {
      const asked = { witness: witness.verifierKey, after, limit: PAGE, before }
      const found = await relayDb.transact({}, (tx) => findUncosigned(tx, asked))
      for (const id of found) waiting.set(id, this.#waitingSince.get(id) ?? now)
      this.#rounds.add(found)
      if (found.length < PAGE) break
      after = found.at(-1) ?? after
    }
    this.#waitingSince = waiting
    this.#lookAt = now + everyMs
  }

  /** A log that is refused holds up no other. What has to wait for its turn is found by a later look. */
  async #cosign(businessId: string): Promise<void> {
    const { witness, db, clock, withinMs } = this.#options
    if (this.#ownRest.isResting(witness.name) || this.#logRests.isResting(businessId)) return
    try {
      const newest = await db.read({ businessId }, (tx) => findNewest(tx, businessId, witness.verifierKey))
      if (!newest || !this.#isDue(newest)) return
      const asking = { db, witness, businessId, withinMs, stopping: this.#stopping.signal, now: clock }
      const answer = await askWitness(asking, newest)
      if (answer === undefined || this.#rounds.isStopped) return
      if ('reason' in answer) this.#failed(businessId, answer)
      else await this.#keep(businessId, newest, answer)
    } catch (error) {
      if (isOutage(error)) this.#outage ??= error
      else this.#failed(businessId, { reason: 'no_proof', problem: 'cannot be given a proof', error })
    }
  }

  #isDue({ size, cosigned, keptAt }: Uncosigned): boolean {
    const { clock, everyMs } = this.#options
    return cosigned < size && (keptAt === null || keptAt.getTime() <= clock().getTime() - everyMs)
  }

  async #keep(businessId: string, { size }: Uncosigned, { line, at }: Cosignature): Promise<void> {
    const { db, witness, clock, logger } = this.#options
    await db.transact({ businessId }, async (tx) => {
      keepCosignature(tx, businessId, { witness: witness.verifierKey, size, line, at, now: clock() })
    })
    this.#waitingSince.delete(businessId)
    const facts = { witness: witness.name, business_id: businessId }
    if (this.#ownRest.over(witness.name)) logger.info({ witness: witness.name }, 'A witness cosigns seals again')
    if (this.#logRests.over(businessId)) logger.info(facts, 'A witness cosigns the seals of a business again')
  }

  /** One line for each that begins to fail. */
  #failed(businessId: string, { reason, problem, error }: Failure & { error?: unknown }): void {
    const { witness, logger, onFailure } = this.#options
    onFailure?.(reason)
    const facts = { witness: witness.name, reason, problem, ...(error !== undefined && { err: error }) }
    if (reason === 'away') {
      if (this.#ownRest.begin(witness.name))
        logger.error(facts, 'A witness is away; trying again until it cosigns seals')
    } else if (this.#logRests.begin(businessId))
      logger.error(
        { ...facts, business_id: businessId },
        'A witness does not cosign the seals of a business; trying again until it does',
      )
  }

  /** One line per outage, and one when it is over. @returns whether there is one */
  #tellOfOutage(): boolean {
    const error = this.#outage
    this.#outage = undefined
    const { logger } = this.#options
    const facts = { witness: this.witness }
    if (error !== undefined && !this.#isTroubled)
      logger.error({ ...facts, err: error }, 'Seals cannot be sent to a witness; trying again until they can')
    if (error === undefined && this.#isTroubled) logger.info(facts, 'Seals are sent to a witness again')
    this.#isTroubled = error !== undefined
    return this.#isTroubled
  }
}
