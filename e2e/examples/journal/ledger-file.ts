/** Reads what `hledger print -x -O csv` and `hledger bal --flat -N -O csv` write. Pure. */
import { parse } from 'csv-parse/sync'
import { currencyOf, minorUnits, moneyText, type Currency } from '../shared/currency.ts'
import { Refusal } from '../shared/refusal.ts'

export type Posting = {
  /** Segments joined by colons, such as `assets:bank`. */
  account: string
  /** Minor units: positive is a debit, negative a credit, never 0. */
  amount: bigint
  comment: string
}

export type Transaction = {
  index: string
  /** YYYY-MM-DD */
  day: string
  code: string
  description: string
  comment: string
  /** Those with an amount; none when the transaction moves nothing. */
  postings: Posting[]
}

export type LedgerFile = { currency: Currency; transactions: Transaction[]; zeroPostings: number }

/** What stands on each account alone, without its sub-accounts; accounts without a balance may be missing. */
export type Balances = ReadonlyMap<string, bigint>

const POSTING_COLUMNS = [
  'txnidx',
  'date',
  'code',
  'description',
  'comment',
  'account',
  'amount',
  'commodity',
  'posting-comment',
]

type Row<Column extends string> = { record: Record<Column, string>; where: string }

/** @throws Refusal naming the row, or the commodities when there are several */
export function readPostings(csv: string, file: string): LedgerFile {
  const rows = readRows(csv, file, POSTING_COLUMNS)
  const moving = rows.filter(({ record }) => !isZero(record.amount))
  const currency = oneCurrency(
    moving.map(({ record }) => record.commodity ?? ''),
    file,
  )
  const transactions = new Map<string, Transaction>()
  for (const { record, where } of rows) {
    const index = required(record, 'txnidx', where)
    const transaction = transactions.get(index) ?? transactionOf(record, index, where)
    transactions.set(index, transaction)
    if (isZero(record.amount)) continue
    const amount = minorUnits(record.amount ?? '', currency, where)
    transaction.postings.push({
      account: accountOf(record, where),
      amount,
      comment: record['posting-comment'] ?? '',
    })
  }
  for (const transaction of transactions.values()) refuseUnbalanced(transaction, file, currency)
  return { currency, transactions: [...transactions.values()], zeroPostings: rows.length - moving.length }
}

/** @throws Refusal naming the row */
export function readBalances(csv: string, file: string, currency: Currency): Balances {
  const balances = new Map<string, bigint>()
  for (const { record, where } of readRows(csv, file, ['account', 'balance'])) {
    const account = accountOf(record, where)
    if (balances.has(account))
      throw new Refusal(`${where}: ${account} has a balance already. Expected one row an account.`)
    balances.set(account, balanceOf(record.balance ?? '', currency, where))
  }
  const [last, total] = [...balances].at(-1) ?? []
  // What hledger writes at the end without -N.
  if (last?.toLowerCase() === 'total' && sumOf(balances) === 2n * (total ?? 0n)) balances.delete(last)
  return balances
}

const sumOf = (balances: Balances): bigint => [...balances.values()].reduce((sum, balance) => sum + balance, 0n)

/** The balances that the postings themselves add up to. */
export function sumPostings(transactions: readonly Transaction[]): Balances {
  const sums = new Map<string, bigint>()
  for (const { account, amount } of transactions.flatMap(({ postings }) => postings))
    sums.set(account, (sums.get(account) ?? 0n) + amount)
  return sums
}

function readRows<Column extends string>(csv: string, file: string, columns: Column[]): Row<Column>[] {
  let records: { record: Record<Column, string>; info: { lines: number } }[]
  try {
    records = parse(csv, { columns: true, bom: true, info: true, skip_empty_lines: true })
  } catch (error) {
    throw new Refusal(`${file} is no readable CSV: ${error instanceof Error ? error.message : String(error)}`)
  }
  const [first] = records
  if (!first) throw new Refusal(`${file} has no rows. Expected the columns ${columns.join(', ')} and a row a posting.`)
  const missing = columns.filter((column) => first.record[column] === undefined)
  if (missing.length > 0) throw new Refusal(`${file} lacks the columns ${missing.join(', ')}.`)
  return records.map(({ record, info }) => ({ record, where: `${file}, row ${info.lines}` }))
}

function transactionOf(record: Record<string, string>, index: string, where: string): Transaction {
  const day = required(record, 'date', where)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day))
    throw new Refusal(`${where}: expected a date like 2026-01-31, but it is "${day}".`)
  const { code = '', description = '', comment = '' } = record
  return { index, day, code, description, comment, postings: [] }
}

function required(record: Record<string, string>, column: string, where: string): string {
  const value = record[column]
  if (!value) throw new Refusal(`${where}: the column ${column} is empty.`)
  return value
}

function accountOf(record: Record<string, string>, where: string): string {
  const account = required(record, 'account', where)
  if (account.split(':').some((segment) => segment.trim() === ''))
    throw new Refusal(`${where}: "${account}" has an empty part. Expected a name like assets:bank.`)
  return account
}

/** hledger writes no commodity beside a zero. An empty amount is not zero: it was left to be inferred. */
const isZero = (amount: string | undefined): boolean => /^[+-]?0+(\.0*)?$/.test(amount ?? '')

function oneCurrency(commodities: readonly string[], file: string): Currency {
  const [commodity, ...others] = [...new Set(commodities)].sort()
  if (commodity === undefined) throw new Refusal(`${file} moves no money: every amount is zero.`)
  if (others.length > 0)
    throw new Refusal(
      `${file} holds amounts in ${others.length + 1} commodities: ${[commodity, ...others].join(', ')}. The books of a business are kept in one currency: split the file, or convert it with "hledger print -x -B".`,
    )
  return currencyOf(commodity)
}

function refuseUnbalanced({ index, postings }: Transaction, file: string, currency: Currency): void {
  const excess = postings.reduce((sum, { amount }) => sum + amount, 0n)
  if (excess !== 0n)
    throw new Refusal(
      `${file}, transaction ${index}: debits exceed credits by ${moneyText(excess, currency)}. Virtual postings need not balance: leave them out with "hledger print -x --real".`,
    )
}

/** `$-12.50`, `-12.50 EUR` or `0`. */
function balanceOf(text: string, currency: Currency, where: string): bigint {
  if (isZero(text)) return 0n
  const parts = /^([^\d.,+\s-]*)\s*([+-]?[\d.,]+)\s*([^\d.,+\s-]*)$/.exec(text)
  const commodity = parts?.[1] || parts?.[3]
  if (!parts?.[2] || !commodity)
    throw new Refusal(`${where}: expected one amount with its currency, such as $-12.50, but it is "${text}".`)
  if (currencyOf(commodity).code !== currency.code)
    throw new Refusal(`${where}: expected a balance in ${currency.code}, but it is "${text}".`)
  return minorUnits(parts[2], currency, where)
}
