import { startStack, type Stack } from '@pacioli/dev-stack'
import { testDirectory } from '@pacioli/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agedStack, expectAging } from '../src/aging-checks.ts'
import { expectAllPosted } from '../src/banking-checks.ts'
import type { Books } from '../src/books.ts'
import { newClient } from '../src/clients.ts'
import { expectReportedAsKept } from '../src/fault-checks.ts'
import { raceOnInvoices, RACES } from '../src/invoice-races.ts'
import { expectNoViolations } from '../src/own-checks.ts'
import { raceVoidsAgainstPayments } from '../src/void-against-pay.ts'

const PAIRS = 500

let stack: Stack
beforeAll(async () => {
  stack = await startStack({
    stateDir: testDirectory('void-against-pay'),
    env: { GATEWAY_RATE_LIMIT_PER_SECOND: '100000', GATEWAY_RATE_LIMIT_BURST: '100000', LOG_LEVEL: 'warn' },
  })
})
afterAll(() => stack?.stop())

/** Everything is posted, the product finds nothing wrong with any books, and reports come to say the same as they do. */
async function expectAgreement(books: Books): Promise<void> {
  await expectAllPosted(books)
  await expectNoViolations(stack)
  await expectReportedAsKept(books)
  await expectAging(agedStack(stack))
}

test('of 500 bills that are voided while they are paid each is either voided or paid', async () => {
  const books = await (await newClient(stack, 'races')).books()
  const won = await raceVoidsAgainstPayments(books, PAIRS)
  expect(won.voided + won.paid).toBe(PAIRS)
  // A race that always ends alike is none.
  expect(Math.min(won.voided, won.paid)).toBeGreaterThan(0)
  await expectAgreement(books)
})

describe('of 500 invoices each is what the first of two requests has made of it, where they are', () => {
  test.each(Object.entries(RACES))('%s', async (_what, race) => {
    const books = await (await newClient(stack, 'races')).books()
    const won = await raceOnInvoices(books, race, PAIRS)
    expect(won.one + won.other).toBe(PAIRS)
    expect(Math.min(won.one, won.other)).toBeGreaterThan(0)
    await expectAgreement(books)
  })
})
