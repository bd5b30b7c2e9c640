/** Runs the examples again: their data exists once, differences are reported, and invalid input is refused. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { exampleOf } from '../examples/shared/example.test-helpers.ts'
import type { Target } from '../src/index.ts'

/** A voided document, and what the example reports of it. */
type Moved = { list: string; externalId: string; tells: readonly string[] }

type Again = {
  name: string
  tells: readonly string[]
  /** Of the second run, where nothing has moved. */
  tellsAgain?: readonly string[]
  /** Under the business that the run names, unless they begin with a slash. */
  lists: readonly string[]
  /** Arguments of the second run. */
  args?: readonly string[]
  moved?: Moved
}

const EXAMPLES: readonly Again[] = [
  { name: 'journal', tells: ['Equal on all 14 accounts.'], lists: ['/v1/businesses'] },
  {
    name: 'bank',
    tells: ['| 4000123456 | 15673.70 | -1143.90 | -13.50 | 14516.30 | 14516.30 | = |'],
    tellsAgain: [
      '| checking-2026-01.ofx | OFX | 4000123456 | 0 | 8 | 0 |',
      '| 4000123456 | 15673.70 | -1143.90 | -13.50 | 14516.30 | 14516.30 | = |',
    ],
    lists: ['/v1/businesses'],
  },
  {
    name: 'payables',
    tells: ['Equal in 7 expense types and 5 open vendors.', 'Equal in 8 expense types and 6 open vendors.'],
    lists: ['vendors', 'bills', 'bills/bill-payments', 'bills/vendor-credits', 'ledger/entries'],
    moved: {
      list: 'bills',
      externalId: 'HWY1005',
      tells: [
        '| Signs and Lines | 1 | 149.50 | 0.00 | 0.00 | 0.00 | 0.00 | 0.00 | DIFFERENT |',
        '| 1001 COASTLINE PAVING LTD | 5902.60 | 5753.10 | DIFFERENT |',
        'Different from the file: Signs and Lines, 1001 COASTLINE PAVING LTD, Accounts payable, accrual',
      ],
    },
  },
  {
    name: 'receivables',
    tells: ['Equal in 5 customers and 4 countries.'],
    lists: ['customers', 'invoices', 'invoices/refunds', 'ledger/entries'],
    args: ['--bulk', '1'],
    moved: {
      list: 'invoices',
      externalId: '700103',
      tells: ['Different: no number, United Kingdom, Accounts receivable, Sales'],
    },
  },
]

/** The tests; the stack is there when they begin. */
export function examplesTwice(at: () => Target): void {
  for (const { name, tells, tellsAgain = tells, lists, args = [], moved } of EXAMPLES) {
    const { example, call, countOf, businessIn } = exampleOf(name, at)
    const fact = moved
      ? 'over books that have moved away from the file, changes nothing and tells of that'
      : 'changes nothing'
    test(`the example of ${name}, run again, ${fact}`, async () => {
      const first = await example()
      for (const what of tells) expect(first.printed).toContain(what)
      expect(first.status).toBe(0)
      const business = businessIn(first.printed)
      if (moved) {
        const list = `${business}/${moved.list}`
        const { data } = await call<{ data: { id: string }[] }>('GET', `${list}?external_id=${moved.externalId}`)
        await call('POST', `${list}/${data[0]?.id}/void`)
      }
      const counts = (): Promise<number[]> =>
        Promise.all(lists.map((list) => countOf(list.startsWith('/') ? list : `${business}/${list}`)))
      const before = await counts()
      const second = await example(...args)
      for (const what of moved?.tells ?? tellsAgain) expect(second.printed).toContain(what)
      expect(second.status).toBe(moved ? 1 : 0)
      expect(businessIn(second.printed)).toBe(business)
      expect(await counts()).toEqual(before)
    })
  }
}

