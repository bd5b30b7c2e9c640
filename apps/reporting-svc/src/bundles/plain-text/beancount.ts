/** Books as a file of Beancount. Pure. */
import { accountPaths } from './account-names.ts'
import { decimal, type Balances, type BookAccount, type BookEntry, type BookHead, type BookTag } from './book-entry.ts'

/**
 * A part of a name of an account: letters, digits and hyphens, beginning with an upper-case letter or a digit. Others are left out, and
 * what is left of it is told by the metadata of the account as it was.
 */
export function inPath(name: string): string {
  const kept = name
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{Nd}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
  const [first = '', ...rest] = kept
  const upper = first.toUpperCase()
  // Some letters have no upper case, and that of others is two.
  if (/^[\p{Lu}\p{Nd}]$/u.test(upper)) return upper + rest.join('')
  return kept === '' ? 'X' : `X-${kept}`
}

const ESCAPES: Record<string, string> = {
  '"': '\\"',
  '\\': '\\\\',
  '\n': '\\n',
  '\t': '\\t',
  '\r': '\\r',
  '\f': '\\f',
  '\b': '\\b',
}

/** A text in quotes. */
export const quoted = (text: string): string =>
  `"${text
    .replaceAll(/\p{Cs}/gu, '\uFFFD')
    .replaceAll('\0', '\uFFFD')
    .replaceAll(/["\\\n\t\r\f\b]/g, (char) => ESCAPES[char] ?? char)}"`

/** The key of a tag, as a name of metadata: what is neither letter, digit, hyphen nor underscore stands there as `_x<hex>_`. */
export const metadataName = (key: string): string =>
  `tag-${[...key]
    .map((char, index, all) =>
      /[A-Za-z0-9-]/.test(char) || (char === '_' && all[index + 1] !== 'x')
        ? char
        : `_x${(char.codePointAt(0) ?? 0).toString(16)}_`,
    )
    .join('')}`

const metadataLines = (facts: readonly [string, string][], tags: readonly BookTag[], indent: string): string =>
  [...facts, ...tags.map(({ key, value }): [string, string] => [metadataName(key), value])]
    .map(([name, value]) => `${indent}${name}: ${quoted(value)}\n`)
    .join('')

export class BeancountFile {
  readonly #head: BookHead
  readonly #accounts: readonly BookAccount[]
  readonly #paths: ReadonlyMap<string, string>

  constructor(head: BookHead, accounts: readonly BookAccount[]) {
    this.#head = head
    this.#accounts = accounts
    this.#paths = accountPaths(accounts, inPath, (component, id) => `${component}-${id.slice(-12)}`)
  }

  /** @throws TypeError for an account that is not in the chart */
  path(accountId: string): string {
    const path = this.#paths.get(accountId)
    if (path === undefined) throw new TypeError(`Expected an account of the chart, got ${accountId}`)
    return path
  }

  /** @param firstDay no entry is of a day before */
  begin(firstDay: string): string {
    const { title, about, currency } = this.#head
    const comments = about.map((line) => `; ${line.replaceAll(/\p{Cc}+/gu, ' ')}\n`).join('')
    const options = `option "title" ${quoted(title)}\noption "operating_currency" ${quoted(currency)}\n`
    const accounts = this.#accounts.map(({ id, name, number, stableName }) => {
      const facts: [string, string][] = [
        ['id', id],
        ['name', name],
        ...(number === null ? [] : [['number', number] satisfies [string, string]]),
        ...(stableName === null ? [] : [['stable-name', stableName] satisfies [string, string]]),
      ]
      return `${firstDay} open ${this.path(id)} ${currency}\n${metadataLines(facts, [], '  ')}`
    })
    return `${comments}\n${options}\n${accounts.join('')}\n`
  }

  entry({ id, day, memo, facts, tags, lines }: BookEntry): string {
    const postings = lines.map((line) => {
      const posting = `  ${this.path(line.accountId)}  ${this.#amount(line.amount)}\n`
      return posting + metadataLines(line.facts, line.tags, '    ')
    })
    const metadata = metadataLines([['id', id], ...facts], tags, '  ')
    return `${day} * ${quoted(memo ?? '')}\n${metadata}${postings.join('')}\n`
  }

  /** That each account has its balance, with that of the accounts below it, as Beancount counts them. @param dayAfter of the last */
  end(dayAfter: string, balances: Balances): string {
    const { currency, decimals } = this.#head
    const below = new Map<string, bigint>()
    for (const { id } of this.#accounts) {
      const parts = this.path(id).split(':')
      for (let depth = 1; depth <= parts.length; depth++) {
        const path = parts.slice(0, depth).join(':')
        below.set(path, (below.get(path) ?? 0n) + (balances.get(id) ?? 0n))
      }
    }
    return this.#accounts
      .map(({ id }) => {
        const path = this.path(id)
        return `${dayAfter} balance ${path}  ${decimal(below.get(path) ?? 0n, decimals)} ~ 0 ${currency}\n`
      })
      .join('')
  }

  #amount(amount: bigint): string {
    return `${decimal(amount, this.#head.decimals)} ${this.#head.currency}`
  }
}
