/** What the example prints. */
import Table from 'cli-table3'
import type { ComparedAccount } from './compare.ts'
import { decimalText, type Currency } from '../shared/currency.ts'

/** The trial balance with the oracle's balances beside it, and its sums. */
export function trialBalanceTable(accounts: readonly ComparedAccount[], { code, decimals }: Currency): string {
  const table = new Table({
    head: ['Account', `Debit ${code}`, `Credit ${code}`, 'Ledger', 'Expected', ''],
    colAligns: ['left', 'right', 'right', 'right', 'right', 'left'],
    style: { head: [], border: [], compact: true },
  })
  const text = (amount: bigint): string => decimalText(amount, decimals)
  for (const { name, trialBalance, ledger, expected, equal } of accounts)
    table.push([
      name,
      trialBalance > 0n ? text(trialBalance) : '',
      trialBalance < 0n ? text(-trialBalance) : '',
      text(ledger),
      text(expected),
      equal ? '=' : 'DIFFERENT',
    ])
  const sum = (amounts: bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n)
  const balances = accounts.map(({ trialBalance }) => trialBalance)
  table.push([
    'Total',
    text(sum(balances.filter((balance) => balance > 0n))),
    text(-sum(balances.filter((balance) => balance < 0n))),
    text(sum(accounts.map(({ ledger }) => ledger))),
    text(sum(accounts.map(({ expected }) => expected))),
    '',
  ])
  return table.toString()
}
