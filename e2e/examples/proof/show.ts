/** What the example prints. */
import Table from 'cli-table3'
import { decimalText } from '../shared/currency.ts'
import { flat, type Proof, type Shown } from './books.ts'

const table = (head: string[], rows: string[][]): string => {
  const colAligns = head.map((_, index): 'left' | 'right' => (index === 0 ? 'left' : 'right'))
  const shown = new Table({ head, colAligns, style: { head: [], border: [], compact: true } })
  shown.push(...rows)
  return shown.toString()
}

const money = (minor: number | string | null | undefined): string => decimalText(BigInt(minor ?? 0), 2)

/** The figures of a report by row. */
export function figuresOf(report: Shown): Map<string, { name: string; value: string }> {
  return new Map(
    flat(report.rows).map(({ row_key, display_name, cells }) => [
      row_key,
      { name: display_name, value: money(Object.values(cells)[0]?.value) },
    ]),
  )
}

/** Rows that differ between what was shown and what the same report says now. */
export function differenceTable(shown: Shown, now: Shown): string {
  const [before, after] = [figuresOf(shown), figuresOf(now)]
  const keys = [...new Set([...before.keys(), ...after.keys()])]
  return table(
    ['Balance sheet', 'As shown', 'Now'],
    keys
      .filter((key) => before.get(key)?.value !== after.get(key)?.value)
      .map((key) => [
        before.get(key)?.name ?? after.get(key)?.name ?? key,
        before.get(key)?.value ?? '-',
        after.get(key)?.value ?? '-',
      ]),
  )
}

export const balancesTable = (
  balances: readonly { account: { name: string }; basis: string; before: number; after: number }[],
): string =>
  table(
    ['Account', 'Before', 'After'],
    balances
      .filter(({ basis }) => basis === 'ACCRUAL')
      .map(({ account, before, after }) => [account.name, money(before), money(after)]),
  )

export const versionsTable = (
  versions: readonly { version: number; due: string; user: string; recordedAt: string }[],
): string =>
  table(
    ['Version', 'Due', 'Asked for by', 'Recorded at'],
    versions.map(({ version, due, user, recordedAt }) => [String(version), due, user, recordedAt]),
  )

export const logsTable = (logs: readonly { log: string; leaves: number; sealed: number; erased: number }[]): string =>
  table(
    ['Log', 'Leaves', 'Sealed', 'Erased values'],
    logs.map(({ log, leaves, sealed, erased }) => [log, String(leaves), String(sealed), String(erased)]),
  )

export const originsTable = (
  origins: readonly { day: string; amount: number; user: string; requestId: string }[],
): string =>
  table(
    ['Day', 'Amount', 'Asked for by', 'With the request'],
    origins.map(({ day, amount, user, requestId }) => [day, money(amount), user, requestId]),
  )

/** How many of its rules each service has found to hold, and through where. */
export function proofTable({ invariants }: Proof): string {
  const services = Map.groupBy(invariants, ({ kept_by }) => kept_by)
  return table(
    ['Service', 'Rules that hold', 'of', 'Through position'],
    [...services].map(([service, all]) => [
      service,
      String(all.filter(({ holds }) => holds).length),
      String(all.length),
      String(Math.max(...all.map(({ through }) => through ?? 0))),
    ]),
  )
}
