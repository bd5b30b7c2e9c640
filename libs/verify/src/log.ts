/** The leaves of one log, one after the other. */
import { placeOf } from './claim.ts'
import type { Finding } from './finding.ts'
import { checkDisclosed, hashOf, isRecord, malformedMember, nameOf, toldLeafOf, type Leaf } from './leaf.ts'
import { Tree } from './merkle.ts'
import type { LogName, ToldLeaf } from './source.ts'

/** So many leaves are named; after that they are counted. A leaf that is gone may move all that follow. */
const MOST_NAMED = 100

export type LogOptions = {
  businessId: string
  log: LogName
  /** The size of the latest seal. */
  sealed: number
  /** The sizes at which the root is wanted. */
  sizes: ReadonlySet<number>
  /** When the latest seal was asked for. */
  began: Date
  now: () => Date
}

/** So many leaves in a row may be at positions that were there already. */
const MOST_STUCK = 1_000
/** The sealer is within seconds of what is recorded. */
const MOST_UNSEALED = 100_000
/** So much later nothing is left unsealed, or a clock is wrong. */
const SEALED_WITHIN_MINUTES = 10
/** Of what has no hash. */
const NO_HASH = Buffer.alloc(32)

const minutesFrom = (moment: Date, minutes: number): string =>
  new Date(moment.getTime() + minutes * 60_000).toISOString()

/** What was read so far. */
export class LogReader {
  readonly roots = new Map<number, Buffer>()
  /** Values that are hidden, and not disclosed. */
  erased = 0
  /** Leaves of which something is wrong. */
  wrong = 0
  last = 0
  count = 0
  readonly #options: LogOptions
  readonly #tree = new Tree()
  readonly #versions = new Map<string, number>()
  #recordedAt = ''
  /** When the first leaf was recorded that no seal is over. */
  #unsealedSince: string | undefined
  /** Leaves in a row that were at no new position. */
  #stuck = 0

  constructor(options: LogOptions) {
    this.#options = options
  }

  /** Whether nothing that comes can be of the log any more: it would otherwise be read for as long as somebody makes more of it. */
  get isLost(): boolean {
    return this.#stuck >= MOST_STUCK || this.last - this.#options.sealed > MOST_UNSEALED
  }

  /** That of the leaves so far. */
  get tree(): Pick<Tree, 'size' | 'root'> {
    return this.#tree
  }

  /** @returns the leaf if it can be read at all, with what is disclosed of it, and what is wrong with it */
  read(given: unknown): { leaf: Leaf | undefined; disclosed: ToldLeaf['disclosed']; findings: Finding[] } {
    const { told, malformed } = toldLeafOf(given, this.last + 1)
    const member = malformedMember(told.leaf)
    const leaf = member === undefined ? (told.leaf as Leaf) : undefined
    const hash = hashOf(told.leaf)
    const findings = [
      ...malformed.map((field) => ({ field, problem: 'it is not told in the form of the API' })),
      ...this.#placeProblems(told),
      ...(member === undefined ? [] : [{ field: member, problem: 'it is no leaf of version 1 of the format' }]),
      ...(leaf ? this.#contentProblems(leaf, told) : []),
      ...this.#hashProblems(told, hash),
    ]
    this.count += 1
    this.#tree.append(hash ?? NO_HASH)
    if (this.#options.sizes.has(this.#tree.size)) this.roots.set(this.#tree.size, this.#tree.root())
    if (findings.length > 0) this.wrong += 1
    const where = {
      ...(isRecord(given) && placeOf(given)),
      log: this.#options.log,
      position: told.position,
      aggregate: leaf && nameOf(leaf),
    }
    const { disclosed } = told
    return {
      leaf,
      disclosed,
      findings: this.wrong > MOST_NAMED ? [] : findings.map((finding) => ({ ...where, ...finding })),
    }
  }

  /** What can be said at the end. */
  end(): Finding[] {
    const { log, sealed } = this.#options
    const unnamed = this.wrong - MOST_NAMED
    const isStuck = this.#stuck >= MOST_STUCK
    const since = this.#unsealedSince
    return [
      ...(since !== undefined && since < minutesFrom(this.#options.began, -SEALED_WITHIN_MINUTES)
        ? [{ log, position: sealed + 1, problem: `recorded at ${since}, and no seal is over it or what follows` }]
        : []),
      ...(this.isLost
        ? [
            {
              log,
              position: this.last,
              problem: isStuck ? 'the leaves do not go on after it' : 'too many leaves are not sealed',
            },
          ]
        : []),
      ...(unnamed > 0 ? [{ log, problem: `something is wrong with ${unnamed} more leaves` }] : []),
      ...(this.last < sealed
        ? [{ log, position: this.last + 1, problem: `the leaves end before it, and ${sealed} are sealed` }]
        : []),
    ]
  }

  #placeProblems({ position }: ToldLeaf): Finding[] {
    const expected = this.last + 1
    this.last = Math.max(this.last, position)
    this.#stuck = position < expected ? this.#stuck + 1 : 0
    if (position === expected) return []
    if (position < expected) return [{ problem: `the position comes again, or after ${expected - 1}` }]
    const missing =
      position - expected === 1 ? `position ${expected} is` : `positions ${expected} to ${position - 1} are`
    return [{ problem: `${missing} missing before it` }]
  }

  #contentProblems(leaf: Leaf, told: ToldLeaf): Finding[] {
    const { businessId, log } = this.#options
    const findings: Finding[] = []
    const expect = (field: string, expected: number | string, got: number | string): void => {
      if (got !== expected) findings.push({ field, problem: `expected ${expected}, got ${got}` })
    }
    expect('log', log, leaf.log)
    expect('business_id', businessId, leaf.business_id)
    expect('position', told.position, leaf.position)
    if (leaf.recorded_at < this.#recordedAt)
      findings.push({
        field: 'recorded_at',
        problem: `${leaf.recorded_at} is before ${this.#recordedAt} of a leaf before it`,
      })
    else this.#recordedAt = leaf.recorded_at
    if (leaf.recorded_at > minutesFrom(this.#options.now(), SEALED_WITHIN_MINUTES))
      findings.push({ field: 'recorded_at', problem: `${leaf.recorded_at} is yet to come` })
    if (told.position > this.#options.sealed) this.#unsealedSince ??= leaf.recorded_at
    const name = nameOf(leaf)
    const before = this.#versions.get(name)
    if (before !== undefined) expect('version', before + 1, leaf.version)
    this.#versions.set(name, leaf.version)
    const { findings: disclosed, erased } = checkDisclosed(leaf, told.disclosed)
    this.erased += erased
    return [...findings, ...disclosed]
  }

  #hashProblems({ position, hash }: ToldLeaf, computed: Buffer | undefined): Finding[] {
    if (!computed)
      return [{ problem: 'it is not what was sealed: it has text or numbers that canonical JSON has no form for' }]
    if (hash === null)
      return position <= this.#options.sealed
        ? [{ field: 'hash', problem: 'it is sealed, but its hash is not told' }]
        : []
    return hash === computed.toString('base64')
      ? []
      : [{ problem: `it is not what was sealed: its hash is ${computed.toString('base64')}, the sealed one ${hash}` }]
  }
}
