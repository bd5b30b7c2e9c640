/** Every id of one client, put by another client into every place an id fits, answers as an id that nobody has. */
import { beforeAll, describe, expect, test } from 'vitest'
import {
  Banking,
  bankingOf,
  bankingOperations,
  billed,
  credit,
  credited,
  cursorIn,
  debit,
  EXPORT_OPERATIONS,
  moneyIn,
  moneyOut,
  named,
  newClient,
  Payables,
  payablesOf,
  payablesOperations,
  Receivables,
  receivablesOf,
  receivablesOperations,
  ruleOn,
  sale,
  sold,
  target,
  taskOperations,
  tasksOf,
  type Answer,
  type BankingIds,
  type Books,
  type Call,
  type LineInput,
  type OperationId,
  type PagedId,
  type PayablesIds,
  type ReceivablesIds,
  type TaskIds,
  type TestClient,
} from './src/index.ts'
import { stateOf, leavesUntouched } from './src/untouched.ts'

const NOBODY = '00000000-0000-4000-8000-000000000000'
const SECRET = 'Confidential'

let owner: TestClient
let stranger: TestClient
let theirs: Books
let mine: Books
/** Ids of the owner that a stranger might have seen somewhere. */
let ids: Record<
  | ('account' | 'entry' | 'line' | 'tagDimension' | 'tagValue' | 'closing' | 'ledger')
  | keyof BankingIds
  | keyof PayablesIds
  | keyof ReceivablesIds
  | keyof TaskIds,
  string
>
let cursors: {
  businesses: string
  entries: string
  lines: string
  transactions: string
  bills: string
  invoices: string
  refundPayments: string
  postings: string
  tasks: string
}

beforeAll(async () => {
  ;[owner, stranger] = [await newClient(target(), 'owner'), await newClient(target(), 'stranger')]
  theirs = await owner.books({ legal_name: SECRET, external_id: SECRET, tin: SECRET, bookkeeping_enrolled: true })
  mine = await stranger.books({ bookkeeping_enrolled: true })
  await owner.business({ legal_name: SECRET })
  const account = await theirs.createAccount({
    name: SECRET,
    account_subtype: 'CASH',
    stable_name: 'SECRET_CASH',
    account_number: '7777',
  })
  const lines = [debit(account.id.id, 123_456_789), credit('SALES', 123_456_789)]
  const [entry] = await theirs.allPosted([
    sale(1, undefined, {
      line_items: lines,
      memo: SECRET,
      external_id: SECRET,
      tags: [{ key: SECRET, value: SECRET }],
    }),
    sale(1, undefined, { line_items: lines, memo: SECRET }),
  ])
  const closing = { year: 2026, ledger_activity_start_timestamp: '2026-01-01T00:00:00Z', memo: SECRET }
  const closed = await theirs.api.call('closeRetainedEarnings', { body: closing })
  ids = {
    account: account.id.id,
    entry: entry?.id ?? '',
    line: entry?.line_items[0]?.id ?? '',
    tagDimension: entry?.transaction_tags[0]?.dimension_id ?? '',
    tagValue: entry?.transaction_tags[0]?.definition_id ?? '',
    closing: closed.body.data[0]?.id ?? '',
    ledger: theirs.business.ledger_id,
    ...(await bankingOf(new Banking(theirs), SECRET)),
    ...(await payablesOf(new Payables(theirs), SECRET)),
    ...(await receivablesOf(new Receivables(theirs), SECRET)),
    ...(await tasksOf(theirs, SECRET)),
  }
  await theirs.api.call('createTask', { body: { title: SECRET } })
  const another = [{ customer_id: ids.customer, total_amount: 1 }]
  await new Receivables(theirs).refunded(another, [{ refunded_amount: 1, method: 'CASH' }])
  await new Receivables(theirs).createInvoice({ customer_id: ids.customer, line_items: [sold('SALES', 123_456_789)] })
  const listed = await owner.api.call('listBusinesses', { query: { limit: 1 } })
  cursors = {
    businesses: listed.body.meta.pagination.cursor ?? '',
    entries: (await theirs.entries({ limit: 1 })).meta.pagination.cursor ?? '',
    lines: (await theirs.lines(account.id.id, { limit: 1 })).meta.pagination.cursor ?? '',
    transactions: (await new Banking(theirs).list({ limit: 1 })).body.meta.pagination.cursor ?? '',
    bills: (await theirs.api.call('listBills', { query: { limit: 1 } })).body.meta.pagination.cursor ?? '',
    invoices: (await theirs.api.call('listInvoices', { query: { limit: 1 } })).body.meta.pagination.cursor ?? '',
    refundPayments: cursorIn(await theirs.api.call('listRefundPayments', { query: { limit: 1 } })) ?? '',
    postings: (await theirs.api.call('listPostings', { query: { limit: 1 } })).body.meta.pagination.cursor ?? '',
    tasks: (await theirs.api.call('listTasks', { query: { limit: 1 } })).body.meta.pagination.cursor ?? '',
  }
  await mine.posted(sale(1))
})

const category = { type: 'Category', category: 'SALES' }
const depository = { account_type: 'DEPOSITORY', account_subtype: 'CHECKING' }

const tagging = (id: string, entity_type = 'JOURNAL_ENTRY') => ({
  entity_type,
  entity_ids: [id],
  key_values: [{ key: 'mine', value: 'mine' }],
})

/** The answer without what differs from request to request anyway: its own id, and the id that was asked for. */
const comparable = (answer: Answer<unknown>, asked: string): string =>
  `${answer.status} ${answer.text.replaceAll(asked, '<id>').replaceAll(String(answer.headers['x-request-id']), '<request>')}`

