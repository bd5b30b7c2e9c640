/** Bill payments and expenses: from billing's events and replay to a suggestion and a match. */
import { randomUUID } from 'node:crypto'
import { refused } from '@pacioli/errors'
import { DocumentMatchesService } from '@pacioli/protos/banking'
import { clientOfService, serve, type RpcServer, type Tenant } from '@pacioli/rpc'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openTestBusiness, startTestBanking, type TestBanking } from '../banking.test-helpers.ts'
import { openTestAccount, type TestAccount } from '../bank-accounts/bank-accounts.test-helpers.ts'
import { list, type ListRequest } from '../transaction-views/listing.test-helpers.ts'
import { requireBusiness } from '../businesses/require-business.ts'
import { eventsSubscriber } from '../consumers/events.subscriber.ts'
import { documentMatchesRpc } from './document-matches.rpc.ts'
import {
  aDocument,
  anExpense,
  anInvoicePayment,
  aPayout,
  aRefundPayment,
  aReturn,
  aVendor,
  aVendorRefund,
  changed,
  deliveryOf,
  keepInBilling,
  announce,
} from './documents.test-helpers.ts'
import { candidatesNow, idOf, startConsumer, transactionNow } from './matching.test-helpers.ts'
import {
  confirm,
  matched,
  matchEntries,
  openCard,
  openCheckingIn,
  openPayables,
  refusalOf,
  reported,
  standing,
  suggestionsFor,
  tagsOf,
  violationsOf,
  type Payables,
} from './payables.test-helpers.ts'
import { uncategorizeTransaction } from '../use-cases.test-helpers.ts'

let banking: TestBanking
let intake: { stop: () => Promise<void> }
let shared: Payables
beforeAll(async () => {
  banking = await startTestBanking()
  intake = startConsumer(banking)
  shared = await openPayables(banking)
})
afterAll(async () => {
  expect(await violationsOf(shared)).toEqual([])
  await intake.stop()
  await banking.stop()
})
afterEach(() => {
  expect(banking.refusedPostings.splice(0)).toEqual([])
})

