/** All seals of a log, the first one first, against its leaves as they are read. */
import { claimOf, placeOf, unlikeItsNote, type Claim } from './claim.ts'
import type { Finding } from './finding.ts'
import { isRecord } from './leaf.ts'
import type { Key } from './note.ts'
import type { Tree } from './merkle.ts'
import type { LogName } from './source.ts'
import type { Witnessed } from './witnessed.ts'

/** After so many that are wrong the others are not read: no list of them need have an end. */
const MOST_WRONG = 100

/** A seal of the list, and where it stands. */
type Told = Claim & { where: ReturnType<typeof placeOf> }

export type SealsOptions = { businessId: string; log: LogName; keys: readonly Key[]; witnessed: Witnessed }

/** Reads seals no further than leaves were read, so lists of any length fit. */
export class SealsReader {
  count = 0
  readonly #told: AsyncIterator<unknown, unknown>
  readonly #options: SealsOptions
  /** Those that have to be in the list, by size. */
  readonly #awaited: Map<number, string>
  #wrong = 0
  #before = 0
  #next: Told | undefined
  #isOver = false

  /** @param claims the latest seal, and those that were kept */
  constructor(told: AsyncIterable<unknown>, claims: readonly Claim[], options: SealsOptions) {
    this.#told = told[Symbol.asyncIterator]()
    this.#options = options
    this.#awaited = new Map(claims.filter(({ size }) => size > 0).map(({ size, name }) => [size, name]))
  }

  /** What is wrong with the seals up to the size of the tree, which was looked at with one leaf less. */
  async *against(tree: Pick<Tree, 'size' | 'root'>): AsyncGenerator<Finding> {
    for (let next = yield* this.#peek(); next && next.size <= tree.size; next = yield* this.#peek()) {
      if (next.size === tree.size && !next.root.equals(tree.root()))
        yield* this.#found(
          next.where,
          `${next.name}: positions 1 to ${next.size} are not those that it has the root of`,
        )
      this.#next = undefined
    }
  }

  /** @param sealed the size of the latest seal: what comes after it may be of leaves that came after all were read */
  async *end(leaves: number, sealed: number): AsyncGenerator<Finding> {
    for (let next = yield* this.#peek(); next && next.size <= sealed; next = yield* this.#peek()) {
      yield* this.#found(next.where, `${next.name}: it has the root of ${next.size} leaves, and there are ${leaves}`)
      this.#next = undefined
    }
    await this.#told.return?.()
    const { log } = this.#options
    if (this.#wrong > MOST_WRONG) yield { log, problem: 'too much is wrong with its seals: the others were not read' }
    else
      for (const [size, name] of this.#awaited)
        yield { log, problem: `${name} of ${size} leaves is not in the list of seals` }
  }

  /** The seal that was not compared yet. */
  async *#peek(): AsyncGenerator<Finding, Told | undefined> {
    while (!this.#next && !this.#isOver) {
      const step = await this.#told.next()
      if (step.done || this.#wrong > MOST_WRONG) this.#isOver = true
      else this.#next = yield* this.#check(step.value)
    }
    return this.#next
  }

  async *#check(told: unknown): AsyncGenerator<Finding, Told | undefined> {
    const { log, keys, businessId, witnessed } = this.#options
    const seal = isRecord(told) ? told : {}
    const where = placeOf(seal)
    const nth = `seal ${(this.count += 1)}`
    const { claim, findings } = claimOf(nth, seal.note, keys, false)
    const all = [...findings.map(({ problem }) => problem)]
    if (claim) {
      for (const { problem } of unlikeItsNote(seal, claim, businessId, log)) all.push(problem)
      all.push(...witnessed.problemsOf(claim))
      if (seal.log !== log) all.push(`${nth} is told as one of another log`)
      if (claim.size <= this.#before)
        all.push(`${nth} has ${claim.size} leaves, and that before it has ${this.#before}`)
      else if (seal.previous_size !== this.#before)
        all.push(
          `${nth} of ${claim.size} leaves follows one of ${typeof seal.previous_size === 'number' ? seal.previous_size : 'no size'}, and that before it has ${this.#before}`,
        )
      this.#before = Math.max(this.#before, claim.size)
      this.#awaited.delete(claim.size)
    }
    for (const problem of all) yield* this.#found(where, problem)
    return claim && { ...claim, where }
  }

  *#found(where: Told['where'], problem: string): Generator<Finding> {
    this.#wrong += 1
    if (this.#wrong <= MOST_WRONG) yield { ...where, log: this.#options.log, problem }
  }
}
