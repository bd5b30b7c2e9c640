import { randomUUID } from 'node:crypto'
import type { BankTransaction as TransactionMessage } from '@pacioli/protos/banking'
import type { BusinessWrite } from '@pacioli/rpc'
import { waitFor } from '@pacioli/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openTestBusiness, requestFor, startTestBanking, type TestBanking } from '../banking.test-helpers.ts'
import { openTestAccount, type TestAccount } from '../bank-accounts/bank-accounts.test-helpers.ts'
import type { BankTransaction } from '../bank-transactions/bank-transaction.ts'
import { importTestTransactions } from '../statement-import/imports.test-helpers.ts'
import { upsertCandidates } from '../matches/candidate.store.ts'
import { candidateOfDocument } from '../matches/candidate.events.ts'
import type { DocumentType } from '../bank-transactions/bank-transaction.ts'
import type { Candidate } from '../matches/candidate.ts'
import {
  balancesOf,
  candidatesNow,
  idOf,
  postByHand,
  reverseByHand,
  startConsumer,
  transactionNow,
} from './matching.test-helpers.ts'
import { refusalOf } from './payables.test-helpers.ts'
import { getTransaction, matchTransaction, uncategorizeTransaction } from '../use-cases.test-helpers.ts'

let banking: TestBanking
let intake: { stop: () => Promise<void> }
let shared: BusinessWrite
beforeAll(async () => {
  banking = await startTestBanking()
  shared = await openTestBusiness(banking)
  intake = startConsumer(banking)
})
afterAll(async () => {
  await intake.stop()
  await banking.stop()
})
afterEach(() => {
  expect(banking.refusedPostings.splice(0)).toEqual([])
})

type Input = Parameters<typeof importTestTransactions>[3][number]

/** Other accounts of the business; each test has its own amounts. */
async function open(): Promise<{ request: BusinessWrite; checking: TestAccount; card: TestAccount }> {
  const request = shared
  const checking = await openTestAccount(banking, request)
  const card = await openTestAccount(banking, request, {
    account_name: 'Card',
    account_type: 'CREDIT',
    account_subtype: 'CREDIT_CARD',
  })
  return { request, checking, card }
}

async function importOne(request: BusinessWrite, account: TestAccount, input: Input): Promise<BankTransaction> {
  const [transaction] = await importTestTransactions(banking, request, account.externalAccountId, [input])
  return transaction as BankTransaction
}

const confirm = async (
  request: BusinessWrite,
  transactionId: string,
  matchId: string,
): Promise<{ data: TransactionMessage; posting: string | undefined }> => {
  const answer = await matchTransaction(banking, request, { transaction_id: transactionId, match_id: matchId })
  return { data: answer.data as TransactionMessage, posting: answer.posting }
}

/** As if some seconds later: thresholds are cached so long. */
const later = (): TestBanking => ({ ...banking, now: () => new Date(Date.now() + 60_000) })

const suggestionsFor = async (request: BusinessWrite, { id }: { id: string }, asked: TestBanking = banking) =>
  (await getTransaction(asked, request, id)).suggested_matches ?? []

const configure = (request: BusinessWrite, settings: object): Promise<unknown> =>
  banking.ledger.configuration.UpdateAccountingConfiguration(settings, {
    context: { clientId: request.clientId, businessId: request.businessId },
  })