/** What is wrong with what they are given is said in words, and nothing is entered. */
export function examplesTellWhatIsWrong(at: () => Target): void {
  const directory = mkdtempSync(join(tmpdir(), 'pacioli-examples-'))
  afterAll(() => rmSync(directory, { recursive: true }))

  function fileOf(name: string, content: string | Buffer): string {
    const file = join(directory, name)
    writeFileSync(file, content)
    return file
  }

  describe('the example of payables', () => {
    const { example, countOf, sample } = exampleOf('payables', at)

    test('a row that says nothing sound ends the run with words, before anything is entered', async () => {
      const before = await countOf('/v1/businesses')
      const file = fileOf('bad.csv', sample('town-2026-01.csv').replace('4737.2300000000005', '4737.235'))
      const { status, printed } = await example(file)
      expect(printed).toContain('bad.csv, row 6: 4737.235 has more decimals than GBP, which has 2.')
      expect(status).toBe(1)
      expect(await countOf('/v1/businesses')).toBe(before)
    })

    test('of two files the second is checked, too, before anything of the first is entered', async () => {
      const before = await countOf('/v1/businesses')
      const good = fileOf('good.csv', sample('town-2026-01.csv'))
      const long = 'x'.repeat(120)
      const bad = fileOf('bad.csv', sample('town-2026-01.csv').replace('Design Fees', long))
      const { status, printed } = await example(good, bad)
      expect(printed).toContain(`bad.csv, row 6: the expense type "${long}" is too long`)
      expect(status).toBe(1)
      expect(await countOf('/v1/businesses')).toBe(before)
    })
  })

  describe('the example of receivables', () => {
    const { example, countOf, sample } = exampleOf('receivables', at)

    test('totals that are not what the file says are reported, and fail the run', async () => {
      const file = fileOf('moved.csv.gz', gzipSync(sample('sales.csv').replace('32.0', '33.0')))
      const totals = fileOf('totals.csv', sample('totals.csv'))
      const { status, printed } = await example(file, '--totals', totals)
      expect(printed).toMatch(/Different: no number$/m)
      expect(status).toBe(1)
    })

    test('a row that says nothing sound ends the run with words, before anything is entered', async () => {
      const before = await countOf('/v1/businesses')
      const file = fileOf('bad.csv', sample('sales.csv').replace('2.5,', '2.505,'))
      const { status, printed } = await example(file)
      expect(printed).toContain('bad.csv, row 3: 2.505 has more decimals than GBP, which has 2.')
      expect(status).toBe(1)
      expect(await countOf('/v1/businesses')).toBe(before)
    })

    test('an invoice with too many lines is reported with the other faults, before anything is entered', async () => {
      const before = await countOf('/v1/businesses')
      const lines = sample('sales.csv').split('\n')
      const [head = '', first = ''] = lines
      const long = Array.from({ length: 1_001 }, () => first.replace('700101', '800101'))
      const file = fileOf('long.csv', [head, first.replace('2,', 'x,'), ...long].join('\n'))
      const { status, printed } = await example(file)
      expect(printed).toContain('long.csv, row 2: expected a whole quantity, but it is "x".')
      expect(printed).toContain('long.csv, row 3: the invoice 800101 has 1001 lines, and a document has at most 1000.')
      expect(status).toBe(1)
      expect(await countOf('/v1/businesses')).toBe(before)
    })
  })

  describe('the example of bank', () => {
    const { example, sample } = exampleOf('bank', at)

    test('a file that is no statement is named and fails the run, and the others are imported all the same', async () => {
      const junk = fileOf('junk.ofx', 'this is no statement')
      const good = fileOf('savings.mt940', sample('savings-2026-01.mt940'))
      const { status, printed } = await example(junk, good)
      expect(printed).toContain('junk.ofx was not imported: ')
      expect(printed).toContain('| savings.mt940 | MT940 | 021000021/7788000111 | 2 | 0 | 0 |')
      expect(status).toBe(1)
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

  describe('the example of journal', () => {
    const { example, call, countOf, businessIn, sample } = exampleOf('journal', at)

    test('amounts are in the minor units that the product counts, also where people print none', async () => {
      const head = sample('cafe.postings.csv').split('\n')[0] ?? ''
      const row = (account: string, amount: string) => `1,2026-01-31,,*,,Sale,,${account},"${amount}",HUF,,,,`
      const file = fileOf(
        'forint.postings.csv',
        [head, row('assets:cash', '1,250,000'), row('income:sales', '-1250000'), ''].join('\n'),
      )
      const { status, printed } = await example(file)
      expect(printed).toContain('1250000.00')
      expect(status).toBe(0)
      const report = await call<{ data: { rows: { cells: { debit: { value: number } } }[] } }>(
        'GET',
        `${businessIn(printed)}/reports/trial-balance?effective_date=2026-01-31`,
      )
      expect(Math.max(...report.data.rows.map(({ cells }) => cells.debit.value))).toBe(125_000_000)
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
      const mixed = fileOf(
        'mixed.postings.csv',
        sample('cafe.postings.csv').replaceAll('"1640.80","$"', '"1640.80","€"'),
      )
      const { status, printed } = await example(mixed)
      expect(printed).toContain('mixed.postings.csv holds amounts in 2 commodities: $, €.')
      expect(status).toBe(1)
      expect(await countOf('/v1/businesses')).toBe(before)
    })
  })
}
