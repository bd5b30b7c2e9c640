/** What a service tells of each thing now, against the last leaf of it. */
import { isDeepStrictEqual } from 'node:util'
import type { Finding } from './finding.ts'
import { isRecord, malformedMember, toldLeafOf, type Leaf, type State } from './leaf.ts'
import type { LogName, Source, ToldLeaf } from './source.ts'
import { listOf, opened } from './states.ts'

/** Of each of these that there are leaves of, there is a state now. Entries are what leaves are made of, and have none besides. */
const KINDS: Readonly<Record<LogName, readonly string[]>> = {
  LEDGER: [
    ...['business', 'accounting_configuration', 'account', 'tag_dimension', 'tag_value'],
    ...['imported_party', 'closing_action'],
  ],
  BANKING: ['bank_account', 'external_account', 'bank_transaction', 'categorization_rule'],
  BILLING: [
    ...['vendor', 'bill', 'bill_payment', 'vendor_credit', 'vendor_refund', 'customer', 'invoice', 'invoice_payment'],
    ...['invoice_payment_return', 'refund', 'refund_payment', 'payout'],
  ],
}

/** Whose books it is, which another installation than the one that recorded it says differently. */
const OF_THE_INSTALLATION: ReadonlySet<string> = new Set(['client_id'])
/** So many are named; after that they are counted. */
const MOST_NAMED = 100
/** So often is looked for a leaf that was not there yet. */
const TRIES = 5

type Version = { version: number; state: State }

/** The states of one log, as its leaves have them last: so many are in memory. */
export class Current {
  readonly #log: LogName
  readonly #newest = new Map<string, Version>()
  #last = 0
  #wrong = 0

  constructor(log: LogName) {
    this.#log = log
  }

  passed(leaf: Leaf, disclosed: ToldLeaf['disclosed']): void {
    const { aggregate_type: type, aggregate_id: id, version, position } = leaf
    this.#last = Math.max(this.#last, position)
    const state = leaf.state && stateOf(leaf.state, disclosed)
    if (state && type === 'chart')
      // Accounts that have not changed since have no leaves of their own.
      for (const account of listOf(state.accounts))
        this.#put(`account ${String(account.id)}`, { version: 1, state: account })
    else if (state && KINDS[this.#log].includes(type)) this.#put(`${type} ${id}`, { version, state })
  }

  #put(thing: string, told: Version): void {
    if (told.version >= (this.#newest.get(thing)?.version ?? 0)) this.#newest.set(thing, told)
  }

  /**
   * @param isFromTheStart whether the history has everything; else what is older and has not changed since is in none
   * @returns how many things are in no history @throws CouldNotLook
   */
  async *findings(source: Source, isFromTheStart: boolean): AsyncGenerator<Finding, number> {
    const ahead = new Map<string, Version>()
    const seen = new Set<string>()
    for await (const given of source.states?.(this.#log) ?? []) {
      const told = toldStateOf(given)
      const thing = told && `${told.type} ${told.id}`
      if (!told || !thing) yield* this.#found({ problem: 'a state is not told in the form of the API' })
      else if (seen.has(thing)) yield* this.#found({ aggregate: thing, problem: 'its state comes again' })
      else if (told.version > (this.#newest.get(thing)?.version ?? 0)) ahead.set(thing, told)
      else yield* this.#compare(thing, told)
      if (thing) seen.add(thing)
    }
    for (const thing of this.#newest.keys())
      if (!seen.has(thing))
        yield* this.#found({ aggregate: thing, problem: 'it is gone: leaves tell of it, and no state does' })
    yield* this.#follow(source, ahead)
    let unknown = 0
    for (const [thing, { version }] of ahead) {
      if (!isFromTheStart && !this.#newest.has(thing)) unknown += 1
      else yield* this.#found({ aggregate: thing, problem: `it is of version ${version}, and no leaf is` })
    }
    if (this.#wrong > MOST_NAMED)
      yield { log: this.#log, problem: `something is wrong with ${this.#wrong - MOST_NAMED} more states` }
    return unknown
  }

  /** What was just changed is recorded soon, and has a leaf then. */
  async *#follow(source: Source, ahead: Map<string, Version>): AsyncGenerator<Finding> {
    for (let tries = 0; ahead.size > 0 && tries < TRIES; tries++) {
      if (tries > 0) await source.pause?.(tries)
      for await (const given of source.leaves(this.#log, this.#last)) {
        const { told } = toldLeafOf(given, this.#last + 1)
        if (malformedMember(told.leaf) === undefined) this.passed(told.leaf as Leaf, told.disclosed)
      }
      for (const [thing, told] of ahead) {
        const version = this.#newest.get(thing)?.version ?? 0
        if (version < told.version) continue
        ahead.delete(thing)
        if (version === told.version) yield* this.#compare(thing, told)
      }
    }
  }

  *#compare(thing: string, told: Version): Generator<Finding> {
    const newest = this.#newest.get(thing)
    // One of before there was a history.
    if (!newest) return
    const field = told.version === newest.version ? differing(newest.state, told.state) : undefined
    if (told.version < newest.version)
      yield* this.#found({
        aggregate: thing,
        problem: `it is of version ${told.version}, and its last leaf of ${newest.version}`,
      })
    else if (field !== undefined)
      yield* this.#found({ aggregate: thing, field, problem: 'it is not what the last leaf of it says' })
  }

  *#found(finding: Finding): Generator<Finding> {
    this.#wrong += 1
    if (this.#wrong <= MOST_NAMED) yield { log: this.#log, ...finding }
  }
}

/** What is disclosed and no JSON was told of as no value of the leaf. */
function stateOf(state: State, disclosed: ToldLeaf['disclosed']): State {
  try {
    return opened(state, disclosed)
  } catch {
    return state
  }
}

function toldStateOf(given: unknown): (Version & { type: string; id: string }) | undefined {
  if (!isRecord(given)) return undefined
  const { aggregate_type: type, aggregate_id: id, version, state } = given
  return typeof type === 'string' && typeof id === 'string' && Number.isSafeInteger(version) && isRecord(state)
    ? { type, id, version: version as number, state }
    : undefined
}

/** Whatever is in it is the caller's: no release tells more of it. */
const OF_THE_CALLER = /\/metadata$/

/** Where the first difference is. A release may tell more than the one that recorded, and not less. Pure. */
function differing(recorded: unknown, now: unknown, at = ''): string | undefined {
  if (Array.isArray(recorded) && Array.isArray(now) && recorded.length === now.length)
    return first(
      recorded.map((one, index) => [String(index), one, now[index]]),
      at,
    )
  if (isRecord(recorded) && isRecord(now) && !OF_THE_CALLER.test(at))
    return first(
      Object.entries(recorded)
        .filter(([name]) => !OF_THE_INSTALLATION.has(name))
        .map(([name, value]) => [name, value, Object.hasOwn(now, name) ? now[name] : undefined]),
      at,
    )
  return isDeepStrictEqual(recorded, now) ? undefined : at || '/'
}

function first(
  members: readonly (readonly [name: string, recorded: unknown, now: unknown])[],
  at: string,
): string | undefined {
  for (const [name, recorded, now] of members) {
    const found = differing(recorded, now, `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`)
    if (found !== undefined) return found
  }
  return undefined
}
