/** What each use case of banking refuses, one case each, with the wrong field; nothing is written. */
import { TagsService } from '@pacioli/protos/ledger'
import { clientOfService, type BusinessWrite } from '@pacioli/rpc'
import { digestOf, refusalsOf } from '@pacioli/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestAccount, type TestAccount } from './bank-accounts/bank-accounts.test-helpers.ts'
import { withoutHeadroom, startTestBanking, type TestBanking } from './banking.test-helpers.ts'
import {
  asCategory,
  asSplit,
  closeBooks,
  EXCLUSION,
  load,
  openTestBooks,
  RENT,
  type TestBooks,
} from './categorization/categorization.test-helpers.ts'
import { aDocument, announce } from './matching/documents.test-helpers.ts'
import { changeOf, makeRule, ruleInput, type Change } from './rules/rules.test-helpers.ts'
import { mapping } from './statement-import/formats/formats.test-helpers.ts'
import { importTestTransactions, testInput } from './statement-import/imports.test-helpers.ts'
import {
  applyTagsToTransactions,
  archiveBankAccount,
  archiveExternalAccount,
  categorizeTransaction,
  categorizeTransactions,
  createBankAccount,
  createCustomAccount,
  createOpeningBalance,
  createRule,
  getBankAccount,
  importStatement,
  importTransactions,
  listBankAccounts,
  listExternalAccounts,
  matchTransaction,
  removeTagsFromTransactions,
  uncategorizeTransaction,
  updateBankAccount,
  updateConnection,
  updateRule,
} from './use-cases.test-helpers.ts'

const MAX = Number.MAX_SAFE_INTEGER
const UNKNOWN = '00000000-0000-4000-8000-000000000000'
const ARCHIVED = [{ key: 'shop', value: 'gone' }]
/** Carried by the transaction whose posting is blocked. */
const BLOCKED = { key: 'store', value: 'a' }
const TWICE = ['a', 'b'].map((value) => ({ key: 'store', value }))
const KIND = { account_type: 'DEPOSITORY', account_subtype: 'CHECKING' }
const NO_TAG = { dimensionId: '', definitionId: '' }
const SALES = { type: 'StableName', stable_name: 'SALES' }

const named = (stable_name: string, party: object = {}) => ({ type: 'StableName', stable_name, ...party })
const OF_CUSTOMER = { customer_id: UNKNOWN }
const OF_VENDOR = { vendor_id: UNKNOWN }

const ACCOUNTS = ['savings', 'huge', 'closed', 'ofArchived'] as const

let banking: TestBanking
let books: TestBooks
let request: BusinessWrite
let accounts: Record<(typeof ACCOUNTS)[number], TestAccount>
let rule: { id: string }
/** Transactions by their names. */
const ids: Record<string, string> = {}
const the = (name: string): string => ids[name] ?? ''
let archivedAccount: { type: string; id: string }
/** A vendor that billing has. */
const known = '00000000-0000-4000-8000-000000000001'
let digestBefore: Record<string, string>

const bankAccount = (more: object) => ({ account_name: 'x', ...KIND, institution: null, tags: [], ...more })
const digest = () => digestOf(banking.adminUrl, request.businessId)
const caller = () => ({ context: { clientId: request.clientId, businessId: request.businessId } })
const open = (external_id: string) => openTestAccount(banking, request, { external_id, account_name: external_id })

/** One whose bank account has a name here, too. */
const NAMED_HUGE = { external_id: 'huge', account_name: 'huge' }
const ofHuge = () => ({ bank_account_id: accounts.huge.bankAccountId })

async function openHuge(): Promise<TestAccount> {
  const { data } = await createBankAccount(banking, request, bankAccount({ external_id: 'huge' }))
  return openTestAccount(banking, request, { ...NAMED_HUGE, bank_account_id: data?.id ?? '' })
}

