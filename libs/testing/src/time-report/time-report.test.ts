import { expect, test } from 'vitest'
import { timeReport, type FileTime } from './time-report.ts'

const file = (project: string, name: string, testsMs: number, more: Partial<FileTime> = {}): FileTime => ({
  project,
  file: name,
  tests: 2,
  loadingMs: 100,
  hooksMs: 0,
  testsMs,
  ...more,
})

/** The cells of each row, without the lines around them. */
const rowsOf = (report: string): string[][] =>
  report
    .split('\n')
    .filter((line) => line.startsWith('│'))
    .map((line) =>
      line
        .split('│')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )

test('files are summed by what they prove, and the slowest come first', () => {
  const report = timeReport(
    [
      file('unit', 'money.test.ts', 900),
      file('int', 'posting.int.test.ts', 2_000, { hooksMs: 1_500 }),
      file('e2e', 'journal.e2e.test.ts', 400),
      file('afterwards', 'aging.afterwards.test.ts', 500),
      file('faults', 'crashes.faults.test.ts', 100),
    ],
    [],
  )
  expect(rowsOf(report).map(([what, ...cells]) => [what, cells.at(-1)])).toEqual([
    ['kind', 'sum s'],
    ['pure', '1.0'],
    ['service', '3.6'],
    ['whole system', '1.1'],
    ['faults', '0.2'],
    ['all', '5.9'],
    ['the 20 slowest files', 'sum s'],
    ['posting.int.test.ts', '3.6'],
    ['money.test.ts', '1.0'],
    ['aging.afterwards.test.ts', '0.6'],
    ['journal.e2e.test.ts', '0.5'],
    ['crashes.faults.test.ts', '0.2'],
  ])
})

test('no more than twenty files are shown, and all of them summed', () => {
  const rows = rowsOf(
    timeReport(
      Array.from({ length: 30 }, (_none, index) => file('unit', `${index}.test.ts`, 900)),
      [],
    ),
  )
  expect(rows.filter(([what]) => what?.endsWith('.test.ts'))).toHaveLength(20)
  expect(rows.find(([what]) => what === 'all')).toEqual(['all', '30', '60', '3.0', '0.0', '27.0', '30.0'])
})

test('what was set up several times is one row, and own stacks are beside it', () => {
  const report = timeReport(
    [file('int', 'a.int.test.ts', 1)],
    [
      { kind: 'set-up', what: 'ledger-svc', ms: 1_000 },
      { kind: 'own stack', what: 'e2e/backup', ms: 2_500 },
      { kind: 'set-up', what: 'ledger-svc', ms: 2_000 },
    ],
  )
  expect(rowsOf(report).slice(-2)).toEqual([
    ['set-up: ledger-svc', '2', '3.0'],
    ['own stack: e2e/backup', '1', '2.5'],
  ])
})
