/** The files of a bundle, in their order. */
import { dayPlus } from '@pacioli/calendar'
import { OWNERS, textOf, type Positions } from '@pacioli/history/positions'
import { decimalsOf } from '@pacioli/money'
import type {
  RowsPiece,
  Seal__Output,
  SealedLeaf__Output,
  SealKey__Output,
  Thing__Output,
} from '@pacioli/protos/history'
import type { BundleFacts } from './bundle.ts'
import { BeancountFile } from './plain-text/beancount.ts'
import type { Balances, BookAccount, BookEntry, BookHead } from './plain-text/book-entry.ts'
import { HledgerJournal } from './plain-text/hledger.ts'
import { readmeOf } from './readme.ts'
import { schemaFileOf, schemaFiles } from './schema-files.ts'
import { accountsOf, bookAccount, bookEntry, fileOf, stateOf, tagNames, type State, type TagNames } from './states.ts'
import type { BundledFile, WrittenFile } from './zip-files.ts'

type Owner = keyof Positions

/** Those that have something of a business that an empty installation could not make itself. */
const CARRYING = [...OWNERS, 'reporting'] as const
export type CarryingService = (typeof CARRYING)[number]

/** Where what is bundled is read: each log through the size of a seal. */
export type BundleSource = {
  /** What a service has of the business, once. */
  rows: (service: CarryingService) => AsyncIterable<RowsPiece>
  keys: () => Promise<SealKey__Output[]>
  seals: (owner: Owner) => AsyncIterable<Seal__Output>
  leaves: (owner: Owner) => AsyncIterable<SealedLeaf__Output>
  things: (owner: Owner, type: string) => AsyncIterable<Thing__Output>
  /** JSON as the interface answers it; undefined where there is none to be had. */
  report: (name: string, parameters: Record<string, string>) => Promise<Buffer | undefined>
}

const FORMAT_VERSION = 1
const BASES = ['ACCRUAL', 'CASH'] as const
type Basis = (typeof BASES)[number]

/** @param written what was written before: the manifest comes last, and lists all others */
export async function* bundleFiles(
  source: BundleSource,
  facts: BundleFacts,
  written: readonly WrittenFile[],
): AsyncGenerator<BundledFile> {
  yield { path: 'README.md', content: [readmeOf(facts)] }
  // First, because the owners hold on to the moment that they are of.
  for (const service of CARRYING) yield* rowFiles(service, source.rows(service))
  yield { path: 'keys.json', content: [await keysJson(source)] }
  const types = new Map<Owner, Set<string>>()
  let origin = ''
  for (const owner of OWNERS) {
    const found = new Set<string>()
    types.set(owner, found)
    const leaves = leafLines(source.leaves(owner), found)
    yield { path: `logs/${owner}/leaves.jsonl`, content: leaves, schema: schemaFileOf('leaf') }
    const seals = sealLines(source.seals(owner), (told) => (origin = told))
    yield { path: `logs/${owner}/seals.jsonl`, content: seals, schema: schemaFileOf('seal') }
  }
  for (const [owner, found] of types)
    for (const type of [...found].sort())
      if (!KNOWN_APART.has(type)) yield stateFile(type, stateLines(source.things(owner, type)))
  const accounts = accountsOf(
    await statesOf(source.things('ledger', 'chart')),
    await statesOf(source.things('ledger', 'account')),
  )
  yield stateFile('account', accounts.map(lineOf))
  const books = await Books.of(source, facts, accounts)
  yield stateFile('entry', books.entryLines())
  yield* schemaFiles(written)
  yield* reportsAndJournals(source, books)
  yield { path: 'manifest.json', content: [manifestOf(facts, origin, written)] }
}

/** Accounts are told of with the chart and by themselves, entries need their days. */
const KNOWN_APART = new Set(['chart', 'account', 'entry'])

/** A thing on each line. */
const stateFile = (type: string, content: BundledFile['content']): BundledFile => ({
  path: fileOf(type),
  aggregateType: type,
  schema: schemaFileOf(type),
  content,
})

async function* reportsAndJournals(source: BundleSource, books: Books): AsyncGenerator<BundledFile> {
  const balances = new Map<Basis, Balances>()
  for (const { path, name, parameters, basis } of books.reports()) {
    const json = await source.report(name, parameters)
    if (!json) continue
    if (name === 'TRIAL_BALANCE' && basis) balances.set(basis, balancesOf(json))
    yield { path: `reports/${path}.json`, content: [json, '\n'] }
  }
  for (const basis of BASES)
    yield { path: `hledger/${basis.toLowerCase()}.journal`, content: books.hledger(basis, balances.get(basis)) }
  for (const basis of BASES)
    yield { path: `beancount/${basis.toLowerCase()}.beancount`, content: books.beancount(basis, balances.get(basis)) }
}

