/** Invoice payments, their returns, refunds and payouts: from billing's events to a match and its events. */
import { readEvent } from '@pacioli/events'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startTestBanking, type TestBanking } from '../banking.test-helpers.ts'
import { openTestAccount } from '../bank-accounts/bank-accounts.test-helpers.ts'
import type { BankTransaction } from '../bank-transactions/bank-transaction.ts'
import { replayBusiness } from '../replay/replay-aggregates.ts'
import { importTestTransactions } from '../statement-import/imports.test-helpers.ts'
import { upsertCandidates } from '../matches/candidate.store.ts'
import { unreported } from '../matches/candidate.ts'
import {
  aCustomer,
  anInvoicePayment,
  aPayout,
  aRefundPayment,
  aReturn,
  aVendorRefund,
  changed,
  announce,
  type TestDocument,
  type TestTag,
} from './documents.test-helpers.ts'
import { candidatesNow, deliverAll, idOf, startConsumer, transactionNow } from './matching.test-helpers.ts'
import {
  confirm,
  matched,
  openCheckingIn,
  openPayables,
  refusalOf,
  reported,
  standing,
  standingLines,
  suggestionsFor,
  tagsOf,
  violationsOf,
  type Payables,
} from './payables.test-helpers.ts'
import { getTransaction, uncategorizeTransaction, updateMetadata } from '../use-cases.test-helpers.ts'

let banking: TestBanking
let intake: { stop: () => Promise<void> }
let shared: Payables
beforeAll(async () => {
  banking = await startTestBanking()
  intake = startConsumer(banking)
  shared = await openReceivables()
})
afterAll(async () => {
  expect(await violationsOf(shared)).toEqual([])
  await intake.stop()
  await banking.stop()
})
afterEach(() => {
  expect(banking.refusedPostings.splice(0)).toEqual([])
})

/** A business whose customers pay into a clearing account; differences of up to 10 are adjustments. */
async function openReceivables(): Promise<Payables> {
  const receivables = await openPayables(banking)
  const { request } = receivables
  await banking.ledger.configuration.UpdateAccountingConfiguration(
    { match_adjustment_threshold: 10 },
    { context: { clientId: request.clientId, businessId: request.businessId } },
  )
  return { ...receivables, clearingAccountId: await idOf(banking, request, 'UNDEPOSITED_FUNDS') }
}

type Make = (given: Partial<TestDocument> & { clearingAccountId: string }) => TestDocument

/** A negative payout is collected by the processor. */
const aCollection: Make = (given) => aPayout({ ...given, direction: 'DEBIT' })

const KINDS: [matchType: string, make: Make][] = [
  ['INVOICE_PAYMENT', anInvoicePayment],
  ['INVOICE_PAYMENT_RETURN', aReturn],
  ['REFUND_PAYMENT', aRefundPayment],
  ['PAYOUT', aPayout],
  ['PAYOUT', aCollection],
  ['VENDOR_REFUND', aVendorRefund],
]

test('an invoice payment is suggested, clears its account, sends the difference to MATCH_ADJUSTMENTS, names its customer, and ends with it', async () => {
  const receivables = shared
  const { request, clearingAccountId } = receivables
  const [north] = await tagsOf(receivables, 'North')
  const tags = north ? [north] : []
  const customer = aCustomer('C-1', 'Zebra Carriers')
  const parts = [
    { amount: 700, tags },
    { amount: 300, tags: [] },
  ]
  const document = anInvoicePayment({ clearingAccountId, description: 'INV-7', parts, customer })
  const transaction = await reported(receivables, { direction: document.direction, amount: 995 })
  await announce(banking, request, customer, document)
  // The thresholds of a business are fetched every few seconds.
  const later = { ...banking, now: () => new Date(Date.now() + 60_000) }
  expect((await getTransaction(later, request, transaction.id)).suggested_matches).toEqual([
    {
      id: document.id,
      matchType: 'INVOICE_PAYMENT',
      details: { id: document.id, amount: 1_000, date: document.date, description: 'INV-7' },
    },
  ])
  const { data, posting } = await confirm(receivables, transaction, document)
  expect(posting).toBe('posted')
  expect([data?.customer_id, data?.customer_external_id, data?.vendor_id]).toEqual([
    customer.id,
    customer.external_id ?? undefined,
    undefined,
  ])
  expect(data?.match).toMatchObject({
    match_type: 'INVOICE_PAYMENT',
    details: { id: document.id, description: 'INV-7' },
  })
  const adjustments = await idOf(banking, request, 'MATCH_ADJUSTMENTS')
  expect(await standing(receivables, adjustments)).toEqual([995, -1_000, 5])
  expect(await standingLines(receivables)).toEqual(
    expect.arrayContaining(['CREDIT 700 North', 'CREDIT 300', 'DEBIT 300']),
  )
  // A matched document is not suggested.
  const rival = await reported(receivables, { direction: document.direction })
  expect(await suggestionsFor(receivables, rival)).toEqual([])
  expect(await refusalOf(confirm(receivables, rival, document))).toBe('MatchNotPossible')
  await uncategorizeTransaction(banking, request, transaction.id)
  expect(await standing(receivables, adjustments)).toEqual([0, 0, 0])
  expect(await transactionNow(banking, request, transaction)).toMatchObject({ customerId: null })
  // Put into a payout, or deleted: its match ends.
  await confirm(receivables, transaction, document)
  await announce(banking, request, changed(document, { isOpen: false }))
  expect(await transactionNow(banking, request, transaction)).toMatchObject({ status: 'READY_FOR_INPUT' })
  expect(await standing(receivables, adjustments)).toEqual([0, 0, 0])
  expect(await refusalOf(confirm(receivables, transaction, document))).toBe('MatchNotPossible')
})

