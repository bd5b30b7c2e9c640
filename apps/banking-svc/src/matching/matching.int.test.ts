import { randomUUID } from 'node:crypto'
import { DomainError } from '@pacioli/errors'
import type { BankTransaction as TransactionMessage } from '@pacioli/protos/banking'
import type { BusinessWrite } from '@pacioli/rpc'
import { waitFor } from '@pacioli/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openTestBusiness, requestFor, startTestBanking, type TestBanking } from '../banking.test-helpers.ts'
import { openTestAccount, type TestAccount } from '../bank-accounts/bank-accounts.test-helpers.ts'
import type { BankTransaction } from '../bank-transactions/bank-transaction.ts'
import { getTransaction } from '../bank-transactions/get-transaction.ts'
import { uncategorizeTransaction } from '../categorization/uncategorize-transaction.ts'
import { meetBusiness } from '../businesses/meet-business.ts'
import { importTestTransactions } from '../statement-import/imports.test-helpers.ts'
import { upsertCandidates } from './candidate.store.ts'
import { candidateOfDocument } from './candidate.events.ts'
import type { Candidate, DocumentType } from './candidate.ts'
import { aCustomer, tell } from './documents.test-helpers.ts'
import { followCandidates } from './follow-candidates.ts'
import { matchTransaction } from './match-transaction.ts'
import {
  balancesOf,
  candidatesNow,
  idOf,
  postByHand,
  reverseByHand,
  startIntake,
  transactionNow,
} from './matching.test-helpers.ts'

let banking: TestBanking
let intake: { stop: () => Promise<void> }
beforeAll(async () => {
  banking = await startTestBanking()
  intake = startIntake(banking)
})
afterAll(async () => {
  await intake.stop()
  await banking.stop()
})
afterEach(() => {
  expect(banking.refusedPostings.splice(0)).toEqual([])
})

type Input = Parameters<typeof importTestTransactions>[3][number]

