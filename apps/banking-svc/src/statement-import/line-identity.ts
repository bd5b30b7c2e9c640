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
 * Transactions that no line of the file stands for yet. Each way of looking has keys of its own, under which any will do:
 * one id or one content may be that of thousands.
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

  /** Of the line's id, day and amount, and of its content. */
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
  // Feeds pass on the ids of banks; where statements gave a transaction another one, it has that.
  const ids = bankIds.length > 0 ? bankIds : [sourceTransactionId]
  const keys = ids.map((id) => idAndMovement(id, candidate))
  if (contentKey === null) return keys
  keys.push(content(contentKey), ...ids.map((id) => idAndContent(id, candidate)))
  if (bankIds.length === 0) keys.push(contentAlone(contentKey))
  return keys
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
