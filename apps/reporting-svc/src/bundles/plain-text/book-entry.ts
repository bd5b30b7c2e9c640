/** What plain-text accounting is written of. Pure. */

export type BookTag = { key: string; value: string }

export type BookLine = {
  accountId: string
  /** Minor units: a debit above zero, a credit below. */
  amount: bigint
  /** What is known of the line, by names of lower-case letters and hyphens. */
  facts: [name: string, value: string][]
  tags: BookTag[]
}

export type BookEntry = {
  id: string
  /** In the zone of the business. */
  day: string
  memo: string | null
  facts: [name: string, value: string][]
  tags: BookTag[]
  lines: BookLine[]
}

export type BookAccount = {
  id: string
  parentId: string | null
  name: string
  type: string
  number: string | null
  stableName: string | null
}

export type BookHead = {
  title: string
  /** What the file is, a line each. */
  about: string[]
  /** ISO 4217. */
  currency: string
  decimals: number
}

/** What stands on each account at the end, debits less credits. */
export type Balances = ReadonlyMap<string, bigint>

/** Minor units as an exact decimal: -1234 with 2 decimals is `-12.34`. */
export function decimal(amount: bigint, decimals: number): string {
  const sign = amount < 0n ? '-' : ''
  const digits = (amount < 0n ? -amount : amount).toString().padStart(decimals + 1, '0')
  if (decimals === 0) return sign + digits
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}
