import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { exampleOf } from './shared/example.test-helpers.ts'

const { example, countOf, businessIn } = exampleOf('receivables')
const sample = (file: string): string => readFileSync(join(import.meta.dirname, 'sample-receivables', file), 'utf8')
const directory = mkdtempSync(join(tmpdir(), 'pacioli-receivables-'))
afterAll(() => rmSync(directory, { recursive: true }))

test('the sample comes out as the file and its totals say', async () => {
  const first = await example()
  for (const row of [
    'sales: 11 documents in the books of',
    '8 invoices and 3 credit notes are there.',
    '| 12001 | 107.30 | 107.30 | 107.30 | = |',
    '| no number | 87.45 | 87.45 | 87.45 | = |',
    '| Total | 812.25 | 812.25 | 812.25 | = |',
    '| United Kingdom | 194.75 | 194.75 | = |',
    '| Accounts receivable | 1150.25 | 1150.25 | 1150.25 | = |',
    '| Refund liabilities | -338.00 | -338.00 | -338.00 | = |',
    'Equal in 5 customers and 4 countries.',
  ])
    expect(first.printed).toContain(row)
  expect(first.status).toBe(0)

  const business = businessIn(first.printed)
  const lists = ['customers', 'invoices', 'invoices/refunds', 'ledger/entries']
  expect(await Promise.all(lists.map((list) => countOf(`${business}/${list}`)))).toEqual([5, 8, 3, 10])
})

test('totals that are not what the file says are reported, and fail the run', async () => {
  const file = join(directory, 'moved.csv.gz')
  writeFileSync(file, gzipSync(sample('sales.csv').replace('32.0', '33.0')))
  const totals = join(directory, 'totals.csv')
  writeFileSync(totals, sample('totals.csv'))
  const first = await example(file, '--totals', totals)
  expect(first.printed).toMatch(/Different: no number$/m)
  expect(first.status).toBe(1)
})

test('a row that says nothing sound ends the run with words, before anything is entered', async () => {
  const before = await countOf('/v1/businesses')
  const file = join(directory, 'bad.csv')
  writeFileSync(file, sample('sales.csv').replace('2.5,', '2.505,'))
  const { status, printed } = await example(file)
  expect(printed).toContain('bad.csv, row 3: 2.505 has more decimals than GBP, which has 2.')
  expect(status).toBe(1)
  expect(await countOf('/v1/businesses')).toBe(before)
})
