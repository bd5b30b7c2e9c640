/** What reports as recorded cost beside those of now. Pure. */
import Table from 'cli-table3'
import { median, ratios } from '../tools/statistics.ts'

/** CPU of a request by round: of now, and as recorded at each moment, the newest first. */
export type ThenRow = { name: string; now: number[]; moments: number[][] }

/** How many records come after a `through`, up to another. */
export const recordsBetween = (from: string, until: string): number => positionsIn(until) - positionsIn(from)

const positionsIn = (through: string): number =>
  [...through.matchAll(/:(\d+)/g)].reduce((sum, [, position]) => sum + Number(position), 0)

/** @param throughs of the moments, the newest first */
export function thenTable(rows: readonly ThenRow[], throughs: readonly string[]): string {
  const since = throughs.map((through) => recordsBetween(through, throughs[0] ?? ''))
  const most = since.at(-1) ?? 0
  const table = new Table({
    head: [
      'CPU as recorded / now',
      'now, ms',
      ...since.map((records) => (records === 0 ? 'newest' : `${records} since`)),
      'ms for 1,000 since',
    ],
    colAligns: ['left', ...Array.from({ length: since.length + 2 }, () => 'right' as const)],
    style: { head: [], border: [] },
    chars: { mid: '', 'left-mid': '', 'mid-mid': '', 'right-mid': '' },
  })
  for (const { name, now, moments } of rows) {
    const newest = median(moments[0] ?? [])
    const oldest = median(moments.at(-1) ?? [])
    table.push([
      name,
      median(now).toFixed(1),
      ...moments.map((then) => median(ratios(then, now)).toFixed(2)),
      (((oldest - newest) * 1_000) / most).toFixed(2),
    ])
  }
  return table.toString()
}
