/** The reports of the system against the sums from the leaves, at the positions that were read. */
import type { Finding } from './finding.ts'
import { isRecord } from './leaf.ts'
import type { Source } from './source.ts'
import { BASES, SIDES, type Basis, type Figures, type Side, type Sums } from './sums.ts'

/** Entries and documents may be this far apart: billing and ledger record one after the other. */
const SETTLED_AFTER_MS = 60_000
const DAY_MS = 86_400_000

/** Figures of a report: by the key of the row, then of the column. */
type Expected = Map<string, Record<string, bigint>>

/** @returns what could not be compared @throws CouldNotLook */
export async function* compareReports(
  source: Source,
  sums: Sums,
  positions: string,
  now: Date,
): AsyncGenerator<Finding, string[]> {
  const { firstDay, lastDay } = sums
  if (!sums.isWhole) return ['reports: the log of the ledger does not begin with the business']
  yield* unknownAccounts(sums)
  yield* unlikeTheirEntries(sums, now)
  yield* unknownDocuments(sums, now)
  if (firstDay === undefined || lastDay === undefined) return []
  // Days of the business may be one off those in UTC; so nothing is beyond these.
  const [start, end] = [dayPlus(firstDay, -1), dayPlus(lastDay, 1)]
  const leftOut: string[] = []
  async function* compare(name: string, query: Record<string, string>, expected: Expected): AsyncGenerator<Finding> {
    const title = [name.replace('unified/', ''), query.reporting_basis].filter(Boolean).join(' ')
    const told = await source.report(name, { ...query, recorded_as_of: positions })
    const rows = told === undefined ? undefined : rowsOf(told)
    if (rows) yield* differences(title, rows, expected)
    else if (told === undefined && isBeyondReports(expected)) leftOut.push(title)
    else if (told === undefined) yield { row: title, problem: 'it is not there, and reports of these books are' }
    else yield { row: title, problem: 'it is no report: expected rows with keys and cells' }
  }
  for (const reporting_basis of BASES) {
    const asOf = { reporting_basis, effective_date: end }
    const range = { reporting_basis, start_date: start, end_date: end }
    yield* compare('trial-balance', asOf, trialBalance(sums, reporting_basis))
    yield* compare('balance-sheet', asOf, balanceSheet(sums, reporting_basis))
    yield* compare('profit-and-loss', range, profitAndLoss(sums, reporting_basis))
  }
  const aging = { effective_date: end, include_documents: 'false' }
  yield* compare('unified/ap-aging', aging, agingOf(sums, 'PAYABLE'))
  yield* compare('unified/ar-aging', aging, agingOf(sums, 'RECEIVABLE'))
  return leftOut
}

/** Figures that JSON has no exact number for, and about as many rows as a report has: it is refused then. */
const MOST_ROWS = 100_000

const isBeyondReports = (expected: Expected): boolean =>
  expected.size > MOST_ROWS ||
  [...expected.values()].some((figures) =>
    Object.values(figures).some(
      (figure) => figure > BigInt(Number.MAX_SAFE_INTEGER) || -figure > BigInt(Number.MAX_SAFE_INTEGER),
    ),
  )

/** Within the days that reports know. */
function dayPlus(day: string, days: number): string {
  const moved = new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
  return moved > '9998-12-31' || !/^\d{4}-/.test(moved) ? '9998-12-31' : moved
}

/** Rows that are not expected must be sums or names of others; those of an account, a vendor or a customer are never. */
function* differences(title: string, rows: readonly Row[], expected: Expected): Generator<Finding> {
  const left = new Map(expected)
  const isId = (key: string): boolean => /^[0-9a-f-]{36}$/.test(key)
  for (const { row_key: key, display_name, cells } of rows) {
    const row = `${title} row ${display_name} (${key})`
    const figures = left.get(key)
    left.delete(key)
    if (figures === undefined && !isId(key)) continue
    for (const column of Object.keys(figures ?? cells)) {
      const told = String(valueIn(cells, column))
      const own = String(figures?.[column] ?? 0n)
      if (told !== own)
        yield { row: `${row}, ${column}`, problem: `the leaves come to ${own}, the report says ${told}` }
    }
  }
  for (const [key, figures] of left)
    for (const [column, own] of Object.entries(figures))
      if (own !== 0n)
        yield {
          row: `${title} row ${key}, ${column}`,
          problem: `the leaves come to ${own}, the report has no such row`,
        }
}

