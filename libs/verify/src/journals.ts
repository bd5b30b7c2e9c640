/** The plain-text books of a bundle, against the entries of the leaves: their days, accounts, amounts and balances. */
import type { BundleSource } from './bundle-source.ts'
import type { Finding } from './finding.ts'
import type { State } from './leaf.ts'
import type { Manifest } from './manifest.ts'
import { listOf, sha256, type NewestState } from './states.ts'
import { BASES, type Basis, type Figures } from './sums.ts'

/** What each line of a format says, by its form. */
type Format = {
  folder: string
  extension: string
  account: RegExp
  accountId: RegExp
  entry: RegExp
  entryId: RegExp | undefined
  posting: RegExp
  balance: RegExp
  /** All other lines: comments, settings and metadata, none of which moves a day, an account or an amount. */
  others: RegExp
  /** Whether a balance is that of the accounts below it as well. */
  isOfAllBelow: boolean
}

const DAY = '(?<day>\\d{4}-\\d\\d-\\d\\d)'
const QUOTED = '"(?:[^"\\\\]|\\\\.)*"'
/** Of entries and lines: facts by their names, and tags. hledger takes other names for days, and what is in brackets. */
const FACTS =
  'entry-type|external-id|reference|source-type|source-id|reverses|metadata|memo|document-id|customer-id|vendor-id|id'
const OF_ACCOUNTS = 'id|name|number|stable-name'

/** @param manifest of which currency the books are, and how many decimals that has */
function formatsOf({ currency, decimals }: Pick<Manifest, 'currency' | 'decimals'>): Format[] {
  const places = decimals === 0 ? '' : `\\.\\d{${decimals}}`
  const amount = `(?<amount>-?\\d+${places}) ${currency}`
  const zero = `0${places === '' ? '' : `\\.0{${decimals}}`} ${currency}`
  return [
    {
      folder: 'hledger',
      extension: 'journal',
      account: /^account (?<path>[^;]+)$/,
      accountId: /^ {4}; id:(?<id>\S+)$/,
      entry: new RegExp(`^${DAY} \\* \\((?<id>[^)]+)\\)(?: [^;|]*)?$`),
      entryId: undefined,
      posting: new RegExp(`^ {4}(?<path>[^ ;].*?) {2}${amount}$`),
      balance: new RegExp(`^ {4}(?<path>[^ ;].*?) {2}${zero} = ${amount}$`),
      others: new RegExp(
        [
          '^$',
          '^; .*$',
          '^decimal-mark \\.$',
          `^commodity 1000\\.0{${decimals}} ${currency}$`,
          `^ {4}(?: {4})?; (?:type|${FACTS}|${OF_ACCOUNTS}|tag-[^:,;\\[\\] ]+):[^,;\\[\\]]*$`,
          '^\\d{4}-\\d\\d-\\d\\d \\* Balances of all accounts$',
        ].join('|'),
      ),
      isOfAllBelow: false,
    },
    {
      folder: 'beancount',
      extension: 'beancount',
      account: new RegExp(`^\\d{4}-\\d\\d-\\d\\d open (?<path>\\S+) ${currency}$`),
      accountId: /^ {2}id: "(?<id>[^"]+)"$/,
      entry: new RegExp(`^${DAY} \\* ${QUOTED}$`),
      entryId: /^ {2}id: "(?<id>[^"]+)"$/,
      posting: new RegExp(`^ {2}(?<path>[^ :]+:\\S+) {2}${amount}$`),
      balance: new RegExp(`^\\d{4}-\\d\\d-\\d\\d balance (?<path>\\S+) {2}(?<amount>-?\\d+${places}) ~ 0 ${currency}$`),
      others: new RegExp(
        [
          '^$',
          '^; .*$',
          `^option "(?:title|operating_currency)" ${QUOTED}$`,
          `^ {2}(?: {2})?(?:${FACTS}|${OF_ACCOUNTS}|tag-[\\w-]+): ${QUOTED}$`,
        ].join('|'),
      ),
      isOfAllBelow: true,
    },
  ]
}

/** An entry as plain text has it: its day, and its lines in their order. */
const digestOf = (day: string, lines: readonly (readonly [accountId: string, amount: bigint])[]): string =>
  sha256([day, ...lines.map(([id, amount]) => `${id} ${amount}`)].join('\n'))

/** The entries of the leaves, of each basis. */
export class EntriesByBasis {
  readonly #entries: Record<Basis, Map<string, string>> = { ACCRUAL: new Map(), CASH: new Map() }
  readonly #dayOf: (instant: string) => string
  readonly #formats: readonly Format[]

  constructor({ timeZone, ...money }: Pick<Manifest, 'timeZone' | 'decimals' | 'currency'>) {
    const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
    this.#dayOf = (instant) => format.format(new Date(instant))
    this.#formats = formatsOf(money)
  }

  add({ type, id, state }: NewestState): void {
    if (type !== 'entry') return
    const digest = this.#digest(state)
    for (const basis of BASES) if (state.basis === basis || state.basis === 'BOTH') this.#entries[basis].set(id, digest)
  }

