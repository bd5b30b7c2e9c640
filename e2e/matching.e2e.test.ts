/** Transactions that are the two sides of one transfer, or in the books already. */
import { waitFor } from '@pacioli/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  Banking,
  credit,
  debit,
  moneyIn,
  moneyOut,
  newClient,
  target,
  type BankTransaction,
  type Books,
  type ExternalAccount,
  type TestClient,
} from './src/index.ts'

let client: TestClient
let books: Books
let banking: Banking
let checking: ExternalAccount
let savings: ExternalAccount

beforeAll(async () => {
  client = await newClient(target(), 'matching')
  books = await client.books()
  banking = new Banking(books)
  checking = await banking.account('checking')
  savings = await banking.account('savings', { account_subtype: 'SAVINGS' })
})

const balanceOf = async (accountId: string): Promise<number> =>
  (await books.balanceNodes()).find(({ id }) => id.id === accountId)?.balance ?? 0

/** Two sides of one transfer, each on its account. */
async function transfer(name: string, out: number, into = out): Promise<[BankTransaction, BankTransaction]> {
  const [sent] = await banking.imported(checking.id, [moneyOut(`${name} out`, out)])
  const [received] = await banking.imported(savings.id, [moneyIn(`${name} in`, into, { date: '2026-01-16T12:00:00Z' })])
  if (!sent || !received) throw new Error('Nothing was imported.')
  return [await banking.transaction(sent.id), received]
}

describe('a transfer', () => {
  test('is suggested on both sides, and posted once', async () => {
    const [sent, received] = await transfer('first', 70_000)
    expect(sent.suggested_matches).toEqual([expect.objectContaining({ id: received.id, matchType: 'TRANSFER' })])
    expect(sent.suggested_matches[0]?.details).toMatchObject({ amount: 70_000, description: 'first in' })
    const answer = await banking.match(sent.id, received.id)
    expect([answer.headers['pacioli-posting'], answer.body.data.categorizationStatus]).toEqual(['posted', 'MATCHED'])
    expect(answer.body.data.match).toMatchObject({
      type: 'Match',
      match_type: 'TRANSFER',
      bank_transaction: { id: sent.id },
      details: { amount: 70_000 },
    })
    const other = await banking.transaction(received.id)
    expect([other.categorizationStatus, other.match?.match_type]).toEqual(['MATCHED', 'TRANSFER'])
    expect([await balanceOf(checking.ledger_account_id), await balanceOf(savings.ledger_account_id)]).toEqual([
      -70_000, 70_000,
    ])
    const [line] = await books.allLines(savings.ledger_account_id)
    expect([line?.transaction?.id, line?.source?.transaction_id]).toEqual([received.id, received.id])
    expect((await books.allLines(checking.ledger_account_id))[0]?.transaction?.id).toBe(sent.id)
    expect((await banking.match(sent.id, received.id)).body.data.categorizationStatus).toBe('MATCHED')
    expect((await banking.categorize(sent.id, 'COGS')).refusal).toMatchObject({ error_enum: 'TransactionMatched' })
    const bulk = await banking.decideAll([{ transaction_id: sent.id, type: 'Category', category: 'COGS' }])
    expect(bulk.refusal).toMatchObject({ status: 422, error_enum: 'TransactionMatched' })
    const [third] = await banking.imported(savings.id, [moneyIn('third', 70_000)])
    const again = await banking.match(sent.id, third?.id ?? '')
    expect(again.refusal).toMatchObject({ status: 422, error_enum: 'TransactionMatched' })
    await banking.uncategorize(received.id)
    for (const { id } of [sent, received])
      expect((await banking.transaction(id)).categorizationStatus).toBe('READY_FOR_INPUT')
    expect([await balanceOf(checking.ledger_account_id), await balanceOf(savings.ledger_account_id)]).toEqual([0, 0])
    await banking.decideAll(
      [sent.id, received.id, third?.id].map((transaction_id) => ({
        transaction_id,
        type: 'Category',
        category: 'Exclusion',
      })),
    )
  })

  test('with different amounts matches within the threshold of the business', async () => {
    const [sent, received] = await transfer('rounded', 10_000, 9_999)
    expect((await banking.match(sent.id, received.id)).refusal).toMatchObject({
      status: 422,
      error_enum: 'MatchNotPossible',
    })
    await books.api.call('updateAccountingConfiguration', { body: { match_rounding_threshold: 1 } })
    await waitFor('the new threshold', async () => (await banking.match(sent.id, received.id)).status === 200)
    expect(await books.balances()).toMatchObject({ MATCH_ADJUSTMENTS: 1 })
  })

  test('is refused where it cannot be', async () => {
    const [pending] = await banking.imported(checking.id, [moneyOut('pending', 5, { pending: true })])
    const [received] = await banking.imported(savings.id, [moneyIn('five', 5)])
    expect((await banking.match(pending?.id ?? '', received?.id ?? '')).refusal).toMatchObject({
      status: 422,
      error_enum: 'TransactionPending',
    })
    expect((await banking.categorize(pending?.id ?? '', 'COGS')).refusal).toMatchObject({
      status: 422,
      error_enum: 'TransactionPending',
    })
    const bulk = await banking.decideAll([{ transaction_id: pending?.id, type: 'Category', category: 'COGS' }])
    expect(bulk.refusal).toMatchObject({ status: 422, error_enum: 'TransactionPending' })
    expect((await banking.match(received?.id ?? '', checking.id)).refusal).toEqual({
      status: 404,
      error_enum: 'MatchNotFound',
      field: 'match_id',
    })
  })
})

describe('a manual entry', () => {
  test('is suggested, matched without another entry, and let go of when it is reversed', async () => {
    const entry = await books.posted({
      entry_at: '2026-01-20T12:00:00Z',
      memo: 'Client paid',
      line_items: [debit(checking.ledger_account_id, 4_200), credit('SALES', 4_200)],
    })
    const [paid] = await banking.imported(checking.id, [moneyIn('paid', 4_200, { date: '2026-01-21' })])
    const id = paid?.id ?? ''
    await waitFor('the suggestion', async () => (await banking.transaction(id)).suggested_matches.length > 0)
    const [suggested] = (await banking.transaction(id)).suggested_matches
    expect(suggested?.matchType).toBe('JOURNAL_ENTRY')
    const before = await books.snapshot()
    const matched = await banking.match(id, suggested?.id ?? '')
    expect(matched.body.data.match).toMatchObject({ match_type: 'JOURNAL_ENTRY', details: { amount: 4_200 } })
    expect(await books.snapshot()).toEqual(before)
    const line = (await books.allLines(checking.ledger_account_id)).find(({ entry_id }) => entry_id === entry.id)
    expect(line?.transaction?.id).toBe(id)
    await books.reverse(entry.id)
    await waitFor(
      'the end of the match',
      async () => (await banking.transaction(id)).categorizationStatus === 'READY_FOR_INPUT',
    )
  })
})
