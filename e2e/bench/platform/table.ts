/** What a load costs, process by process, in this version and in the one before. Pure. */
import Table from 'cli-table3'
import { POSTGRES } from '../tools/cpu.ts'
import { median, ratios } from '../tools/statistics.ts'
import { cpuOf, type Cost } from '../tools/cost.ts'

export type Compared = { what: string; before: Cost[]; now: Cost[] }

/** As a request passes them. */
const ORDER = ['gateway', 'ledger-svc', 'banking-svc', 'billing-svc', 'reporting-svc', POSTGRES, 'nats-server']

const placeOf = (process: string): number => {
  const place = ORDER.findIndex((one) => process.startsWith(one))
  return place < 0 ? ORDER.length : place
}

/** All that used anything, in order. */
export function processesIn(costs: readonly Pick<Cost, 'cpu'>[]): string[] {
  const used = costs.flatMap(({ cpu }) => Object.keys(cpu).filter((process) => (cpu[process] ?? 0) > 0))
  return [...new Set(used)].toSorted((a, b) => placeOf(a) - placeOf(b) || a.localeCompare(b))
}

type Row = { name: string; of: (cost: Cost) => number; digits?: number; withoutRatio?: boolean }

export function costTable({ what, before, now }: Compared): string {
  const table = new Table({
    head: [what, 'before', 'now', 'now / before'],
    colAligns: ['left', 'right', 'right', 'right'],
    style: { head: [], border: [] },
    // Lines between rows make it twice as long.
    chars: { mid: '', 'left-mid': '', 'mid-mid': '', 'right-mid': '' },
  })
  const processes = processesIn([...before, ...now])
  const rows: Row[] = [
    { name: 'operations a second', of: ({ perSecond }) => perSecond, digits: 0 },
    ...processes.map((name) => ({ name: `ms of CPU, ${name}`, of: ({ cpu }: Cost) => cpu[name] ?? 0 })),
    { name: `ms of CPU, ${POSTGRES} in all`, of: (cost) => cpuOf(cost, isPostgres) },
    { name: 'ms of CPU, the whole system', of: (cost) => cpuOf(cost) },
    { name: 'ms of CPU, what makes the load (no part of it)', of: ({ driver }) => driver },
    { name: 'behind at most, s', of: ({ atMost }) => atMost.ms / 1_000, withoutRatio: true },
    { name: 'behind at the end of the load, s', of: ({ atEnd }) => atEnd.ms / 1_000, withoutRatio: true },
    { name: 'waiting then, events', of: ({ atEnd }) => atEnd.waiting, digits: 0, withoutRatio: true },
  ]
  for (const { name, of, digits = 2, withoutRatio = false } of rows) {
    const [then, here] = [before.map(of), now.map(of)] as const
    const ratio = median(ratios(here, then))
    table.push([
      name,
      median(then).toFixed(digits),
      median(here).toFixed(digits),
      withoutRatio || !Number.isFinite(ratio) ? '' : ratio.toFixed(2),
    ])
  }
  return table.toString()
}

export const isPostgres = (process: string): boolean => process.startsWith(POSTGRES)