test('each kind of document is suggested as what it is, and clears its account', async () => {
  const receivables = await openCheckingIn(shared)
  const { request, clearingAccountId } = receivables
  const documents = KINDS.map(([, make], index) => make({ clearingAccountId, amount: 2_000 + 100 * index }))
  const transactions = await importTestTransactions(
    banking,
    request,
    receivables.checking.externalAccountId,
    documents.map(({ direction, amount }) => ({ direction, amount })),
  )
  await announce(banking, request, ...documents)
  for (const [index, document] of documents.entries()) {
    const transaction = transactions[index] as BankTransaction
    const matchType = KINDS[index]?.[0]
    expect(await suggestionsFor(receivables, transaction)).toMatchObject([{ id: document.id, matchType }])
    const { data, posting } = await confirm(receivables, transaction, document)
    expect([data?.match?.match_type, posting]).toEqual([matchType, 'posted'])
    expect([data?.customer_id, data?.vendor_id]).toEqual([document.customer?.id, document.vendor?.id])
  }
  const moved = documents.reduce((sum, { direction, amount }) => sum + (direction === 'CREDIT' ? amount : -amount), 0)
  expect(await standing(receivables)).toEqual([moved, -moved])
})

test('a payout whose refunds are under other tags than its payments is cleared under each', async () => {
  const receivables = await openCheckingIn(shared)
  const { clearingAccountId } = receivables
  const [north, south] = (await tagsOf(receivables, 'North', 'South')) as [TestTag, TestTag]
  const parts = [
    { amount: 1_200, tags: [north] },
    { amount: -200, tags: [south] },
  ]
  const payout = aPayout({ clearingAccountId, parts })
  const { transaction } = await matched(receivables, payout, { amount: 1_005 })
  const lines = async () => (await standingLines(receivables)).sort()
  expect(await lines()).toEqual(
    ['DEBIT 1205 North', 'CREDIT 1200 North', 'CREDIT 5 North', 'CREDIT 200 South', 'DEBIT 200 South'].sort(),
  )
  expect(await standing(receivables)).toEqual([1_005, -1_000])
  const reversed = parts.map(({ amount, tags }) => ({ amount: -amount, tags }))
  await announce(banking, receivables.request, changed(payout, { parts: [...reversed, { amount: 2_000, tags: [] }] }))
  expect(await transactionNow(banking, receivables.request, transaction)).toMatchObject({ status: 'MATCHED' })
  expect(await lines()).toEqual(
    [
      'CREDIT 1200 North',
      'DEBIT 1200 North',
      'DEBIT 200 South',
      'CREDIT 200 South',
      'DEBIT 2005',
      'CREDIT 2000',
      'CREDIT 5',
    ].sort(),
  )
})

