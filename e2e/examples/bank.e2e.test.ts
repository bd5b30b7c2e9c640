import { expect, test } from 'vitest'
import { exampleOf } from './shared/example.test-helpers.ts'

const { example } = exampleOf('bank')

test('the sample is imported, decided by its rules, and compared with what the banks say', async () => {
  const first = await example()
  expect(first.status).toBe(0)
  for (const row of [
    '| card-2026-01.camt053.xml | CAMT053 | PREPAID-9901 | 2 | 0 | 0 | 0 | DOES NOT RECONCILE: off by -10.00 |',
    '| checking-2026-01.ofx | OFX | 4000123456 | 8 | 0 | 0 | 7 | says too little |',
    '| checking-2026-02.csv | CSV | 4000123456 | 5 | 2 | 0 | 4 | reconciles |',
    '| savings-2026-01.mt940 | MT940 | 021000021/7788000111 | 2 | 0 | 0 | 1 | reconciles |',
    '| 4000123456 | 0 | 2 | 11 | 0 | 0 | 13 |',
    '| 4000123456 | 15673.70 | -1143.90 | -13.50 | 14516.30 | 14516.30 | = |',
    '| 021000021/7788000111 | 2503.27 | 1000.00 | 0.00 | 3503.27 | 3503.27 | = |',
    '| PREPAID-9901 | 500.00 | -87.85 | 0.00 | 412.15 | 402.15 | off by -10.00 |',
    'card-2026-01.camt053.xml (PREPAID-9901) DOES NOT RECONCILE: off by -10.00',
  ])
    expect(first.printed).toContain(row)
})
