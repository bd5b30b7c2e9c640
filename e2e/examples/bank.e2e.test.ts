import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sharedStack } from '@pacioli/testing'
import { afterAll, expect, test } from 'vitest'

const program = join(import.meta.dirname, 'bank.ts')
const directory = mkdtempSync(join(tmpdir(), 'pacioli-bank-'))
afterAll(() => rmSync(directory, { recursive: true }))

const sample = (file: string): string => readFileSync(join(import.meta.dirname, 'sample-bank', file), 'utf8')

function fileOf(name: string, text: string): string {
  const file = join(directory, name)
  writeFileSync(file, text)
  return file
}

/** Runs the example as its npm script does, against the stack of this test run; tables without their lines. */
function example(...args: string[]): Promise<{ status: number; printed: string }> {
  const { base_url, token } = sharedStack().dev
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [program, '--url', base_url, '--token', token, ...args], (error, stdout, stderr) => {
      const status = error ? error.code : 0
      const printed = (stdout + stderr).replaceAll('│', '|').replace(/ +/g, ' ')
      if (typeof status === 'number') resolve({ status, printed })
      else reject(error ?? new Error('no status'))
    })
  })
}

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

test('a file that is no statement is named, and the others are imported all the same', async () => {
  const junk = fileOf('junk.ofx', 'this is no statement')
  const good = fileOf('savings.mt940', sample('savings-2026-01.mt940'))
  const { status, printed } = await example(junk, good)
  expect(printed).toContain('junk.ofx was not imported: ')
  expect(printed).toContain('| savings.mt940 | MT940 | 021000021/7788000111 | 2 | 0 | 0 |')
  expect(status).toBe(0)
})

test('a statement in another currency goes to books in that currency', async () => {
  const euros = fileOf('euros.mt940', sample('savings-2026-01.mt940').replaceAll('USD', 'EUR'))
  const { status, printed } = await example(euros)
  expect(printed).toContain('Ledger EUR')
  expect(status).toBe(0)
})

test('a file that cannot be read ends the run with words', async () => {
  const { status, printed } = await example(join(directory, 'nowhere.ofx'))
  expect(printed).toContain("nowhere.ofx can't be read")
  expect(status).toBe(1)
})
