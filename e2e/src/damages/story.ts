/** Books with something in them of everything that has to hold. */
import { waitFor } from '@pacioli/testing'
import { Banking, moneyIn, moneyOut } from '../banking.ts'
import { credit, debit, named, sale, type Books } from '../books.ts'
import type { TestClient } from '../clients.ts'
import { closed, reverse } from '../closings.ts'
import { sketchReturn } from '../exercise-receivables.ts'
import { billed, credited, Payables, taxed } from '../payables.ts'
import { Receivables, sold } from '../receivables.ts'
import { Tagging } from '../tagging.ts'
import type { Bill, Customer, Vendor } from '../answers.ts'

/** Books of the client that each damage finds something to alter in. */
export async function booksWithEverything(client: TestClient): Promise<Books> {
  const books = await client.books({ activation_at: '2024-01-01T00:00:00Z' })
  await tellJournal(books)
  await tellPayables(new Payables(books))
  const customer = await tellReceivables(new Receivables(books))
  await tellBank(new Banking(books))
  await sketchReturn(books, customer.id)
  await tellTasks(books)
  return books
}

/** Tagged, balanced by value, reversed, and closed: once for good and once not. */
async function tellJournal(books: Books): Promise<void> {
  await new Tagging(books).dimension('fund', { strictness: 'BALANCING' })
  const store = [{ key: 'store', value: 'one' }]
  const fund = [{ key: 'fund', value: 'a' }]
  const lines = [debit('CASH', 9, { tags: store }), credit('SALES', 9)]
  const [wrong] = await books.allPosted([
    sale(700, '2026-03-01T12:00:00Z', { tags: store }),
    sale(30, '2026-03-02T12:00:00Z', { tags: fund }),
    { ...sale(9, '2026-03-03T12:00:00Z'), line_items: lines },
    sale(50, '2024-06-01T12:00:00Z'),
    sale(70, '2025-06-01T12:00:00Z'),
  ])
  await books.reverse(wrong?.id ?? '')
  await closed(books, { year: 2024, ledger_activity_start_timestamp: '2024-01-01T00:00:00Z' })
  const again = await closed(books, { year: 2025, ledger_activity_start_timestamp: '2025-01-01T00:00:00Z' })
  await reverse(books, again.id)
}

/** A bill that is paid in part, one that is paid and credited in full, a void one, an expense, and what the journal adds. */
async function tellPayables(payables: Payables): Promise<void> {
  const vendor = await payables.vendor('paper', { company_name: 'Paper & Co' })
  const line = billed('COGS', 1_000, {
    ...{ quantity: 2.5, discount_amount: 5, sales_taxes: [taxed('CA', 25)] },
    prepayment_account_identifier: named('PREPAID_EXPENSES'),
  })
  const bill = await payables.received(vendor, [line], {
    ...{ additional_sales_taxes: [taxed('NY', 5)], additional_discount: 3, tags: [{ key: 'store', value: 'one' }] },
  })
  const whole = await payables.received(vendor, [billed('COGS', 300), billed('COGS', 200)])
  const payment = await payables.paid(900, [
    { bill_id: bill.id, amount: 400 },
    { bill_id: whole.id, amount: 300 },
  ])
  await payables.paid(400, [{ bill_id: bill.id, amount: 400 }])
  await tellCredits(payables, vendor, [bill, whole], payment.id)
  await payables.spent('CASH', [billed('COGS', 40)])
  const other = await payables.vendor('other')
  const journal = [debit('COGS', 8), credit('ACCOUNTS_PAYABLE', 8, { vendor_id: other.id })]
  await payables.books.posted({ ...sale(8), line_items: journal })
  const void_ = await payables.received(vendor, [billed('COGS', 11)])
  await payables.voidBill(void_.id)
}

/** A credit that is used up by a bill and a refund, and one of which something is left. */
async function tellCredits(
  payables: Payables,
  vendor: Vendor,
  [bill, whole]: readonly [Bill, Bill],
  paymentId: string,
): Promise<void> {
  const used = await payables.credit(vendor, [credited('COGS', 250), credited('OPERATING_EXPENSES', 50)], {
    allocations: [{ bill_id: whole.id, amount: 200 }],
  })
  await payables.credit(vendor, [credited('COGS', 60)], { allocations: [{ bill_id: bill.id, amount: 20 }] })
  await payables.refunded([
    { payment_id: paymentId, amount: 50 },
    { vendor_credit_id: used.id, amount: 100 },
  ])
}

const CARD = { method: 'CREDIT_CARD', processor: 'p' }