/** A file for each table. */
async function* rowFiles(service: CarryingService, pieces: AsyncIterable<RowsPiece>): AsyncGenerator<BundledFile> {
  const told = pieces[Symbol.asyncIterator]()
  let piece = await told.next()
  async function* linesOfTable(): AsyncGenerator<string> {
    for (piece = await told.next(); !piece.done && typeof piece.value.table !== 'string'; piece = await told.next())
      for (const row of piece.value.rows ?? []) yield `${row}\n`
  }
  while (!piece.done) yield { path: `rows/${service}/${piece.value.table}.jsonl`, content: linesOfTable() }
}

const lineOf = (value: unknown): string => `${JSON.stringify(value)}\n`

/** As at `/.well-known/pacioli-seals.json`. */
async function keysJson(source: BundleSource): Promise<string> {
  const keys = (await source.keys()).map((key) => ({ ...key, algorithm: 'Ed25519' }))
  return `${JSON.stringify({ keys }, null, 2)}\n`
}

/** As they are listed; the leaf is the text that was hashed. */
async function* leafLines(leaves: AsyncIterable<SealedLeaf__Output>, types: Set<string>): AsyncGenerator<string> {
  for await (const { position, hash, leaf, disclosed } of leaves) {
    types.add((JSON.parse(leaf) as { aggregate_type: string }).aggregate_type)
    const [told, beside] = [JSON.stringify(hash ?? null), JSON.stringify(disclosed)]
    yield `{"type":"SealedLeaf","position":${position},"hash":${told},"leaf":${leaf},"disclosed":${beside}}\n`
  }
}

async function* sealLines(
  seals: AsyncIterable<Seal__Output>,
  onOrigin: (origin: string) => void,
): AsyncGenerator<string> {
  for await (const seal of seals) {
    onOrigin(seal.origin.replace(/\/businesses\/[^/]+\/[^/]+$/, ''))
    yield lineOf({ type: 'Seal', ...seal })
  }
}

async function* stateLines(things: AsyncIterable<Thing__Output>): AsyncGenerator<string> {
  for await (const thing of things) {
    const state = stateOf(thing)
    if (state) yield lineOf(state)
  }
}

async function statesOf(things: AsyncIterable<Thing__Output>): Promise<State[]> {
  const states: State[] = []
  for await (const thing of things) {
    const state = stateOf(thing)
    if (state) states.push(state)
  }
  return states
}

type TrialBalance = { data: { rows: { row_key: string; cells: Record<string, { value: number }> }[] } }

const balancesOf = (json: Buffer): Balances =>
  new Map(
    (JSON.parse(json.toString()) as TrialBalance).data.rows.map(({ row_key, cells }) => [
      row_key,
      BigInt(cells.debit?.value ?? 0) - BigInt(cells.credit?.value ?? 0),
    ]),
  )

/** The entries of the business, read anew for each file of them. */
class Books {
  readonly #source: BundleSource
  readonly #facts: BundleFacts
  readonly #accounts: readonly BookAccount[]
  readonly #tags: TagNames
  readonly #sums: Record<Basis, Map<string, bigint>> = { ACCRUAL: new Map(), CASH: new Map() }
  #firstDay: string | undefined
  #lastDay: string | undefined

  constructor(source: BundleSource, facts: BundleFacts, accounts: readonly BookAccount[], tags: TagNames) {
    this.#source = source
    this.#facts = facts
    this.#accounts = accounts
    this.#tags = tags
  }

  static async of(source: BundleSource, facts: BundleFacts, accounts: readonly State[]): Promise<Books> {
    const dimensions = await statesOf(source.things('ledger', 'tag_dimension'))
    const values = await statesOf(source.things('ledger', 'tag_value'))
    return new Books(source, facts, accounts.map(bookAccount), tagNames(dimensions, values))
  }