describe('a document that no bank will report', () => {
  const MATCH_GONE = { status: 'READY_FOR_INPUT', matchId: null, customerId: null }

  test('is never suggested, in any order of events', async () => {
    const receivables = await openCheckingIn(shared)
    const { request, clearingAccountId } = receivables
    const amount = 3_000
    const byCredit = anInvoicePayment({ clearingAccountId, isReported: false, amount })
    const refund = aRefundPayment({ clearingAccountId, amount })
    const [arrived, left] = [
      await reported(receivables, { direction: 'CREDIT', amount }),
      await reported(receivables, { direction: 'DEBIT', amount }),
    ]
    await announce(banking, request, byCredit, changed(refund, { isReported: false }))
    await announce(banking, request, refund)
    expect(await suggestionsFor(receivables, arrived)).toEqual([])
    expect(await suggestionsFor(receivables, left)).toEqual([])
    expect(await refusalOf(confirm(receivables, arrived, byCredit))).toBe('MatchNotPossible')
    expect(await refusalOf(confirm(receivables, left, refund))).toBe('MatchNotPossible')
    const offered = (await candidatesNow(banking, request)).filter(({ id }) => [byCredit.id, refund.id].includes(id))
    expect(offered.map(({ is_open }) => is_open)).toEqual([false, false])
  })

  test('loses its earlier match, and can be matched once a bank will report it again', async () => {
    const receivables = await openCheckingIn(shared)
    const { request, clearingAccountId } = receivables
    const { document, transaction } = await matched(receivables, aRefundPayment({ clearingAccountId }))
    const asStoreCredit = changed(document, { isReported: false })
    await announce(banking, request, asStoreCredit)
    await announce(banking, request, document, asStoreCredit)
    expect(await transactionNow(banking, request, transaction)).toMatchObject(MATCH_GONE)
    expect(await standing(receivables)).toEqual([0, 0])
    const byCheque = changed(asStoreCredit, { isReported: true })
    await announce(banking, request, byCheque)
    expect((await confirm(receivables, transaction, byCheque)).posting).toBe('posted')
    expect(await standing(receivables)).toEqual([-1_000, 1_000])
    // It is shown unchanged until its match has ended.
    const closed = unreported({ id: document.id, matchType: 'REFUND_PAYMENT', version: 4 })
    await banking.db.transact(request, (tx) => upsertCandidates(tx, [{ ...closed, businessId: request.businessId }]))
    const { match } = await getTransaction(banking, request, transaction.id)
    expect(match?.details).toMatchObject({ amount: 1_000, date: document.date, description: document.description })
    await announce(banking, request, { ...changed(byCheque, { isReported: false }), version: 5 })
    expect(await transactionNow(banking, request, transaction)).toMatchObject(MATCH_GONE)
  })
})

describe('the events of a transaction', () => {
  /** The documents that its events name, in the order of its versions. */
  const announced = async ({ request }: Payables, id: string): Promise<unknown[]> => {
    const rows = await banking.relayDb.call<{ event: string }>(
      'SELECT event FROM events WHERE business_id = $1 AND aggregate_id = $2 ORDER BY version',
      [request.businessId, id],
      request.businessId,
    )
    return rows.map(({ event }) => matchedDocumentIn(event))
  }
  const matchedDocumentIn = (event: string): unknown =>
    (readEvent(event)?.data as { matched_document: unknown } | undefined)?.matched_document

  test('name the document while it is matched to it, and so does a replay', async () => {
    const receivables = await openCheckingIn(shared)
    const { request, clearingAccountId } = receivables
    const { document, transaction } = await matched(receivables, anInvoicePayment({ clearingAccountId }))
    const { id: transaction_id } = transaction
    await updateMetadata(banking, request, { transaction_id, memo: 'Thanks', document_ids: [], cleared: [] })
    const named = { type: 'INVOICE_PAYMENT', id: document.id }
    expect(await announced(receivables, transaction.id)).toEqual([null, named, named])
    const replayed: unknown[] = []
    for await (const one of replayBusiness(banking, request.businessId))
      if (one.id === transaction.id) replayed.push(matchedDocumentIn(one.event ?? ''))
    expect(replayed).toEqual([named])
    await uncategorizeTransaction(banking, request, transaction.id)
    expect(await announced(receivables, transaction.id)).toEqual([null, named, named, null])
  })

  test('name no document where it is matched to another transaction', async () => {
    const receivables = await openCheckingIn(shared)
    const savings = await openTestAccount(banking, receivables.request)
    const sent = await reported(receivables)
    const received = await reported(receivables, { direction: 'CREDIT' }, savings)
    await confirm(receivables, sent, received)
    await deliverAll(banking, receivables.request)
    expect(await announced(receivables, sent.id)).toEqual([null, null])
  })
})