/** Each transaction under its name, on its account. */
async function importNamed(account: TestAccount, inputs: Record<string, object>): Promise<void> {
  const imported = await importTestTransactions(banking, request, account.externalAccountId, Object.values(inputs))
  for (const [index, name] of Object.keys(inputs).entries()) ids[name] = imported[index]?.id ?? ''
}

async function archiveInChart(account_id: string): Promise<void> {
  await banking.ledger.accounts.UpdateAccount({ account_id, archived: true }, caller())
}

/** An existing value, on a transaction and on its document. */
async function archiveTagValue(): Promise<void> {
  const { client, close } = clientOfService(TagsService, { target: banking.ledgerProcess.target, count: 1 })
  const { tags, amount } = await load(banking, request, the('tagged'))
  const [{ dimensionId: dimension_id, definitionId: definition_id } = NO_TAG] = tags
  const parts = [{ amount, tags: [{ dimension_id, definition_id }] }]
  const document = aDocument({ amount, parts, clearingAccountId: books.fees })
  await announce(banking, request, document)
  ids['document'] = document.id
  await client.UpdateTagValue({ definition_id, is_archived: true }, caller())
  close()
}

/** The balance of the category is nearly the largest safe integer: what exceeds that is refused, after the decision. */
async function holdUp(): Promise<void> {
  expect((await categorizeTransaction(banking, request, asCategory(the('first')))).posting).toBe('posted')
  for (const id of ['blocked', 'blockedReady'])
    expect((await categorizeTransaction(withoutHeadroom(banking), request, asCategory(the(id)))).posting).toBe('failed')
  await uncategorizeTransaction(banking, request, the('blockedReady'))
}

beforeAll(async () => {
  banking = await startTestBanking()
  books = await openTestBooks(banking)
  request = books.request
  banking.billingPeer.aggregates.set(request.businessId, [{ type: 'vendor', id: known }])
  const [savings, huge, closed, ofArchived, full] = [
    await open('savings'),
    await openHuge(),
    await open('closed'),
    await open('archived in the chart'),
    await open('full'),
  ]
  accounts = { savings, huge, closed, ofArchived }
  const { message } = await banking.ledger.accounts.CreateAccount(
    { name: 'Old', account_subtype: 'OTHER_EXPENSES' },
    caller(),
  )
  archivedAccount = { type: 'AccountId', id: message.data?.id?.id ?? '' }
  rule = await makeRule(banking, request, { conditions: { description_contains: 'nothing of the kind' } })
  await importNamed(books.account, {
    waiting: {},
    pending: { pending: true },
    sent: { amount: 700 },
    early: { amount: 800, date: '2025-12-31' },
    toArchived: { amount: 900 },
    tagged: { amount: 600, tags: ARCHIVED },
  })
  await importNamed(savings, {
    matched: { amount: 700, direction: 'CREDIT' },
    earlyTwin: { amount: 800, direction: 'CREDIT', date: '2025-12-31' },
    blockedTwin: { amount: MAX, direction: 'CREDIT' },
  })
  await importNamed(ofArchived, { received: { amount: 900, direction: 'CREDIT' } })
  await importNamed(full, {
    first: { amount: MAX - 700 },
    blocked: { amount: MAX, tags: [BLOCKED] },
    blockedReady: { amount: MAX },
  })
  await importNamed(huge, { a: { amount: MAX, direction: 'CREDIT' }, b: { amount: MAX, direction: 'CREDIT' } })
  await matchTransaction(banking, request, { transaction_id: the('sent'), match_id: the('matched') })
  await archiveBankAccount(banking, request, closed.bankAccountId)
  for (const id of [archivedAccount.id, ofArchived.ledgerAccountId]) await archiveInChart(id)
  await archiveTagValue()
  await holdUp()
  await closeBooks(banking, request, '2025-12-31')
  digestBefore = await digest()
})
afterAll(() => banking.stop())

type Case = [useCase: string, error: string, field: string | undefined, ask: () => Promise<unknown>]

