/** A journal in memory that takes postings as the ledger does, and refuses what the ledger would refuse. */
import { isAmount, opposite } from '@pacioli/money'
import type { NewPosting, Posting, PostingLine } from '@pacioli/postings'

export type Basis = 'ACCRUAL' | 'CASH'

type Entry = Omit<NewPosting, 'memo' | 'referenceNumber'> & { reversalOf: string | null }

const signed = ({ direction, amount }: PostingLine): bigint =>
  direction === 'DEBIT' ? BigInt(amount) : -BigInt(amount)

export class SimulatedJournal {
  readonly #entries = new Map<string, Entry>()
  readonly #reversed = new Set<string>()
  readonly #balances = { ACCRUAL: new Map<string, bigint>(), CASH: new Map<string, bigint>() }
  closedThrough: Date | null = null

  /** Where postings of that moment go. */
  firstOpenFrom(moment: Date): Date {
    return this.isClosedAt(moment) ? new Date((this.closedThrough?.getTime() ?? 0) + 1) : moment
  }

  isClosedAt(moment: Date): boolean {
    return this.closedThrough !== null && moment <= this.closedThrough
  }

  /** @throws Error for what the ledger would refuse: committed, it could not be delivered */
  post(postings: readonly Posting[], isBalancing: (dimensionOf: string) => boolean): void {
    for (const posting of postings) {
      if (this.#entries.has(posting.postingKey)) throw new Error(`${posting.postingKey} was posted before`)
      const entry = 'reverses' in posting ? this.#reversalOf(posting.reverses) : { ...posting, reversalOf: null }
      if (this.isClosedAt(entry.entryAt)) throw new Error(`${posting.postingKey} is in a closed period`)
      requireSound(entry, isBalancing)
      this.#entries.set(posting.postingKey, entry)
      this.#move(entry)
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

  #move({ basis, lines }: Entry): void {
    for (const one of ['ACCRUAL', 'CASH'] as const) {
      if (basis !== 'BOTH' && basis !== one) continue
      const balances = this.#balances[one]
      for (const line of lines) balances.set(line.accountId, (balances.get(line.accountId) ?? 0n) + signed(line))
    }
  }

  /** Debits less credits, over all time. */
  balance(accountId: string, basis: Basis): bigint {
    return this.#balances[basis].get(accountId) ?? 0n
  }

  /** The same up to a moment. */
  balanceAt(accountId: string, basis: Basis, at: Date): bigint {
    let sum = 0n
    for (const entry of this.#entries.values())
      if (entry.entryAt <= at && (entry.basis === 'BOTH' || entry.basis === basis))
        for (const line of entry.lines) if (line.accountId === accountId) sum += signed(line)
    return sum
  }

  accounts(basis: Basis): Iterable<string> {
    return this.#balances[basis].keys()
  }

  /** Keys of entries that are not reversed, nor reversals. */
  standing(): string[] {
    return [...this.#entries].flatMap(([key, { reversalOf }]) =>
      reversalOf === null && !this.#reversed.has(key) ? key : [],
    )
  }
}

function requireSound({ lines, ...entry }: Entry, isBalancing: (definitionId: string) => boolean): void {
  const wrong = (what: string): Error => new Error(`${what}: ${JSON.stringify({ ...entry, lines })}`)
  if (lines.length < 2) throw wrong('An entry has at least two lines')
  const excesses = new Map<string, bigint>()
  let debits = 0n
  for (const line of lines) {
    const { amount, direction, tags = [] } = line
    if (!isAmount(amount) || amount < 1) throw wrong(`${amount} is no amount`)
    if (direction === 'DEBIT') debits += BigInt(amount)
    if (new Set(tags.map(({ key }) => key)).size < tags.length) throw wrong('Two values of a dimension')
    // Each combination of BALANCING values by itself, that of no value too: more than the ledger asks for.
    const combination = tags
      .map(({ definitionId }) => definitionId)
      .filter(isBalancing)
      .sort()
      .join(' ')
    excesses.set(combination, (excesses.get(combination) ?? 0n) + signed(line))
  }
  if (!isAmount(Number(debits))) throw wrong(`It moves ${debits}`)
  for (const [combination, excess] of excesses)
    if (excess !== 0n) throw wrong(`Off by ${excess} under "${combination}"`)
}
