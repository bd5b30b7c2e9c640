/** What the example prints. */
import Table from 'cli-table3'
import { decimalText, type Currency } from '../shared/currency.ts'
import { STATUSES, type ImportReport, type StatementSummary } from './messages.ts'

const style = { head: [], border: [], compact: true }

export type ImportedFile = { file: string; account: string; report: ImportReport }

const words = { RECONCILED: 'reconciles', UNKNOWN: 'says too little', NOT_RECONCILED: 'DOES NOT RECONCILE' }

/** Opening balance and rows make the closing balance, or they don't. */
export const reconciliationIn = ({ reconciliation, difference }: StatementSummary, { decimals }: Currency): string =>
  reconciliation === 'NOT_RECONCILED'
    ? `${words[reconciliation]}: off by ${decimalText(BigInt(difference ?? 0), decimals)}`
    : words[reconciliation]

export function filesTable(files: readonly ImportedFile[], currency: Currency): string {
  const table = new Table({
    head: ['File', 'Format', 'Account', 'Imported', 'Known', 'Refused', 'By rules', 'Statement'],
    colAligns: ['left', 'left', 'left', 'right', 'right', 'right', 'right', 'left'],
    style,
  })
  for (const { file, account, report } of files)
    table.push([
      file,
      report.format,
      account,
      report.imported_count,
      report.known_count,
      report.refused_count,
      report.categorized_count,
      [...new Set(report.statements.map((statement) => reconciliationIn(statement, currency)))].join('; '),
    ])
  return table.toString()
}

export function statusTable(counts: readonly { account: string; byStatus: readonly number[] }[]): string {
  const table = new Table({
    head: ['Account', ...STATUSES, 'All'],
    colAligns: ['left', ...STATUSES.map(() => 'right' as const), 'right'],
    style,
  })
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)
  for (const { account, byStatus } of counts) table.push([account, ...byStatus, sum(byStatus)])
  return table.toString()
}

export type ComparedAccount = {
  account: string
  ledger: number
  waiting: number
  excluded: number
  closing: number | null
}

/** What the books say of an account, and what its bank said last. */
export const togetherOf = ({ ledger, waiting, excluded }: ComparedAccount): number => ledger + waiting + excluded

export function balancesTable(accounts: readonly ComparedAccount[], { code, decimals }: Currency): string {
  const table = new Table({
    head: ['Account', `Ledger ${code}`, 'Waiting', 'Excluded', 'Together', 'Statement', ''],
    colAligns: ['left', 'right', 'right', 'right', 'right', 'right', 'left'],
    style,
  })
  const text = (amount: number): string => decimalText(BigInt(amount), decimals)
  for (const one of accounts) {
    const { account, ledger, waiting, excluded, closing } = one
    const together = togetherOf(one)
    const verdict =
      closing === null ? 'no closing balance' : closing === together ? '=' : `off by ${text(closing - together)}`
    table.push([
      account,
      text(ledger),
      text(waiting),
      text(excluded),
      text(together),
      closing === null ? '' : text(closing),
      verdict,
    ])
  }
  return table.toString()
}