  #digest({ entry_at, line_items }: State): string {
    const at = new Date(String(entry_at))
    const day = Number.isNaN(at.getTime()) ? '' : this.#dayOf(String(entry_at))
    const lines = listOf(line_items).map(({ account_id, amount, direction }): [string, bigint] => {
      const units = Number.isSafeInteger(amount) ? BigInt(amount as number) : 0n
      return [String(account_id), direction === 'DEBIT' ? units : -units]
    })
    return digestOf(day, lines)
  }

  /** What these files say otherwise. */
  async *compare(source: BundleSource, figures: Record<Basis, ReadonlyMap<string, Figures>>): AsyncGenerator<Finding> {
    for (const format of this.#formats)
      for (const basis of BASES) {
        const file = `${format.folder}/${basis.toLowerCase()}.${format.extension}`
        const journal = new Journal(file, format, this.#entries[basis])
        for await (const { line, text } of source.texts(file)) yield* journal.read(line, text)
        yield* journal.end(figures[basis])
      }
  }
}

type OpenEntry = { line: number; day: string; id: string | undefined; lines: [string, bigint][] }
type Balance = { line: number; path: string; amount: bigint }

class Journal {
  readonly #file: string
  readonly #format: Format
  readonly #expected: ReadonlyMap<string, string>
  readonly #accounts = new Map<string, string>()
  readonly #seen = new Set<string>()
  readonly #balances: Balance[] = []
  #account: string | undefined
  #entry: OpenEntry | undefined

  constructor(file: string, format: Format, expected: ReadonlyMap<string, string>) {
    this.#file = file
    this.#format = format
    this.#expected = expected
  }

  *read(line: number, text: string): Generator<Finding> {
    const { account, accountId, entry, entryId, posting, balance, others } = this.#format
    const asserted = balance.exec(text)?.groups
    const opened = account.exec(text)?.groups
    const begun = entry.exec(text)?.groups
    if (asserted) {
      yield* this.#close()
      this.#balances.push({ line, path: asserted.path ?? '', amount: minor(asserted.amount) })
    } else if (opened) {
      yield* this.#close()
      this.#account = opened.path
    } else if (begun) {
      yield* this.#close()
      this.#entry = { line, day: begun.day ?? '', id: begun.id, lines: [] }
    } else if (this.#account !== undefined && accountId.test(text)) {
      this.#accounts.set(this.#account, accountId.exec(text)?.groups?.id ?? '')
    } else if (this.#entry?.id === undefined && this.#entry && entryId?.test(text)) {
      this.#entry.id = entryId.exec(text)?.groups?.id
    } else {
      const posted = this.#entry && posting.exec(text)?.groups
      if (this.#entry && posted) yield* this.#post(line, this.#entry, posted.path ?? '', minor(posted.amount))
      else if (!others.test(text))
        yield { file: this.#file, line, problem: `it is no line of such a file: ${text.slice(0, 100)}` }
      else if (text === '') yield* this.#close()
    }
  }

  *#post(line: number, { lines }: OpenEntry, path: string, amount: bigint): Generator<Finding> {
    const id = this.#accounts.get(path)
    if (id === undefined) yield { file: this.#file, line, problem: `${path} is no account that the file opens` }
    lines.push([id ?? path, amount])
  }

  *#close(): Generator<Finding> {
    const entry = this.#entry
    this.#entry = undefined
    this.#account = undefined
    if (!entry || (entry.id === undefined && entry.lines.length === 0)) return
    const { line, day, lines, id = '' } = entry
    const where = { file: this.#file, line, aggregate: `entry ${id}` }
    const expected = this.#expected.get(id)
    if (expected === undefined) yield { ...where, problem: 'no leaf has it among the entries of this basis' }
    else if (this.#seen.has(id)) yield { ...where, problem: 'it comes again' }
    else if (expected !== digestOf(day, lines))
      yield { ...where, problem: 'its day or lines are not those of its leaf' }
    this.#seen.add(id)
  }

  /** @param figures the sums of the leaves */
  *end(figures: ReadonlyMap<string, Figures>): Generator<Finding> {
    yield* this.#close()
    const file = this.#file
    for (const id of this.#expected.keys())
      if (!this.#seen.has(id)) yield { file, aggregate: `entry ${id}`, problem: 'it is missing in the file' }
    const asserted = new Set(this.#balances.map(({ path }) => path))
    for (const [path, id] of this.#accounts)
      if (!asserted.has(path)) yield { file, aggregate: `account ${id}`, problem: 'its balance is not asserted' }
    for (const { line, path, amount } of this.#balances) {
      const expected = this.#balanceOf(path, figures)
      if (amount !== expected)
        yield { file, line, problem: `the leaves come to ${expected} on ${path}, the file says ${amount}` }
    }
  }

  #balanceOf(path: string, figures: ReadonlyMap<string, Figures>): bigint {
    let sum = 0n
    for (const [other, id] of this.#accounts)
      if (other === path || (this.#format.isOfAllBelow && other.startsWith(`${path}:`)))
        sum += figures.get(id)?.net ?? 0n
    return sum
  }
}

/** A decimal with as many places as the currency has. */
const minor = (text = ''): bigint => BigInt(text.replace('.', ''))
