/**
 * Expected statements, computed from all lines of the journal without read models; PostgreSQL converts instants to days.
 */
import type { Database } from '@pacioli/db'
import type { SampleEntry } from '../reporting.test-helpers.ts'

export type JournalEntry = SampleEntry & { entry_at: string }
export type OracleAccount = { id: string; account_type: string; account_subtype: string; normality: string }

type JournalLine = {
  line_id: string
  account: OracleAccount
  /** Debits less credits. */
  net: number
  basis: string
  isClosing: boolean
  day: string
  tags: readonly string[]
}

export type Oracle = {
  db: Database
  businessId: string
  /** In the order of time. */
  lines: readonly JournalLine[]
}

/** The lines that a figure sums. */
export type Which = {
  basis: 'ACCRUAL' | 'CASH'
  start?: string | undefined
  end: string
  withClosings: boolean
  /** Any of these. */
  tags?: readonly string[] | undefined
  /** Also this one, or, if null, none of `dimension`. */
  part?: string | null | undefined
  dimension?: readonly string[]
}

const inOrder = (one: JournalEntry, other: JournalEntry): number =>
  [one.entry_at, one.id].join() < [other.entry_at, other.id].join() ? -1 : 1

export async function oracleOf(
  db: Database,
  businessId: string,
  { zone, entries, accounts }: { zone: string; entries: readonly JournalEntry[]; accounts: readonly OracleAccount[] },
): Promise<Oracle> {
  const sorted = [...entries].sort(inOrder)
  const days = await db.call<{ day: string }>(
    'SELECT (at AT TIME ZONE $1)::date::text AS day FROM unnest($2::timestamptz[]) WITH ORDINALITY AS e (at, n) ORDER BY n',
    [zone, sorted.map(({ entry_at }) => entry_at)],
  )
  const byId = new Map(accounts.map((account) => [account.id, account]))
  const accountOf = (id: string): OracleAccount => {
    const account = byId.get(id)
    if (!account) throw new Error(`there is no account ${id}`)
    return account
  }
  const lines = sorted.flatMap(({ id, basis, entry_type, line_items }, index) =>
    line_items.map(({ account_id, amount, direction, transaction_tags = [] }, position): JournalLine => ({
      line_id: `${id}.${position}`,
      account: accountOf(account_id),
      net: direction === 'DEBIT' ? amount : -amount,
      basis,
      isClosing: entry_type === 'CLOSING_ACTION_RETAINED_EARNINGS',
      day: days[index]?.day ?? '',
      tags: transaction_tags.map(({ definition_id }) => definition_id),
    })),
  )
  return { db, businessId, lines }
}

function linesOf({ lines }: Oracle, { basis, start, end, withClosings, tags, part, dimension = [] }: Which) {
  const isPart = (line: JournalLine): boolean =>
    part === undefined || (part === null ? !line.tags.some((tag) => dimension.includes(tag)) : line.tags.includes(part))
  return lines.filter(
    (line) =>
      (line.basis === 'BOTH' || line.basis === basis) &&
      (start === undefined || line.day >= start) &&
      line.day <= end &&
      (withClosings || !line.isClosing) &&
      (tags === undefined || line.tags.some((tag) => tags.includes(tag))) &&
      isPart(line),
  )
}

export type OracleSum = { account_id: string; type: string; subtype: string; net: number }

/** Debits less credits of each account that has any of these lines. */
export const sumsByJournal = (oracle: Oracle, which: Which): OracleSum[] =>
  [...Map.groupBy(linesOf(oracle, which), ({ account }) => account)].map(([account, lines]) => ({
    account_id: account.id,
    type: account.account_type,
    subtype: account.account_subtype,
    net: lines.reduce((sum, { net }) => sum + net, 0),
  }))

export type OracleLine = { line_id: string; account_id: string; day: string; net: number; balance: number }

/** Each line of the range with the balance of its account after it, in the account's normality. */
export function linesByJournal(oracle: Oracle, which: Which & { start: string }): OracleLine[] {
  const balances = new Map<string, number>()
  return linesOf(oracle, { ...which, start: undefined }).flatMap(({ line_id, account, day, net }) => {
    const balance = (balances.get(account.id) ?? 0) + (account.normality === 'DEBIT' ? net : -net)
    balances.set(account.id, balance)
    return day < which.start ? [] : [{ line_id, account_id: account.id, day, net, balance }]
  })
}
