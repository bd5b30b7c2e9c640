import { expect, test } from 'vitest'
import { exampleOf } from './shared/example.test-helpers.ts'

const { example } = exampleOf('payables')

test('the sample comes out as the file says', async () => {
  const first = await example()
  for (const row of [
    'town-2025-11: 20 rows in the books of',
    '7 vendors, 18 bills, 8 payments, 2 vendor credits are there.',
    '| Energy | 4 | 4927.10 | 4927.10 | 4927.10 | 2617.10 | 2617.10 | 2617.10 | = |',
    '| Road Repairs | 4 | 10753.09 | 10753.09 | 10753.09 | 4999.99 | 4999.99 | 4999.99 | = |',
    '| Total | 20 | 23569.20 | 23569.20 | 23569.20 | 13902.94 | 13902.94 | 13902.94 | = |',
    '| 1001 COASTLINE PAVING LTD | 5902.60 | 5902.60 | = |',
    '| 1002 "OLD QUAY" BOOKS, PRINTS & MAPS | -12.40 | -12.40 | = |',
    '| REDACTED PERSONAL DATA | 88.00 | 88.00 | = |',
    '| Accounts payable, accrual | -9666.26 | -9666.26 | -9666.26 | = |',
    '| Accounts payable, cash | 0.00 | 0.00 | 0.00 | = |',
    'Equal in 7 expense types and 5 open vendors.',
    'town-2026-01: 20 rows in the books of',
    '| Residential Care | 5 | 3674.90 | 3674.90 | 3674.90 | 3753.49 | 3753.49 | 3753.49 | = |',
    '| Total | 20 | 123070.44 | 123070.44 | 123070.44 | 102586.48 | 102586.48 | 102586.48 | = |',
    '| 1003 FERNHILL HOUSE | -78.59 | -78.59 | = |',
    '| Payments under way | -102586.48 | -102586.48 | -102586.48 | = |',
    'Equal in 8 expense types and 6 open vendors.',
  ])
    expect(first.printed).toContain(row)
  expect(first.status).toBe(0)
})
