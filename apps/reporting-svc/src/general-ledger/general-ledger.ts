/** The general ledger: of each account the opening balance, every line of the range, and the closing balance. Pure. */
import type { Day } from '@pacioli/calendar'
import type { Column, Row } from '../report-tables/report.ts'
import type { KnownAccount } from '../statements/account-sums.ts'
import { exact } from '../report-tables/exact.ts'
import { nameOfAccount } from '../statements/rows.ts'

export const GENERAL_LEDGER_COLUMNS: readonly Column[] = [
  { key: 'date', name: 'Date', kind: 'DAY' },
  { key: 'reference_number', name: 'Reference', kind: 'TEXT' },
  { key: 'party', name: 'Name', kind: 'TEXT' },
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
  /** The customer, vendor or counterparty, by the name that it has now. */
  party: string | null
  direction: 'DEBIT' | 'CREDIT'
  /** Minor units. */
  amount: number
}

/** The opening balance of an account (debits less credits), and the debits and credits in the range. */
export type AccountSpan = { account: KnownAccount; opening: bigint; debits: bigint; credits: bigint }

/** Balances are in the account's normality, as in account lines. */
const shownBalance = ({ normality }: KnownAccount, net: bigint): number => exact(normality === 'CREDIT' ? -net : net)

export type GeneralLedgerLinks = {
  /** What is behind a figure of a row. */
  figure: (rowKey: string, columnKey: 'debit' | 'credit') => string
  /** The lines of an account that a balance is the sum of: those before the range, or all until its end. */
  balance: (accountId: string, at: 'BEGINNING' | 'END') => string
  entry: (entryId: string) => string
}

export const openingOf = ({ account, opening }: AccountSpan): number => shownBalance(account, opening)

/** The rows of an account: sums of the range with the closing balance, then the opening balance. */
export const accountRows = (span: AccountSpan, links: GeneralLedgerLinks): Row[] => {
  const { account, opening, debits, credits } = span
  const blank = { value: null }
  return [
    {
      key: account.id,
      name: nameOfAccount(account),
      depth: 0,
      cells: [
        blank,
        blank,
        blank,
        { value: exact(debits), linesUrl: links.figure(account.id, 'debit') },
        { value: exact(credits), linesUrl: links.figure(account.id, 'credit') },
        { value: shownBalance(account, opening + debits - credits), linesUrl: links.balance(account.id, 'END') },
      ],
    },
    {
      key: `${account.id}.opening`,
      name: 'Opening Balance',
      depth: 1,
      cells: [
        ...[blank, blank, blank, blank, blank],
        { value: openingOf(span), linesUrl: links.balance(account.id, 'BEGINNING') },
      ],
    },
  ]
}

/** The balance after each line; pass the lines in order. */
export function runningBalances({ account, opening }: AccountSpan): (line: LedgerLine) => number {
  let net = opening
  return ({ direction, amount }) => {
    net += direction === 'DEBIT' ? BigInt(amount) : -BigInt(amount)
    return shownBalance(account, net)
  }
}

export const lineRow = (line: LedgerLine, balance: number, links: GeneralLedgerLinks): Row => ({
  key: line.id,
  name: line.description,
  depth: 1,
  cells: [
    { value: line.day, linesUrl: links.entry(line.entryId) },
    { value: line.reference },
    { value: line.party },
    { value: line.direction === 'DEBIT' ? line.amount : null },
    { value: line.direction === 'CREDIT' ? line.amount : null },
    { value: balance },
  ],
})

/** Debits and credits of all accounts in the range, which are equal unless tags leave lines out. */
export function totalRow(spans: readonly AccountSpan[], links: GeneralLedgerLinks): Row {
  const sum = (side: 'debits' | 'credits'): number => exact(spans.reduce((total, span) => total + span[side], 0n))
  return {
    key: 'TOTAL',
    name: 'Total',
    depth: 0,
    cells: [
      { value: null },
      { value: null },
      { value: null },
      { value: sum('debits'), linesUrl: links.figure('TOTAL', 'debit') },
      { value: sum('credits'), linesUrl: links.figure('TOTAL', 'credit') },
      { value: null },
    ],
    terms: spans.map(({ account }) => ({ rowKey: account.id, sign: 1 })),
  }
}
