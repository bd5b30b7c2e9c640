/**
 * Which lines of a statement are known transactions. Nothing is imported twice, and nothing is lost: a transaction
 * accounts for one line of a file at most, so of equal lines as many are new as the file has more than are known. Pure.
 *
 * A line is, in this order: the one of the same id and content; the one of the same id, day and amount, since banks change
 * texts; the one of the same content that has no other id in this format; else it is new. The same id with another day or
 * amount does not count: some banks restart their numbering.
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
  /** Its ids in statements of the format. */
  bankIds: readonly string[]
}

export type Identity =
  | { kind: 'new'; sourceTransactionId: string }
  | { kind: 'known'; transactionId: string }
  /** Listed twice under one id. */
  | { kind: 'repeated'; row: number }

/** Fits into an index. */
const MAX_ID = 255

/** An id as it is stored. */
export const keptId = (bankId: string): string =>
  bankId.length <= MAX_ID ? bankId : `sha256:${createHash('sha256').update(bankId).digest('hex')}`

/**
 * @param idsAreUnique the format's ids name one transaction, so a line that comes twice is one; otherwise what a
 *   statement lists twice happened twice
 */
export function identify(
  lines: readonly IdentifiableLine[],
  candidates: readonly Candidate[],
  { idsAreUnique }: { idsAreUnique: boolean },
): Map<number, Identity> {
  const identities = idsAreUnique ? repeatedIn(lines) : new Map<number, Identity>()
  const pool = new Pool(candidates)
  const assign = (find: (line: IdentifiableLine) => Candidate | undefined): void => {
    for (const line of lines) {
      if (identities.has(line.row)) continue
      const found = find(line)
      if (!found) continue
      pool.take(found)
      identities.set(line.row, { kind: 'known', transactionId: found.id })
    }
  }
  assign((line) => pool.withIdAndContent(line))
  assign((line) => pool.withId(line))
  assign((line) => (line.bankId === null ? undefined : pool.withContentAlone(line)))
  assign((line) => (line.bankId === null ? pool.withContent(line) : undefined))
  const names = new Names(candidates)
  for (const line of lines)
    if (!identities.has(line.row)) identities.set(line.row, { kind: 'new', sourceTransactionId: names.nameOf(line) })
  return identities
}

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

/**
 * Transactions that no line of the file has been identified with yet. Each lookup has its own keys, and takes any
 * transaction of a key: thousands may share one id or one content.
 */
class Pool {
  readonly #sets = new Map<string, Set<Candidate>>()

  constructor(candidates: readonly Candidate[]) {
    for (const candidate of candidates)
      for (const key of keysOf(candidate)) {
        const set = this.#sets.get(key)
        if (set) set.add(candidate)
        else this.#sets.set(key, new Set([candidate]))
      }
  }

  /** Of the line's id, day, amount and content. */
  withIdAndContent(line: IdentifiableLine): Candidate | undefined {
    return line.bankId === null ? undefined : this.#first(idAndContent(keptId(line.bankId), line))
  }

  /** Of the line's id, day and amount. */
  withId(line: IdentifiableLine): Candidate | undefined {
    return line.bankId === null ? undefined : this.#first(idAndMovement(keptId(line.bankId), line))
  }

  /** Of its content, without an id in this format. */
  withContentAlone({ contentKey }: IdentifiableLine): Candidate | undefined {
    return this.#first(contentAlone(contentKey))
  }

  withContent({ contentKey }: IdentifiableLine): Candidate | undefined {
    return this.#first(content(contentKey))
  }

  take(candidate: Candidate): void {
    for (const key of keysOf(candidate)) this.#sets.get(key)?.delete(candidate)
  }

  #first(key: string): Candidate | undefined {
    const [first] = this.#sets.get(key) ?? []
    return first
  }
}

type Keyed = Pick<Candidate, 'day' | 'signedAmount' | 'contentKey'>

const idAndMovement = (id: string, { day, signedAmount }: Keyed): string => JSON.stringify([id, day, signedAmount])
const idAndContent = (id: string, { day, signedAmount, contentKey }: Keyed): string =>
  JSON.stringify([id, day, signedAmount, contentKey])
const content = (contentKey: string): string => `content ${contentKey}`
const contentAlone = (contentKey: string): string => `content alone ${contentKey}`

function keysOf(candidate: Candidate): string[] {
  const { bankIds, sourceTransactionId, contentKey } = candidate
  // Feeds pass on the bank's ids, unless statements gave the transaction another one.
  const ids = bankIds.length > 0 ? bankIds : [sourceTransactionId]
  const keys = ids.map((id) => idAndMovement(id, candidate))
  if (contentKey === null) return keys
  keys.push(content(contentKey), ...ids.map((id) => idAndContent(id, candidate)))
  if (bankIds.length === 0) keys.push(contentAlone(contentKey))
  return keys
}

/** Ids for new transactions: the bank's if unused, else one of the content and a number. */
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
