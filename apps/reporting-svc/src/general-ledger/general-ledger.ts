/** The general ledger: what stood on each account, every line of the range, and what stands then. Pure. */
import type { Day } from '@pacioli/calendar'
import type { Column, Row } from '../report-tables/report.ts'
import type { KnownAccount } from '../statements/account-sums.ts'
import { exact } from '../report-tables/exact.ts'
import { nameOfAccount } from '../statements/rows.ts'

export const GENERAL_LEDGER_COLUMNS: readonly Column[] = [
  { key: 'date', name: 'Date', kind: 'DAY' },
  { key: 'reference_number', name: 'Reference', kind: 'TEXT' },
  { key: 'debit', name: 'Debit', kind: 'AMOUNT' },
  { key: 'credit', name: 'Credit', kind: 'AMOUNT' },
  { key: 'balance', name: 'Balance', kind: 'AMOUNT' },
]

export type LedgerLine = {
  id: string
  entryId: string
  day: Day
  description: string
  reference: string | null
  direction: 'DEBIT' | 'CREDIT'
  /** Minor units. */
  amount: number
}

/** What an account had before the range and has in it: debits less credits, and the sides apart. */
export type AccountSpan = { account: KnownAccount; opening: bigint; debits: bigint; credits: bigint }

/** Balances are told as account lines tell them: in the account's own normality. */
const shownBalance = ({ normality }: KnownAccount, net: bigint): number => exact(normality === 'CREDIT' ? -net : net)

export type GeneralLedgerLinks = { lines: (accountId: string) => string; entry: (entryId: string) => string }

/** What stood before the range, as it is shown. */
export const openingOf = ({ account, opening }: AccountSpan): number => shownBalance(account, opening)

/** An account: its sums of the range and what stands at the end, then what stood before. */
export const accountRows = (span: AccountSpan, links: GeneralLedgerLinks): Row[] => {
  const { account, opening, debits, credits } = span
  const linesUrl = links.lines(account.id)
  const blank = { value: null }
  return [
    {
      key: account.id,
      name: nameOfAccount(account),
      depth: 0,
      cells: [
        blank,
        blank,
        { value: exact(debits), linesUrl },
        { value: exact(credits), linesUrl },
        { value: shownBalance(account, opening + debits - credits) },
      ],
    },
    {
      key: `${account.id}.opening`,
      name: 'Opening Balance',
      depth: 1,
      cells: [blank, blank, blank, blank, { value: openingOf(span) }],
    },
  ]
}

/** The balance of an account after each of its lines, beginning with what stood before the range. */
export function runningBalances({ account, opening }: AccountSpan): (line: LedgerLine) => number {
  let net = opening
  return ({ direction, amount }) => {
    net += direction === 'DEBIT' ? BigInt(amount) : -BigInt(amount)
    return shownBalance(account, net)
  }
}

/** A line below its account. */
export const lineRow = (line: LedgerLine, balance: number, links: GeneralLedgerLinks): Row => ({
  key: line.id,
  name: line.description,
  depth: 1,
  cells: [
    { value: line.day, linesUrl: links.entry(line.entryId) },
    { value: line.reference },
    { value: line.direction === 'DEBIT' ? line.amount : null },
    { value: line.direction === 'CREDIT' ? line.amount : null },
    { value: balance },
  ],
})

/** Debits and credits of all accounts in the range, which are equal unless tags leave lines out. */
export function totalRow(spans: readonly AccountSpan[]): Row {
  const sum = (side: 'debits' | 'credits'): number => exact(spans.reduce((total, span) => total + span[side], 0n))
  return {
    key: 'TOTAL',
    name: 'Total',
    depth: 0,
    cells: [{ value: null }, { value: null }, { value: sum('debits') }, { value: sum('credits') }, { value: null }],
    terms: spans.map(({ account }) => ({ rowKey: account.id, sign: 1 })),
  }
}
