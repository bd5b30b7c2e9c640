/** Every operation of the document, with everything in it that an answer can show. */
import { OAuthProviderDouble, sharedStack } from '@pacioli/testing'
import type { Api } from './api.ts'
import { Banking, moneyIn, moneyOut } from './banking.ts'
import { Books, sale } from './books.ts'
import { platformToken, type TestClient } from './clients.ts'
import { exerciseEvents } from './exercise-events.ts'
import { exerciseReceivables, type Exercised } from './exercise-receivables.ts'
import { billed, credited, Payables, taxed } from './payables.ts'
import { EXPORT_OPERATIONS, VENDOR_LEDGERS } from './report-exports.ts'

/** Every operation of banking once at least; what fails at posting, so that it could be retried, a test of its own makes. */
export async function exerciseBanking(books: Books): Promise<void> {
  const { api } = books
  const banking = new Banking(books)
  const kind = { account_type: 'DEPOSITORY', account_subtype: 'CHECKING' }
  for (const _twice of [1, 2])
    await api.call('createBankAccount', { body: { external_id: 'b', account_name: 'Till', ...kind } })
  const account = await banking.account('contract')
  await banking.account('contract')
  const ofBank = { path: { bankAccountId: account.bank_account_id } }
  const ofExternal = { path: { externalAccountId: account.id } }
  await api.call('listBankAccounts', { query: { include_archived: true } })
  await api.call('getBankAccount', ofBank)
  await api.call('updateBankAccount', { ...ofBank, body: { notes: 'n', metadata: { a: 1 } } })
  await api.call('listExternalAccounts', { query: { include_archived: true } })
  await api.call('updateConnection', { ...ofExternal, body: { connection_needs_repair_as_of: '2026-01-01T00:00:00Z' } })
  await banking.open(account.id, 10_000)
  await api.call('getOpeningBalance', ofExternal)
  await api.call('deleteOpeningBalance', ofExternal)
  const other = await banking.account('other')
  const [first, second] = await banking.imported(account.id, [
    moneyOut('a', 5),
    moneyOut('b', 7, { counterparty_name: 'B' }),
  ])
  const [twin] = await banking.imported(other.id, [moneyIn('c', 7)])
  await banking.importFile(account.id, 'Date,Text,Amount\n2026-01-05,Tea,-1.00\n', {
    csv_mapping: { date: 'Date', description: 'Text', amount: 'Amount' },
  })
  await banking.list({ limit: 1, sort_by: 'amount', sort_order: 'DESC' })
  const parts = [
    { category: 'COGS', amount: 2, tags: [{ key: 'store', value: 'one' }] },
    { category: 'Exclusion', amount: 3 },
  ]
  await banking.split(first?.id ?? '', ...parts)
  await banking.split(first?.id ?? '', ...parts.map((part) => ({ ...part, category: 'COGS' })))
  await banking.decideAll([{ transaction_id: first?.id, type: 'Category', category: 'COGS', tags: [] }])
  await banking.match(second?.id ?? '', twin?.id ?? '')
  await banking.uncategorize(second?.id ?? '')
  const again = { path: { transactionId: second?.id ?? '' } }
  await api.call('uncategorizeTransactionByPost', again)
  await api.call('updateTransactionMetadataByPatch', { ...again, body: { memo: null } })
  const tax_options = {
    canada: [
      {
        code: 'HST',
        display_name: 'HST',
        type: 'TAXABLE',
        total_rate: '0.13',
        components: [{ code: 'HST', type: 'HST', rate: '0.13', recoverable: true }],
        effective_from: '2026-01-01',
      },
    ],
  }
  await banking.describe(first?.id ?? '', { tax_options, document_ids: [first?.id], metadata: { a: [] } })
  await api.call('listCategories')
  await api.call('listCounterparties', { query: { name: 'b' } })
  const rule = { external_id: 'r', name: 'Tea', conditions: { description_contains: 'tea' }, category: 'COGS' }
  const applied = { ...rule, apply_retroactively: true, tags: [{ key: 'store', value: 'one' }] }
  const created = await banking.createRule(applied)
  await banking.createRule(applied)
  const ruleId = created.body.data.id
  await api.call('listCategorizationRules', { query: { include_deleted: true } })
  await api.call('getCategorizationRule', { path: { ruleId } })
  await banking.updateRule(ruleId, { category: 'Exclusion', tags: null })
  await api.call('deleteCategorizationRule', { path: { ruleId } })
  await api.call('listAccountLines', { path: { accountId: account.ledger_account_id } })
  await api.call('listPostings', { query: { limit: 1 } })
  await api.call('retryPosting', { path: { postingId: account.id } })
  await api.call('getBusinessNotifications')
  await api.call('archiveExternalAccount', { path: { externalAccountId: other.id } })
  await api.call('archiveBankAccount', ofBank)
}