const refuses = (cases: readonly Case[]): void =>
  test.each(cases)('%s: %s of %s', async (_useCase, error, field, ask) => {
    expect(await refusalsOf(ask())).toEqual([[error, field]])
  })

describe('an account', () => {
  const bank = (more: object) => createBankAccount(banking, request, bankAccount(more))
  const custom = (more: object) =>
    createCustomAccount(banking, request, { external_id: 'new', account_name: 'x', ...KIND, ...more })
  const connect = (external_account_id: string) =>
    updateConnection(banking, request, { external_account_id, is_syncing: true, cleared: [] })
  const WRONG = { account_type: 'CREDIT', account_subtype: 'CHECKING' }
  const huge = () => ({ bank_account_id: accounts.huge.bankAccountId, cleared: [] })

  refuses([
    ['createBankAccount', 'AccountTypeMismatch', 'account_subtype', () => bank(WRONG)],
    ['createBankAccount', 'TagValueArchived', 'tags.0', () => bank({ tags: ARCHIVED })],
    ['createBankAccount', 'AmountOutOfRange', undefined, () => bank({ external_id: 'huge' })],
    ['createCustomAccount', 'AccountTypeMismatch', 'account_subtype', () => custom(WRONG)],
    ['createCustomAccount', 'AmountOutOfRange', undefined, () => custom({ ...NAMED_HUGE, ...ofHuge() })],
    ['listBankAccounts', 'AmountOutOfRange', undefined, () => listBankAccounts(banking, request, false)],
    ['getBankAccount', 'AmountOutOfRange', undefined, () => getBankAccount(banking, request, huge().bank_account_id)],
    [
      'updateBankAccount',
      'AmountOutOfRange',
      undefined,
      () => updateBankAccount(banking, request, { ...huge(), notes: 'x' }),
    ],
    [
      'archiveBankAccount',
      'AmountOutOfRange',
      undefined,
      () => archiveBankAccount(banking, request, huge().bank_account_id),
    ],
    ['listExternalAccounts', 'AmountOutOfRange', undefined, () => listExternalAccounts(banking, request, {})],
    [
      'archiveExternalAccount',
      'AmountOutOfRange',
      undefined,
      () => archiveExternalAccount(banking, request, accounts.huge.externalAccountId),
    ],
    ['updateConnection', 'AmountOutOfRange', undefined, () => connect(accounts.huge.externalAccountId)],
  ])
})

describe('an opening balance', () => {
  const create = (external_account_id: string, effective_at = '2026-01-01') =>
    createOpeningBalance(banking, request, { external_account_id, balance: 5, effective_at })

  refuses([
    ['createOpeningBalance', 'AccountArchived', undefined, () => create(accounts.ofArchived.externalAccountId)],
    [
      'createOpeningBalance',
      'PeriodClosed',
      'effective_at',
      () => create(books.account.externalAccountId, '2025-12-31'),
    ],
  ])
})