type Row = { row_key: string; display_name: string; cells: Record<string, unknown> }

const isRow = (value: unknown): value is Row & { rows?: unknown } =>
  isRecord(value) &&
  typeof value.row_key === 'string' &&
  typeof value.display_name === 'string' &&
  isRecord(value.cells)

/** The rows and those in them, which are told as deep as somebody likes; undefined if any is none. */
function rowsOf(told: unknown): Row[] | undefined {
  const found: Row[] = []
  const left = [told]
  for (let list = left.pop(); list !== undefined; list = left.pop()) {
    if (!Array.isArray(list)) return undefined
    for (const row of list as unknown[]) {
      if (!isRow(row)) return undefined
      found.push(row)
      if (row.rows !== undefined && row.rows !== null) left.push(row.rows)
    }
  }
  return found
}

/** What is no cell, or has no value, counts as nothing; what is no figure differs from all. */
function valueIn(cells: Row['cells'], column: string): unknown {
  const cell = Object.hasOwn(cells, column) ? cells[column] : undefined
  const value = isRecord(cell) ? (cell.value ?? 0) : (cell ?? 0)
  return typeof value === 'object' ? 'no figure' : value
}

const positive = (amount: bigint): bigint => (amount > 0n ? amount : 0n)

function trialBalance({ figures }: Sums, basis: Basis): Expected {
  const all = [...figures[basis]].map(
    ([id, { net }]) => [id, { debit: positive(net), credit: positive(-net) }] as const,
  )
  const total = { debit: sumOf(all, (row) => row.debit), credit: sumOf(all, (row) => row.credit) }
  return new Map<string, Record<string, bigint>>([...all, ['TOTAL', total]])
}

const sumOf = <Row>(rows: readonly (readonly [string, Row])[], amount: (row: Row) => bigint): bigint =>
  rows.reduce((sum, [, row]) => sum + amount(row), 0n)

/** Accounts of these types, as debits raise them or as credits do. */
const ofTypes = (
  { accounts, figures }: Sums,
  basis: Basis,
  types: readonly string[],
  amount: (figures: Figures) => bigint,
): [string, { total: bigint }][] =>
  [...figures[basis]]
    .filter(([id]) => types.includes(accounts.get(id)?.type ?? ''))
    .map(([id, one]) => [id, { total: amount(one) }])

/** Closings included. What is not closed yet is a row of equity. */
function balanceSheet(sums: Sums, basis: Basis): Expected {
  const assets = ofTypes(sums, basis, ['ASSET'], ({ net }) => net)
  const liabilities = ofTypes(sums, basis, ['LIABILITY'], ({ net }) => -net)
  const equity = ofTypes(sums, basis, ['EQUITY'], ({ net }) => -net)
  const income = sumOf(
    ofTypes(sums, basis, ['REVENUE', 'EXPENSE'], ({ net }) => -net),
    (row) => row.total,
  )
  const [owed, owned] = [sumOf(liabilities, (row) => row.total), sumOf(equity, (row) => row.total) + income]
  return new Map([
    ...assets,
    ...liabilities,
    ...equity,
    ['ASSETS', { total: sumOf(assets, (row) => row.total) }],
    ['LIABILITIES', { total: owed }],
    ['NET_INCOME', { total: income }],
    ['EQUITY', { total: owned }],
    ['TOTAL', { total: owed + owned }],
  ])
}

