/** Examples run more than once, and with what they refuse: as their npm scripts do, on a stack of their own. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Stack } from '@pacioli/dev-stack'
import { ownStack } from '@pacioli/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exampleOf } from './shared/example.test-helpers.ts'

let stack: Stack
beforeAll(async () => {
  stack = await ownStack('examples')
})
afterAll(() => stack.stop())

const onIt = () => ({ ...stack, baseUrl: stack.dev.base_url })

const directory = mkdtempSync(join(tmpdir(), 'pacioli-examples-'))
afterAll(() => rmSync(directory, { recursive: true }))

function fileOf(name: string, content: string | Buffer): string {
  const file = join(directory, name)
  writeFileSync(file, content)
  return file
}

describe('payables', () => {
  const { example, call, countOf, businessIn, sample } = exampleOf('payables', onIt)

  test('entered twice is there once', async () => {
    const first = await example()
    expect(first.status).toBe(0)
    const business = businessIn(first.printed)
    const lists = ['vendors', 'bills', 'bills/bill-payments', 'bills/vendor-credits', 'ledger/entries']
    const counts = (): Promise<number[]> => Promise.all(lists.map((list) => countOf(`${business}/${list}`)))
    const before = await counts()
    const second = await example()
    expect(second.status).toBe(0)
    expect(businessIn(second.printed)).toBe(business)
    expect(await counts()).toEqual(before)
  })

  test('books that have moved away from the file are reported, and fail the run', async () => {
    const file = fileOf('moved.csv.gz', gzipSync(sample('town-2025-11.csv').replace('149.50', '149.51')))
    const first = await example(file)
    expect(first).toMatchObject({ status: 0, printed: expect.stringContaining('Equal in 7 expense types') })
    const business = businessIn(first.printed)
    const { data } = await call<{ data: { id: string }[] }>('GET', `${business}/bills?external_id=HWY1005`)
    await call('POST', `${business}/bills/${data[0]?.id}/void`)
    const second = await example(file)
    expect(second.printed).toContain('| Signs and Lines | 1 | 149.51 | 0.00 | 0.00 | 0.00 | 0.00 | 0.00 | DIFFERENT |')
    expect(second.printed).toContain('| 1001 COASTLINE PAVING LTD | 5902.61 | 5753.10 | DIFFERENT |')
    expect(second.printed).toContain(
      'Different from the file: Signs and Lines, 1001 COASTLINE PAVING LTD, Accounts payable, accrual',
    )
    expect(second.status).toBe(1)
  })

  test('a row that says nothing sound ends the run with words, before anything is entered', async () => {
    const before = await countOf('/v1/businesses')
    const file = fileOf('bad.csv', sample('town-2026-01.csv').replace('4737.2300000000005', '4737.235'))
    const { status, printed } = await example(file)
    expect(printed).toContain('bad.csv, row 6: 4737.235 has more decimals than GBP, which has 2.')
    expect(status).toBe(1)
    expect(await countOf('/v1/businesses')).toBe(before)
  })
})

describe('receivables', () => {
  const { example, call, countOf, businessIn, sample } = exampleOf('receivables', onIt)

  test('entered twice is there once', async () => {
    const first = await example()
    expect(first.status).toBe(0)
    const business = businessIn(first.printed)
    const lists = ['customers', 'invoices', 'invoices/refunds', 'ledger/entries']
    const counts = (): Promise<number[]> => Promise.all(lists.map((list) => countOf(`${business}/${list}`)))
    const before = await counts()
    const second = await example('--bulk', '1')
    expect(second.status).toBe(0)
    expect(businessIn(second.printed)).toBe(business)
    expect(await counts()).toEqual(before)
  })

  test('books and totals that are not what the file says are reported, and fail the run', async () => {
    const file = fileOf('moved.csv.gz', gzipSync(sample('sales.csv').replace('32.0', '33.0')))
    const totals = fileOf('totals.csv', sample('totals.csv'))
    const first = await example(file, '--totals', totals)
    expect(first.printed).toMatch(/Different: no number$/m)
    expect(first.status).toBe(1)
    const business = businessIn(first.printed)
    const { data } = await call<{ data: { id: string }[] }>('GET', `${business}/invoices?external_id=700103`)
    await call('POST', `${business}/invoices/${data[0]?.id}/void`)
    const second = await example(file)
    expect(second.printed).toContain('Different: no number, United Kingdom, Accounts receivable, Sales')
    expect(second.status).toBe(1)
  })

  test('a row that says nothing sound ends the run with words, before anything is entered', async () => {
    const before = await countOf('/v1/businesses')
    const file = fileOf('bad.csv', sample('sales.csv').replace('2.5,', '2.505,'))
    const { status, printed } = await example(file)
    expect(printed).toContain('bad.csv, row 3: 2.505 has more decimals than GBP, which has 2.')
    expect(status).toBe(1)
    expect(await countOf('/v1/businesses')).toBe(before)
  })
})

describe('bank', () => {
  const { example, sample } = exampleOf('bank', onIt)

  test('imported twice is there once', async () => {
    expect((await example()).status).toBe(0)
    const second = await example()
    expect(second.status).toBe(0)
    expect(second.printed).toContain('| checking-2026-01.ofx | OFX | 4000123456 | 0 | 8 | 0 |')
    expect(second.printed).toContain('| 4000123456 | 15673.70 | -1143.90 | -13.50 | 14516.30 | 14516.30 | = |')
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
})

describe('journal', () => {
  const { example, countOf, sample } = exampleOf('journal', onIt)

  test('posted twice is there once', async () => {
    expect(await example()).toMatchObject({ status: 0 })
    const before = await countOf('/v1/businesses')
    const second = await example()
    expect(second).toMatchObject({ status: 0, printed: expect.stringContaining('Equal on all 14 accounts.') })
    expect(await countOf('/v1/businesses')).toBe(before)
  })

  test('a balance that is off by a cent is reported and fails the run', async () => {
    const postings = fileOf('off.postings.csv', sample('cafe.postings.csv'))
    const balances = fileOf('off.balances.csv', sample('cafe.balances.csv').replace('$656.15', '$656.16'))
    const { status, printed } = await example(postings, balances)
    expect(printed).toContain('1 of 14 accounts differ: assets:cash:till')
    expect(status).toBe(1)
  })

  test('several currencies in one file are refused before anything is created', async () => {
    const before = await countOf('/v1/businesses')
    const mixed = fileOf('mixed.postings.csv', sample('cafe.postings.csv').replaceAll('"1640.80","$"', '"1640.80","€"'))
    const { status, printed } = await example(mixed)
    expect(printed).toContain('mixed.postings.csv holds amounts in 2 commodities: $, €.')
    expect(status).toBe(1)
    expect(await countOf('/v1/businesses')).toBe(before)
  })
})