async function open(): Promise<{ request: BusinessWrite; checking: TestAccount; card: TestAccount }> {
  const request = await openTestBusiness(banking)
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

const refusalOf = async (act: Promise<unknown>): Promise<string | undefined> => {
  try {
    await act
  } catch (error) {
    return error instanceof DomainError ? error.errorEnum : String(error)
  }
  return undefined
}

/** As if asked a while later: thresholds are remembered for some seconds. */
const later = (): TestBanking => ({ ...banking, now: () => new Date(Date.now() + 60_000) })

const suggestionsFor = async (request: BusinessWrite, { id }: { id: string }, asked: TestBanking = banking) =>
  (await getTransaction(asked, request, id)).suggested_matches ?? []

const configure = (request: BusinessWrite, settings: object): Promise<unknown> =>
  banking.ledger.configuration.UpdateAccountingConfiguration(settings, {
    context: { clientId: request.clientId, businessId: request.businessId },
  })

describe('a transfer', () => {
  test('is suggested to both sides, posted once for both, shown by each as the other, and taken back from either', async () => {
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

    // Confirmed again, from either side, it is the same match.
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

  test('may be off by the rounding threshold, and says where the difference went', async () => {
    const { request, checking, card } = await open()
    await configure(request, { match_rounding_threshold: 2 })
    const sent = await importOne(request, checking, { direction: 'DEBIT', amount: 5_000 })
    const near = await importOne(request, card, { direction: 'CREDIT', amount: 4_998 })
    const far = await importOne(request, card, { direction: 'CREDIT', amount: 4_997 })
    const adjustments = await idOf(banking, request, 'MATCH_ADJUSTMENTS')
    expect(await refusalOf(confirm(request, sent.id, far.id))).toBe('MatchNotPossible')
    await confirm(request, sent.id, near.id)
    expect(await balancesOf(banking, request, [checking.ledgerAccountId, card.ledgerAccountId, adjustments])).toEqual([
      -5_000, -4_998, 2,
    ])
  })

  test('is not suggested within an account, in one direction, for pending or decided ones, or far in time', async () => {
    const { request, checking, card } = await open()
    const sent = await importOne(request, checking, { direction: 'DEBIT', amount: 700, date: '2026-01-14' })
    await importOne(request, checking, { direction: 'CREDIT', amount: 700 })
    await importOne(request, card, { direction: 'DEBIT', amount: 700 })
    await importOne(request, card, { direction: 'CREDIT', amount: 701 })
    const pending = await importOne(request, card, { direction: 'CREDIT', amount: 700, pending: true })
    await importOne(request, card, { direction: 'CREDIT', amount: 700, date: '2026-01-25' })
    const [last, first] = [
      await importOne(request, card, { direction: 'CREDIT', amount: 700, date: '2026-01-24' }),
      await importOne(request, card, { direction: 'CREDIT', amount: 700, date: '2026-01-13' }),
    ]
    expect((await suggestionsFor(request, sent)).map(({ id }) => id)).toEqual([first.id, last.id])
    expect(await suggestionsFor(request, pending)).toEqual([])
    expect(await refusalOf(confirm(request, sent.id, pending.id))).toBe('MatchNotPossible')
    expect(await refusalOf(confirm(request, pending.id, sent.id))).toBe('TransactionPending')
    // Further apart than is suggested it can be confirmed all the same.
    const late = await importOne(request, card, { direction: 'CREDIT', amount: 700, date: '2026-06-30' })
    expect((await confirm(request, sent.id, late.id)).posting).toBe('posted')
    expect(await suggestionsFor(request, sent)).toEqual([])
  })

  test('cannot be posted into a closed period, and is taken back out of one', async () => {
    const { request, checking, card } = await open()
    const sent = await importOne(request, checking, { direction: 'DEBIT', amount: 700, date: '2026-01-31' })
    const received = await importOne(request, card, { direction: 'CREDIT', amount: 700, date: '2026-02-01' })
    await configure(request, { closing_date: '2026-01-31' })
    expect(await refusalOf(confirm(request, received.id, sent.id))).toBe('PeriodClosed')
    expect(await transactionNow(banking, request, sent)).toMatchObject({
      status: 'READY_FOR_INPUT',
      version: sent.version,
    })
    await configure(request, { closing_date: '2026-01-30' })
    expect((await confirm(request, received.id, sent.id)).posting).toBe('posted')
    // Taken back after its period was closed, it is reversed at the first open instant.
    await configure(request, { closing_date: '2026-01-31' })
    await uncategorizeTransaction(banking, request, received.id)
    expect(await balancesOf(banking, request, [checking.ledgerAccountId, card.ledgerAccountId])).toEqual([0, 0])
  })
})

describe('a journal entry', () => {
  test('on the bank account is suggested, and matched without another entry', async () => {
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
  })

  test('that is reversed is matched no more: the transaction waits again though nobody asked', async () => {
    const { request, checking } = await open()
    const arrived = await importOne(request, checking, { direction: 'CREDIT', amount: 300 })
    const { entryId, lineIds } = await postByHand(banking, request, [
      { accountId: checking.ledgerAccountId, amount: 300, direction: 'DEBIT' },
      { stableName: 'SALES', amount: 300, direction: 'CREDIT' },
    ])
    await waitFor('the candidate', async () => (await candidatesNow(banking, request)).length === 1)
    await confirm(request, arrived.id, lineIds[0] ?? '')
    await reverseByHand(banking, request, entryId)
    const after = await waitFor('the match to end', async () => {
      const now = await transactionNow(banking, request, arrived)
      return now.status === 'READY_FOR_INPUT' && now
    })
    expect(after).toMatchObject({ matchId: null, categorizationMethod: null })
    const events = await banking.relayDb.call<{ version: string }>(
      `SELECT version FROM outbox WHERE business_id = $1 AND aggregate_id = $2 ORDER BY version`,
      [request.businessId, arrived.id],
    )
    expect(events.map(({ version }) => Number(version))).toEqual([1, 2, 3])
    expect(await suggestionsFor(request, arrived)).toEqual([])
    expect(await refusalOf(confirm(request, arrived.id, lineIds[0] ?? ''))).toBe('MatchNotPossible')
    expect(await balancesOf(banking, request, [checking.ledgerAccountId])).toEqual([0])
  })
})

async function offer(
  request: BusinessWrite,
  matchType: DocumentType,
  state: object,
  version = 1,
  id: string = randomUUID(),
): Promise<Candidate> {
  const candidate = candidateOfDocument(
    { id, matchType, version, timeZone: 'UTC' },
    { is_open: true, date: '2026-01-14T00:00:00Z', description: 'A document', ...state },
  )
  await banking.db.transact(request, (tx) => upsertCandidates(tx, request.businessId, [candidate]))
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

  test('is suggested within the adjustment threshold, clears its clearing account, and names its customer', async () => {
    const { request, checking } = await open()
    await configure(request, { match_adjustment_threshold: 10.5 })
    const state = await payment(request, 1_000)
    const [offered, tooFar] = [
      await offer(request, 'INVOICE_PAYMENT', state),
      await offer(request, 'INVOICE_PAYMENT', await payment(request, 979)),
    ]
    const arrived = await importOne(request, checking, { direction: 'CREDIT', amount: 990 })
    expect(await suggestionsFor(request, arrived, later())).toMatchObject([
      { id: offered.id, matchType: 'INVOICE_PAYMENT' },
    ])
    expect(await refusalOf(confirm(request, arrived.id, tooFar.id))).toBe('MatchNotPossible')
    const customer = { ...aCustomer('C-1'), id: String(offered.customerId) }
    await tell(banking, request, customer)
    const { data } = await confirm(request, arrived.id, offered.id)
    expect(data).toMatchObject({
      customer_id: customer.id,
      customer_external_id: 'C-1',
      match: { match_type: 'INVOICE_PAYMENT', details: { id: offered.id, amount: 1_000 } },
    })
    const accounts = [
      checking.ledgerAccountId,
      state.clearing_account_id,
      await idOf(banking, request, 'MATCH_ADJUSTMENTS'),
    ]
    expect(await balancesOf(banking, request, accounts)).toEqual([990, -1_000, 10])
    await uncategorizeTransaction(banking, request, arrived.id)
    expect(await balancesOf(banking, request, accounts)).toEqual([0, 0, 0])
    expect(await transactionNow(banking, request, arrived)).toMatchObject({ customerId: null })
  })

  test('is suggested by its exact amount alone where adjustments are not to be suggested', async () => {
    const { request, checking } = await open()
    await configure(request, { match_adjustment_threshold: 10, disable_adjustment_match_suggestions: true })
    const offered = await offer(request, 'INVOICE_PAYMENT', await payment(request, 1_000))
    const arrived = await importOne(request, checking, { direction: 'CREDIT', amount: 990 })
    expect(await suggestionsFor(request, arrived, later())).toEqual([])
    expect((await confirm(request, arrived.id, offered.id)).posting).toBe('posted')
  })

  test('posts under the tags of its parts', async () => {
    const { request, checking } = await open()
    const { message } = await banking.ledger.postings.AskBooks(
      {
        account_identifiers: [],
        tags: [
          { key: 'Region', value: 'North' },
          { key: 'Region', value: 'South' },
        ],
      },
      { context: { clientId: request.clientId, businessId: request.businessId } },
    )
    const tags = message.tags.map(({ dimension_id, definition_id }) => ({ dimension_id, definition_id }))
    await waitFor('the tags to be known', async () => {
      const rows = await banking.db.transact(request, (tx) =>
        tx.rows('SELECT FROM tag_values WHERE business_id = $1', [request.businessId]),
      )
      return rows.length === 2
    })
    const allocations = [
      { amount: 600, tags: [tags[0]] },
      { amount: 400, tags: [tags[1]] },
    ]
    const offered = await offer(
      request,
      'BILL_PAYMENT',
      await payment(request, 1_000, { direction: 'DEBIT', allocations }),
    )
    const paid = await importOne(request, checking, { direction: 'DEBIT', amount: 1_000 })
    expect((await confirm(request, paid.id, offered.id)).posting).toBe('posted')
    const [posting] = await banking.db.transact(request, (tx) =>
      tx.rows<{ entry_id: string }>(
        `SELECT entry_id FROM postings WHERE business_id = $1 AND source_type = 'bank_match'`,
        [request.businessId],
      ),
    )
    const { message: entry } = await banking.ledger.journal.GetEntry(
      { entry_id: posting?.entry_id ?? '' },
      { context: { clientId: request.clientId, businessId: request.businessId } },
    )
    expect(
      entry.data?.line_items.map(
        (line) => `${line.direction} ${line.amount} ${line.transaction_tags.map(({ value }) => value).join(' ')}`,
      ),
    ).toEqual(['CREDIT 600 North', 'DEBIT 600 North', 'CREDIT 400 South', 'DEBIT 400 South'])
  })

  test('that is deleted is matched no more, and what was posted for the match is reversed', async () => {
    const { request, checking } = await open()
    const state = await payment(request, 1_000)
    const offered = await offer(request, 'PAYOUT', state)
    const arrived = await importOne(request, checking, { direction: 'CREDIT', amount: 1_000 })
    await confirm(request, arrived.id, offered.id)
    await offer(request, 'PAYOUT', { ...state, is_open: false }, 2, offered.id)
    // An older version that comes late changes nothing.
    await offer(request, 'PAYOUT', state, 1, offered.id)
    const business = await meetBusiness(banking, request)
    await followCandidates(banking, business, [offered.id])
    await followCandidates(banking, business, [offered.id])
    expect(await transactionNow(banking, request, arrived)).toMatchObject({ status: 'READY_FOR_INPUT' })
    expect(await balancesOf(banking, request, [checking.ledgerAccountId, state.clearing_account_id])).toEqual([0, 0])
    expect(await refusalOf(confirm(request, arrived.id, offered.id))).toBe('MatchNotPossible')
  })
})

describe('an id', () => {
  test('that names nothing of the business is unknown, be it of another business or none at all', async () => {
    const [own, foreign] = [await open(), await open()]
    const sent = await importOne(own.request, own.checking, { direction: 'DEBIT', amount: 700 })
    const theirs = await importOne(foreign.request, foreign.card, { direction: 'CREDIT', amount: 700 })
    const theirDocument = await offer(foreign.request, 'BILL_PAYMENT', {
      direction: 'DEBIT',
      amount: 700,
      clearing_account_id: randomUUID(),
      allocations: [{ amount: 700, tags: [] }],
    })
    for (const id of [theirs.id, theirDocument.id, randomUUID(), 'nonsense'])
      expect(await refusalOf(confirm(own.request, sent.id, id))).toBe('MatchNotFound')
    for (const id of [theirs.id, randomUUID(), 'nonsense'])
      expect(await refusalOf(confirm(own.request, id, sent.id))).toBe('BankTransactionNotFound')
    expect(await suggestionsFor(own.request, sent)).toEqual([])
    expect(await refusalOf(confirm(own.request, sent.id, sent.id))).toBe('MatchNotPossible')
  })

  test('is matched once per Idempotency-Key, whatever happens in between', async () => {
    const { request, checking, card } = await open()
    const sent = await importOne(request, checking, { direction: 'DEBIT', amount: 700 })
    const received = await importOne(request, card, { direction: 'CREDIT', amount: 700 })
    const keyed = requestFor(request.clientId, request.businessId, { key: randomUUID(), requestHash: 'x' })
    const first = await confirm(keyed, sent.id, received.id)
    await uncategorizeTransaction(banking, request, sent.id)
    const second = await confirm(keyed, sent.id, received.id)
    expect(keyed.replayed).toBe(true)
    expect(second.data).toEqual(JSON.parse(JSON.stringify(first.data)))
    expect(await balancesOf(banking, request, [checking.ledgerAccountId])).toEqual([0])
  })
})
