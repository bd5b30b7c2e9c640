import { DomainError } from '@pacioli/errors'
import type { BusinessWrite } from '@pacioli/rpc'
import { waitFor } from '@pacioli/testing'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openTestBusiness, startTestBanking, type TestBanking } from '../banking.test-helpers.ts'
import { openTestAccount } from '../bank-accounts/bank-accounts.test-helpers.ts'
import type { BankTransaction } from '../bank-transactions/bank-transaction.ts'
import { asCategory } from '../categorization/categorization.test-helpers.ts'
import { importTestTransactions } from '../statement-import/imports.test-helpers.ts'
import { findLiveMatches } from '../matches/match.store.ts'
import {
  balancesOf,
  candidatesNow,
  deliverAll,
  postByHand,
  reverseByHand,
  startConsumer,
  transactionNow,
} from './matching.test-helpers.ts'
import { categorizeTransaction, matchTransaction, uncategorizeTransaction } from '../use-cases.test-helpers.ts'

let banking: TestBanking
let intake: { stop: () => Promise<void> }
beforeAll(async () => {
  banking = await startTestBanking()
  intake = startConsumer(banking)
})
afterAll(async () => {
  await intake.stop()
  await banking.stop()
})
afterEach(() => {
  expect(banking.refusedPostings.splice(0)).toEqual([])
})

const AMOUNT = 700

async function open() {
  const request = await openTestBusiness(banking)
  const [from, to] = [await openTestAccount(banking, request), await openTestAccount(banking, request)]
  const importOne = async (externalAccountId: string, direction: 'CREDIT' | 'DEBIT') => {
    const [found] = await importTestTransactions(banking, request, externalAccountId, [{ direction, amount: AMOUNT }])
    return found as BankTransaction
  }
  const sent = await importOne(from.externalAccountId, 'DEBIT')
  const received = await importOne(to.externalAccountId, 'CREDIT')
  return { request, from, to, sent, received }
}

/** An entry equal to the sent transaction, and its candidate. */
async function postSame(request: BusinessWrite, ledgerAccountId: string): Promise<{ entryId: string; lineId: string }> {
  const { entryId, lineIds } = await postByHand(banking, request, [
    { stableName: 'OPERATING_EXPENSES', amount: AMOUNT, direction: 'DEBIT' },
    { accountId: ledgerAccountId, amount: AMOUNT, direction: 'CREDIT' },
  ])
  const lineId = lineIds[1] ?? ''
  await waitFor('the candidate', async () => (await candidatesNow(banking, request)).some(({ id }) => id === lineId))
  return { entryId, lineId }
}

const confirm = (request: BusinessWrite, transaction_id: string, match_id: string) =>
  matchTransaction(banking, request, { transaction_id, match_id })

/** What two concurrent requests may be refused with. */
const LEGAL = new Set(['TransactionMatched', 'MatchNotPossible', 'VersionConflict'])

async function illegalOf(acts: readonly Promise<unknown>[]): Promise<unknown[]> {
  const settled = await Promise.allSettled(acts)
  return settled.flatMap((one) => {
    if (one.status === 'fulfilled') return []
    const error: unknown = one.reason
    return error instanceof DomainError && LEGAL.has(error.errorEnum) ? [] : [error]
  })
}

test('clients that match, categorize and undo both sides of a transfer leave one legal state', async () => {
  const { request, from, to, sent, received } = await open()
  const { lineId } = await postSame(request, from.ledgerAccountId)
  const acts = [
    () => confirm(request, sent.id, received.id),
    () => confirm(request, received.id, sent.id),
    () => confirm(request, sent.id, lineId),
    () => categorizeTransaction(banking, request, asCategory(sent.id)),
    () => categorizeTransaction(banking, request, asCategory(received.id)),
    () => uncategorizeTransaction(banking, request, sent.id),
    () => uncategorizeTransaction(banking, request, received.id),
  ]
  for (let round = 0; round < 2; round++) {
    const clients = [...acts, ...acts.toReversed()].map((act) => act())
    expect(await illegalOf(clients)).toEqual([])
    await deliverAll(banking, request)
    const [one, other] = [
      await transactionNow(banking, request, sent),
      await transactionNow(banking, request, received),
    ]
    const matches = await banking.db.transact(request, (tx) => findLiveMatches(tx, [sent.id, received.id]))
    const transfer = matches.find(({ matchType }) => matchType === 'TRANSFER')
    expect(new Set(matches.map(({ id }) => id))).toEqual(
      new Set([one.matchId, other.matchId].filter((id) => id !== null)),
    )
    expect([one.matchId === transfer?.id, other.matchId === transfer?.id]).toEqual(
      transfer ? [true, true] : [false, false],
    )
    const holds = (await candidatesNow(banking, request)).find(({ id }) => id === lineId)?.match_id ?? null
    expect(holds).toBe(transfer ? null : one.matchId)
    const isPosted = (transaction: BankTransaction): boolean =>
      transaction.status === 'CATEGORIZED' || (transfer !== undefined && transaction.matchId === transfer.id)
    expect(await balancesOf(banking, request, [from.ledgerAccountId, to.ledgerAccountId])).toEqual([
      -AMOUNT - (isPosted(one) ? AMOUNT : 0),
      isPosted(other) ? AMOUNT : 0,
    ])
  }
}, 120_000)

test('four clients that confirm one transfer, half of them from the other side, all get the same match', async () => {
  const { request, from, to, sent, received } = await open()
  const answers = await Promise.all(
    Array.from({ length: 4 }, (_, index) =>
      index % 2 === 0 ? confirm(request, sent.id, received.id) : confirm(request, received.id, sent.id),
    ),
  )
  expect(new Set(answers.map(({ data }) => data?.match?.id)).size).toBe(1)
  await deliverAll(banking, request)
  expect(await balancesOf(banking, request, [from.ledgerAccountId, to.ledgerAccountId])).toEqual([-AMOUNT, AMOUNT])
})

test('an entry that is reversed while a transaction is matched to it is unmatched in the end', async () => {
  const { request, from, sent } = await open()
  for (let round = 0; round < 2; round++) {
    const { entryId, lineId } = await postSame(request, from.ledgerAccountId)
    const acts = [
      ...Array.from({ length: 2 }, () => confirm(request, sent.id, lineId)),
      reverseByHand(banking, request, entryId),
      ...Array.from({ length: 2 }, () => confirm(request, sent.id, lineId)),
    ]
    expect(await illegalOf(acts)).toEqual([])
    await waitFor('the candidate to be closed and free', async () => {
      const candidate = (await candidatesNow(banking, request)).find(({ id }) => id === lineId)
      return candidate && !candidate.is_open && candidate.match_id === null
    })
    expect(await transactionNow(banking, request, sent)).toMatchObject({ status: 'READY_FOR_INPUT', matchId: null })
  }
  expect(await balancesOf(banking, request, [from.ledgerAccountId])).toEqual([0])
})