describe('a transfer', () => {
  test('is suggested to both sides, posted once for both, shown by each as the other, and undone from either', async () => {
    const { request, checking, card } = await open()
    const sent = await importOne(request, checking, { direction: 'DEBIT', amount: 5_000, description: 'To card' })
    const received = await importOne(request, card, { direction: 'CREDIT', amount: 5_000, date: '2026-01-17' })
    const [forSent, forReceived] = [await suggestionsFor(request, sent), await suggestionsFor(request, received)]
    expect(forSent).toMatchObject([{ id: received.id, matchType: 'TRANSFER', details: { id: received.id } }])
    expect(forReceived).toMatchObject([{ id: sent.id, details: { amount: 5_000, description: 'To card' } }])

    const { data, posting } = await confirm(request, received.id, sent.id)
    expect(posting).toBe('posted')
    expect(data).toMatchObject({
      categorizationStatus: 'MATCHED',
      categorization_method: 'MATCH',
      match: { match_type: 'TRANSFER', bank_transaction: { id: received.id }, details: { id: sent.id } },
      suggested_matches: [],
    })
    const other = await getTransaction(banking, request, sent.id)
    expect(other).toMatchObject({
      categorizationStatus: 'MATCHED',
      match: { id: data.match?.id, details: { id: received.id } },
    })
    const accounts = [checking.ledgerAccountId, card.ledgerAccountId]
    expect(await balancesOf(banking, request, accounts)).toEqual([-5_000, -5_000])

    // Confirming again, from either side, answers the same match.
    expect((await confirm(request, sent.id, received.id)).data.match?.id).toBe(data.match?.id)
    expect((await confirm(request, received.id, sent.id)).data.version).toBe(data.version)
    expect(await balancesOf(banking, request, accounts)).toEqual([-5_000, -5_000])

    await uncategorizeTransaction(banking, request, sent.id)
    expect(await balancesOf(banking, request, accounts)).toEqual([0, 0])
    expect(await transactionNow(banking, request, received)).toMatchObject({ status: 'READY_FOR_INPUT', matchId: null })
    expect(await suggestionsFor(request, sent)).toHaveLength(1)
    const again = await confirm(request, sent.id, received.id)
    expect(again.data.match?.id).not.toBe(data.match?.id)
    expect(await balancesOf(banking, request, accounts)).toEqual([-5_000, -5_000])
  })

  test('may differ by the rounding threshold, and posts the difference', async () => {
    const { request, checking, card } = await open()
    await configure(request, { match_rounding_threshold: 2 })
    const sent = await importOne(request, checking, { direction: 'DEBIT', amount: 6_000 })
    const [near, far] = (await importTestTransactions(banking, request, card.externalAccountId, [
      { direction: 'CREDIT', amount: 5_998 },
      { direction: 'CREDIT', amount: 5_997 },
    ])) as [BankTransaction, BankTransaction]
    const adjustments = await idOf(banking, request, 'MATCH_ADJUSTMENTS')
    expect(await refusalOf(confirm(request, sent.id, far.id))).toBe('MatchNotPossible')
    await confirm(request, sent.id, near.id)
    expect(await balancesOf(banking, request, [checking.ledgerAccountId, card.ledgerAccountId, adjustments])).toEqual([
      -6_000, -5_998, 2,
    ])
  })

  test('is not suggested within an account, in one direction, for pending or decided ones, or far in time', async () => {
    const { request, checking, card } = await open()
    const [sent] = (await importTestTransactions(banking, request, checking.externalAccountId, [
      { direction: 'DEBIT', amount: 700, date: '2026-01-14' },
      { direction: 'CREDIT', amount: 700 },
    ])) as [BankTransaction]
    const [pending, last, first, late] = (await importTestTransactions(banking, request, card.externalAccountId, [
      { direction: 'CREDIT', amount: 700, pending: true },
      { direction: 'CREDIT', amount: 700, date: '2026-01-24' },
      { direction: 'CREDIT', amount: 700, date: '2026-01-13' },
      { direction: 'CREDIT', amount: 700, date: '2026-06-30' },
      { direction: 'CREDIT', amount: 700, date: '2026-01-25' },
      { direction: 'DEBIT', amount: 700 },
      { direction: 'CREDIT', amount: 703 },
    ])) as [BankTransaction, BankTransaction, BankTransaction, BankTransaction]
    expect((await suggestionsFor(request, sent)).map(({ id }) => id)).toEqual([first.id, last.id])
    expect(await suggestionsFor(request, pending)).toEqual([])
    expect(await refusalOf(confirm(request, sent.id, pending.id))).toBe('MatchNotPossible')
    expect(await refusalOf(confirm(request, pending.id, sent.id))).toBe('TransactionPending')
    // It can be confirmed beyond the days of suggestions.
    expect((await confirm(request, sent.id, late.id)).posting).toBe('posted')
    expect(await suggestionsFor(request, sent)).toEqual([])
  })
})

describe('a journal entry', () => {
  test('on the bank account is suggested, matched without another entry, and unmatched once it is reversed', async () => {
    const { request, checking, card } = await open()
    const paid = await importOne(request, card, { direction: 'DEBIT', amount: 300 })
    const { entryId, lineIds } = await postByHand(banking, request, [
      { stableName: 'OPERATING_EXPENSES', amount: 300, direction: 'DEBIT' },
      { accountId: card.ledgerAccountId, amount: 300, direction: 'CREDIT' },
    ])
    const elsewhere = await importOne(request, checking, { direction: 'DEBIT', amount: 300 })
    const [suggested] = await waitFor('the suggestion', async () => {
      const found = await suggestionsFor(request, paid)
      return found.length > 0 && found
    })
    expect(suggested).toMatchObject({
      id: lineIds[1],
      matchType: 'JOURNAL_ENTRY',
      details: { id: entryId, amount: 300 },
    })
    expect(await suggestionsFor(request, elsewhere)).toEqual([])
    expect(await refusalOf(confirm(request, elsewhere.id, lineIds[1] ?? ''))).toBe('MatchNotPossible')
    expect(await candidatesNow(banking, request)).toMatchObject([{ id: lineIds[1], direction: 'DEBIT' }])

    const { data, posting } = await confirm(request, paid.id, lineIds[1] ?? '')
    expect(posting).toBe('posted')
    expect(data).toMatchObject({
      categorizationStatus: 'MATCHED',
      match: { match_type: 'JOURNAL_ENTRY', details: { id: entryId, description: 'By hand' } },
    })
    expect(await balancesOf(banking, request, [card.ledgerAccountId])).toEqual([300])
    const rival = await importOne(request, card, { direction: 'DEBIT', amount: 300 })
    expect(await suggestionsFor(request, rival)).toEqual([])
    expect(await refusalOf(confirm(request, rival.id, lineIds[1] ?? ''))).toBe('MatchNotPossible')
    await uncategorizeTransaction(banking, request, paid.id)
    expect((await confirm(request, rival.id, lineIds[1] ?? '')).data.categorizationStatus).toBe('MATCHED')
    // The transaction is uncategorized again, without a request.
    await reverseByHand(banking, request, entryId)
    const after = await waitFor('the match to end', async () => {
      const now = await transactionNow(banking, request, rival)
      return now.status === 'READY_FOR_INPUT' && now
    })
    expect(after).toMatchObject({ matchId: null, categorizationMethod: null })
    const events = await banking.relayDb.call<{ version: string }>(
      `SELECT version FROM events WHERE business_id = $1 AND aggregate_id = $2 ORDER BY version`,
      [request.businessId, rival.id],
      request.businessId,
    )
    expect(events.map(({ version }) => Number(version))).toEqual([1, 2, 3])
    expect(await suggestionsFor(request, rival)).toEqual([])
    expect(await refusalOf(confirm(request, rival.id, lineIds[1] ?? ''))).toBe('MatchNotPossible')
    expect(await balancesOf(banking, request, [card.ledgerAccountId])).toEqual([0])
  })
})

