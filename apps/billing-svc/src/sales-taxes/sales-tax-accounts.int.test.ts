import { randomUUID } from 'node:crypto'
import { loadAccounts } from '@pacioli/ledger-facts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { billInput, line, makeBill, named, openPayables, refusals } from '../testing/bills.test-helpers.ts'
import { changeAccount, openAccount, standingOf, taxAccountsOf } from '../testing/books.test-helpers.ts'
import { requestFor, startTestBilling, type TestBilling } from '../testing/billing.test-helpers.ts'
import { closeBooks } from '../testing/ledger.test-helpers.ts'
import { createBill, createBills } from '../testing/use-cases.test-helpers.ts'

let billing: TestBilling
beforeAll(async () => {
  billing = await startTestBilling()
})
afterAll(async () => {
  expect(billing.refusedPostings).toEqual([])
  await billing.stop()
})

test('four concurrent requests create one account of each tax', async () => {
  const payables = await openPayables(billing)
  const bills = await Promise.all(
    Array.from({ length: 4 }, (_, index) => makeBill(billing, payables, { taxes: { CA: index + 1, NY: 1 } })),
  )
  const ids = bills.map((bill) => bill.additional_sales_taxes.map((tax) => tax.tax_ledger_account?.id))
  for (const one of ids) expect(one).toEqual(ids[0])
  expect((await taxAccountsOf(billing, payables.request)).sort()).toEqual(['SALES_TAXES:CA', 'SALES_TAXES:NY'])
})

test('an account with the stable name is used, though its event has not arrived yet', async () => {
  const payables = await openPayables(billing)
  const { request } = payables
  const mine = await openAccount(billing, request, {
    name: 'Mine',
    account_subtype: 'OTHER_EXPENSES',
    stable_name: 'SALES_TAXES:CA',
  })
  const { transact } = billing.db
  expect(await transact.call(billing.db, request, (tx) => loadAccounts(tx, [mine]))).toEqual(new Map())
  const bill = await makeBill(billing, payables, { taxes: { TX: 1, CA: 2, NY: 3 } })
  expect(bill.additional_sales_taxes.map((tax) => tax.tax_ledger_account?.name)).toEqual([
    'Sales Taxes TX',
    'Mine',
    'Sales Taxes NY',
  ])
})

test('a renamed account still belongs to its tax; an archived one is refused', async () => {
  const payables = await openPayables(billing)
  const { request } = payables
  const first = await makeBill(billing, payables, { taxes: { CA: 1 } })
  const id = first.additional_sales_taxes[0]?.tax_ledger_account?.id ?? ''
  await changeAccount(billing, request, id, { stable_name: 'CALIFORNIA', name: 'California' })
  await makeBill(billing, payables, { taxes: { CA: 2 } })
  // Also where the local copy has the new name.
  await billing.db.transact(request, (tx) =>
    tx.rows(`UPDATE accounts SET stable_name = 'CALIFORNIA' WHERE business_id = $1 AND account_id = $2`, [
      request.businessId,
      id,
    ]),
  )
  const again = await makeBill(billing, payables, { taxes: { CA: 3 } })
  expect(again.additional_sales_taxes[0]?.tax_ledger_account?.id).toBe(id)
  expect(await standingOf(billing, request, again.id)).toMatchObject([
    ['ACCRUAL 2026-01-10', ['Dr OPERATING_EXPENSES 100', 'Dr CALIFORNIA 3', 'Cr ACCOUNTS_PAYABLE 103']],
  ])
  await changeAccount(billing, request, id, { archived: true })
  expect(
    await refusals(createBill(billing, request, billInput(payables, { line_items: [line(1, { taxes: { CA: 1 } })] }))),
  ).toEqual([['AccountArchived', 'line_items.0.sales_taxes.0.tax_account']])
})