/** Closings left out. */
function profitAndLoss(sums: Sums, basis: Basis): Expected {
  const revenue = ofTypes(sums, basis, ['REVENUE'], ({ net, closings }) => closings - net)
  const expenses = ofTypes(sums, basis, ['EXPENSE'], ({ net, closings }) => net - closings)
  const total = sumOf(revenue, (row) => row.total) - sumOf(expenses, (row) => row.total)
  return new Map([...revenue, ...expenses, ['TOTAL', { total }]])
}

/** What is open of a document by the entries and by the vendor credits that are allocated: credits less debits. */
function openByEntries({ documents, moves }: Sums): Map<string, bigint> {
  const open = new Map([...documents.keys()].map((id) => [id, moves.get(id)?.amount ?? 0n]))
  for (const [id, { credits }] of documents)
    for (const credit of credits) {
      open.set(id, (open.get(id) ?? 0n) - credit.amount)
      open.set(credit.id, (open.get(credit.id) ?? 0n) + credit.amount)
    }
  return open
}

/** Documents, and lines of the journal that no document owns, under whom they are of. */
function agingOf(sums: Sums, side: Side): Expected {
  const { account, unapplied } = SIDES[side]
  const sign = side === 'PAYABLE' ? 1n : -1n
  const nobody = side === 'PAYABLE' ? 'NO_VENDOR' : 'NO_CUSTOMER'
  const rows: Expected = new Map([['TOTAL', { total: 0n, unapplied: 0n }]])
  const add = (party: string, column: 'total' | 'unapplied', amount: bigint): void => {
    for (const key of [party === '' ? nobody : party, 'TOTAL']) {
      const row = rows.get(key) ?? { total: 0n, unapplied: 0n }
      rows.set(key, { ...row, [column]: (row[column] ?? 0n) + amount })
    }
  }
  const open = openByEntries(sums)
  for (const [id, document] of sums.documents)
    if (document.side === side) add(document.contactId, 'total', sign * (open.get(id) ?? 0n))
  for (const [party, { journal }] of sums.partiesOn(account, side)) add(party, 'total', sign * journal)
  for (const [party, sum] of sums.partiesOn(unapplied, side)) add(party, 'unapplied', -sign * sum.unapplied)
  return rows
}

/** Documents of which the last version says another amount than the entries do. Those of a moment ago may not be posted yet. */
function* unlikeTheirEntries(sums: Sums, now: Date): Generator<Finding> {
  const settled = new Date(now.getTime() - SETTLED_AFTER_MS).toISOString()
  const open = openByEntries(sums)
  for (const [id, { side, name, position, recordedAt, openField, open: told }] of sums.documents) {
    const byEntries = (open.get(id) ?? 0n) * (side === 'PAYABLE' ? 1n : -1n)
    const movedAt = sums.moves.get(id)?.recordedAt ?? ''
    if (byEntries === told || recordedAt > settled || movedAt > settled) continue
    const problem = `the document says ${told} is open, the entries of it come to ${byEntries}`
    yield { log: 'BILLING', position, aggregate: name, field: `/${openField}`, problem }
  }
}

/** Lines on payables and receivables that are of a document of which nothing is known. */
function* unknownDocuments(sums: Sums, now: Date): Generator<Finding> {
  const settled = new Date(now.getTime() - SETTLED_AFTER_MS).toISOString()
  const controls = new Set(Object.values(SIDES).map(({ account }) => String(account)))
  for (const [id, { recordedAt, accountIds }] of sums.moves) {
    const isOwed = [...accountIds].some((account) => controls.has(sums.accounts.get(account)?.stableName ?? ''))
    if (isOwed && !sums.billed.has(id) && recordedAt <= settled)
      yield { log: 'BILLING', aggregate: `document ${id}`, problem: 'entries are of it, and no leaf' }
  }
}

/** Nothing says what kind of account it is. */
function* unknownAccounts({ accounts, figures }: Sums): Generator<Finding> {
  for (const id of new Set(BASES.flatMap((basis) => [...figures[basis].keys()])))
    if (!accounts.has(id))
      yield { log: 'LEDGER', aggregate: `account ${id}`, problem: 'entries have lines on it, and no leaf opens it' }
}
