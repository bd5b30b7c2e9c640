/** A journal in memory that accepts and refuses postings as the ledger does. */
import { isAmount, opposite } from '@pacioli/money'
import type { NewPosting, Posting, PostingLine } from '@pacioli/postings'

export type Basis = 'ACCRUAL' | 'CASH'
export const BASES = ['ACCRUAL', 'CASH'] as const

type Entry = Pick<NewPosting, 'basis' | 'entryAt' | 'lines'> & { reversalOf: string | null }

/** The balance of an account, or of its lines for one document. */
const keysOf = ({ accountId, documentId }: PostingLine): string[] =>
  documentId ? [accountId, `${accountId} of ${documentId}`] : [accountId]

const signed = ({ direction, amount }: PostingLine): bigint =>
  direction === 'DEBIT' ? BigInt(amount) : -BigInt(amount)

const isIn = (basis: Basis, entry: Entry): boolean => entry.basis === 'BOTH' || entry.basis === basis

/** Dimensions whose values begin like this are BALANCING. */
const isBalancing = (definitionId: string): boolean => definitionId.startsWith('balancing')

/** Debits less credits, by account and by `account of document`. */
export type Balances = ReadonlyMap<string, bigint>

export class ModelJournal {
  readonly #entries = new Map<string, Entry>()
  readonly #reversed = new Set<string>()
  readonly #balances = { ACCRUAL: new Map<string, bigint>(), CASH: new Map<string, bigint>() }
  closedThrough: Date | null = null

  /** The instant that such postings move to. */
  firstOpenFrom(moment: Date): Date {
    return this.isClosedAt(moment) ? new Date((this.closedThrough?.getTime() ?? 0) + 1) : moment
  }

  isClosedAt(moment: Date): boolean {
    return this.closedThrough !== null && moment <= this.closedThrough
  }

  /** @throws Error for what the ledger would refuse: committed, it could not be delivered */
  post(postings: readonly Posting[]): void {
    for (const posting of postings) {
      if (this.#entries.has(posting.postingKey)) throw new Error(`${posting.postingKey} was posted before`)
      const entry = 'reverses' in posting ? this.#reversalOf(posting.reverses) : { ...posting, reversalOf: null }
      if (this.isClosedAt(entry.entryAt)) throw new Error(`${posting.postingKey} is in a closed period`)
      requireSound(entry)
      this.#entries.set(posting.postingKey, entry)
      for (const basis of BASES) if (isIn(basis, entry)) addTo(this.#balances[basis], entry)
    }
  }

  #reversalOf(key: string): Entry {
    const entry = this.#entries.get(key)
    if (!entry || entry.reversalOf !== null || this.#reversed.has(key)) throw new Error(`${key} can't be reversed`)
    this.#reversed.add(key)
    return {
      ...entry,
      entryAt: this.firstOpenFrom(entry.entryAt),
      lines: entry.lines.map((line) => ({ ...line, direction: opposite(line.direction) })),
      reversalOf: key,
    }
  }

  /** Over all time. */
  balances(basis: Basis): Balances {
    return this.#balances[basis]
  }

  balancesAt(basis: Basis, at: Date): Balances {
    const balances = new Map<string, bigint>()
    for (const entry of this.#entries.values()) if (entry.entryAt <= at && isIn(basis, entry)) addTo(balances, entry)
    return balances
  }

  instants(): Date[] {
    const times = [...this.#entries.values()].map(({ entryAt }) => entryAt.getTime())
    return [...new Set(times)].map((time) => new Date(time))
  }

  /** Keys of entries that are not reversed, nor reversals. */
  standing(): string[] {
    return [...this.#entries].flatMap(([key, { reversalOf }]) =>
      reversalOf === null && !this.#reversed.has(key) ? key : [],
    )
  }
}

function addTo(balances: Map<string, bigint>, { lines }: Entry): void {
  for (const line of lines) for (const key of keysOf(line)) balances.set(key, (balances.get(key) ?? 0n) + signed(line))
}

function requireSound({ lines, ...entry }: Entry): void {
  const wrong = (what: string): Error => new Error(`${what}: ${JSON.stringify({ ...entry, lines })}`)
  if (lines.length < 2) throw wrong('An entry has at least two lines')
  const excesses = new Map<string, bigint>()
  let debits = 0n
  for (const line of lines) {
    const { amount, direction, tags = [] } = line
    if (!isAmount(amount) || amount < 1) throw wrong(`${amount} is no amount`)
    if (direction === 'DEBIT') debits += BigInt(amount)
    if (new Set(tags.map(({ key }) => key)).size < tags.length) throw wrong('Two values of a dimension')
    // Each combination of BALANCING values, including none: stricter than the ledger.
    const values = tags.map(({ definitionId }) => definitionId).filter(isBalancing)
    const combination = values.sort().join(' ')
    excesses.set(combination, (excesses.get(combination) ?? 0n) + signed(line))
  }
  if (!isAmount(Number(debits))) throw wrong(`It moves ${debits}`)
  for (const [combination, excess] of excesses)
    if (excess !== 0n) throw wrong(`Off by ${excess} under "${combination}"`)
}