test('no account is created for a request that is refused otherwise', async () => {
  const payables = await openPayables(billing)
  const { request } = payables
  const refused = (given: Parameters<typeof billInput>[1]) =>
    refusals(createBill(billing, request, billInput(payables, { taxes: { CA: 1 }, ...given })))
  await closeBooks(billing, request, '2026-01-01')
  expect(await refused({ received_at: '2025-12-31T00:00:00Z' })).toEqual([['PeriodClosed', 'received_at']])
  expect(await refused({ line_items: [line(1, { account_identifier: named('NOPE') })] })).toEqual([
    ['AccountNotFound', 'line_items.0.account_identifier'],
  ])
  expect(await refused({ vendor_id: randomUUID() })).toEqual([['VendorNotFound', 'vendor_id']])
  expect(await refused({ additional_discount: 200 })).toEqual([['NegativeTotal', 'line_items']])
  expect(await taxAccountsOf(billing, request)).toEqual([])

  const { clientId, businessId } = request
  const key = { key: randomUUID(), requestHash: 'first' }
  await createBill(billing, requestFor(clientId, businessId, key), billInput(payables))
  const other = requestFor(clientId, businessId, { ...key, requestHash: 'other' })
  expect(await refusals(createBill(billing, other, billInput(payables, { taxes: { CA: 1 } })))).toEqual([
    ['IdempotencyKeyReused', 'Idempotency-Key'],
  ])
  await billing.ledger.businesses.ArchiveBusiness({}, { context: { clientId, businessId } })
  expect(await refusals(createBill(billing, request, billInput(payables, { taxes: { CA: 1 } })))).toEqual([
    ['BusinessArchived', undefined],
  ])
  expect(await taxAccountsOf(billing, request)).toEqual([])
})

test('a tax gets an account under Sales Taxes when it is first named; none for a bill that is refused or exists', async () => {
  const payables = await openPayables(billing)
  const { request } = payables
  const existing = await makeBill(billing, payables, { external_id: 'a', taxes: { 'CA state': 1 } })
  const account = existing.additional_sales_taxes[0]?.tax_ledger_account
  expect(account).toMatchObject({
    name: 'Sales Taxes CA state',
    stable_name: 'SALES_TAXES:CA_STATE',
    normality: 'DEBIT',
    account_type: { value: 'EXPENSE' },
    account_subtype: { value: 'SALES_TAXES', display_name: 'Sales Taxes' },
  })
  const input = (external_id: string, tax: string) => billInput(payables, { external_id, taxes: { [tax]: 1 } })
  expect(await refusals(createBill(billing, request, input('a', 'NEVER')))).toEqual([
    ['ExternalIdReused', 'additional_sales_taxes.0.tax_account.name'],
  ])
  expect(await taxAccountsOf(billing, request)).toEqual(['SALES_TAXES:CA_STATE'])
  const names = ['CA state', 'NY', 'NY', 'SALES_TAXES:CA_STATE']
  const inputs = ['a', 'b', 'b', 'c'].map((external_id, index) => input(external_id, names[index] ?? ''))
  const { data } = await createBills(billing, request, inputs)
  expect(data?.map(({ additional_sales_taxes: [tax] = [] }) => tax?.tax_ledger_account?.stable_name)).toEqual(
    ['CA_STATE', 'NY', 'NY', 'CA_STATE'].map((name) => `SALES_TAXES:${name}`),
  )
  expect((await taxAccountsOf(billing, request)).sort()).toEqual(['SALES_TAXES:CA_STATE', 'SALES_TAXES:NY'])
})

test('more taxes than one call to the ledger can create', { timeout: 60_000 }, async () => {
  const payables = await openPayables(billing)
  const taxes = (from: number) => Object.fromEntries(Array.from({ length: 501 }, (_, index) => [`T${from + index}`, 1]))
  const { data } = await createBills(billing, payables.request, [
    billInput(payables, { taxes: taxes(0) }),
    billInput(payables, { taxes: taxes(501) }),
  ])
  expect(data?.map(({ total_amount }) => total_amount)).toEqual([601, 601])
  expect(await taxAccountsOf(billing, payables.request)).toHaveLength(1_002)
})
