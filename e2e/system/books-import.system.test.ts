/** The books of one installation in another, empty one: exported, taken in, and exported again. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Stack } from '@pacioli/dev-stack'
import { databaseUrl } from '@pacioli/fields/database-url'
import { ownStack, waitFor, withClient } from '@pacioli/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Books } from '../src/books.ts'
import { expectSameBooks, exportedBooks, filesIn, relist, unpacked } from '../src/bundles.ts'
import { newClient, type TestClient } from '../src/clients.ts'
import { exerciseReceivables, sketchReceivables } from '../src/exercise-receivables.ts'
import { exerciseBanking, exercisePayables, exerciseTasks } from '../src/exercise.ts'
import { billed, Payables, sale } from '../src/index.ts'
import { importing } from '../src/importing.ts'
import { expectNoViolations } from '../src/own-checks.ts'
import { verifying } from '../src/verifying.ts'

let folder: string
let here: Stack
let there: Stack
let owner: TestClient
let books: Books
let files: Map<string, Buffer>

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pacioli-import-'))
  here = await ownStack('exported')
  books = await (await newClient(here, 'exporting')).books()
  await live(books)
  const { zip } = await exportedBooks(books)
  files = await filesIn(zip)
  writeFileSync(join(folder, 'books.zip'), zip)
  unpacked(files, join(folder, 'altered'))
  await here.stop()
  there = await ownStack('importing', { env: { SEAL_ORIGIN: 'elsewhere.example' } })
  owner = await newClient(there, 'importing')
}, 300_000)
afterAll(async () => {
  await there.stop()
  rmSync(folder, { recursive: true })
})

/** What becomes of books in a year, of every kind of thing. */
async function live(lived: Books): Promise<void> {
  const { api } = lived
  const tags = [{ key: 'store', value: 'one' }]
  const posted = await lived.allPosted([
    sale(700, '2025-03-01T12:00:00Z', { tags, metadata: { b: 1, a: { z: 0.5 } }, memo: 'two\nlines' }),
    sale(30, '2026-03-02T12:00:00Z', { external_id: 'till 4' }),
  ])
  await lived.reverse(posted[1]?.id ?? '')
  const tagging = {
    entity_type: 'JOURNAL_ENTRY',
    entity_ids: [posted[0]?.id],
    key_values: [{ key: 'fund', value: 'a' }],
  }
  await api.call('applyTags', { body: tagging })
  await api.call('removeTags', { body: tagging })
  await api.call('updateAccountingConfiguration', { body: { match_rounding_threshold: 5 } })
  const closing = { body: { year: 2025, ledger_activity_start_timestamp: '2025-01-01T00:00:00Z' } }
  await api.call('closeRetainedEarnings', closing)
  await api.call('createVendor', { body: { company_name: 'one\u2028and another', external_id: 'line ends' } })
  await exerciseBanking(lived)
  await exercisePayables(lived)
  await exerciseReceivables(lived)
  await exerciseTasks(lived)
  await api.call('createTask', { body: { title: 'one\u2028and another\u2029one' } })
}

const isThere = async (): Promise<boolean> => {
  const { status } = await new Books(owner.api, books.business).api.call('getBusiness')
  return status === 200
}

/** The bundle, altered and listed as altered. @returns what is said of it */
async function altered(path: string, change: (text: string) => string): Promise<string> {
  const copy = join(folder, 'altered')
  unpacked(files, copy)
  const before = readFileSync(join(copy, path), 'utf8')
  const text = change(before)
  expect(text).not.toBe(before)
  writeFileSync(join(copy, path), text)
  relist(copy, path)
  const { code, printed } = await importing(there, [copy, '--client', owner.id])
  expect(code).toBe(1)
  expect(await isThere()).toBe(false)
  return printed
}

