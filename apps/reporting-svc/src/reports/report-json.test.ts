import fc from 'fast-check'
import { expect, test } from 'vitest'
import { publicHead } from '../report-query/report-head.ts'
import { sampleHead, samplePositions } from '../report-query/report-head.test-helpers.ts'
import { reportJson } from './report-json.ts'
import type { Column, Row } from '../report-tables/report.ts'

type Nested = { row_key: string; display_name: string; cells: Record<string, unknown>; rows: Nested[] }

const columns: Column[] = [
  { key: 'a', name: 'A', kind: 'AMOUNT' },
  { key: 'group', name: 'Group', columns: [{ key: 'b"c', name: 'B', kind: 'TEXT' }] },
]
const publicColumns = [
  { column_key: 'a', display_name: 'A', columns: [] },
  { column_key: 'group', display_name: 'Group', columns: [{ column_key: 'b"c', display_name: 'B', columns: [] }] },
]

async function* batchesOf(rows: Row[], size: number): AsyncGenerator<Row[]> {
  for (let index = 0; index < rows.length; index += size) yield rows.slice(index, index + size)
}

async function piecesOf(rows: Row[], size = 2): Promise<Buffer[]> {
  const report = {
    head: sampleHead,
    positions: samplePositions,
    columns,
    size: rows.length,
    batches: batchesOf(rows, size),
  }
  return Array.fromAsync(reportJson(report))
}

const answerOf = async (rows: Row[], size?: number) => JSON.parse(Buffer.concat(await piecesOf(rows, size)).toString())

const treeOf = (levels: number): fc.Arbitrary<Nested> =>
  fc.record({
    row_key: fc.string(),
    display_name: fc.string({ unit: 'binary' }),
    cells: fc.record({
      a: fc.record({ value: fc.option(fc.maxSafeInteger()), lines_url: fc.option(fc.webPath()) }),
      'b"c': fc.record({ value: fc.option(fc.string()), lines_url: fc.constant(null) }),
    }),
    rows: levels === 0 ? fc.constant([]) : fc.array(treeOf(levels - 1), { maxLength: 3 }),
  })
const tree = treeOf(3)

const flatten = ({ row_key, display_name, rows, cells }: Nested, depth = 0): Row[] => [
  {
    key: row_key,
    name: display_name,
    depth,
    cells: Object.values(cells as Record<string, { value: string | number | null; lines_url: string | null }>).map(
      ({ value, lines_url }) => ({ value, linesUrl: lines_url ?? undefined }),
    ),
  },
  ...rows.flatMap((one) => flatten(one, depth + 1)),
]

test('rows are nested by their depth, whatever the batches they come in', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(tree, { maxLength: 5 }), fc.integer({ min: 1, max: 5 }), async (rows, size) => {
      // JSON has one zero.
      const { data } = await answerOf(
        rows.flatMap((row) => flatten(row)),
        size,
      )
      expect(data.rows).toEqual(JSON.parse(JSON.stringify(rows)))
    }),
  )
})

test('a report without rows is empty', async () => {
  expect(await answerOf([])).toEqual({
    data: { type: 'Unified_Report', ...publicHead(sampleHead, samplePositions), columns: publicColumns, rows: [] },
  })
})

test('a long report comes in pieces of one text, cut between rows of any length', async () => {
  const rows = Array.from({ length: 3_000 }, (_, index): Row => ({
    key: `${index}`,
    name: index === 1_500 ? '\u20ac'.repeat(300_000) : `row ${index} \u20ac`.repeat(20),
    depth: index % 3,
    cells: [{ value: index }, { value: null }],
  }))
  const pieces = await piecesOf(rows, 700)
  expect(pieces.length).toBeGreaterThan(4)
  for (const piece of pieces.slice(1, -1)) expect(piece.toString()).toMatch(/"rows":\[$/)
  const outermost: Nested[] = JSON.parse(Buffer.concat(pieces).toString()).data.rows
  expect(outermost).toHaveLength(1_000)
  expect(outermost[500]?.display_name).toHaveLength(300_000)
  expect(outermost.at(-1)?.rows[0]?.rows[0]?.row_key).toBe('2999')
})