/** An invoice that is paid, written off and refunded in part, and a payout. @returns the customer */
async function tellReceivables(receivables: Receivables): Promise<Customer> {
  const customer = await receivables.customer('engines')
  const invoice = await receivables.sent(
    customer,
    [
      sold('SALES', 1_000, {
        ...{ quantity: 2.5, discount_amount: 5, sales_taxes: [taxed('CA', 25)] },
        prepayment_account_identifier: named('UNEARNED_REVENUE'),
      }),
    ],
    { additional_sales_taxes: [taxed('NY', 5)], additional_discount: 4, tips: 9, due_at: '2026-02-15T12:00:00Z' },
  )
  await receivables.payInvoice(invoice.id, {
    ...CARD,
    external_id: 'card',
    amount: 700,
    fee: 30,
    paid_at: '2026-01-20T12:00:00Z',
  })
  await receivables.writeOff(invoice.id, { amount: 50 })
  await receivables.refundInvoice(invoice.id, { ...CARD, external_id: 'back', refunded_amount: 40 })
  const line_items = [{ amount: 5, account_identifier: named('RETURNS_ALLOWANCES') }]
  await receivables.refunded([{ invoice_id: invoice.id, line_items }], [{ refunded_amount: 2, method: 'CASH' }])
  await receivables.createPayout({
    ...{ paid_out_amount: 640, fee: 30 - 10, completed_at: '2026-02-28T12:00:00Z' },
    payments: [{ external_id: 'card' }],
    other_transactions: [{ amount: 10, direction: 'DEBIT', account_identifier: named('SALES') }],
  })
  await tellCredit(receivables, customer)
  return customer
}

/** An invoice paid and refunded in full, one voided whose payment became credit, and credit that was paid with and paid back. */
async function tellCredit(receivables: Receivables, customer: Customer): Promise<void> {
  const whole = await receivables.sent(customer, [sold('SALES', 80), sold('SALES', 20)])
  await receivables.paid(100, [{ invoice_id: whole.id, amount: 100 }])
  await receivables.refunded(
    [{ invoice_id: whole.id, total_amount: 100 }],
    [{ refunded_amount: 100, method: 'STORE_CREDIT' }],
  )
  const wrong = await receivables.sent(customer, [sold('SALES', 60)])
  await receivables.paid(90, [{ invoice_id: wrong.id, amount: 60 }])
  await receivables.voidInvoice(wrong.id, { move_payments_to_credit: true })
  const last = await receivables.sent(customer, [sold('SALES', 500)])
  await receivables.paid(70, [{ invoice_id: last.id, amount: 70 }], { method: 'CREDIT_BALANCE' })
  const other = await receivables.customer('other')
  const journal = [debit('ACCOUNTS_RECEIVABLE', 8, { customer_id: other.id }), credit('SALES', 8)]
  await receivables.books.posted({ ...sale(8), line_items: journal })
}

/** Categorized, split, excluded, matched to each other and to a document, taken back, and one that waits. */
async function tellBank(banking: Banking): Promise<void> {
  const [checking, savings] = [
    await banking.account('checking'),
    await banking.account('savings', { account_subtype: 'SAVINGS' }),
  ]
  await banking.open(checking.id, 10_000)
  const [plain, split, out, paid, again] = await banking.imported(checking.id, [
    moneyOut('plain', 5),
    moneyOut('split', 7),
    moneyOut('out', 7_000),
    moneyOut('paid', 400, { date: '2026-02-16T12:00:00Z' }),
    moneyOut('again', 3),
    moneyOut('waiting', 11),
  ])
  const [into] = await banking.imported(savings.id, [moneyIn('into', 7_000)])
  await banking.categorize(plain?.id ?? '', 'COGS')
  await banking.categorize(again?.id ?? '', 'COGS')
  await banking.categorize(again?.id ?? '', 'OPERATING_EXPENSES')
  await banking.split(split?.id ?? '', { category: 'COGS', amount: 2 }, { category: 'OPERATING_EXPENSES', amount: 5 })
  await banking.match(out?.id ?? '', into?.id ?? '')
  const document = await waitFor('the payment to be suggested', async () => {
    const { suggested_matches } = await banking.transaction(paid?.id ?? '')
    return suggested_matches[0]
  })
  await banking.match(paid?.id ?? '', document.id)
}

/** A task of several versions. */
async function tellTasks({ api }: Books): Promise<void> {
  await api.call('updateBusiness', { body: { bookkeeping_enrolled: true } })
  const { data } = (await api.call('createTask', { body: { title: 'Receipt', question: 'What for?' } })).body
  await api.call('respondToTask', { path: { taskId: data.id }, body: { user_response: 'A lock.' } })
}
