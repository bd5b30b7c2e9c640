/** One form for all: PATCH changes, DELETE takes away, POST to a verb undoes; beside the forms that were there before. */
import { beforeAll, describe, expect, test } from 'vitest'
import { Banking, billed, moneyOut, newClient, Payables, target, type Books, type TestClient } from './src/index.ts'

let client: TestClient
let books: Books

beforeAll(async () => {
  client = await newClient(target(), 'forms')
  books = await client.books()
})

describe('PATCH changes', () => {
  test('a business, as PUT does', async () => {
    const { body } = await books.api.call('updateBusinessByPatch', { body: { industry: 'Engines' } })
    expect(body.data).toMatchObject({ industry: 'Engines' })
    expect((await books.api.call('updateBusiness', { body: { industry: null } })).body.data.industry).toBeNull()
  })

  test('an account, by its stable name, too', async () => {
    const path = { accountId: 'CASH' }
    const { body } = await books.api.call('updateAccountByPatch', { path, body: { name: 'Petty cash' } })
    expect(body.data.name).toBe('Petty cash')
    expect((await books.api.call('updateAccount', { path, body: { name: 'Cash' } })).body.data.name).toBe('Cash')
  })

  test('a bill and a bank transaction', async () => {
    const payables = new Payables(books)
    const bill = await payables.received(await payables.vendor('papers'), [billed('COGS', 1_000)])
    const changed = await books.api.call('updateBillByPatch', { path: { billId: bill.id }, body: { memo: 'Torn' } })
    expect(changed.body.data).toMatchObject({ id: bill.id, memo: 'Torn' })

    const banking = new Banking(books)
    const { id } = await banking.account('forms')
    const [transaction] = await banking.imported(id, [moneyOut('one', 500)])
    const path = { transactionId: transaction?.id ?? '' }
    const told = await books.api.call('updateTransactionMetadataByPatch', { path, body: { memo: 'Paper' } })
    expect(told.body.data.memo).toBe('Paper')
    await books.api.call('categorizeTransaction', { path, body: { type: 'Category', category: 'COGS' } })
    const waiting = await books.api.call('uncategorizeTransactionByPost', { path })
    expect(waiting.body.data.categorizationStatus).toBe('READY_FOR_INPUT')
  })
})

test('DELETE takes a bill payment away', async () => {
  const payables = new Payables(books)
  const bill = await payables.received(await payables.vendor('deleted'), [billed('COGS', 1_000)])
  const payment = await payables.paid(1_000, [{ bill_id: bill.id, amount: 1_000 }])
  const { body } = await books.api.call('deleteBillPaymentByDelete', { path: { paymentId: payment.id } })
  expect(body.data.deleted_at).not.toBeNull()
  expect((await payables.bill(bill.id)).outstanding_balance).toBe(1_000)
})

test('a business is archived by POST as well', async () => {
  const other = await client.books()
  const { body } = await other.api.call('archiveBusinessByPost')
  expect(body.data.archived_at).not.toBeNull()
  expect((await other.api.call('archiveBusiness')).body).toEqual(body)
})

test('a key that was used for one form is used for the other, too', async () => {
  const headers = { 'idempotency-key': 'forms' }
  const body = { industry: 'Looms' }
  const first = await books.api.call('updateBusinessByPatch', { body, headers })
  const again = await books.api.call('updateBusinessByPatch', { body, headers })
  expect([first.headers['idempotency-replayed'], again.headers['idempotency-replayed']]).toEqual([undefined, 'true'])
  expect((await books.api.call('updateBusiness', { body, headers })).headers['idempotency-replayed']).toBe('true')
})

describe('lists filter by one vocabulary', () => {
  test('amounts of bank transactions by the names of other lists, and not by two that say two things', async () => {
    const banking = new Banking(books)
    const { id } = await banking.account('amounts')
    await banking.imported(id, [moneyOut('small', 100), moneyOut('large', 900)])
    const asked = { external_account_ids: id, min_amount: '500', max_amount: '1000' }
    const { body } = await books.api.call('listBankTransactions', { query: asked })
    expect(body.data.map(({ amount }) => amount)).toEqual([900])
    const both = await books.api.call('listBankTransactions', { query: { min_amount: '5', amount_min: '6' } })
    expect(both.status).toBe(400)
  })

  test('dates of refund payments by the names of other lists', async () => {
    const query = { start_date: '2026-01-01', end_date: '2026-12-31' }
    expect((await books.api.call('listRefundPayments', { query })).body).toEqual([])
  })
})
