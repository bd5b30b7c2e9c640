/** All books of a business as one file, which proves itself. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databaseUrl } from '@pacioli/fields/database-url'
import { withClient } from '@pacioli/testing'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { CouldNotLook, lineOf, openBundle, verifyBundle } from 'pacioli-verify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { close, closed, closings, reverse } from './src/closings.ts'
import { exportedBooks, filesIn, middles, relist, unpacked, type BundleDocument } from './src/bundles.ts'
import { sketchReceivables } from './src/exercise-receivables.ts'
import {
  Banking,
  billed,
  moneyOut,
  newClient,
  Payables,
  sale,
  target,
  type Books,
  type TestClient,
} from './src/index.ts'
import { formats } from './src/formats.ts'
import { verifying } from './src/verifying.ts'

/** What billing tells banking of a document, which no interface describes. */
const FOR_SERVICES = 'match_candidate'

type ListedFile = { path: string; schema?: string }

let client: TestClient
let books: Books
let folder: string
let zip: Buffer
let document: BundleDocument
let files: Map<string, Buffer>
let last: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pacioli-bundle-'))
  client = await newClient(target(), 'bundle')
  books = await client.books()
  const payables = new Payables(books)
  const vendor = await payables.vendor('paper', { company_name: 'Paper & Co', email: 'lee@paper.example' })
  const tags = [{ key: 'store', value: 'one, two: [3]' }]
  const bill = await payables.received(vendor, [billed('COGS', 700)], { memo: 'For Ms Lee\u2028and Mr Ray', tags })
  await payables.paid(500, [{ bill_id: bill.id, amount: 400 }])
  await sketchReceivables(books)
  const posted = await books.allPosted([
    sale(700, '2026-03-01T12:00:00Z', { tags, metadata: { till: 4 } }),
    sale(5, '2026-03-01T23:30:00Z', { memo: ';a "b" \\ c  d: *(e)\n2026-01-01 open', external_id: 'till 4, sale 5' }),
  ])
  await books.reverse(posted[0]?.id ?? '')
  await books.createAccount({ name: 'Café: "Nº 5"; 店  ', account_subtype: 'CASH', stable_name: 'CAFE' })
  const tagging = { entity_type: 'JOURNAL_ENTRY', entity_ids: [posted[1]?.id], key_values: tags }
  await books.api.call('applyTags', { body: tagging })
  const account = await books.account('CASH')
  const renamed = { path: { accountId: account.id.id }, body: { name: 'The till' } }
  await books.api.call('updateAccount', renamed)
  const banking = new Banking(books)
  const { id } = await banking.account('checking')
  const [transaction] = await banking.imported(id, [moneyOut('one', 5), moneyOut('other', 7)])
  await banking.categorize(transaction?.id ?? '', 'COGS')
  const year = { year: 2026, ledger_activity_start_timestamp: '2026-01-01T00:00:00Z', memo: 'For Ms Lee' }
  await reverse(books, (await closed(books, year)).id)
  await close(books, year)
  last = (await books.posted(sale(1, '2026-03-02T12:00:00Z'))).id
  ;({ document, zip } = await exportedBooks(books))
  files = await filesIn(zip)
  writeFileSync(join(folder, 'books.zip'), zip)
  unpacked(files, join(folder, 'books'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** What is wrong with a bundle, a line for each. */
async function found(path: string): Promise<string[]> {
  const bundle = await openBundle(path)
  const lines: string[] = []
  try {
    for await (const finding of verifyBundle(bundle, { keys: [], kept: [], now: () => new Date() }))
      lines.push(lineOf(finding))
  } catch (error) {
    // Without a seal of the ledger there is no more to look at.
    if (!(error instanceof CouldNotLook)) throw error
  }
  bundle.close()
  return lines
}

const rowsOf = <Row>(path: string): Row[] =>
  (files.get(path)?.toString() ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row)

test('the file is described as other exports are, and fetched by a link', () => {
  expect(document).toMatchObject({
    type: 'S3_Presigned_Url',
    fileType: 'application/zip',
    fileName: `books-${document.createdAt.slice(0, 10)}.zip`,
    document_type: 'BOOKS',
  })
})

test('pacioli-verify finds nothing wrong, in the zip and in what was in it', async () => {
  for (const path of ['books.zip', 'books'])
    expect(await verifying(['--bundle', join(folder, path)])).toEqual({
      code: 0,
      printed: expect.stringMatching(/Nothing is wrong\.\n$/),
    })
  const { code, printed } = await verifying(['--bundle', join(folder, 'books'), '--business', books.id, '--json'])
  expect([code, JSON.parse(printed)]).toMatchObject([0, { findings: 0, left_out: [] }])
})

test('it has what was posted the moment before, and reaches to a seal of each log', async () => {
  expect(rowsOf<{ id: string }>('entries.jsonl').map(({ id }) => id)).toContain(last)
  const { positions } = JSON.parse(files.get('manifest.json')?.toString() ?? '') as { positions: object }
  for (const [log, position] of Object.entries(positions)) {
    const seals = rowsOf<{ size: number }>(`logs/${log}/seals.jsonl`)
    expect([log, seals.at(-1)?.size, rowsOf(`logs/${log}/leaves.jsonl`).length]).toEqual([log, position, position])
    const path = { size: String(position) }
    const { data } = (await books.api.call('getSeal', { path, query: { log: log.toUpperCase() } })).body
    expect(seals.at(-1)).toEqual(data)
  }
  const { keys } = (await books.api.call('getSealKeys')).body
  expect(JSON.parse(files.get('keys.json')?.toString() ?? '')).toEqual({ keys })
})

test('leaves are those that are listed', async () => {
  const { data } = (await books.api.call('listLeaves', { query: { log: 'LEDGER', limit: 500 } })).body
  expect(rowsOf('logs/ledger/leaves.jsonl')).toEqual(data)
})

test('closings are in it, with their entries by their ids', async () => {
  const told = (await closings(books)).data
  expect(told.map(({ reversed_at }) => reversed_at === null).toSorted()).toEqual([false, true])
  expect(
    rowsOf<{ id: string }>('closing_actions.jsonl').toSorted((one, other) => one.id.localeCompare(other.id)),
  ).toEqual(
    told
      .toSorted((one, other) => one.id.localeCompare(other.id))
      .map(({ id, closing_action, primary_entry, reversed_at }) =>
        expect.objectContaining({ id, closing_action, primary_entry_id: primary_entry.id, reversed_at }),
      ),
  )
})

test('everything is in it as it is now', async () => {
  const entries = rowsOf<{ id: string; transaction_tags: object[]; line_items: object[] }>('entries.jsonl')
  const told = await books.allEntries()
  expect(new Set(entries.map(({ id }) => id))).toEqual(new Set(told.map(({ id }) => id)))
  for (const { id, transaction_tags, line_items } of told) {
    const entry = entries.find((one) => one.id === id)
    expect([entry?.transaction_tags.length, entry?.line_items.length]).toEqual([
      transaction_tags.length,
      line_items.length,
    ])
  }
  const accounts = rowsOf<{ id: string; name: string }>('accounts.jsonl')
  const names = (all: { id: string; name: string }[]) => new Map(all.map(({ id, name }) => [id, name]))
  const chart = await books.accounts({ include_archived: true })
  expect(names(accounts)).toEqual(names(chart.map(({ id, name }) => ({ id: id.id, name }))))
  expect(rowsOf('bank_transactions.jsonl')).toHaveLength(2)
  for (const file of ['vendors', 'customers', 'bills', 'bill_payments', 'invoices', 'invoice_payments', 'tag_values'])
    expect([file, rowsOf(`${file}.jsonl`).length > 0]).toEqual([file, true])
})

test('each line of a file is as the schema says that the manifest names for it, and has nothing else', () => {
  const manifest = JSON.parse(files.get('manifest.json')?.toString() ?? '') as { files: ListedFile[] }
  const wrong = new Set<string>()
  for (const { path, schema: of } of manifest.files.filter(({ path: name }) => /^(?!rows\/).*\.jsonl$/.test(name))) {
    const schema = JSON.parse(files.get(of ?? '')?.toString() ?? 'null') as { properties: object }
    const validate = new Ajv2020({ strict: false, formats }).compile(schema)
    for (const line of rowsOf<object>(path)) {
      if (!validate(line)) wrong.add(`${path}: ${JSON.stringify(validate.errors)}`)
      for (const name of Object.keys(line))
        if (!(name in schema.properties) && name !== FOR_SERVICES) wrong.add(`${path}: has ${name}`)
    }
  }
  expect([...wrong]).toEqual([])
  expect(manifest.files.filter(({ path }) => path.startsWith('schemas/')).length).toBeGreaterThan(10)
})

describe('what was altered', () => {
  /** Says what the command says after a change of one file, and by default of the manifest with it. */
  async function after(path: string, change: (text: string) => string, isListed = true): Promise<string[]> {
    const altered = join(folder, 'altered')
    rmSync(altered, { recursive: true, force: true })
    cpSync(join(folder, 'books'), altered, { recursive: true })
    const before = readFileSync(join(altered, path), 'utf8')
    const text = change(before)
    expect(text).not.toBe(before)
    writeFileSync(join(altered, path), text)
    if (isListed) relist(altered, path)
    return found(altered)
  }
  const onLine = (nth: number, change: (line: string) => string) => (text: string) =>
    text
      .split('\n')
      .map((line, index) => (index === nth - 1 ? change(line) : line))
      .join('\n')

  test('of a leaf is named with its file and line', async () => {
    const lines = await after(
      'logs/ledger/leaves.jsonl',
      onLine(3, (line) => line.replace('"v":1', '"v":2')),
    )
    expect(lines).toContainEqual(
      expect.stringMatching(/^logs\/ledger\/leaves\.jsonl line 3, LEDGER, position 3.*, v: /),
    )
    const hidden = await after(
      'logs/billing/leaves.jsonl',
      onLine(1, (line) => line.replace('Paper & Co', 'Paper & Go')),
    )
    expect(hidden).toContainEqual(
      expect.stringMatching(/^logs\/billing\/leaves\.jsonl line 1, .*: what is disclosed is not what was sealed$/),
    )
  })

  test('by a leaf that is gone, or in another place, is named', async () => {
    const gone = await after('logs/ledger/leaves.jsonl', (text) => text.split('\n').toSpliced(4, 1).join('\n'))
    expect(gone[0]).toMatch(
      /^logs\/ledger\/leaves\.jsonl line 5, LEDGER, position 6, .*: position 5 is missing before it$/,
    )
    const swapped = await after('logs/banking/leaves.jsonl', (text) => {
      const [one = '', other = '', ...others] = text.split('\n')
      return [other, one, ...others].join('\n')
    })
    expect(swapped[0]).toMatch(/^logs\/banking\/leaves\.jsonl line 1, BANKING, position 2, /)
    const cut = await after('logs/banking/leaves.jsonl', (text) => text.split('\n').slice(0, -2).join('\n') + '\n')
    expect(cut[0]).toMatch(/^BANKING, position \d+: the leaves end before it, and \d+ are sealed$/)
  })

  test('of a seal is named', async () => {
    const resized = await after(
      'logs/ledger/seals.jsonl',
      onLine(1, (line) => line.replace(/"size":\d+/, '"size":1')),
    )
    expect(resized[0]).toMatch(
      /^logs\/ledger\/seals\.jsonl line 1, LEDGER: (seal 1|the latest seal) is signed for .* and told otherwise$/,
    )
    const unsigned = await after(
      'logs/billing/seals.jsonl',
      onLine(1, (line) => line.replace(/ [A-Za-z0-9+/=]{90,}\\n"/, ` ${'A'.repeat(90)}\\n"`)),
    )
    expect(unsigned[0]).toMatch(/^logs\/billing\/seals\.jsonl line 1, BILLING: /)
    const dropped = await after('logs/banking/seals.jsonl', () => '')
    expect(dropped).toContainEqual(expect.stringMatching(/^manifest\.json, BANKING: .* and 0 are sealed$/))
  })

  test('of the state of a thing is named, though the manifest fits', async () => {
    const [line] = await after(
      'vendors.jsonl',
      onLine(1, (text) => text.replace('lee@paper.example', 'ray@paper.example')),
    )
    expect(line).toMatch(
      /^vendors\.jsonl line 1, BILLING, position \d+, vendor .*: it is not what the last leaf of it says$/,
    )
    const [gone] = await after('entries.jsonl', (text) => text.split('\n').slice(1).join('\n'))
    expect(gone).toMatch(/^entries\.jsonl, LEDGER, position \d+, entry .*: it is missing in the file$/)
    const [more] = await after('bills.jsonl', (text) => text + text)
    expect(more).toMatch(/^bills\.jsonl line 2, bill .*: it comes again$/)
    const [none] = await after('bills.jsonl', (text) => `${text}{"id":"x"}\n`)
    expect(none).toMatch(/^bills\.jsonl line 2, bill x: no leaf is of it$/)
    const [broken] = await after('bills.jsonl', (text) => `${text}{\n`)
    expect(broken).toMatch(/^bills\.jsonl line 2: it is no JSON object$/)
  })

  test.each(['hledger/accrual.journal', 'beancount/cash.beancount'])('of %s is named', async (path) => {
    const amount = / (\d+)\.(\d\d) USD\n/
    const [posting] = await after(path, (text) =>
      text.replace(/(?<=\n20)[^]*/, (rest) => rest.replace(amount, ' 9$1.$2 USD\n')),
    )
    expect(posting).toMatch(new RegExp(`^${path} line \\d+, entry .*: its day or lines are not those of its leaf$`))
    const [day] = await after(path, (text) => text.replace('2026-03-02 *', '2026-03-03 *'))
    expect(day).toMatch(new RegExp(`^${path} line \\d+, entry .*: its day or lines are not those of its leaf$`))
    const [balance] = await after(path, (text) =>
      text.replace(/(= |balance \S+ {2})-?\d+\.(\d\d)(?=[^\n]*\n[^]{0,50}$)/, '$19.99'),
    )
    expect(balance).toMatch(new RegExp(`^${path} line \\d+: the leaves come to .* the file says `))
  })

  test('of a report is named with the row', async () => {
    const [line] = await after('reports/trial-balance-accrual.json', (text) =>
      text.replace(/"value":(\d+)/, '"value":1$1'),
    )
    expect(line).toMatch(/^trial-balance ACCRUAL row .*: the leaves come to \d+, the report says \d+$/)
  })

  test.each([
    ['hledger/accrual.journal', '2099-01-01 ! forged\n    Assets:Cash  5.00 USD\n'],
    ['hledger/accrual.journal', '    ; date:2025-01-01\n'],
    ['hledger/cash.journal', 'include other.journal\n'],
    ['beancount/accrual.beancount', '2099-01-01 ! "forged"\n'],
    ['beancount/cash.beancount', '2026-01-01 pad Assets:Cash Equity:X\n'],
  ])('of %s by lines that no such file has is named', async (path, lines) => {
    const [found] = await after(path, (text) => text + lines)
    expect(found).toMatch(new RegExp(`^${path} line \\d+: it is no line of such a file: `))
  })

  test('of amounts by other decimals or another currency is named', async () => {
    for (const change of [
      (text: string) => text.replaceAll(/(?<=\d)\.(\d)(\d) USD/g, '$1.$2 USD'),
      (text: string) => text.replaceAll(' USD', ' EUR'),
    ])
      for (const path of ['hledger/accrual.journal', 'beancount/cash.beancount'])
        expect((await after(path, change))[0]).toMatch(/: it is no line of such a file: /)
    const currency = await after('manifest.json', (text) => text.replace('"USD"', '"EUR"'), false)
    expect(currency).toContain('manifest.json, currency: expected "USD", as the business has it, got "EUR"')
    const zone = await after(
      'manifest.json',
      (text) => text.replace(/("time_zone": ?)"[^"]+"/, '$1"Asia/Tokyo"'),
      false,
    )
    expect(zone).toContainEqual(expect.stringMatching(/^manifest\.json, time_zone: expected .*, got "Asia\/Tokyo"$/))
  })

  test('by another file for the same things, or one that nothing is said of, is named', async () => {
    const listed = (change: (files: { path: string; aggregate_type?: string }[]) => void) =>
      after(
        'manifest.json',
        (text) => {
          const manifest = JSON.parse(text) as { files: { path: string; aggregate_type?: string }[] }
          change(manifest.files)
          return JSON.stringify(manifest)
        },
        false,
      )
    const untyped = await listed((all) => delete all.find(({ path }) => path === 'bills.jsonl')?.aggregate_type)
    expect(untyped).toContain('bills.jsonl: no bundle has such a file')
    const twice = await listed((all) => {
      const bills = all.find(({ path }) => path === 'bills.jsonl')
      if (bills) all.push({ ...bills })
    })
    expect(twice).toContain('bills.jsonl: another file has the type bill, too')
  })

  test('of any file that the manifest does not fit is named', async () => {
    const [line] = await after('README.md', (text) => text.replace('complete', 'partial'), false)
    expect(line).toMatch(/^README\.md: it is not the file that the manifest lists: expected \d+ bytes, got \d+$/)
    const altered = join(folder, 'altered')
    writeFileSync(join(altered, 'more.txt'), 'more')
    rmSync(join(altered, 'keys.json'))
    const lines = await found(altered)
    expect(lines).toContain('more.txt: the manifest does not list it')
    expect(lines).toContain('keys.json: it is missing')
  })

  test('of the zip itself is named with the file that it is in', async () => {
    const path = join(folder, 'damaged.zip')
    // Each takes a verification of all; one schema is as good as another.
    const places = (await middles(zip)).filter(
      ([name]) => !/^(schemas|rows)\//.test(name) || name.endsWith('s/bills.json'),
    )
    for (const [name, at] of places) {
      const damaged = Buffer.from(zip)
      damaged[at] = (damaged[at] ?? 0) ^ 0xff
      writeFileSync(path, damaged)
      if (name !== 'manifest.json')
        expect(await found(path)).toContainEqual(expect.stringMatching(new RegExp(`^${name}( line \\d+)?: it`)))
    }
    writeFileSync(path, zip.subarray(0, zip.length - 100))
    expect(await verifying(['--bundle', path])).toMatchObject({
      code: 2,
      printed: expect.stringContaining('damaged.zip'),
    })
  })

  test('is not hidden by keys that came with it, where one has the key of the installation', async () => {
    const stranger = Buffer.alloc(32, 5).toString('base64')
    const { code, printed } = await verifying(['--bundle', join(folder, 'books'), '--key', stranger])
    expect([code, printed]).toEqual([1, expect.stringContaining('none of the 1 known keys made its signature')])
  })
})

test('a bundle of another business is not taken for one of this', async () => {
  const { code, printed } = await verifying(['--bundle', join(folder, 'books'), '--business', client.id])
  expect([code, printed]).toEqual([2, expect.stringContaining(`not of ${client.id}`)])
})

test('books of which nothing was posted yet are a bundle, too', async () => {
  const empty = join(folder, 'empty.zip')
  writeFileSync(empty, (await exportedBooks(await client.books())).zip)
  expect(await verifying(['--bundle', empty])).toMatchObject({ code: 0 })
})

test('books whose history does not begin with the business are refused, with what to think of it', async () => {
  const older = await client.books()
  await exportedBooks(older)
  await withClient(databaseUrl(target().postgresAdminUrl, { database: 'ledger' }), async (admin) => {
    // As in a database that is older than histories.
    const { rowCount } = await admin.query(
      `UPDATE records SET version = 2 WHERE business_id = $1 AND position = 1 AND aggregate_type = 'business'`,
      [older.id],
    )
    expect(rowCount).toBe(1)
  })
  const { refusal, text } = await older.api.call('exportBooks')
  expect(refusal).toMatchObject({ status: 422, error_enum: 'HistoryIncomplete' })
  expect(text).toContain('cannot be exported')
})