describe('a document of billing', () => {
  test('is suggested once its event has arrived, and its match names it and its vendor, a filter finds it by both', async () => {
    const payables = shared
    const { request, clearingAccountId } = payables
    const vendor = aVendor('V-1')
    const document = aDocument({ clearingAccountId, vendor, description: 'Rent for May' })
    const paid = await reported(payables)
    expect(await suggestionsFor(payables, paid)).toEqual([])
    await announce(banking, request, vendor, document)
    expect(await suggestionsFor(payables, paid)).toEqual([
      {
        id: document.id,
        matchType: 'BILL_PAYMENT',
        details: { id: document.id, amount: 1_000, date: document.date, description: 'Rent for May' },
      },
    ])
    const { data } = await confirm(payables, paid, document)
    expect(data).toMatchObject({
      categorizationStatus: 'MATCHED',
      vendor_id: vendor.id,
      vendor_external_id: 'V-1',
      match: {
        match_type: 'BILL_PAYMENT',
        bank_transaction: { id: paid.id },
        details: { id: document.id, amount: 1_000, description: 'Rent for May' },
      },
      suggested_matches: [],
    })
    expect(await standing(payables)).toEqual([-1_000, -1_000])
    await matched(payables, { vendor: aVendor('V-3') })
    const place = {
      request: payables.request,
      accounts: [payables.checking, payables.checking] as [TestAccount, TestAccount],
    }
    const found = async (filter: ListRequest) => {
      const { data: some } = await list(banking, place, filter)
      return some?.map(({ id }) => id)
    }
    expect(await found({ vendor_id: vendor.id })).toEqual([paid.id])
    expect(await found({ vendor_external_id: 'V-1', is_matched: true })).toEqual([paid.id])
    expect(await found({ vendor_external_id: 'V-1', has_counterparty: true })).toEqual([])
    expect(await found({ vendor_external_id: 'nobody' })).toEqual([])
    await uncategorizeTransaction(banking, payables.request, paid.id)
    expect(await found({ vendor_id: vendor.id })).toEqual([])
  })

  test('that was paid by cash or credit card clears that account', async () => {
    const payables = await openCheckingIn(shared)
    const [cash, outflows] = [
      await idOf(banking, payables.request, 'CASH'),
      await idOf(banking, payables.request, 'UNDEPOSITED_OUTFLOWS'),
    ]
    const card = await openCard(payables)
    const byCash = aDocument({ clearingAccountId: cash, amount: 300 })
    const byCard = anExpense({ clearingAccountId: outflows, amount: 400, vendor: null })
    await announce(banking, payables.request, byCash, byCard)
    const withdrawn = await reported(payables, { amount: 300 })
    const charged = await reported(payables, { amount: 400 }, card)
    expect(await suggestionsFor(payables, withdrawn)).toMatchObject([{ id: byCash.id, matchType: 'BILL_PAYMENT' }])
    expect(await suggestionsFor(payables, charged)).toMatchObject([{ id: byCard.id, matchType: 'EXPENSE' }])
    await confirm(payables, withdrawn, byCash)
    const { data } = await confirm(payables, charged, byCard)
    expect(data?.vendor_id).toBeUndefined()
    // The debt of the card grows.
    expect(await standing(payables, cash, card.ledgerAccountId, outflows)).toEqual([-300, 0, 300, 400, -400])
  })

  test("that was paid directly from a bank account is that account's alone, and matching it posts nothing", async () => {
    const payables = await openCheckingIn(shared)
    const card = await openCard(payables)
    const amount = 5_000
    const expense = anExpense({ clearingAccountId: card.ledgerAccountId, amount })
    await announce(banking, payables.request, expense)
    const elsewhere = await reported(payables, { amount })
    const charged = await reported(payables, { amount }, card)
    const nearly = await reported(payables, { amount: amount - 1 }, card)
    expect(await suggestionsFor(payables, elsewhere)).toEqual([])
    expect(await refusalOf(confirm(payables, elsewhere, expense))).toBe('MatchNotPossible')
    expect(await refusalOf(confirm(payables, nearly, expense))).toBe('MatchNotPossible')
    expect(await suggestionsFor(payables, charged)).toMatchObject([{ id: expense.id }])
    const { data, posting } = await confirm(payables, charged, expense)
    expect([data?.categorizationStatus, posting]).toEqual(['MATCHED', 'posted'])
    expect(await standing(payables, card.ledgerAccountId)).toEqual([0, 0, 0])
    expect(await matchEntries({ ...payables, checking: card })).toEqual([])
    await announce(
      banking,
      payables.request,
      changed(expense, { parts: [{ amount, tags: await tagsOf(payables, 'A') }] }),
    )
    expect(await transactionNow(banking, payables.request, charged)).toMatchObject({ status: 'MATCHED' })
    await announce(banking, payables.request, { ...changed(expense, { isOpen: false }), version: 3 })
    expect(await transactionNow(banking, payables.request, charged)).toMatchObject({ status: 'READY_FOR_INPUT' })
  })

  test('that was too large for its event is fetched from billing, later if billing is unavailable', async () => {
    const payables = await openPayables(banking)
    const { request, clearingAccountId } = payables
    const [first, second] = [aDocument({ clearingAccountId }), anExpense({ clearingAccountId, amount: 2_000 })]
    const bill = aDocument({ aggregate: 'bill', isExpense: false, clearingAccountId })
    const others = [aVendorRefund, anInvoicePayment, aReturn, aRefundPayment, aPayout].map((make) =>
      make({ clearingAccountId }),
    )
    const filler = 'x'.repeat(600_000)
    const deliveries = [first, second, bill, ...others].map((one) => deliveryOf(request.businessId, one, filler))
    expect(deliveries.every(({ event }) => JSON.stringify(event).length < 1_000)).toBe(true)
    const take = () => eventsSubscriber(banking).handle(request.businessId, deliveries)
    await expect(take()).rejects.toThrow(/which billing does not have/)
    banking.billingPeer.fault = refused('ServiceUnavailable', 'Not now.')
    expect(await refusalOf(take())).toBe('ServiceUnavailable')
    banking.billingPeer.fault = undefined
    // Billing answers the current state; versions between are never seen.
    keepInBilling(
      banking,
      request,
      changed(first, { amount: 1_500 }),
      second,
      bill,
      ...others,
      aDocument({ clearingAccountId }),
    )
    banking.billingPeer.asked.length = 0
    await take()
    expect(banking.billingPeer.asked).toEqual([
      {
        businessId: request.businessId,
        types: [
          ...['bill_payment', 'bill', 'vendor_refund'],
          ...['invoice_payment', 'invoice_payment_return', 'refund_payment', 'payout'],
        ],
        ids: [first, second, bill, ...others].map(({ id }) => id),
      },
    ])
    expect(await candidatesNow(banking, request)).toMatchObject(
      [
        { id: first.id, version: '2' },
        { id: second.id, version: '1' },
        ...others.map(({ id }) => ({ id, version: '1' })),
      ].sort((one, other) => (one.id < other.id ? -1 : 1)),
    )
  })
})

