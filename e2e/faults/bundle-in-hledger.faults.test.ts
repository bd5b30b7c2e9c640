/** Exported books in hledger and Beancount, which know nothing of ours: they accept them, and come to the same balances. */
import type { Stack } from '@pacioli/dev-stack'
import { ownStack } from '@pacioli/testing'
import { parse } from 'csv-parse/sync'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exportedBooks, filesIn, unpacked } from '../src/bundles.ts'
import { newClient } from '../src/clients.ts'
import { sketchReceivables } from '../src/exercise-receivables.ts'
import { billed, credit, debit, flat, Payables, sale, type Books } from '../src/index.ts'

const BY_HAND = 'Exported books are read by hledger and Beancount. On Debian: apt-get install hledger beancount.'
const BASES = ['ACCRUAL', 'CASH'] as const

/** What would end a name, a description or a tag, or mean something in one of the programs. */
const NAMES = [
  'Till; the  first: "A" \\ one',
  'Café\u00a0店',
  '401(k) – 50% [2026-01-01]',
  '2026 = @ {1.00 USD}',
  '"quoted"',
  '(Virtual)',
  'Cash',
  'Cash',
  'ß',
  '*!',
]
const MEMOS = [
  '; no comment',
  '(code) | payee',
  'two\nlines\r\nand 2026-01-01 open Assets:X',
  'a "b" \\n c',
  '  spaced  ',
  '100%, [date:2026-01-02]',
]

let stack: Stack
let folder: string

beforeAll(async () => {
  stack = await ownStack('bundle-in-hledger')
  folder = mkdtempSync(join(tmpdir(), 'pacioli-hledger-'))
})
afterAll(async () => {
  await stack?.stop()
  if (folder) rmSync(folder, { recursive: true })
})