// Each takes in books by a dozen processes, one after the other.
describe('books of another installation', { timeout: 300_000 }, () => {
  test.each<[what: string, path: string, change: (text: string) => string, said: RegExp]>([
    [
      'a row whose history says otherwise',
      'rows/ledger/journal_entries.jsonl',
      (text) => text.replace('two\\nlines', 'three\\nlines'),
      /the rows make another leaf at position \d+ than logs\/ledger\/leaves\.jsonl has/,
    ],
    [
      'an entry that does not balance',
      'rows/ledger/line_items.jsonl',
      (text) => text.replace(/"amount":(\d+)/, '"amount":1$1'),
      /do not go into line_items: lines of entry \S+ do not make a balanced, complete entry/,
    ],
    [
      'sums that are not those of the lines',
      'rows/ledger/account_balances.jsonl',
      (text) => text.replace(/"debits":(\d+)/, '"debits":1$1'),
      /not so that a kept sum equals the sum of its lines: account /,
    ],
    [
      'a credit that nothing adds up to',
      'rows/billing/customer_credits.jsonl',
      (text) => text.replace(/"balance":(\d+)/, '"balance":1$1'),
      /billing: the books do not hold what they have to:\n {2}not so that /,
    ],
    [
      'a history with a record less',
      'rows/billing/records.jsonl',
      (text) => text.slice(text.indexOf('\n') + 1),
      /billing: the rows make another leaf at position 1 than/,
    ],
    [
      'a column of another release',
      'rows/banking/bank_accounts.jsonl',
      (text) => text.replaceAll('{"id":', '{"colour":null,"id":'),
      /this release has no colour in bank_accounts\. Import with the release that the bundle was made with/,
    ],
    [
      'something that is no row',
      'rows/banking/bank_accounts.jsonl',
      (text) => `${text}no row\n`,
      /rows 1 to \d+ do not go into bank_accounts: invalid input syntax for type json/,
    ],
    [
      'a root of another history',
      'rows/billing/seals.jsonl',
      (text) =>
        text.replace(
          /("root":"\\\\x)(..)/,
          (_all, before: string, byte: string) => before + (byte === '00' ? '11' : '00'),
        ),
      /billing: not so that each seal has the root of its leaves/,
    ],
    [
      'a tree that goes on elsewhere',
      'rows/ledger/seal_heads.jsonl',
      (text) =>
        text.replace(
          /("edge":"\\\\x)(..)/,
          (_all, before: string, byte: string) => before + (byte === '00' ? '11' : '00'),
        ),
      /ledger: not so that what is kept of the tree is that of the leaves/,
    ],
    [
      'a key that signed nothing',
      'keys.json',
      (text) => text.replace(/("public_key": ?")[^"]+/, `$1${Buffer.alloc(32, 5).toString('base64')}`),
      /(none of the 1 known keys made its signature|the signature of its key)/,
    ],
    [
      'a leaf that was altered',
      'logs/ledger/leaves.jsonl',
      (text) => text.replace('"v":1', '"v":2'),
      /logs\/ledger\/leaves\.jsonl line 1, LEDGER.*\n(.*\n)*The bundle is not taken in: \d+ things are wrong with it\./,
    ],
  ])('with %s do not come in, and nothing of them does', async (_what, path, change, said) => {
    expect(await altered(path, change)).toMatch(said)
  })

  test('do not become those of a client that there is not', async () => {
    const { code, printed } = await importing(there, [join(folder, 'books.zip'), '--client', crypto.randomUUID()])
    expect([code, printed]).toEqual([1, expect.stringContaining('there is no client')])
    expect(await isThere()).toBe(false)
  })

  test('are only tried where that is asked for', async () => {
    // What no rollback would take back.
    const sequence = (): Promise<unknown> =>
      withClient(databaseUrl(there.postgresAdminUrl, { database: 'ledger' }), async (client) => {
        const { rows } = await client.query('SELECT last_value, is_called FROM line_items_seq_seq')
        return rows
      })
    const before = await sequence()
    const { code, printed } = await importing(there, [join(folder, 'books.zip'), '--client', owner.id, '--dry-run'])
    expect([code, printed]).toEqual([0, expect.stringMatching(/ledger: \d+ rows would come in/)])
    expect(await isThere()).toBe(false)
    expect(await sequence()).toEqual(before)
  })

  test('come in whole, and go out again as they were', async () => {
    const { code, printed } = await importing(there, [join(folder, 'books.zip'), '--client', owner.id])
    expect(printed).toContain(`The books of ${books.business.id} are here.`)
    expect(code).toBe(0)
    const { zip } = await exportedBooks(new Books(owner.api, books.business))
    const again = await filesIn(zip)
    expectSameBooks(again, files)
    await expectNoViolations(there)
  })

  test('are not taken in twice', async () => {
    const { code, printed } = await importing(there, [join(folder, 'books.zip'), '--client', owner.id, '--no-rebuild'])
    expect([code, printed]).toEqual([0, expect.stringMatching(/ledger: all \d+ rows are here already/)])
    const other = await newClient(there, 'other')
    expect((await importing(there, [join(folder, 'books.zip'), '--client', other.id])).code).toBe(1)
  })

  test('go on: what is posted follows what was, under seals of the new installation', async () => {
    const moved = new Books(owner.api, books.business)
    const before = (await moved.api.call('listEntries', { query: { limit: 1, sort_order: 'ASC' } })).body.data[0]
    await moved.allPosted([sale(9, before?.entry_at ?? ''), sale(11, '2026-03-05T12:00:00Z')])
    const payables = new Payables(moved)
    const bill = await payables.received(await payables.vendor('later'), [billed('COGS', 700)])
    await payables.paid(500, [{ bill_id: bill.id, amount: 400 }])
    await sketchReceivables(moved)
    const origin = await waitFor('the next seal', async () => {
      const { data } = (await moved.api.call('getLatestSeals')).body
      const of = data.find(({ log }) => log === 'LEDGER')?.origin
      return of?.startsWith('elsewhere.example/') && of
    })
    expect(origin).toBe(`elsewhere.example/businesses/${books.business.id}/ledger`)
    const { zip } = await exportedBooks(moved)
    writeFileSync(join(folder, 'later.zip'), zip)
    expect(await verifying(['--bundle', join(folder, 'later.zip')])).toEqual({
      code: 0,
      printed: expect.stringContaining('Nothing is wrong.'),
    })
    await expectNoViolations(there)
  })
})
