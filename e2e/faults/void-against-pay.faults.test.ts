import type { Stack } from '@pacioli/dev-stack'
import { ownStack } from '@pacioli/testing'
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
  stack = await ownStack('void-against-pay', { durable: true })
})
afterAll(() => stack?.stop())

/** Everything is posted, and reports come to say the same as the books do. */
async function expectAgreement(books: Books): Promise<void> {
  await expectAllPosted(books)
  await expectReportedAsKept(books)
  await expectAging(agedStack(stack), [books.id])
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

test('after all of this the product finds nothing wrong with any of these books', () => expectNoViolations(stack))
