import { expect, test } from 'vitest'
import { leavesOf, type Column } from '../report-tables/report.ts'
import type { Period } from '../report-query/period.ts'
import { layOut } from './slice.ts'
import { TRIAL_BALANCE_COLUMNS } from './trial-balance.ts'

const march: Period = { start: '2026-03-01', end: '2026-03-31' }
const february: Period = { start: '2026-02-01', end: '2026-02-28' }
const split = {
  key: 'region',
  name: 'Region',
  values: [
    { id: 'n', value: 'north', name: 'The north' },
    { id: 's', value: 'south', name: 'The south' },
  ],
  hasUntagged: true,
}

/** Headings over columns, as `Heading(Column Column)`. */
const drawn = (columns: readonly Column[]): string =>
  columns.map((column) => ('columns' in column ? `${column.name}(${drawn(column.columns)})` : column.name)).join(' | ')

test('one period without a split is one column named by its days', () => {
  const { columns, slices } = layOut([march], undefined)
  expect(columns).toEqual([{ key: 'total', name: '2026-03-01 to 2026-03-31', kind: 'AMOUNT' }])
  expect(slices).toEqual([{ period: march, part: { kind: 'ALL' } }])
})

test('the trial balance of one day has a debit and a credit', () => {
  const { columns } = layOut([{ start: undefined, end: '2026-03-31' }], undefined, TRIAL_BALANCE_COLUMNS)
  expect(columns.map(({ key }) => key)).toEqual(['debit', 'credit'])
})

test('periods are side by side, each split under the name of the dimension', () => {
  expect(drawn(layOut([march, february], undefined).columns)).toBe(
    '2026-03-01 to 2026-03-31 | 2026-02-01 to 2026-02-28',
  )
  expect(drawn(layOut([march], split).columns)).toBe('Region(The north | The south | No Region) | Total')
  const within = 'Region(The north | The south | No Region) | Total'
  expect(drawn(layOut([march, february], split).columns)).toBe(
    `2026-03-01 to 2026-03-31(${within}) | 2026-02-01 to 2026-02-28(${within})`,
  )
  expect(drawn(layOut([march], { ...split, hasUntagged: false }, TRIAL_BALANCE_COLUMNS).columns)).toBe(
    'Region(The north(Debit | Credit) | The south(Debit | Credit)) | Total(Debit | Credit)',
  )
})

test('a dimension without lines has no heading', () => {
  expect(drawn(layOut([march], { ...split, values: [], hasUntagged: false }).columns)).toBe('Total')
})

test('columns have keys of their own, as many as the slices have amounts', () => {
  for (const parts of [undefined, TRIAL_BALANCE_COLUMNS] as const)
    for (const periods of [[march], [march, february]])
      for (const by of [undefined, split]) {
        const { columns, slices } = layOut(periods, by, parts)
        const keys = leavesOf(columns).map(({ key }) => key)
        expect(new Set(keys).size).toBe(keys.length)
        expect(keys.length).toBe(slices.length * (parts?.length ?? 1))
      }
})