function expectNothingOfTheirs({ text }: Answer<unknown>): void {
  for (const known of [SECRET, '123456789', theirs.id, ids.ledger]) expect(text).not.toContain(known)
}

/** Whatever was answered to an id that nobody has, wherever it was. */
const toNobody = new Set<string>()

/** The answer is one that nobody's id gets, too, but for the field that it is about. */
async function expectUnknown(ask: (id: string) => Promise<Answer<unknown>>, id: string): Promise<Answer<unknown>> {
  const real = await ask(id)
  const anywhere = (answer: Answer<unknown>, asked: string): string =>
    comparable(answer, asked).replaceAll(JSON.stringify(answer.refusal.field), '"<field>"')
  if (!toNobody.has(anywhere(real, id))) {
    const unknown = await ask(NOBODY)
    expect(comparable(real, id)).toBe(comparable(unknown, NOBODY))
    toNobody.add(anywhere(unknown, NOBODY))
  }
  expect(real.status).toBeGreaterThanOrEqual(400)
  expectNothingOfTheirs({ ...real, text: real.text.replaceAll(id, '') } as Answer<unknown>)
  return real
}

const operationsOfBanking = bankingOperations(() => ids)
const operationsOfPayables = payablesOperations(() => ids)
const operationsOfReceivables = receivablesOperations(() => ids)
const operationsOfTasks = taskOperations(() => ids)

describe('a business', () => {
  const operations: [OperationId, () => Call][] = [
    ['getBusiness', () => ({})],
    ['updateBusiness', () => ({ body: { legal_name: 'Mine now' } })],
    ['archiveBusiness', () => ({})],
    ['updateBusinessByPatch', () => ({ body: { legal_name: 'Mine now' } })],
    ['archiveBusinessByPost', () => ({})],
    ['issueBusinessToken', () => ({})],
    ['getChartOfAccounts', () => ({})],
    ['listAccountBalances', () => ({})],
    ['createAccount', () => ({ body: { name: 'Mine', account_subtype: 'CASH' } })],
    ['updateAccount', () => ({ path: { accountId: ids.account }, body: { name: 'Mine' } })],
    ['updateAccountByPatch', () => ({ path: { accountId: ids.account }, body: { name: 'Mine' } })],
    ['listAccountLines', () => ({ path: { accountId: ids.account } })],
    ['postJournalEntry', () => ({ body: sale(1) })],
    ['postJournalEntries', () => ({ body: [sale(1)] })],
    ['listEntries', () => ({})],
    ['getEntry', () => ({ path: { entryId: ids.entry } })],
    ['reverseEntry', () => ({ path: { entryId: ids.entry } })],
    ['getTrialBalance', () => ({})],
    ['getProfitAndLoss', () => ({})],
    ['getBalanceSheet', () => ({})],
    ['getCashflowStatement', () => ({})],
    ['getGeneralLedger', () => ({})],
    ['getApAging', () => ({})],
    ['getArAging', () => ({})],
    ['listReportLines', () => ({ query: { report: 'TRIAL_BALANCE', row_key: 'TOTAL', column_key: 'debit' } })],
    ['getReportChanges', () => ({ query: { since: '2026-01-31T00:00:00Z' } })],
    ...EXPORT_OPERATIONS.map((operationId): [OperationId, () => Call] => [operationId, () => ({})]),
    ['exportBooks', () => ({})],
    ['listEvents', () => ({})],
    ['listAuditLog', () => ({})],
    ['listVersions', () => ({ query: { aggregate_type: 'tag_dimension', aggregate_id: ids.tagDimension } })],
    ['getProof', () => ({})],
    ['getLatestSeals', () => ({})],
    ['listSeals', () => ({ query: { log: 'LEDGER' } })],
    ['getSeal', () => ({ path: { size: '1' }, query: { log: 'LEDGER' } })],
    ['listLeaves', () => ({ query: { log: 'BILLING' } })],
    ['listCurrentStates', () => ({ query: { log: 'BILLING' } })],
    ['proveInclusion', () => ({ query: { log: 'LEDGER', position: 1 } })],
    ['proveEntry', () => ({ path: { entryId: ids.entry } })],
    ['proveConsistency', () => ({ query: { log: 'BANKING', from: 1 } })],
    ['search', () => ({ query: { q: SECRET } })],
    ['createTagDimension', () => ({ body: { key: 'mine' } })],
    ['listTagDimensions', () => ({})],
    ['getTagDimension', () => ({ path: { dimensionId: ids.tagDimension } })],
    ['updateTagDimension', () => ({ path: { dimensionId: ids.tagDimension }, body: { key: 'mine' } })],
    ['deleteTagDimension', () => ({ path: { dimensionId: ids.tagDimension } })],
    ['createTagValue', () => ({ path: { dimensionId: ids.tagDimension }, body: { value: 'mine' } })],
    ['listTagValues', () => ({ path: { dimensionId: ids.tagDimension } })],
    ['updateTagValue', () => ({ path: { definitionId: ids.tagValue }, body: { value: 'mine' } })],
    ['applyTags', () => ({ body: tagging(ids.entry) })],
    ['removeTags', () => ({ body: tagging(ids.entry) })],
    ['previewRetainedEarningsClosing', () => ({ body: { year: 2026 } })],
    ['closeRetainedEarnings', () => ({ body: { year: 2026 } })],
    ['listClosingActions', () => ({})],
    ['getClosingAction', () => ({ path: { closingId: ids.closing } })],
    ['reverseClosingAction', () => ({ path: { closingId: ids.closing } })],
    ['authorizeConnection', () => ({ path: { provider: 'quickbooks' } })],
    ['getConnectionStatus', () => ({ path: { provider: 'quickbooks' } })],
    ['syncConnection', () => ({ path: { provider: 'quickbooks' } })],
    ['unlinkConnection', () => ({ path: { provider: 'quickbooks' } })],
    ['getAccountingConfiguration', () => ({})],
    ['updateAccountingConfiguration', () => ({ body: { closing_date: '2025-12-31' } })],
    ...operationsOfBanking,
    ...operationsOfPayables,
    ...operationsOfReceivables,
    ...operationsOfTasks,
  ]

  test('of somebody else is unknown to every operation', async () => {
    const before = await stateOf(theirs)
    const business = (await theirs.api.call('getBusiness')).body.data
    const unknown = await stranger.api.of(NOBODY).call('getBusiness')
    expect(unknown.refusal).toEqual({ status: 404, error_enum: 'BusinessNotFound', field: 'businessId' })
    for (const [operationId, call] of operations) {
      const answer = await stranger.api.of(theirs.id).call(operationId, call())
      expect([operationId, comparable(answer, theirs.id)]).toEqual([operationId, comparable(unknown, NOBODY)])
    }
    expect(await stateOf(theirs)).toEqual(before)
    expect((await theirs.api.call('getBusiness')).body.data).toEqual(business)
  })

  test('every operation on a business is among those', () => {
    const listed = new Set<string>(operations.map(([operationId]) => operationId))
    const missing = [...stranger.api.contract.operations.values()]
      .filter(({ path, operationId }) => path.includes('{businessId}') && !listed.has(operationId))
      .map(({ operationId }) => operationId)
    expect(missing, 'operations without a line in e2e/src/*-operations.ts or e2e/tenancy.e2e.test.ts').toEqual([])
  })

  test.each(['nonsense', "' OR 1=1 --", '%00', '00000000-0000-0000-0000-000000000000'])(
    '%j is unknown too',
    async (id) => {
      const answer = await stranger.api.of(id).call('getBusiness')
      expect(answer.refusal).toEqual({ status: 404, error_enum: 'BusinessNotFound', field: 'businessId' })
    },
  )

  test('of somebody else is in no listing, by whatever filter or cursor', async () => {
    const all = await stranger.api.call('listBusinesses', { query: { include_archived: true } })
    expect(all.body.data.map(({ id }) => id)).toEqual([mine.id])
    const found = await stranger.api.call('listBusinesses', { query: { external_id: SECRET } })
    expect(found.body.data).toEqual([])
    const paged = await stranger.api.call('listBusinesses', { query: { cursor: cursors.businesses } })
    expect(paged.refusal).toMatchObject({ status: 400, error_enum: 'InvalidCursor' })
    for (const answer of [all, paged]) expectNothingOfTheirs(answer)
  })

  test('may have the external_id of one of somebody else', async () => {
    const created = await stranger.api.call('createBusiness', { body: { legal_name: 'x', external_id: SECRET } })
    expect([created.status, created.body.data.id === theirs.id]).toEqual([201, false])
  })
})