describe('a business at its first use', () => {
  test('is read with its documents from billing', async () => {
    const request = await openTestBusiness(banking)
    const clearingAccountId = await idOf(banking, request, 'OUTGOING_PAYMENT_CLEARING_ACCOUNT')
    const [payment, gone, bill] = [
      aDocument({ clearingAccountId }),
      changed(aDocument({ clearingAccountId }), { isOpen: false }),
      aDocument({ aggregate: 'bill', isExpense: false, clearingAccountId }),
    ]
    keepInBilling(banking, request, payment, gone, bill)
    // The business has not used banking: changes until then are read later.
    await announce(banking, request, changed(payment, { amount: 5 }))
    const checking = await openTestAccount(banking, request)
    const payables = { banking, request, checking, clearingAccountId }
    const paid = await reported(payables)
    expect(await suggestionsFor(payables, paid)).toMatchObject([{ id: payment.id }])
    expect((await candidatesNow(banking, request)).map(({ id }) => id)).toEqual([payment.id, gone.id].sort())
    await confirm(payables, paid, payment)
    expect(await violationsOf(payables)).toEqual([])
  })

  test('waits while billing is unavailable, and no other business does', async () => {
    const known = shared
    const request = await openTestBusiness(banking)
    banking.billingPeer.fault = refused('ServiceUnavailable', 'Not now.')
    try {
      expect(await refusalOf(requireBusiness(banking, request))).toBe('ServiceUnavailable')
      expect((await requireBusiness(banking, known.request)).id).toBe(known.request.businessId)
    } finally {
      banking.billingPeer.fault = undefined
    }
    keepInBilling(banking, request, aDocument({ clearingAccountId: randomUUID() }))
    expect((await requireBusiness(banking, request)).id).toBe(request.businessId)
    expect(await candidatesNow(banking, request)).toHaveLength(1)
  })
})

describe('the owner of documents', () => {
  let server: RpcServer
  let client: ReturnType<typeof clientOfService<typeof DocumentMatchesService>>
  beforeAll(async () => {
    server = await serve({ host: '127.0.0.1', port: 0, services: [documentMatchesRpc(banking)] })
    client = clientOfService(DocumentMatchesService, { target: `127.0.0.1:${server.port}`, count: 1 })
  })
  afterAll(async () => {
    client.close()
    await server.stop()
  })
  const ask = async ({ clientId, businessId }: Tenant, document_ids: string[]) => {
    const answer = await client.client.FindDocumentMatches({ document_ids }, { context: { clientId, businessId } })
    return answer.message.data
  }

  test('gets the matches of its documents, and none of other businesses', async () => {
    const payables = await openCheckingIn(shared)
    const { request, clearingAccountId } = payables
    const [first, second] = [await matched(payables), await matched(payables, { amount: 2_000 })]
    const unmatched = aDocument({ clearingAccountId })
    await announce(banking, request, unmatched)
    const matchOf = async ({ id }: { id: string }) => (await transactionNow(banking, request, { id })).matchId
    const ids = [first.document.id.toUpperCase(), unmatched.id, randomUUID(), 'nonsense', second.document.id]
    const answer = [
      {
        document_id: first.document.id,
        match_id: await matchOf(first.transaction),
        transaction_id: first.transaction.id,
      },
      {
        document_id: second.document.id,
        match_id: await matchOf(second.transaction),
        transaction_id: second.transaction.id,
      },
    ].sort((one, other) => (one.document_id < other.document_id ? -1 : 1))
    expect(await ask(request, [...ids, ...ids])).toEqual(answer)
    expect(await ask(request, [])).toEqual([])

    await expect(ask({ ...request, clientId: randomUUID() }, ids)).rejects.toMatchObject({
      errorEnum: 'BusinessNotFound',
    })
    // This is no first use of a business.
    const unknown = await openTestBusiness(banking)
    banking.billingPeer.asked.length = 0
    expect(await ask(unknown, ids)).toEqual([])
    expect(banking.billingPeer.asked).toEqual([])

    // Another business has none of them either.
    await requireBusiness(banking, unknown)
    expect(await ask(unknown, ids)).toEqual([])

    await uncategorizeTransaction(banking, request, first.transaction.id)
    expect((await ask(request, ids)).map(({ document_id }) => document_id)).toEqual([second.document.id])
  })
})
