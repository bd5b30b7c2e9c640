/** Books as a journal of hledger. Pure. */
import { accountPaths } from './account-names.ts'
import { decimal, type Balances, type BookAccount, type BookEntry, type BookHead, type BookTag } from './book-entry.ts'

/** What hledger calls the kinds of accounts. */
const TYPES: Record<string, string> = { ASSET: 'A', LIABILITY: 'L', EQUITY: 'E', REVENUE: 'R', EXPENSE: 'X' }

/** Of a text that is no more than what surrounds it takes: as in URLs, the bytes of UTF-8 in hexadecimal. */
const encoded = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')

/** A lone surrogate has no UTF-8. */
const LOST = '\uFFFD'

/**
 * The text with whatever would end it or mean something else written as in URLs: decoded, it is the same again. Spaces other than
 * single ones between words count among that, and so does what is not seen.
 */
export const escaped = (text: string, others = ''): string => {
  const special = new RegExp(`[%${others}\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]|(?! )\\s|(?<= ) |^ | $`, 'gu')
  return text.replaceAll(/\p{Cs}/gu, LOST).replaceAll(special, encoded)
}

const inPath = (name: string): string => escaped(name, ':;') || '%'
const inDescription = (text: string): string => escaped(text, ';|')
/** A comma ends the value of a tag; brackets may begin a date. */
const inTag = (value: string): string => escaped(value, ',\\[\\]')
const inTagName = (name: string): string => escaped(name, ':,; \\[\\]')

const tagLines = (facts: readonly [string, string][], tags: readonly BookTag[], indent: string): string =>
  [...facts, ...tags.map(({ key, value }): [string, string] => [`tag-${inTagName(key)}`, value])]
    .map(([name, value]) => `${indent}; ${name}:${inTag(value)}\n`)
    .join('')

export class HledgerJournal {
  readonly #head: BookHead
  readonly #accounts: readonly BookAccount[]
  readonly #paths: ReadonlyMap<string, string>

  constructor(head: BookHead, accounts: readonly BookAccount[]) {
    this.#head = head
    this.#accounts = accounts
    this.#paths = accountPaths(accounts, inPath, (component, id) => `${component} (${id.slice(-12)})`)
  }

  /** @throws TypeError for an account that is not in the chart */
  path(accountId: string): string {
    const path = this.#paths.get(accountId)
    if (path === undefined) throw new TypeError(`Expected an account of the chart, got ${accountId}`)
    return path
  }

  begin(): string {
    const { title, about, currency, decimals } = this.#head
    const comments = [title, ...about].map((line) => `; ${escaped(line)}\n`).join('')
    const accounts = this.#accounts.map(({ id, type, number, stableName }) => {
      const facts: [string, string][] = [
        ['type', TYPES[type] ?? 'E'],
        ['id', id],
        ...(number === null ? [] : [['number', number] satisfies [string, string]]),
        ...(stableName === null ? [] : [['stable-name', stableName] satisfies [string, string]]),
      ]
      return `account ${this.path(id)}\n${tagLines(facts, [], '    ')}`
    })
    return `${comments}\ndecimal-mark .\ncommodity 1000.${'0'.repeat(decimals)} ${currency}\n\n${accounts.join('')}\n`
  }

  entry({ id, day, memo, facts, tags, lines }: BookEntry): string {
    const description = inDescription(memo ?? '')
    const postings = lines.map((line) => {
      const posting = `    ${this.path(line.accountId)}  ${this.#amount(line.amount)}\n`
      return posting + tagLines(line.facts, line.tags, '        ')
    })
    return `${`${day} * (${id}) ${description}`.trimEnd()}\n${tagLines(facts, tags, '    ')}${postings.join('')}\n`
  }

  /** That each account has its balance, at the end of the last day. */
  end(lastDay: string, balances: Balances): string {
    if (this.#accounts.length === 0) return ''
    const assertions = this.#accounts.map(
      ({ id }) => `    ${this.path(id)}  ${this.#amount(0n)} = ${this.#amount(balances.get(id) ?? 0n)}\n`,
    )
    return `${lastDay} * Balances of all accounts\n${assertions.join('')}`
  }

  #amount(amount: bigint): string {
    return `${decimal(amount, this.#head.decimals)} ${this.#head.currency}`
  }
}