describe('an import', () => {
  const rows = (inputs: readonly object[], account = books.account) =>
    importTransactions(banking, request, {
      external_account_id: account.externalAccountId,
      transactions: inputs.map(testInput),
    })
  const second = (more: object) => rows([{}, more])
  const file = (account: TestAccount, ...amounts: string[]) =>
    importStatement(banking, request, {
      external_account_id: account.externalAccountId,
      content: Buffer.from(['Date,Text,Amount', ...amounts.map((amount) => `2026-01-05,x,${amount}`), ''].join('\n')),
      csv_mapping: mapping({ description: 'Text', amount: 'Amount' }),
    })
  const largest = '90071992547409.91'

  refuses([
    ['importTransactions', 'BankAccountArchived', undefined, () => rows([{}], accounts.closed)],
    ['importTransactions', 'DuplicateTagDimension', 'transactions.1.tags.1', () => second({ tags: TWICE })],
    [
      'importTransactions',
      'CustomerNotFound',
      'transactions.1.category.customer_id',
      () => second({ category: named('ACCOUNTS_RECEIVABLE', OF_CUSTOMER) }),
    ],
    [
      'importTransactions',
      'VendorNotFound',
      'transactions.1.category.vendor_id',
      () => second({ category: named('ACCOUNTS_PAYABLE', OF_VENDOR) }),
    ],
    [
      'importTransactions',
      'InvalidPayload',
      'transactions.1.category.vendor_id',
      () => second({ category: { ...EXCLUSION, ...OF_VENDOR } }),
    ],
    ['importTransactions', 'TagValueArchived', 'transactions.1.tags.0', () => second({ tags: ARCHIVED })],
    // More than the totals of an account can hold.
    [
      'importTransactions',
      'AmountOutOfRange',
      undefined,
      () => rows(Array.from({ length: 1_100 }, () => ({ amount: MAX }))),
    ],
    ['importStatement', 'BankAccountArchived', undefined, () => file(accounts.closed, '1.00')],
    ['importStatement', 'NoReadableRow', 'content', () => file(books.account, '1.00 EUR')],
    ['importStatement', 'AmountOutOfRange', 'content', () => file(books.account, largest, largest)],
  ])
})

describe('a decision', () => {
  type Input = Parameters<typeof categorizeTransaction>[2]
  const own = () => ({ type: 'AccountId', id: books.account.ledgerAccountId })
  const split = (amount: number, category: object = RENT) => asSplit(the('waiting'), [{ amount, category }])
  const cases: [error: string, field: string | undefined, input: () => Input][] = [
    ['AccountArchived', 'category', () => asCategory(the('waiting'), archivedAccount)],
    ['CategoryIsBankAccount', 'category', () => asCategory(the('waiting'), own())],
    ['ControlAccount', 'category', () => asCategory(the('waiting'), named('CUSTOMER_CREDITS'))],
    ['ControlAccount', 'category', () => asCategory(the('waiting'), named('ACCOUNTS_RECEIVABLE'))],
    ['ControlAccount', 'entries.0.category', () => split(1_000, named('ACCOUNTS_PAYABLE'))],
    [
      'CustomerNotFound',
      'category.customer_id',
      () => asCategory(the('waiting'), named('ACCOUNTS_RECEIVABLE', OF_CUSTOMER)),
    ],
    ['VendorNotFound', 'entries.0.category.vendor_id', () => split(1_000, named('ACCOUNTS_PAYABLE', OF_VENDOR))],
    ['PartyMismatch', 'category.vendor_id', () => asCategory(the('waiting'), named('SALES', { vendor_id: known }))],
    ['InvalidPayload', 'category.customer_id', () => asCategory(the('waiting'), { ...EXCLUSION, ...OF_CUSTOMER })],
    ['SplitUnbalanced', 'entries', () => split(999)],
    ['SplitUnbalanced', 'entries', () => split(1_001)],
    ['InvalidPayload', 'entries.0.category', () => split(1_000, EXCLUSION)],
    ['DuplicateTagDimension', 'tags.1', () => asCategory(the('waiting'), RENT, { tags: TWICE })],
    ['TagValueArchived', 'tags.0', () => asCategory(the('waiting'), RENT, { tags: ARCHIVED })],
    ['TransactionPending', undefined, () => asCategory(the('pending'))],
    ['TransactionMatched', undefined, () => asCategory(the('matched'))],
    ['PeriodClosed', undefined, () => asCategory(the('early'))],
  ]
  const inBulk = (field = 'transaction_id') => `0.${field}`

  refuses(
    cases.flatMap(([error, field, input]): Case[] => [
      ['categorizeTransaction', error, field, () => categorizeTransaction(banking, request, input())],
      ['categorizeTransactions', error, inBulk(field), () => categorizeTransactions(banking, request, [input()])],
    ]),
  )

  const again = () => asCategory(the('blocked'), SALES)
  refuses([
    ['categorizeTransaction', 'PostingFailed', undefined, () => categorizeTransaction(banking, request, again())],
    ['categorizeTransactions', 'PostingFailed', undefined, () => categorizeTransactions(banking, request, [again()])],
  ])

  test('on one transaction is made once in a request', async () => {
    const twice = [RENT, SALES].map((category) => asCategory(the('waiting'), category))
    expect(await refusalsOf(categorizeTransactions(banking, request, twice))).toEqual([
      ['InvalidPayload', '1.transaction_id'],
    ])
  })
})

