import type { FlatRow__Output, ReportPart__Output } from '@pacioli/protos/reporting'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { reportJson } from './public-report.ts'

type Nested = { row_key: string; display_name: string; cells: Record<string, unknown>; rows: Nested[] }

const columns = [
  { column_key: 'a', display_name: 'A', columns: [] },
  {
    column_key: 'group',
    display_name: 'Group',
    columns: [{ column_key: 'b"c', display_name: 'B', columns: [] }],
  },
]

async function* partsOf(rows: FlatRow__Output[], size: number): AsyncGenerator<ReportPart__Output> {
  yield { head: { business_id: 'b', columns }, rows: [] }
  for (let index = 0; index < rows.length; index += size) yield { head: null, rows: rows.slice(index, index + size) }
}

async function answerOf(rows: FlatRow__Output[], size = 2) {
  let text = ''
  for await (const piece of reportJson(partsOf(rows, size))) text += piece
  return JSON.parse(text)
}

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

const flatten = ({ rows, cells, ...row }: Nested, depth = 0): FlatRow__Output[] => [
  {
    ...row,
    depth,
    cells: Object.values(cells as Record<string, { value: unknown; lines_url: string | null }>).map(
      ({ value, lines_url }) => ({
        ...(typeof value === 'number' ? { amount: value } : {}),
        ...(typeof value === 'string' ? { text: value } : {}),
        ...(lines_url === null ? {} : { lines_url }),
      }),
    ),
  },
  ...rows.flatMap((one) => flatten(one, depth + 1)),
]

test('rows are nested by their depth, whatever the parts they come in', async () => {
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

test('a report without rows is an empty one', async () => {
  expect(await answerOf([])).toEqual({ data: { type: 'Unified_Report', business_id: 'b', columns, rows: [] } })
})