/** Every operation on tasks, of a business that was enrolled a moment ago. */
export async function exerciseTasks({ api }: Books): Promise<void> {
  await api.call('updateBusiness', { body: { bookkeeping_enrolled: true } })
  const said = { memo: 'm', metadata: { a: 1 }, reference_number: 'r', document_ids: [crypto.randomUUID()] }
  const body = { external_id: 't', title: 'Receipt', question: 'What for?', ...said }
  await api.call('createTask', { body })
  const { id } = (await api.call('createTask', { body })).body.data
  const path = { taskId: id }
  await api.call('updateTask', { path, body: { status: 'ASSIGNED', question: null, document_ids: null } })
  await api.call('respondToTask', { path, body: { user_response: 'A lock.', document_ids: said.document_ids } })
  await api.call('updateTask', { path, body: { status: 'COMPLETED' } })
  await api.call('getTask', { path })
  await api.call('listTasks', { query: { limit: 1, statuses: 'TODO,COMPLETED', sort_by: 'effective_at' } })
}

/** Every operation of payables, with everything in it that an answer can show. */
export async function exercisePayables(books: Books): Promise<void> {
  const { api } = books
  const payables = new Payables(books)
  const tags = [{ key: 'store', value: 'one' }]
  const said = { memo: 'm', metadata: { a: 1 }, reference_number: 'r', tags }
  const names = { company_name: 'Papers', individual_name: 'Ada', email: 'a@b.example', address_string: 'Here' }
  const vendor = await payables.vendor('v', { ...names, ...said })
  await payables.vendor('v', { ...names, ...said })
  await api.call('listVendors', { query: { q: 'papers', limit: 1 } })
  await api.call('getVendor', { path: { vendorId: vendor.id } })
  for (const operation of VENDOR_LEDGERS) await api.call(operation, { path: { vendorId: vendor.id } })
  await payables.updateVendor(vendor.id, { office_phone: '1', tags: null })
  const line = billed('COGS', 1_000, {
    ...said,
    external_id: 'l',
    quantity: 2.5,
    discount_amount: 5,
    product_name: 'Paper',
    description: 'White',
    sales_taxes: [taxed('CA', 25)],
    prepayment_account_identifier: { type: 'StableName', stable_name: 'PREPAID_EXPENSES' },
  })
  const owing = { vendor_id: vendor.id, terms: 'NET_30', line_items: [line], additional_sales_taxes: [taxed('NY', 5)] }
  const body = { ...said, ...owing, external_id: 'b' }
  for (const _twice of [1, 2]) await payables.createBill(body)
  const [bill] = (await payables.createBills([body, { ...body, external_id: 'c' }])).body.data
  const bill_id = bill?.id ?? ''
  for (const _twice of [1, 2])
    await payables.createExpense({ ...said, external_id: 'e', method: 'CASH', processor: 'p', line_items: [line] })
  const paying = { ...said, external_id: 'p', method: 'CHECK', amount: 1_000, processor: 'p' }
  const pay = () => payables.createPayment({ ...paying, allocations: [{ ...said, bill_id, amount: 500 }] })
  const payment = (await pay()).body.data
  await pay()
  const paymentId = payment.id
  await payables.allocate(paymentId, { bill_external_id: 'c', amount: 100, tags })
  await api.call('getBillPayment', { path: { paymentId } })
  await api.call('listBillPayments', { query: { limit: 1, sort_by: 'amount' } })
  const give = () =>
    payables.createCredit({
      ...said,
      external_id: 'k',
      vendor_external_id: 'v',
      line_items: [credited('COGS', 300, said)],
      allocations: [{ bill_id, amount: 100 }],
    })
  const credit = (await give()).body.data
  await give()
  const ofCredit = { path: { vendorCreditId: credit.id } }
  await payables.allocateCredit(credit.id, { bill_external_id: 'c', amount: 100 })
  await api.call('getVendorCredit', ofCredit)
  await api.call('listVendorCredits', { query: { limit: 1, sort_by: 'total_amount' } })
  await api.call('getBill', { path: { billId: bill_id } })
  await api.call('listBills', { query: { limit: 1, sort_by: 'due_at' } })
  const refunding = { ...said, external_id: 'r', processor: 'p', amount: 60, method: 'CHECK' }
  const refund = () =>
    payables.createRefund({
      ...refunding,
      allocations: [
        { payment_id: paymentId, amount: 50 },
        { vendor_credit_external_id: 'k', amount: 10 },
      ],
    })
  const vendorRefundId = (await refund()).body.data.id
  await refund()
  await api.call('getVendorRefund', { path: { vendorRefundId } })
  await api.call('listVendorRefunds', { query: { limit: 1, sort_by: 'amount' } })
  const key_values = [{ key: 'refunded', value: 'yes' }]
  await api.call('applyTags', { body: { entity_type: 'VENDOR_REFUND', entity_ids: [vendorRefundId], key_values } })
  for (const _twice of [1, 2]) await payables.deleteRefund(vendorRefundId)
  await payables.takeBack(credit.allocations[0]?.id ?? '')
  await api.call('deleteVendorCredit', ofCredit)
  await payables.deletePayment(paymentId)
  await payables.books.api.call('deleteBillPaymentByDelete', { path: { paymentId } })
  await payables.books.api.call('updateBillByPatch', { path: { billId: bill_id }, body: { memo: null } })
  await payables.updateBill(bill_id, { terms: null, line_items: [billed('COGS', 5)] })
  await payables.voidBill(bill_id)
}

