/** A vendor sends bills, is paid, and gives credit for what came torn. */
import { sayRefused } from '../../src/say-refused.ts'
import type { Telling } from '../telling.ts'
import { by } from './journal.ts'

const tags = [{ key: 'department', value: 'workshop' }]

export async function buy(telling: Telling, postgresAdminUrl: string): Promise<void> {
  const { data: vendor } = await telling.twice('createVendor', {
    body: {
      external_id: 'supplier-42',
      company_name: 'Analytical Papers Ltd',
      email: 'accounts@papers.example',
      memo: 'Net 30 since 2025',
      tags,
    },
  })
  const path = { vendorId: vendor.id }
  await telling.tell('updateVendor', { path, body: { office_phone: '+1 617 555 0142', memo: null } })
  await telling.tell('getVendor', { path })
  await telling.tell('listVendors')
  const bill = (external_id: string, quantity: string) => ({
    external_id,
    vendor_external_id: 'supplier-42',
    received_at: '2025-12-03T17:00:00Z',
    terms: 'NET_30',
    line_items: [
      {
        ...by('OPERATING_EXPENSES'),
        description: 'Plotter paper',
        unit_price: 1_250,
        quantity,
        sales_taxes: [{ amount: 3_625, tax_account: { type: 'Tax_Name', name: 'CA' } }],
      },
    ],
    reference_number: `R-${external_id}`,
  })
  const { data: first } = await telling.twice('createBill', { body: bill('bill-1001', '40') })
  await telling.tell('createBills', { body: [bill('bill-1002', '20')] })
  const of = (billId: string) => ({ path: { billId } })
  const changes = { due_at: '2026-01-15T17:00:00Z', memo: 'They agreed to wait', terms: null }
  await telling.tell('updateBill', { ...of(first.id), body: changes })
  await retry(telling, postgresAdminUrl, first.id)
  await pay(telling)
  await credit(telling)
  await telling.tell('getBill', of(first.id))
  await telling.tell('listBills', { query: { external_id: 'bill-1001' } })
  const { data: mistake } = await telling.tell('createBill', { body: bill('bill-1003', '4') })
  await telling.tell('voidBill', of(mistake.id))
  await telling.twice('createExpense', {
    body: {
      external_id: 'expense-12',
      paid_at: '2025-12-09T12:30:00Z',
      method: 'CREDIT_CARD',
      line_items: [
        {
          ...by('OPERATING_EXPENSES'),
          description: 'Coffee for the engine room',
          unit_price: 1_250,
          quantity: '2.5',
        },
      ],
    },
  })
  await paidBack(telling)
}

/** What the ledger refused once is posted when somebody has it tried again. */
async function retry(telling: Telling, postgresAdminUrl: string, billId: string): Promise<void> {
  await telling.posted()
  const { data } = await telling.tell('listPostings', { query: { source_id: billId, limit: 1 } })
  await sayRefused(postgresAdminUrl, 'billing', billId)
  await telling.tell('retryPosting', { path: { postingId: data[0]?.id ?? '' } })
}

async function pay(telling: Telling): Promise<void> {
  const { data: payment } = await telling.twice('createBillPayment', {
    body: {
      external_id: 'payment-7',
      paid_at: '2025-12-20T15:00:00Z',
      method: 'ACH',
      amount: 60_000,
      allocations: [{ bill_external_id: 'bill-1001', amount: 40_000 }],
    },
  })
  const path = { paymentId: payment.id }
  await telling.tell('allocateBillPayment', { path, body: { bill_external_id: 'bill-1002', amount: 10_000 } })
  await telling.tell('getBillPayment', { path })
  await telling.tell('listBillPayments')
  const { data: mistake } = await telling.tell('createBillPayment', {
    body: {
      external_id: 'payment-8',
      paid_at: '2025-12-21T15:00:00Z',
      method: 'CHECK',
      amount: 500,
      allocations: [{ bill_external_id: 'bill-1002', amount: 500 }],
    },
  })
  await telling.tell('deleteBillPayment', { path: { paymentId: mistake.id } })
}

async function credit(telling: Telling): Promise<void> {
  const { data: given } = await telling.twice('createVendorCredit', {
    body: {
      external_id: 'credit-3',
      vendor_external_id: 'supplier-42',
      received_at: '2025-12-22T12:00:00Z',
      line_items: [{ ...by('OPERATING_EXPENSES'), amount: 5_000, memo: 'Torn' }],
      allocations: [{ bill_external_id: 'bill-1001', amount: 3_000 }],
    },
  })
  const path = { vendorCreditId: given.id }
  const { data: allocated } = await telling.tell('allocateVendorCredit', {
    path,
    body: { bill_external_id: 'bill-1002', amount: 2_000, allocated_at: '2025-12-28T12:00:00Z' },
  })
  await telling.tell('getVendorCredit', { path })
  await telling.tell('listVendorCredits')
  const allocationId = allocated.allocations.at(-1)?.id ?? ''
  await telling.tell('removeVendorCreditAllocation', { path: { allocationId } })
  const { data: mistake } = await telling.tell('createVendorCredit', {
    body: {
      external_id: 'credit-4',
      vendor_external_id: 'supplier-42',
      received_at: '2025-12-23T12:00:00Z',
      line_items: [{ ...by('OPERATING_EXPENSES'), amount: 700 }],
    },
  })
  await telling.tell('deleteVendorCredit', { path: { vendorCreditId: mistake.id } })
}

async function paidBack(telling: Telling): Promise<void> {
  const { data: given } = await telling.twice('createVendorRefund', {
    body: {
      external_id: 'back-1',
      received_at: '2025-12-30T12:00:00Z',
      method: 'ACH',
      amount: 1_500,
      allocations: [{ vendor_credit_external_id: 'credit-3', amount: 1_500 }],
      memo: 'Torn, paid back',
      reference_number: 'R-77',
    },
  })
  const path = { vendorRefundId: given.id }
  await telling.tell('getVendorRefund', { path })
  await telling.tell('listVendorRefunds')
  await telling.tell('deleteVendorRefund', { path })
}
