import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestBanking, type TestBanking } from '../banking.test-helpers.ts'
import type { BankTransaction } from '../bank-transactions/bank-transaction.ts'
import { openPlace, transactionOf, write, type Place } from './listing.test-helpers.ts'
import { transactionsOfEntries } from '../use-cases.test-helpers.ts'

let banking: TestBanking
let place: Place
beforeAll(async () => {
  banking = await startTestBanking()
  place = await openPlace(banking)
})
afterAll(() => banking.stop())

const matched = (change: Partial<BankTransaction>) =>
  transactionOf(place, { status: 'MATCHED', categorizationMethod: 'MATCH', ...change })

const answer = (where: Place, sourceIds: string[], entryIds: string[] = []) =>
  transactionsOfEntries(banking, where.request, { sourceIds, entryIds })

const ask = async (where: Place, sourceIds: string[], entryIds: string[] = []) =>
  (await answer(where, sourceIds, entryIds)).data ?? []

test('a source is a transaction; unknown ones and those of other businesses are left out', async () => {
  const other = await openPlace(banking)
  const [ours, theirs] = [transactionOf(place), transactionOf(other)]
  await write(banking, place, [ours])
  await write(banking, other, [theirs])
  const found = await ask(place, [ours.id, theirs.id, crypto.randomUUID(), 'no id'])
  expect(found).toMatchObject([
    { source_id: ours.id, ledger_account_id: place.accounts[0].ledgerAccountId, transaction: { id: ours.id } },
  ])
  expect(found[0]?.transaction?.suggested_matches).toEqual([])
})

test('a transfer is shown from both sides, also after it has ended', async () => {
  const matchId = crypto.randomUUID()
  const [, second] = place.accounts
  const sending = matched({ matchId })
  const receiving = matched({
    matchId,
    direction: 'CREDIT',
    externalAccountId: second.externalAccountId,
    bankAccountId: second.bankAccountId,
  })
  await write(banking, place, [sending, receiving])
  const { businessId } = place.request
  await banking.db.transact(place.request, (tx) =>
    tx.rows(
      `INSERT INTO matches (business_id, id, match_type, transaction_id, counterpart_id, created_at)
       VALUES ($1, $2, 'TRANSFER', $3, $4, now())`,
      [businessId, matchId, sending.id, receiving.id],
    ),
  )
  const sides = async () =>
    new Map((await ask(place, [matchId])).map((one) => [one.ledger_account_id, one.transaction?.id]))
  const both = new Map([
    [place.accounts[0].ledgerAccountId, sending.id],
    [second.ledgerAccountId, receiving.id],
  ])
  expect(await sides()).toEqual(both)
  await banking.db.transact(place.request, (tx) =>
    tx.rows('UPDATE matches SET ended_at = now() WHERE business_id = $1 AND id = $2', [businessId, matchId]),
  )
  expect(await sides()).toEqual(both)
})

test('a journal entry is shown while a transaction is matched to it', async () => {
  const [matchId, candidateId, entryId] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
  const transaction = matched({ matchId })
  await write(banking, place, [transaction])
  const { businessId } = place.request
  await banking.db.transact(place.request, async (tx) => {
    await tx.rows(
      `INSERT INTO match_candidates (business_id, id, match_type, subject_id, ledger_account_id, direction, amount, date,
                                     day, description, is_open, match_id, version)
       VALUES ($1, $2, 'JOURNAL_ENTRY', $3, $4, 'DEBIT', 1000, now(), current_date, 'Entry', true, $5, 1)`,
      [businessId, candidateId, entryId, place.accounts[0].ledgerAccountId, matchId],
    )
    await tx.rows(
      `INSERT INTO matches (business_id, id, match_type, transaction_id, candidate_id, created_at)
       VALUES ($1, $2, 'JOURNAL_ENTRY', $3, $4, now())`,
      [businessId, matchId, transaction.id, candidateId],
    )
  })
  const found = [{ entry_id: entryId, transaction: { id: transaction.id } }]
  expect(await ask(place, [], [entryId])).toMatchObject(found)
  const asTransfer = { sourceIds: [], entryIds: [], transferEntryIds: [entryId] }
  expect((await transactionsOfEntries(banking, place.request, asTransfer)).data).toMatchObject(found)
  await banking.db.transact(place.request, (tx) =>
    tx.rows('UPDATE matches SET ended_at = now() WHERE business_id = $1 AND id = $2', [businessId, matchId]),
  )
  expect(await ask(place, [], [entryId])).toEqual([])
})

test('five hundred can be requested at once, not more', async () => {
  const ids = (count: number) => Array.from({ length: count }, () => crypto.randomUUID())
  expect(await ask(place, ids(250), ids(250))).toEqual([])
  await expect(ask(place, ids(250), ids(251))).rejects.toMatchObject({ errorEnum: 'InvalidQuery' })
})

test('an answer ends at the page budget, and names what exceeds it', async () => {
  const memo = 'x'.repeat(1_000_000)
  const long = Array.from({ length: 4 }, () => transactionOf(place, { memo }))
  await write(banking, place, long)
  const asked = long.map(({ id }) => id)
  const { data = [], left_out } = await answer(place, asked)
  expect(data.length).toBeGreaterThan(1)
  expect(Buffer.byteLength(JSON.stringify(data))).toBeLessThan(4 * 1024 * 1024)
  expect(data.map(({ source_id }) => source_id)).toEqual(asked.slice(0, data.length))
  expect(left_out).toEqual(asked.slice(data.length))
})