async function offer(request: BusinessWrite, matchType: DocumentType, state: object): Promise<Candidate> {
  const candidate = candidateOfDocument(
    { id: randomUUID(), matchType, version: 1, timeZone: 'UTC' },
    { is_open: true, date: '2026-01-14T00:00:00Z', description: 'A document', ...state },
  )
  await banking.db.transact(request, (tx) => upsertCandidates(tx, [{ ...candidate, businessId: request.businessId }]))
  return candidate
}

describe('a document', () => {
  const payment = async (request: BusinessWrite, amount: number, given: object = {}) => ({
    direction: 'CREDIT',
    amount,
    clearing_account_id: await idOf(banking, request, 'UNDEPOSITED_FUNDS'),
    customer_id: randomUUID(),
    allocations: [{ amount, tags: [] }],
    ...given,
  })

  test('is suggested only by its exact amount where suggestions with adjustments are disabled', async () => {
    const { request, checking } = await open()
    await configure(request, { match_adjustment_threshold: 10, disable_adjustment_match_suggestions: true })
    const offered = await offer(request, 'INVOICE_PAYMENT', await payment(request, 1_000))
    const arrived = await importOne(request, checking, { direction: 'CREDIT', amount: 990 })
    expect(await suggestionsFor(request, arrived, later())).toEqual([])
    expect((await confirm(request, arrived.id, offered.id)).posting).toBe('posted')
  })
})

describe('an id', () => {
  test('of another business, or of nothing, is not found', async () => {
    const own = await open()
    const request = await openTestBusiness(banking)
    const foreign = { request, card: await openTestAccount(banking, request) }
    const sent = await importOne(own.request, own.checking, { direction: 'DEBIT', amount: 710 })
    const theirs = await importOne(foreign.request, foreign.card, { direction: 'CREDIT', amount: 710 })
    const theirDocument = await offer(foreign.request, 'BILL_PAYMENT', {
      direction: 'DEBIT',
      amount: 710,
      clearing_account_id: randomUUID(),
      allocations: [{ amount: 710, tags: [] }],
    })
    for (const id of [theirs.id, theirDocument.id, randomUUID(), 'nonsense'])
      expect(await refusalOf(confirm(own.request, sent.id, id))).toBe('MatchNotFound')
    for (const id of [theirs.id, randomUUID(), 'nonsense'])
      expect(await refusalOf(confirm(own.request, id, sent.id))).toBe('BankTransactionNotFound')
    expect(await suggestionsFor(own.request, sent)).toEqual([])
    expect(await refusalOf(confirm(own.request, sent.id, sent.id))).toBe('MatchNotPossible')
  })

  test('is matched once per Idempotency-Key, whatever happens meanwhile', async () => {
    const { request, checking, card } = await open()
    const sent = await importOne(request, checking, { direction: 'DEBIT', amount: 720 })
    const received = await importOne(request, card, { direction: 'CREDIT', amount: 720 })
    const keyed = requestFor(request.clientId, request.businessId, { key: randomUUID(), requestHash: 'x' })
    const first = await confirm(keyed, sent.id, received.id)
    await uncategorizeTransaction(banking, request, sent.id)
    const second = await confirm(keyed, sent.id, received.id)
    expect(keyed.replayed).toBe(true)
    expect(second.data).toEqual(JSON.parse(JSON.stringify(first.data)))
    expect(await balancesOf(banking, request, [checking.ledgerAccountId])).toEqual([0])
  })
})