const REPORTS = [
  'getTrialBalance',
  'getProfitAndLoss',
  'getBalanceSheet',
  'getCashflowStatement',
  'getGeneralLedger',
  'getApAging',
  'getArAging',
] as const

/**
 * Every operation once at least, with every answer of success that it has.
 * @param caller that calls what is of the business
 */
export async function exerciseEverything(
  client: TestClient,
  caller: Api = client.api,
): Promise<{ books: Books; receivables: Exercised }> {
  const business = await client.business({ legal_name: 'Again', external_id: 'contract' })
  const books = new Books(caller, business)
  const { api } = books
  const anybody = client.api.as(undefined)
  await platformToken(anybody, client.id, client.secret)
  for (const name of ['getHealth', 'getReadiness', 'getJsonWebKeySet', 'getSealKeys'] as const) await anybody.call(name)

  await api.call('createBusiness', { body: { legal_name: 'Again', external_id: 'contract' } })
  await api.call('listBusinesses', { query: { limit: 1, include_archived: true } })
  await api.call('getBusiness')
  await api.call('updateBusiness', { body: { industry: 'Engines' } })
  await api.call('updateBusinessByPatch', { body: { industry: 'Looms' } })
  await api.call('issueBusinessToken', { body: { session_duration: 60 } })
  await api.call('getChartOfAccounts')
  const account = await api.call('createAccount', {
    body: { name: 'Till', account_subtype: 'CASH', stable_name: 'TILL' },
  })
  const till = { path: { accountId: account.body.data.id.id }, body: { name: 'The till' } }
  await api.call('updateAccount', till)
  await api.call('updateAccountByPatch', till)
  const tags = [{ key: 'store', value: 'one', dimension_display_name: 'Store' }]
  const body = sale(12, undefined, { external_id: 'e', memo: 'm', metadata: { a: 1 }, reference_number: 'r', tags })
  const { data } = (await api.call('postJournalEntry', { body })).body
  await api.call('postJournalEntry', { body })
  await api.call('postJournalEntries', { body: [body, sale(3)] })
  await api.call('getEntry', { path: { entryId: data.id } })
  for (const _twice of [1, 2]) await api.call('reverseEntry', { path: { entryId: data.id }, body: { memo: 'undo' } })
  await api.call('listEntries', { query: { limit: 2, sort_order: 'DESC' } })
  await api.call('listAccountLines', {
    path: { accountId: 'CASH' },
    query: { limit: 2, tag_key: 'store', tag_values: ['one'] },
  })
  const dimension = await api.call('createTagDimension', { body: { key: 'fund', user_visible: true } })
  const ofDimension = { path: { dimensionId: dimension.body.data.id } }
  await api.call('listTagDimensions', { query: { include_deleted: true } })
  await api.call('getTagDimension', ofDimension)
  await api.call('updateTagDimension', { ...ofDimension, body: { strictness: 'BALANCING' } })
  const value = await api.call('createTagValue', { ...ofDimension, body: { value: 'a' } })
  await api.call('createTagValue', { ...ofDimension, body: { value: 'a' } })
  await api.call('listTagValues', ofDimension)
  await api.call('updateTagValue', { path: { definitionId: value.body.data.id }, body: { display_name: 'A' } })
  const tagging = { entity_type: 'JOURNAL_ENTRY', entity_ids: [data.id], key_values: [{ key: 'fund', value: 'a' }] }
  await api.call('applyTags', { body: tagging })
  await api.call('removeTags', { body: tagging })
  await api.call('deleteTagDimension', ofDimension)
  await api.call('listAccountBalances', { query: { end_date: '2026-12-31' } })
  for (const report of REPORTS) await api.call(report)
  const { through } = (await api.call('getTrialBalance')).body.data
  const total = { report: 'TRIAL_BALANCE', row_key: 'TOTAL', column_key: 'debit' }
  await api.call('listReportLines', { query: { ...total, limit: 1 } })
  await api.call('listReportLines', { query: { ...total, report: 'AR_AGING', column_key: 'total' } })
  await api.call('getReportChanges', { query: { since: through, limit: 1 } })
  for (const operationId of EXPORT_OPERATIONS) await api.call(operationId)
  await api.call('exportBooks')
  const closing = { body: { year: 2026, ledger_activity_start_timestamp: '2026-01-01T00:00:00Z' } }
  await api.call('previewRetainedEarningsClosing', closing)
  const [action] = (await api.call('closeRetainedEarnings', closing)).body.data
  await api.call('closeRetainedEarnings', closing)
  await api.call('listClosingActions', { query: { limit: 1 } })
  const ofClosing = { path: { closingId: action?.id ?? '' } }
  await api.call('getClosingAction', ofClosing)
  for (const _twice of [1, 2]) await api.call('reverseClosingAction', ofClosing)
  await api.call('getAccountingConfiguration')
  await api.call('updateAccountingConfiguration', { body: { match_rounding_threshold: 5 } })
  const ofClient = { path: { clientId: client.id } }
  await api.call('getClientAccountingConfiguration', ofClient)
  await api.call('updateClientAccountingConfiguration', { ...ofClient, body: { enable_tax_estimates: true } })
  const processor = { path: { processor: 'stripe' } }
  await api.call('configureProcessor', { ...processor, body: { secret: 'kept as a secret' } })
  await api.call('getProcessorConfiguration', processor)
  const provider = { path: { provider: 'quickbooks' } }
  const { redirect_url } = (await api.call('authorizeConnection', provider)).body.data
  const { oauthServerUrl } = sharedStack().providers
  const callback = await new OAuthProviderDouble(oauthServerUrl, 'quickbooks').visit(redirect_url)
  await anybody.call('completeConnection', { ...provider, query: Object.fromEntries(callback.searchParams) })
  await api.call('getConnectionStatus', provider)
  await api.call('syncConnection', provider)
  await api.call('unlinkConnection', provider)
  await exerciseEvents(api)
  await exerciseBanking(books)
  await exercisePayables(books)
  const exercised = await exerciseReceivables(books)
  await exerciseTasks(books)
  await api.call('archiveBusiness')
  await api.call('archiveBusinessByPost')
  return { books, receivables: exercised }
}