  /** All entries; from here on it is known from when until when they are. */
  async *entryLines(): AsyncGenerator<string> {
    for await (const { state, entry } of this.#entries()) {
      if (this.#firstDay === undefined || entry.day < this.#firstDay) this.#firstDay = entry.day
      if (this.#lastDay === undefined || entry.day > this.#lastDay) this.#lastDay = entry.day
      for (const basis of BASES)
        if (isOf(state, basis)) for (const line of entry.lines) add(this.#sums[basis], line.accountId, line.amount)
      yield lineOf(state)
    }
  }

  /** Those that pacioli-verify computes again, over all days. */
  *reports(): Generator<{ path: string; name: string; basis?: Basis; parameters: Record<string, string> }> {
    const recorded_as_of = textOf(this.#facts.positions)
    const [start_date, end_date] = [dayPlus(this.#first, -1), dayPlus(this.#last, 1)]
    for (const basis of BASES) {
      const common = { reporting_basis: basis, recorded_as_of }
      const suffix = basis.toLowerCase()
      const asOf = { ...common, effective_date: end_date }
      yield { path: `trial-balance-${suffix}`, name: 'TRIAL_BALANCE', basis, parameters: asOf }
      yield { path: `balance-sheet-${suffix}`, name: 'BALANCE_SHEET', basis, parameters: asOf }
      const range = { ...common, start_date, end_date }
      yield { path: `profit-and-loss-${suffix}`, name: 'PROFIT_AND_LOSS', basis, parameters: range }
    }
    const aging = { effective_date: end_date, include_documents: 'false', recorded_as_of }
    yield { path: 'ap-aging', name: 'AP_AGING', parameters: aging }
    yield { path: 'ar-aging', name: 'AR_AGING', parameters: aging }
  }

  /** @param balances those that the reports say; without, the sums of the entries */
  async *hledger(basis: Basis, balances: Balances = this.#sums[basis]): AsyncGenerator<string> {
    const journal = new HledgerJournal(this.#head(basis), this.#accounts)
    yield journal.begin()
    for await (const { state, entry } of this.#entries()) if (isOf(state, basis)) yield journal.entry(entry)
    yield journal.end(this.#last, balances)
  }

  async *beancount(basis: Basis, balances: Balances = this.#sums[basis]): AsyncGenerator<string> {
    const file = new BeancountFile(this.#head(basis), this.#accounts)
    yield file.begin(this.#first)
    for await (const { state, entry } of this.#entries()) if (isOf(state, basis)) yield file.entry(entry)
    yield file.end(dayPlus(this.#last, 1), balances)
  }

  get #first(): string {
    return this.#firstDay ?? this.#facts.createdAt.toISOString().slice(0, 10)
  }

  get #last(): string {
    return this.#lastDay ?? this.#facts.createdAt.toISOString().slice(0, 10)
  }

  #head(basis: Basis): BookHead {
    const { business, positions } = this.#facts
    return {
      title: `${basis === 'CASH' ? 'Cash' : 'Accrual'} books of the business ${business.id}`,
      about: [
        `Every entry through position ${positions.ledger} of the ledger, in ${business.currency}. See README.md.`,
        'At the end each account is asserted to have the balance that the trial balance of the system says.',
      ],
      currency: business.currency,
      decimals: decimalsOf(business.currency),
    }
  }

  async *#entries(): AsyncGenerator<{ state: State; entry: BookEntry }> {
    for await (const thing of this.#source.things('ledger', 'entry')) {
      const state = stateOf(thing)
      if (state) yield { state, entry: bookEntry(state, this.#tags, this.#facts.business.timeZone) }
    }
  }
}

/** An entry of both bases is in the books of each. */
const isOf = ({ basis }: State, of: Basis): boolean => basis === of || basis === 'BOTH'

const add = (sums: Map<string, bigint>, accountId: string, amount: bigint): void =>
  void sums.set(accountId, (sums.get(accountId) ?? 0n) + amount)

function manifestOf(
  { business, positions, createdAt }: BundleFacts,
  origin: string,
  written: readonly WrittenFile[],
): string {
  const manifest = {
    format: 'pacioli-books',
    format_version: FORMAT_VERSION,
    business_id: business.id,
    currency: business.currency,
    decimals: decimalsOf(business.currency),
    time_zone: business.timeZone,
    origin,
    created_at: createdAt.toISOString(),
    positions,
    files: written.map(({ path, lines, bytes, sha256, aggregateType, schema }) => ({
      path,
      lines,
      bytes,
      sha256,
      ...(aggregateType !== undefined && { aggregate_type: aggregateType }),
      ...(schema !== undefined && { schema }),
    })),
  }
  return `${JSON.stringify(manifest, null, 2)}\n`
}
