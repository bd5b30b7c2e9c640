import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Figure } from '../bench.ts'
import { lineOf, Report } from './report.ts'

const directory = mkdtempSync(join(tmpdir(), 'pacioli-report-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const versions = { node: '24', postgres: '18', nats: '2', cores: 2, processor: 'any' }
const figure = (value: number): Figure => ({
  what: 'Posting / reading',
  sides: `${value} ms / 1 ms`,
  value,
  target: { atMost: 2 },
  samples: { posting_ms: [value] },
})

const keptOf = ({ file }: Report): { isWhole: boolean; figures: Figure[] } =>
  JSON.parse(readFileSync(file, 'utf8')) as { isWhole: boolean; figures: Figure[] }

test('figures are kept as soon as they are there, each as it was measured last', () => {
  const report = new Report({ bench: 'any', versions, asked: {} }, directory)
  report.add([figure(3)])
  expect(keptOf(report)).toMatchObject({ isWhole: false, figures: [{ value: 3 }] })
  report.add([figure(1), { ...figure(2), what: 'Another' }])
  expect(keptOf(report).figures.map(({ value }) => value)).toEqual([1, 2])
  report.took('posting', 12.4)
  expect(report.end(true)).toContain('Seconds: posting 12')
  expect(keptOf(report)).toMatchObject({ isWhole: true, secondsOfParts: { posting: 12 } })
})

test('a line says whether a figure is as it should be', () => {
  expect(lineOf(figure(2))).toBe('Posting / reading: 2 ms / 1 ms: 2.00 (<= 2, met)')
  expect(lineOf({ ...figure(3), unit: 'ms' })).toBe('Posting / reading: 3 ms / 1 ms: 3.00 ms (<= 2, MISSED)')
})
