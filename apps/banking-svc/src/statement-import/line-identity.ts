/**
 * Which lines of a statement are transactions that are known already. Nothing comes in twice, and nothing is lost: each
 * transaction stands for one line of a file at most, so of equal lines as many are new as there are more in the file than
 * are known. Pure.
 *
 * A line is, in this order: the one of the same id and content; the one of the same id, day and amount, since banks change
 * texts; the one of the same content that has no other id in this format; else it is new. An id that comes with another
 * day or amount is no id: some banks start counting anew.
 */
import { createHash } from 'node:crypto'

export type IdentifiableLine = {
  row: number
  bankId: string | null
  day: string
  signedAmount: number
  contentKey: string
}

/** A transaction that one of the lines may be. */
export type Candidate = {
  id: string
  sourceTransactionId: string
  day: string
  signedAmount: number
  contentKey: string | null
  /** The ids that statements of the format gave it. */
  bankIds: readonly string[]
}

export type Identity =
  | { kind: 'new'; sourceTransactionId: string }
  | { kind: 'known'; transactionId: string }
  /** Listed twice under one id. */
  | { kind: 'repeated'; row: number }

/** What an index takes in without trouble. */
const MAX_ID = 255

/** An id as it is kept. */
export const keptId = (bankId: string): string =>
  bankId.length <= MAX_ID ? bankId : `sha256:${createHash('sha256').update(bankId).digest('hex')}`

/**
 * @param idsAreUnique by the rules of the format an id names one transaction, so that a line that comes twice is one; else
 *   what a statement lists twice happened twice
 */
export function identify(
  lines: readonly IdentifiableLine[],
  candidates: readonly Candidate[],
  { idsAreUnique }: { idsAreUnique: boolean },
): Map<number, Identity> {
  const identities = idsAreUnique ? repeatedIn(lines) : new Map<number, Identity>()
  const pool = new Pool(candidates)
  const settle = (find: (line: IdentifiableLine) => Candidate | undefined): void => {
    for (const line of lines) {
      if (identities.has(line.row)) continue
      const found = find(line)
      if (!found) continue
      pool.take(found)
      identities.set(line.row, { kind: 'known', transactionId: found.id })
    }
  }
  settle((line) => pool.withId(line, ({ contentKey }) => contentKey === line.contentKey))
  settle((line) => pool.withId(line, () => true))
  settle((line) => (line.bankId === null ? undefined : pool.withContent(line, hasNoOtherId)))
  settle((line) => (line.bankId === null ? pool.withContent(line, () => true) : undefined))
  const names = new Names(candidates)
  for (const line of lines)
    if (!identities.has(line.row)) identities.set(line.row, { kind: 'new', sourceTransactionId: names.nameOf(line) })
  return identities
}

const hasNoOtherId = ({ bankIds }: Candidate): boolean => bankIds.length === 0

function repeatedIn(lines: readonly IdentifiableLine[]): Map<number, Identity> {
  const first = new Map<string, number>()
  const repeated = new Map<number, Identity>()
  for (const { row, bankId, contentKey } of lines) {
    if (bankId === null) continue
    const key = JSON.stringify([bankId, contentKey])
    const earlier = first.get(key)
    if (earlier === undefined) first.set(key, row)
    else repeated.set(row, { kind: 'repeated', row: earlier })
  }
  return repeated
}

/** Transactions that no line of the file stands for yet. */
class Pool {
  readonly #byId = new Map<string, Set<Candidate>>()
  readonly #byContent = new Map<string, Set<Candidate>>()

  constructor(candidates: readonly Candidate[]) {
    for (const candidate of candidates) for (const set of this.#setsOf(candidate)) set.add(candidate)
  }

  /** Of the line's id, day and amount. */
  withId(
    { bankId, day, signedAmount }: IdentifiableLine,
    fits: (candidate: Candidate) => boolean,
  ): Candidate | undefined {
    const found = bankId === null ? undefined : this.#byId.get(keptId(bankId))
    return firstIn(
      found,
      (candidate) => candidate.day === day && candidate.signedAmount === signedAmount && fits(candidate),
    )
  }

  withContent({ contentKey }: IdentifiableLine, fits: (candidate: Candidate) => boolean): Candidate | undefined {
    return firstIn(this.#byContent.get(contentKey), fits)
  }

  take(candidate: Candidate): void {
    for (const set of this.#setsOf(candidate)) set.delete(candidate)
  }

  #setsOf({ bankIds, sourceTransactionId, contentKey }: Candidate): Set<Candidate>[] {
    // Feeds pass on the ids of banks; where statements gave a transaction another one, it has that.
    const ids = bankIds.length > 0 ? bankIds : [sourceTransactionId]
    return [
      ...ids.map((id) => setIn(this.#byId, id)),
      ...(contentKey === null ? [] : [setIn(this.#byContent, contentKey)]),
    ]
  }
}

/** Without a copy: thousands of lines may have one content. */
function firstIn<Item>(items: Iterable<Item> | undefined, fits: (item: Item) => boolean): Item | undefined {
  for (const item of items ?? []) if (fits(item)) return item
  return undefined
}

const setIn = (index: Map<string, Set<Candidate>>, key: string): Set<Candidate> => {
  const set = index.get(key) ?? new Set()
  index.set(key, set)
  return set
}

/** Ids for new transactions: the bank's while it is free, else one made of the content and a number. */
class Names {
  readonly #taken: Set<string>
  readonly #counts = new Map<string, number>()

  constructor(candidates: readonly Candidate[]) {
    this.#taken = new Set(candidates.map(({ sourceTransactionId }) => sourceTransactionId))
  }

  nameOf({ bankId, contentKey }: IdentifiableLine): string {
    const own = bankId === null ? undefined : keptId(bankId)
    const name = own !== undefined && !this.#taken.has(own) ? own : this.#counted(contentKey)
    this.#taken.add(name)
    return name
  }

  #counted(contentKey: string): string {
    let count = this.#counts.get(contentKey) ?? 0
    let name: string
    do name = `content:${contentKey}:${++count}`
    while (this.#taken.has(name))
    this.#counts.set(contentKey, count)
    return name
  }
}
