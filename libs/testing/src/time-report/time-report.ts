/** Where the time of a run went, as tables. Pure: milliseconds in, text out. */
import Table from 'cli-table3'
import type { NotedTime } from './noted-times.ts'

/** A test file that ran, with milliseconds of wall clock: tests are those of its tests alone, without what they share. */
export type FileTime = {
  project: string
  file: string
  tests: number
  loadingMs: number
  hooksMs: number
  testsMs: number
}

/** What the projects of vitest.config.ts prove; by default their own name. */
const KINDS: Record<string, string> = {
  unit: 'pure',
  int: 'service',
  e2e: 'whole system',
  afterwards: 'whole system',
}

const SHOWN = 20

const seconds = (ms: number): string => (ms / 1_000).toFixed(1)
const wholeOf = ({ loadingMs, hooksMs, testsMs }: FileTime): number => loadingMs + hooksMs + testsMs
const sum = (amounts: readonly number[]): number => amounts.reduce((total, one) => total + one, 0)

function tableOf(head: readonly string[], rows: readonly (string | number)[][]): string {
  const colAligns = head.map((_name, column) => (column === 0 ? 'left' : 'right'))
  const table = new Table({ head: [...head], colAligns, style: { head: [], border: [], compact: true } })
  table.push(...rows.map((row) => row.map(String)))
  return table.toString()
}

/** The sum of each kind, then of all. */
function byKind(files: readonly FileTime[]): (string | number)[][] {
  const kinds = Map.groupBy(files, ({ project }) => KINDS[project] ?? project)
  const row = (kind: string, of: readonly FileTime[]) => [
    kind,
    of.length,
    sum(of.map(({ tests }) => tests)),
    seconds(sum(of.map(({ loadingMs }) => loadingMs))),
    seconds(sum(of.map(({ hooksMs }) => hooksMs))),
    seconds(sum(of.map(({ testsMs }) => testsMs))),
    seconds(sum(of.map(wholeOf))),
  ]
  return [...[...kinds].map(([kind, of]) => row(kind, of)), row('all', files)]
}

/** The same thing done several times is one row. */
function byThing(noted: readonly NotedTime[]): (string | number)[][] {
  const things = Map.groupBy(noted, ({ kind, what }) => `${kind}: ${what}`)
  return [...things]
    .map(([thing, times]) => ({ thing, times: times.length, ms: sum(times.map(({ ms }) => ms)) }))
    .sort((one, other) => other.ms - one.ms)
    .slice(0, SHOWN)
    .map(({ thing, times, ms }) => [thing, times, seconds(ms)])
}

/** @returns tables of the kinds of tests, of the slowest files, and of the slowest set-ups and own stacks */
export function timeReport(files: readonly FileTime[], noted: readonly NotedTime[]): string {
  const slowest = files.toSorted((one, other) => wholeOf(other) - wholeOf(one)).slice(0, SHOWN)
  const rows = slowest.map((one) => [
    one.file,
    one.tests,
    ...[one.loadingMs, one.hooksMs, one.testsMs, wholeOf(one)].map(seconds),
  ])
  const parts = ['loading s', 'hooks s', 'tests s', 'sum s']
  return [
    'Where the time went, in seconds of wall clock: files run two at a time.',
    tableOf(['kind', 'files', 'tests', ...parts], byKind(files)),
    tableOf([`the ${SHOWN} slowest files`, 'tests', ...parts], rows),
    ...(noted.length > 0 ? [tableOf(['set-ups and own stacks', 'times', 'sum s'], byThing(noted))] : []),
  ].join('\n')
}