function run(program: string, args: readonly string[]): Promise<string> {
  const env = { ...process.env, LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' }
  return new Promise((resolve, reject) => {
    execFile(program, args, { env, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      if (error && 'code' in error && error.code === 'ENOENT') reject(new Error(BY_HAND))
      else if (error) reject(new Error(`${program} says: ${stdout}${stderr}`.slice(0, 1_000)))
      else resolve(stdout + (program === 'bean-check' ? stderr : ''))
    })
  })
}

/** The path of each account in a file of plain-text books, by the id that stands under it. */
function pathsIn(file: string): Map<string, string> {
  const found = new Map<string, string>()
  let path = ''
  for (const line of readFileSync(join(folder, file), 'utf8').split('\n')) {
    path = /^account (.+)$/.exec(line)?.[1] ?? /^\S+ open (\S+) \w+$/.exec(line)?.[1] ?? path
    const id = /^ {4}; id:(\S+)$/.exec(line)?.[1] ?? /^ {2}id: "(\S+)"$/.exec(line)?.[1]
    if (id !== undefined && path !== '') found.set(path, id)
    if (/^\d{4}-\d\d-\d\d \*/.test(line)) break
  }
  return found
}

/** An amount of `12.34 USD` in minor units. */
const minor = (text: string): number => Number(text.replace(/ [A-Z]{3}$/, '').replace('.', ''))

async function balancesOf(file: string): Promise<Map<string, number>> {
  const path = join(folder, file)
  const printed = file.startsWith('hledger/')
    ? await run('hledger', ['-f', path, 'balance', '--flat', '--empty', '--no-total', '-O', 'csv'])
    : await run('bean-query', ['-f', 'csv', path, 'SELECT account, sum(number) AS balance GROUP BY account'])
  const [, ...rows] = parse(printed, { trim: true, relax_column_count: true })
  const ids = pathsIn(file)
  const balances = rows.map(([account = '', balance = '']): [string, number] => [
    ids.get(account) ?? account,
    balance === '' || balance === '0' ? 0 : minor(balance),
  ])
  return new Map(balances.filter(([, balance]) => balance !== 0))
}

/** Debits less credits of each account, as the system reports them. */
async function trialBalance(books: Books, reporting_basis: string): Promise<Map<string, number>> {
  const { rows } = await books.trialBalance({ reporting_basis, effective_date: '2030-12-31' })
  return new Map(
    rows
      .filter(({ row_key }) => row_key !== 'TOTAL')
      .map(({ row_key, cells }): [string, number] => [
        row_key,
        Number(cells['debit']?.value ?? 0) - Number(cells['credit']?.value ?? 0),
      ])
      .filter(([, balance]) => balance !== 0),
  )
}

async function exported(books: Books): Promise<void> {
  unpacked(await filesIn((await exportedBooks(books)).zip), folder)
}

describe.each([
  ['USD', 'America/Los_Angeles'],
  ['JPY', 'Asia/Tokyo'],
  ['KWD', 'UTC'],
])('books in %s', (currency, time_zone) => {
  let books: Books

  beforeAll(async () => {
    books = await (await newClient(stack, `bundle-${currency.toLowerCase()}`)).books({ currency, time_zone })
    const payables = new Payables(books)
    const vendor = await payables.vendor('paper')
    const bill = await payables.received(vendor, [billed('COGS', 70_001)])
    await payables.paid(500, [{ bill_id: bill.id, amount: 400 }])
    await sketchReceivables(books)
    for (const [nth, name] of NAMES.entries()) {
      const { id } = await books.createAccount({ name, account_subtype: 'CASH', stable_name: `HOSTILE_${nth}` })
      await books.posted({
        entry_at: `2026-03-${String(nth + 1).padStart(2, '0')}T23:30:00Z`,
        memo: MEMOS[nth % MEMOS.length] ?? '',
        external_id: `row ${nth}, "x"; y`,
        line_items: [debit(id.id, 7 + nth, { memo: MEMOS[(nth + 1) % MEMOS.length] ?? '' }), credit('SALES', 7 + nth)],
        tags: [{ key: `key ${nth}: x`, value: `;a, "b" ${nth}` }],
      })
    }
    const [first] = await books.allPosted([
      sale(700, '2026-03-01T12:00:00Z'),
      sale(9_007_199_254, '2024-02-29T00:00:00Z'),
    ])
    await books.reverse(first?.id ?? '')
    await exported(books)
  })

  test.each(BASES)('are accepted with the balances of the trial balance: %s', async (basis) => {
    const expected = await trialBalance(books, basis)
    expect(expected.size).toBeGreaterThan(NAMES.length)
    const name = basis.toLowerCase()
    await run('hledger', ['-f', join(folder, `hledger/${name}.journal`), 'check'])
    expect(await run('bean-check', [join(folder, `beancount/${name}.beancount`)])).toBe('')
    for (const file of [`hledger/${name}.journal`, `beancount/${name}.beancount`])
      expect([file, await balancesOf(file)]).toEqual([file, expected])
  })

  test('have memos and ids that hledger and Beancount tell as they were', async () => {
    const told = (await books.allEntries()).filter(({ external_id }) => external_id?.startsWith('row '))
    const accrual = join(folder, 'hledger/accrual.journal')
    const printed = await run('hledger', ['-f', accrual, 'print', '-O', 'json'])
    type Printed = { tcode: string; tdescription: string; ttags: [string, string][] }
    const byId = new Map((JSON.parse(printed) as Printed[]).map((one) => [one.tcode, one]))
    for (const { id, memo, external_id } of told) {
      const { tdescription, ttags } = byId.get(id) ?? { tdescription: '', ttags: [] }
      expect(decodeURIComponent(tdescription)).toBe(memo)
      expect(decodeURIComponent(ttags.find(([name]) => name === 'external-id')?.[1] ?? '')).toBe(external_id)
    }
    const query = "SELECT DISTINCT entry_meta('id') AS id, entry_meta('external-id') AS external, narration"
    const rows = await run('bean-query', ['-f', 'csv', join(folder, 'beancount/accrual.beancount'), query])
    const narrated = new Map(
      parse(rows, { from_line: 2, relax_quotes: true, trim: true }).map(([id, ...rest]) => [
        id,
        rest.map((text) => text.trim()),
      ]),
    )
    for (const { id, memo, external_id } of told) expect(narrated.get(id)).toEqual([external_id, (memo ?? '').trim()])
  })

  test('are refused where a line is another one', async () => {
    for (const [program, file, args] of [
      ['hledger', 'hledger/accrual.journal', (path: string) => ['-f', path, 'check']],
      ['bean-check', 'beancount/accrual.beancount', (path: string) => [path]],
    ] as const) {
      const text = readFileSync(join(folder, file), 'utf8')
      const line = /^( +)(\S.*? {2})(-?)(\d)/m
      const at = text.search(/^\d{4}-\d\d-\d\d \*/m)
      const altered = text.slice(0, at) + text.slice(at).replace(line, '$1$2$39$4')
      expect(altered).not.toBe(text)
      const path = join(folder, `altered-${file.replace('/', '-')}`)
      writeFileSync(path, altered)
      await expect(run(program, args(path))).rejects.toThrow(`${program} says`)
    }
  })
})

test('the chart of the books is read as it is, by kinds of accounts', async () => {
  const books = await (await newClient(stack, 'bundle-chart')).books()
  await books.posted(sale(100))
  await exported(books)
  const types = await run('hledger', ['-f', join(folder, 'hledger/accrual.journal'), 'accounts', '--types'])
  const chart = flat((await books.api.call('getChartOfAccounts')).body.data.accounts)
  expect(types.trimEnd().split('\n')).toHaveLength(chart.length)
  expect(types).toMatch(/^Income:Sales +; type: R$/m)
})