describe('tags of a transaction', () => {
  const tagging = (tag: { key: string; value: string }) => ({
    entity_type: 'BANK_TRANSACTION',
    entity_ids: [the('blocked')],
    key_values: [tag],
  })

  refuses([
    [
      'applyTags',
      'PostingFailed',
      undefined,
      () => applyTagsToTransactions(banking, request, tagging({ key: 'region', value: 'one' })),
    ],
    ['removeTags', 'PostingFailed', undefined, () => removeTagsFromTransactions(banking, request, tagging(BLOCKED))],
  ])
})

describe('a match', () => {
  const match = (one: string, other: string) =>
    matchTransaction(banking, request, { transaction_id: the(one), match_id: the(other) })

  refuses([
    ['matchTransaction', 'AccountArchived', undefined, () => match('toArchived', 'received')],
    ['matchTransaction', 'PeriodClosed', undefined, () => match('early', 'earlyTwin')],
    ['matchTransaction', 'PostingFailed', undefined, () => match('blockedReady', 'blockedTwin')],
    ['matchTransaction', 'TagValueArchived', 'match_id', () => match('tagged', 'document')],
  ])
})

describe('a rule', () => {
  type Named = Pick<Change, 'category' | 'conditions' | 'tags'>
  const cases: [error: string, field: string, input: () => Named][] = [
    ['AccountNotFound', 'category', () => ({ category: { type: 'StableName', stable_name: 'NOBODY' } })],
    ['AccountArchived', 'category', () => ({ category: archivedAccount })],
    ['ControlAccount', 'category', () => ({ category: named('REFUND_LIABILITIES') })],
    ['ControlAccount', 'category', () => ({ category: named('ACCOUNTS_PAYABLE') })],
    ['PartyMismatch', 'category.vendor_id', () => ({ category: named('SALES', { vendor_id: known }) })],
    ['CustomerNotFound', 'category.customer_id', () => ({ category: named('ACCOUNTS_RECEIVABLE', OF_CUSTOMER) })],
    ['VendorNotFound', 'category.vendor_id', () => ({ category: named('ACCOUNTS_PAYABLE', OF_VENDOR) })],
    ['InvalidPayload', 'category.customer_id', () => ({ category: { ...EXCLUSION, ...OF_CUSTOMER } })],
    ['BankAccountNotFound', 'conditions.bank_account_ids.0', () => ({ conditions: { bank_account_ids: [UNKNOWN] } })],
    [
      'ExternalAccountNotFound',
      'conditions.external_account_ids.0',
      () => ({ conditions: { external_account_ids: [UNKNOWN] } }),
    ],
    ['CounterpartyNotFound', 'conditions.counterparty_id', () => ({ conditions: { counterparty_id: UNKNOWN } })],
    ['InvalidRegex', 'conditions.merchant_name_regex', () => ({ conditions: { merchant_name_regex: '(' } })],
    ['DuplicateTagDimension', 'tags.1', () => ({ tags: TWICE })],
    ['TagValueArchived', 'tags.0', () => ({ tags: ARCHIVED })],
  ]

  refuses(
    cases.flatMap(([error, field, input]): Case[] => [
      ['createRule', error, field, () => createRule(banking, request, ruleInput(input()))],
      ['updateRule', error, field, () => updateRule(banking, request, changeOf(rule, input()))],
    ]),
  )
})

test('refusals have changed nothing', async () => {
  expect(await digest()).toEqual(digestBefore)
})
