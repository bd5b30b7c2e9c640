/** The worked examples of docs/POSTING-RULES.md, performed: each step posts the entries that stand below it, and no others. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dayOf } from '@pacioli/calendar'
import { beforeAll, describe, expect, test } from 'vitest'
import { newClient, shown, target, type Answer, type Books, type Entry, type TestClient } from './src/index.ts'
import {
  examplesIn,
  type Example,
  type ExampleEntry,
  type ExampleLine,
  type ExampleStep,
  type LeftOut,
} from './src/posting-examples/parse.ts'
import { ExampleBooks } from './src/posting-examples/perform.ts'

const DOCUMENT = join(import.meta.dirname, '..', 'docs', 'POSTING-RULES.md')
const examples = examplesIn(readFileSync(DOCUMENT, 'utf8'))

let client: TestClient

beforeAll(async () => {
  client = await newClient(target(), 'posting-rules')
})

test('the document has an example for most of its rules', () => {
  expect(examples.length).toBeGreaterThanOrEqual(20)
})

describe.each(Object.entries(Object.groupBy(examples, ({ section }) => section)))('%s', (_section, ofSection = []) => {
  test.each(ofSection.map((example): [string, Example] => [example.title, example]))('%s', async (_title, example) => {
    const { zone, isActivated, steps } = example
    const books = await client.books({
      time_zone: zone,
      ...(isActivated ? { activation_at: '2024-01-01T00:00:00Z' } : {}),
    })
    const exampleBooks = new ExampleBooks(books)
    const seen = new Set<string>()
    for (const step of steps) {
      const outcome = await exampleBooks.perform(step)
      expect([step.text, outcome.status < 300 ? undefined : outcome.refusal.error_enum]).toEqual([
        step.text,
        step.refusal,
      ])
      expect(await newEntries(books, zone, seen), step.text).toEqual(step.entries.map(inWords).sort())
      // What banking learns by an event is so a moment later.
      await expect
        .poll(() => statesAfter(exampleBooks, step), { message: step.text, timeout: 10_000 })
        .toEqual(step.states)
      expect(leftOutBy(outcome), step.text).toEqual(step.leftOut)
      await expect
        .poll(() => balancesAfter(exampleBooks, step), { message: step.text, timeout: 10_000 })
        .toEqual(step.balances)
      if (step.rows.length > 0)
        await expect.poll(() => exampleBooks.rowsOf(step), { message: step.text, timeout: 20_000 }).toEqual(step.rows)
    }
  })
})

const statesAfter = (books: ExampleBooks, { states }: ExampleStep) =>
  Promise.all(
    states.map(async ({ name, outstanding: expected }) => {
      const { status, outstanding } = await books.stateOf(name)
      return { name, status, outstanding: expected === undefined ? undefined : outstanding }
    }),
  )

/** What a closing says that it leaves out; nothing where it leaves nothing, and of other steps. */
function leftOutBy(answer: Answer<unknown>): ExampleStep['leftOut'] {
  if (answer.status >= 300) return {}
  const { meta } = answer.body as { meta?: { left_out?: { accrual: LeftOut; cash: LeftOut } | null } }
  return meta?.left_out ? { ACCRUAL: meta.left_out.accrual, CASH: meta.left_out.cash } : {}
}

const balancesAfter = (books: ExampleBooks, { balances }: ExampleStep) =>
  Promise.all(balances.map(async ({ contact }) => ({ contact, ...(await books.balancesOf(contact)) })))

/** What was posted since the last look, each entry as one text, so that a difference is read as in the document. */
async function newEntries(books: Books, zone: string, seen: Set<string>): Promise<string[]> {
  const all = await books.allEntries()
  const added = all.filter(({ id }) => !seen.has(id))
  for (const entry of added) {
    seen.add(entry.id)
    const reversed = all.find(({ id }) => id === entry.reversal_of_id)
    if (reversed) expectMirror(entryFrom(entry, zone), entryFrom(reversed, zone))
  }
  return added.map((entry) => inWords(entryFrom(entry, zone))).sort()
}

/** That is why the document need not repeat the lines of a reversal. */
function expectMirror(reversal: ExampleEntry, reversed: ExampleEntry): void {
  const swapped = reversed.lines.map((line) => ({
    ...line,
    side: line.side === 'Dr' ? ('Cr' as const) : ('Dr' as const),
  }))
  expect([reversal.basis, reversal.lines.map(lineInWords)]).toEqual([reversed.basis, swapped.map(lineInWords)])
}

const entryFrom = (entry: Entry, zone: string): ExampleEntry => ({
  basis: entry.basis,
  day: dayOf(new Date(entry.entry_at), zone),
  isReversal: entry.reversal_of_id !== null,
  lines: entry.line_items.map(({ direction, account, amount, transaction_tags }) => ({
    side: direction === 'DEBIT' ? 'Dr' : 'Cr',
    account: account.stable_name?.stable_name ?? account.name,
    amount,
    tags: shown(transaction_tags).sort(),
  })),
})

const lineInWords = ({ side, account, amount, tags }: ExampleLine): string =>
  `  ${[side, account, amount, ...tags].join(' ')}`

const inWords = ({ basis, day, isReversal, lines }: ExampleEntry): string =>
  isReversal ? `${basis} ${day} reversal` : [`${basis} ${day}`, ...lines.map(lineInWords).sort()].join('\n')