describe('within the own business', () => {
  leavesUntouched(() => theirs)

  test('an entry of somebody else is unknown to reading and reversing', async () => {
    for (const operationId of ['getEntry', 'reverseEntry'] as const)
      for (const id of [ids.entry, ids.line]) {
        const answer = await expectUnknown((entryId) => mine.api.call(operationId, { path: { entryId } }), id)
        expect(answer.refusal).toEqual({ status: 404, error_enum: 'EntryNotFound', field: 'entryId' })
      }
  })

  test('an account of somebody else is unknown to lines, updates, parents and postings', async () => {
    const places: ((id: string) => Promise<Answer<unknown>>)[] = [
      (accountId) => mine.api.call('listAccountLines', { path: { accountId } }),
      (accountId) => mine.api.call('updateAccount', { path: { accountId }, body: { name: 'Mine' } }),
      (id) => mine.api.call('createAccount', { body: { name: 'x', account_subtype: 'CASH', parent_id: id } }),
      (id) => mine.api.call('updateAccount', { path: { accountId: 'TIPS' }, body: { parent_id: named(id) } }),
      (id) => mine.post(sale(1, undefined, { line_items: [debit(id, 1), credit('SALES', 1)] })),
      (id) => mine.postAll([sale(1), sale(1, undefined, { line_items: [debit('CASH', 1), credit(id, 1)] })]),
    ]
    for (const place of places)
      expect((await expectUnknown(place, ids.account)).refusal).toMatchObject({
        status: 404,
        error_enum: 'AccountNotFound',
      })
  })

  test('a customer and a vendor of somebody else are unknown to lines of entries', async () => {
    const posted = (line: LineInput) => mine.post(sale(1, undefined, { line_items: [line, credit('SALES', 1)] }))
    const places: [string, (id: string) => Promise<Answer<unknown>>, string][] = [
      [ids.customer, (id) => posted(debit('ACCOUNTS_RECEIVABLE', 1, { customer_id: id })), 'CustomerNotFound'],
      [ids.vendor, (id) => posted(debit('ACCOUNTS_PAYABLE', 1, { vendor_id: id })), 'VendorNotFound'],
    ]
    for (const [id, place, error_enum] of places)
      expect((await expectUnknown(place, id)).refusal).toMatchObject({ status: 404, error_enum })
  })

  test('a closing of somebody else is unknown to reading and reversing, and so is an account to close to', async () => {
    for (const operationId of ['getClosingAction', 'reverseClosingAction'] as const) {
      const answer = await expectUnknown(
        (closingId) => mine.api.call(operationId, { path: { closingId } }),
        ids.closing,
      )
      expect(answer.refusal).toEqual({ status: 404, error_enum: 'ClosingNotFound', field: 'closingId' })
    }
    const closeTo = (id: string) =>
      mine.api.call('closeRetainedEarnings', { body: { year: 2026, retained_earnings_target_account: named(id) } })
    expect((await expectUnknown(closeTo, ids.account)).refusal).toMatchObject({ error_enum: 'AccountNotFound' })
  })

  test('a tag dimension, a tag value and what carries tags of somebody else is unknown to every operation', async () => {
    const dimension = (operationId: OperationId, body?: unknown) => (dimensionId: string) =>
      mine.api.call(operationId, { path: { dimensionId }, ...(body === undefined ? {} : { body }) })
    const places: [id: string, (id: string) => Promise<Answer<unknown>>, error_enum: string][] = [
      [ids.tagDimension, dimension('getTagDimension'), 'TagDimensionNotFound'],
      [ids.tagDimension, dimension('updateTagDimension', { key: 'mine' }), 'TagDimensionNotFound'],
      [ids.tagDimension, dimension('deleteTagDimension'), 'TagDimensionNotFound'],
      [ids.tagDimension, dimension('createTagValue', { value: 'mine' }), 'TagDimensionNotFound'],
      [ids.tagDimension, dimension('listTagValues'), 'TagDimensionNotFound'],
      [
        ids.tagValue,
        (definitionId) => mine.api.call('updateTagValue', { path: { definitionId }, body: { value: 'mine' } }),
        'TagValueNotFound',
      ],
      ...(['applyTags', 'removeTags'] as const).flatMap((operationId): (typeof places)[number][] => [
        [ids.entry, (id) => mine.api.call(operationId, { body: tagging(id) }), 'EntityNotFound'],
        [ids.line, (id) => mine.api.call(operationId, { body: tagging(id, 'LINE_ITEM') }), 'EntityNotFound'],
      ]),
    ]
    for (const [id, place, error_enum] of places)
      expect((await expectUnknown(place, id)).refusal).toMatchObject({ status: 404, error_enum })
    for (const answer of [await mine.api.call('listTagDimensions', { query: { include_deleted: true } })])
      expectNothingOfTheirs(answer)
  })

  test('bank accounts, transactions, rules and postings of somebody else are unknown to every operation', async () => {
    const nested = operationsOfBanking.filter(([, call]) => call().path !== undefined)
    expect(nested.length).toBeGreaterThan(15)
    for (const [operationId, call] of nested) {
      const { path = {}, ...rest } = call()
      const [[name, id] = ['', '']] = Object.entries(path)
      // An opening balance that is not there is unknown, too: of their account nothing more may be told.
      const answer = await expectUnknown((one) => mine.api.call(operationId, { ...rest, path: { [name]: one } }), id)
      expect([operationId, answer.refusal.status, answer.refusal.field]).toEqual([operationId, 404, name])
    }
  })

  test('what belongs to banking of somebody else is unknown wherever a body names it', async () => {
    const banking = new Banking(mine)
    const account = await banking.account('mine')
    const [own] = await banking.imported(account.id, [moneyOut('own', 123_456_789)])
    const transactionId = own?.id ?? ''
    const places: [id: string, (id: string) => Promise<Answer<unknown>>, error_enum: string][] = [
      [
        ids.bankAccount,
        (id) => banking.createAccount({ external_id: 'x', account_name: 'x', ...depository, bank_account_id: id }),
        'BankAccountNotFound',
      ],
      [ids.transaction, (id) => banking.decideAll([{ transaction_id: id, ...category }]), 'BankTransactionNotFound'],
      [ids.transaction, (id) => banking.match(transactionId, id), 'MatchNotFound'],
      [ids.entry, (id) => banking.match(transactionId, id), 'MatchNotFound'],
      [ids.account, (id) => banking.categorize(transactionId, id), 'AccountNotFound'],
      [ids.bankLedger, (id) => banking.categorize(transactionId, named(id)), 'AccountNotFound'],
      [ids.bankLedger, (id) => banking.split(transactionId, { category: id, amount: 123_456_789 }), 'AccountNotFound'],
      [ids.account, (id) => banking.import(account.id, [moneyIn('y', 1, { category: id })]), 'AccountNotFound'],
      [ids.bankAccount, (id) => banking.createRule(ruleOn({ bank_account_ids: [id] })), 'BankAccountNotFound'],
      [
        ids.externalAccount,
        (id) => banking.createRule(ruleOn({ external_account_ids: [id] })),
        'ExternalAccountNotFound',
      ],
      [ids.counterparty, (id) => banking.createRule(ruleOn({ counterparty_id: id })), 'CounterpartyNotFound'],
      [
        ids.account,
        (id) => banking.createRule({ ...ruleOn({ description_contains: 'x' }), category: id }),
        'AccountNotFound',
      ],
      ...(['applyTags', 'removeTags'] as const).flatMap((operationId): (typeof places)[number][] => [
        [ids.bankAccount, (id) => mine.api.call(operationId, { body: tagging(id, 'BANK_ACCOUNT') }), 'EntityNotFound'],
        [
          ids.transaction,
          (id) => mine.api.call(operationId, { body: tagging(id, 'BANK_TRANSACTION') }),
          'EntityNotFound',
        ],
      ]),
    ]
    for (const [id, place, error_enum] of places)
      expect((await expectUnknown(place, id)).refusal).toMatchObject({ status: 404, error_enum })
  })

  test('no filter, cursor or listing of banking finds anything of somebody else', async () => {
    const queries = [
      { bank_account_ids: ids.bankAccount },
      { external_account_ids: ids.externalAccount },
      { counterparty_id: ids.counterparty },
      { rule_id: ids.rule },
      { category: ids.account },
      { description_filter: SECRET },
      { description_filter_regex: SECRET },
      { q: SECRET },
      { external_ids: `${SECRET} 1` },
      { tag_key: SECRET, tag_values: [SECRET] },
    ]
    for (const query of queries) expect([query, await new Banking(mine).all(query)]).toEqual([query, []])
    const paged = await new Banking(mine).list({ cursor: cursors.transactions })
    expect(paged.refusal).toEqual({ status: 400, error_enum: 'InvalidCursor', field: 'cursor' })
    const listings = [
      'listBankAccounts',
      'listExternalAccounts',
      'listBankTransactions',
      'listCategories',
      'listCounterparties',
      'listCategorizationRules',
      'listPostings',
      'getBusinessNotifications',
      'listEvents',
    ] as const
    for (const operationId of listings) expect((await mine.api.call(operationId)).text).not.toContain(SECRET)
    expect(
      (await mine.api.call('listExternalAccounts', { query: { bank_account_id: ids.bankAccount } })).body.data,
    ).toEqual([])
    expect((await mine.api.call('listPostings', { query: { source_id: ids.transaction } })).body.data).toEqual([])
  })

  test('vendors, bills, payments, credits and their postings of somebody else are unknown to every operation', async () => {
    const nested: [OperationId, () => Call][] = [
      ...operationsOfPayables.filter(([, call]) => call().path !== undefined),
      ['getBill', () => ({ path: { billId: ids.expense } })],
      ['voidBill', () => ({ path: { billId: ids.expense } })],
      ['retryPosting', () => ({ path: { postingId: ids.billPosting } })],
    ]
    expect(nested.length).toBeGreaterThan(12)
    for (const [operationId, call] of nested) {
      const { path = {}, ...rest } = call()
      const [[name, id] = ['', '']] = Object.entries(path)
      const answer = await expectUnknown((one) => mine.api.call(operationId, { ...rest, path: { [name]: one } }), id)
      expect([operationId, answer.refusal.status, answer.refusal.field]).toEqual([operationId, 404, name])
    }
  })

  test('what belongs to payables of somebody else is unknown wherever a body names it', async () => {
    const payables = new Payables(mine)
    const vendor = await payables.vendor('mine')
    const bill = await payables.received(vendor, [billed('COGS', 123)])
    const payment = await payables.paid(100, [], { vendor_id: vendor.id })
    const vendorCredit = await payables.credit(vendor, [credited('COGS', 100)])
    const line_items = [billed('COGS', 1)]
    const of = (more: object) => ({ vendor_id: vendor.id, line_items, ...more })
    const paying = (more: object) => payables.createPayment({ vendor_id: vendor.id, method: 'ACH', amount: 9, ...more })
    const crediting = (more: object) => payables.createCredit({ ...of({ line_items: [credited('COGS', 9)] }), ...more })
    type Place = [id: string, (id: string) => Promise<Answer<unknown>>, error_enum: string]
    const vendors: Place[] = [
      [ids.vendor, (id) => payables.createBill(of({ vendor_id: id })), 'VendorNotFound'],
      [ids.vendor, (id) => payables.createBills([of({}), of({ vendor_id: id })]), 'VendorNotFound'],
      [ids.vendor, (id) => payables.createExpense({ method: 'CASH', ...of({ vendor_id: id }) }), 'VendorNotFound'],
      [ids.vendor, (id) => payables.updateBill(bill.id, { vendor_id: id }), 'VendorNotFound'],
      [ids.vendor, (id) => paying({ vendor_id: id }), 'VendorNotFound'],
      [ids.vendor, (id) => crediting({ vendor_id: id }), 'VendorNotFound'],
      [SECRET, (id) => payables.createBill({ vendor_external_id: id, line_items }), 'VendorNotFound'],
    ]
    const bills: Place[] = [
      [ids.bill, (id) => paying({ allocations: [{ bill_id: id, amount: 1 }] }), 'BillNotFound'],
      [ids.expense, (id) => paying({ allocations: [{ bill_id: id, amount: 1 }] }), 'BillNotFound'],
      [SECRET, (id) => paying({ allocations: [{ bill_external_id: id, amount: 1 }] }), 'BillNotFound'],
      [ids.bill, (id) => payables.allocate(payment.id, { bill_id: id, amount: 1 }), 'BillNotFound'],
      [ids.bill, (id) => crediting({ allocations: [{ bill_id: id, amount: 1 }] }), 'BillNotFound'],
      [ids.bill, (id) => payables.allocateCredit(vendorCredit.id, { bill_id: id, amount: 1 }), 'BillNotFound'],
    ]
    const clearing = (id: string) => ({ payment_clearing_account_identifier: named(id) })
    const prepaid = (id: string) => [billed('COGS', 1, { prepayment_account_identifier: named(id) })]
    const accounts: Place[] = [
      [ids.account, (id) => payables.createBill(of({ line_items: [billed(id, 1)] })), 'AccountNotFound'],
      [ids.account, (id) => payables.updateBill(bill.id, { line_items: prepaid(id) }), 'AccountNotFound'],
      [ids.account, (id) => payables.createExpense({ method: 'CASH', ...of(clearing(id)) }), 'AccountNotFound'],
      [ids.account, (id) => paying(clearing(id)), 'AccountNotFound'],
      [ids.account, (id) => crediting({ line_items: [credited(id, 1)] }), 'AccountNotFound'],
    ]
    const tagged = (['applyTags', 'removeTags'] as const).flatMap((operationId) =>
      (
        [
          ['VENDOR', ids.vendor],
          ['BILL', ids.bill],
          ['BILL', ids.expense],
          ['BILL_PAYMENT', ids.billPayment],
          ['VENDOR_CREDIT', ids.vendorCredit],
          ['VENDOR_REFUND', ids.vendorRefund],
        ] as const
      ).map(([type, id]): Place => [
        id,
        (one) => mine.api.call(operationId, { body: tagging(one, type) }),
        'EntityNotFound',
      ]),
    )
    for (const [id, place, error_enum] of [...vendors, ...bills, ...accounts, ...tagged])
      expect((await expectUnknown(place, id)).refusal).toMatchObject({ status: 404, error_enum })
    const line = (id: string) => payables.updateBill(bill.id, { line_items: [billed('COGS', 1, { id })] })
    expect((await expectUnknown(line, ids.lineItem)).refusal).toMatchObject({
      status: 400,
      error_enum: 'InvalidPayload',
    })
  })

  test('no filter, cursor or listing of payables finds anything of somebody else', async () => {
    const payables = new Payables(mine)
    const everywhere = [
      { external_id: SECRET },
      { reference_number: SECRET },
      { tag_key: SECRET, tag_values: [SECRET] },
    ]
    const ofDocuments = [...everywhere, { vendor_id: ids.vendor }, { vendor_external_id: SECRET }]
    const queries: [PagedId, Call['query'][]][] = [
      ['listVendors', [...everywhere, { q: SECRET }, { email: `${SECRET}@vendors.example` }]],
      ['listBills', ofDocuments],
      ['listBillPayments', [...ofDocuments, { bill_id: ids.bill }]],
      ['listVendorCredits', [...ofDocuments, { bill_id: ids.bill }]],
      ['listVendorRefunds', [...ofDocuments, { payment_id: ids.billPayment }, { vendor_credit_id: ids.vendorCredit }]],
      ['listPostings', [{ source_id: ids.bill }, { source_id: ids.billPayment }]],
    ]
    for (const [operationId, all] of queries) {
      for (const query of all)
        expect([operationId, query, await payables.all(operationId, query)]).toEqual([operationId, query, []])
      expect((await mine.api.call(operationId)).text).not.toContain(SECRET)
    }
    for (const [operationId, cursor] of [
      ['listBills', cursors.bills],
      ['listPostings', cursors.postings],
    ] as const)
      expect((await mine.api.call(operationId, { query: { cursor } })).refusal).toEqual({
        status: 400,
        error_enum: 'InvalidCursor',
        field: 'cursor',
      })
  })

  test('customers, invoices, payments, refunds, payouts and their postings of somebody else are unknown to every operation', async () => {
    const own = new Receivables(mine)
    const { id: invoiceId } = await own.sent(await own.customer('mine'), [sold('SALES', 1)])
    const nested: [OperationId, () => Call][] = [
      ...operationsOfReceivables.filter(([, call]) => call().path !== undefined),
      ['retryPosting', () => ({ path: { postingId: ids.invoicePosting } })],
    ]
    expect(nested.length).toBeGreaterThan(12)
    for (const [operationId, call] of nested) {
      const { path = {}, ...rest } = call()
      // A write-off is looked for on its invoice.
      const name = 'invoiceId' in path ? 'invoiceId' : (Object.keys(path)[0] ?? '')
      const ask = (one: string) => mine.api.call(operationId, { ...rest, path: { ...path, [name]: one } })
      const answer = await expectUnknown(ask, path[name] ?? '')
      expect([operationId, answer.refusal.status, answer.refusal.field]).toEqual([operationId, 404, name])
    }
    const answer = await expectUnknown((writeOffId) => own.undoWriteOff(invoiceId, writeOffId), ids.writeOff)
    expect(answer.refusal).toEqual({ status: 404, error_enum: 'WriteOffNotFound', field: 'writeOffId' })
  })

  test('what belongs to receivables of somebody else is unknown wherever a body names it', async () => {
    const own = new Receivables(mine)
    const customer = await own.customer('mine')
    const invoice = await own.sent(customer, [sold('SALES', 123)], { payments: [{ method: 'CASH', amount: 100 }] })
    const refund = await own.refunded([{ invoice_id: invoice.id, total_amount: 1 }])
    const of = (more: object) => ({ customer_id: customer.id, line_items: [sold('SALES', 1)], ...more })
    const change = (more: object) => own.updateInvoice(invoice.id, more)
    const pay = (more: object) => own.createPayment({ customer_id: customer.id, method: 'CASH', amount: 1, ...more })
    const payInvoice = (more: object) => own.payInvoice(invoice.id, { method: 'CASH', amount: 1, ...more })
    const line = (more: object) => ({ line_items: [{ amount: 1, ...more }] })
    type Ask = (id: string) => Promise<Answer<unknown>>
    type Place = [id: string, ask: Ask, error_enum: string]
    /** Wherever a refund can hang on something. */
    const refunding = [
      (allocation: object) => own.createRefund({ allocations: [{ total_amount: 1, ...allocation }] }),
      (allocation: object) => own.updateRefund(refund.id, { allocations: [{ total_amount: 1, ...allocation }] }),
    ] as const
    const customers: Place[] = [
      [ids.customer, (id) => own.createInvoice(of({ customer_id: id })), 'CustomerNotFound'],
      [ids.customer, (id) => own.createInvoices([of({}), of({ customer_id: id })]), 'CustomerNotFound'],
      [ids.customer, (id) => change({ customer_id: id }), 'CustomerNotFound'],
      [SECRET, (id) => change({ customer_external_id: id }), 'CustomerNotFound'],
      [ids.customer, (id) => pay({ customer_id: id }), 'CustomerNotFound'],
      [SECRET, (id) => pay({ customer_id: undefined, customer_external_id: id }), 'CustomerNotFound'],
      ...refunding.map((ask): Place => [ids.customer, (id) => ask({ customer_id: id }), 'CustomerNotFound']),
    ]
    const documents: Place[] = [
      [ids.invoice, (id) => pay({ allocations: [{ invoice_id: id, amount: 1 }] }), 'InvoiceNotFound'],
      [SECRET, (id) => pay({ allocations: [{ invoice_external_id: id, amount: 1 }] }), 'InvoiceNotFound'],
      ...refunding.flatMap((ask): Place[] => [
        [ids.invoice, (id) => ask({ invoice_id: id }), 'InvoiceNotFound'],
        [SECRET, (id) => ask({ invoice_external_id: id }), 'InvoiceNotFound'],
        [ids.invoicePayment, (id) => ask({ invoice_payment_id: id }), 'InvoicePaymentNotFound'],
        [SECRET, (id) => ask({ invoice_payment_external_id: id }), 'InvoicePaymentNotFound'],
        [ids.invoiceLineItem, (id) => ask({ invoice_line_item_id: id }), 'InvalidPayload'],
      ]),
      [ids.invoiceLineItem, (id) => change({ line_items: [sold('SALES', 123, { id })] }), 'InvalidPayload'],
      [
        ids.refundAllocation,
        (id) => own.updateRefund(refund.id, { allocations: [{ id, invoice_id: invoice.id, total_amount: 1 }] }),
        'InvalidPayload',
      ],
      [
        ids.refundPayment,
        (id) => own.updateRefund(refund.id, { payments: [{ id, refunded_amount: 1, method: 'CASH' }] }),
        'InvalidPayload',
      ],
      [
        ids.invoicePayment,
        (id) => own.createPayout({ paid_out_amount: 1, payments: [{ id }] }),
        'InvoicePaymentNotFound',
      ],
      [
        ids.refundPayment,
        (id) => own.createPayout({ paid_out_amount: 1, refund_payments: [{ id }] }),
        'RefundPaymentNotFound',
      ],
      [
        SECRET,
        (id) => own.createPayout({ paid_out_amount: 1, payments: [{ external_id: id }] }),
        'InvoicePaymentNotFound',
      ],
    ]
    const clearing = (id: string) => ({ payment_clearing_account_identifier: named(id) })
    const paidOut = (id: string) => ({ method: 'CASH', refunded_amount: 1, ...clearing(id) })
    const fee = (id: string) => ({
      ...{ method: 'CASH', refunded_amount: 1 },
      refunded_payment_fees: [{ account: named(id), fee_amount: 1 }],
    })
    const sent = (more: object) => own.createInvoice(of(more))
    const prepaid = (id: string) => ({ prepayment_account_identifier: named(id) })
    const onAccounts: Ask[] = [
      (id) => sent({ line_items: [sold(id, 1)] }),
      (id) => sent({ tips: 1, tips_account: named(id) }),
      (id) => change({ tips_account: named(id) }),
      (id) => change({ line_items: [sold(id, 123)] }),
      (id) => own.createInvoices([of({ line_items: [sold('SALES', 1, prepaid(id))] })]),
      (id) => pay(clearing(id)),
      (id) => payInvoice({ dedicated_refunds: [line({ account_identifier: named(id) })] }),
      (id) => own.writeOff(invoice.id, { amount: 1, destination_ledger_account: named(id) }),
      (id) => own.refundInvoice(invoice.id, fee(id)),
      (id) => refunding[0]({ customer_id: customer.id, ...line(prepaid(id)) }),
      (id) => own.updateRefund(refund.id, { payments: [paidOut(id)] }),
      (id) => {
        const settled = { amount: 1, direction: 'CREDIT', account_identifier: named(id) }
        return own.createPayout({ paid_out_amount: 1, other_transactions: [settled] })
      },
    ]
    const tagged = (['applyTags', 'removeTags'] as const).flatMap((operationId) =>
      (
        [
          ['CUSTOMER', ids.customer],
          ['INVOICE', ids.invoice],
          ['INVOICE_PAYMENT', ids.invoicePayment],
          ['REFUND', ids.refund],
          ['PAYOUT', ids.payout],
        ] as const
      ).map(([type, id]): Place => [
        id,
        (one) => mine.api.call(operationId, { body: tagging(one, type) }),
        'EntityNotFound',
      ]),
    )
    const places = [
      ...customers,
      ...documents,
      ...onAccounts.map((ask): Place => [ids.account, ask, 'AccountNotFound']),
      ...tagged,
    ]
    for (const [id, place, error_enum] of places)
      expect((await expectUnknown(place, id)).refusal).toMatchObject({
        status: error_enum === 'InvalidPayload' ? 400 : 404,
        error_enum,
      })
  })

  test('no filter, cursor or listing of receivables finds anything of somebody else', async () => {
    const own = new Receivables(mine)
    const everywhere = [
      { external_id: SECRET },
      { reference_number: SECRET },
      { tag_key: SECRET, tag_values: [SECRET] },
    ]
    const ofCustomers = [...everywhere, { customer_id: ids.customer }, { customer_external_id: SECRET }]
    const queries: [PagedId, Call['query'][]][] = [
      ['listCustomers', [...everywhere, { q: SECRET }, { email: `${SECRET}@customers.example` }]],
      ['listInvoices', ofCustomers],
      ['listInvoicePayments', [...ofCustomers, { invoice_id: ids.invoice }, { processor: SECRET }]],
      ['listRefunds', [...ofCustomers, { invoice_id: ids.invoice }, { invoice_payment_id: ids.invoicePayment }]],
      ['listPayouts', [...everywhere, { processor: SECRET }]],
      ['listPostings', [{ source_id: ids.invoice }, { source_id: ids.refund }]],
    ]
    for (const [operationId, all] of queries) {
      for (const query of all)
        expect([operationId, query, await own.all(operationId, query)]).toEqual([operationId, query, []])
      expect((await mine.api.call(operationId)).text).not.toContain(SECRET)
    }
    for (const query of [{ external_id: SECRET }, { reference_number: SECRET }, { processor: SECRET }])
      expect([query, await own.refundPayments(query)]).toEqual([query, []])
    expect((await mine.api.call('listRefundPayments')).text).not.toContain(SECRET)
    for (const [operationId, cursor] of [
      ['listInvoices', cursors.invoices],
      ['listRefundPayments', cursors.refundPayments],
    ] as const) {
      expect(cursor).not.toBe('')
      expect((await mine.api.call(operationId, { query: { cursor } })).refusal).toEqual({
        status: 400,
        error_enum: 'InvalidCursor',
        field: 'cursor',
      })
    }
  })

  test('tasks of somebody else are unknown by their ids, filters and cursors', async () => {
    const everything = async () =>
      (await Promise.all([theirs, mine].map(({ api }) => api.call('listTasks')))).map(({ body }) => body.data)
    const before = await everything()
    for (const [operationId, call] of operationsOfTasks.filter(([, one]) => one().path !== undefined)) {
      const ask = (taskId: string) => mine.api.call(operationId, { ...call(), path: { taskId } })
      expect((await expectUnknown(ask, ids.task)).refusal).toEqual({
        status: 404,
        error_enum: 'TaskNotFound',
        field: 'taskId',
      })
    }
    for (const query of [{}, { external_id: SECRET }, { reference_number: SECRET }])
      expect((await mine.api.call('listTasks', { query })).body.data).toEqual([])
    const { refusal } = await mine.api.call('listTasks', { query: { cursor: cursors.tasks } })
    expect([cursors.tasks === '', refusal.error_enum]).toEqual([false, 'InvalidCursor'])
    expect(await everything()).toEqual(before)
  })

  test('a stable name of somebody else is unknown, and free', async () => {
    const byName = await mine.api.call('listAccountLines', { path: { accountId: 'SECRET_CASH' } })
    expect(byName.refusal).toMatchObject({ status: 404, error_enum: 'AccountNotFound' })
    await mine.createAccount({ name: 'x', account_subtype: 'CASH', stable_name: 'SECRET_CASH', account_number: '7777' })
  })

  test('a cursor of somebody else is invalid', async () => {
    const answers = [
      await mine.api.call('listEntries', { query: { cursor: cursors.entries } }),
      await mine.api.call('listAccountLines', { path: { accountId: 'CASH' }, query: { cursor: cursors.lines } }),
    ]
    for (const answer of answers) {
      expect(answer.refusal).toEqual({ status: 400, error_enum: 'InvalidCursor', field: 'cursor' })
      expectNothingOfTheirs(answer)
    }
  })

  test('filters find nothing of somebody else', async () => {
    const queries = [{ external_id: SECRET }, { tag_key: SECRET, tag_values: [SECRET] }]
    for (const query of queries) expect((await mine.entries(query)).data).toEqual([])
    const lines = await mine.lines('SALES', { tag_key: SECRET, tag_values: [SECRET] })
    expect(lines.data).toEqual([])
  })

  test('the same words make tags and entries of its own', async () => {
    const own = await mine.post(sale(1, undefined, { external_id: SECRET, tags: [{ key: SECRET, value: SECRET }] }))
    expect(own.status).toBe(201)
    expect(own.body.data.transaction_tags[0]?.dimension_id).not.toBe(ids.tagDimension)
    expect(own.body.data.id).not.toBe(ids.entry)
  })

  test('balances and reports hold nothing of somebody else', async () => {
    for (const answer of [
      await mine.api.call('listAccountBalances', { query: { include_archived: true } }),
      await mine.api.call('getChartOfAccounts', { query: { include_archived: true } }),
      await mine.api.call('getTrialBalance'),
    ])
      expectNothingOfTheirs(answer)
  })
})

test('between two businesses of one client an id is just as unknown', async () => {
  const other = await owner.books()
  const calls = [
    other.api.call('getEntry', { path: { entryId: ids.entry } }),
    other.reverse(ids.entry),
    other.api.call('listAccountLines', { path: { accountId: ids.account } }),
    other.post(sale(1, undefined, { line_items: [debit(ids.account, 1), credit('SALES', 1)] })),
  ]
  for (const call of calls) expect((await call).status).toBe(404)
  const cursor = await other.api.call('listEntries', { query: { cursor: cursors.entries } })
  expect(cursor.refusal).toMatchObject({ error_enum: 'InvalidCursor' })
})
