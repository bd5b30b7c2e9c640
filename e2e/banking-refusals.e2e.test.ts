/** What banking refuses, as its callers see it: one of each kind. All others are in the service's refusals.int.test.ts. */
import { waitFor } from '@pacioli/testing'
import { beforeAll, expect, test } from 'vitest'
import {
  Banking,
  bankingOf,
  bankingOperations,
  moneyIn,
  moneyOut,
  newClient,
  target,
  type BankingIds,
  type TestClient,
  sayRefused,
} from './src/index.ts'
import { stateOf } from './src/untouched.ts'

const MAX = Number.MAX_SAFE_INTEGER

let client: TestClient

beforeAll(async () => {
  client = await newClient(target(), 'banking-refusals')
})

test('an archived business is refused by every operation of banking that writes, and read by all others', async () => {
  const closed = new Banking(await client.books())
  const ids: BankingIds = await bankingOf(closed, 'closed')
  const { api } = closed.books
  await api.call('archiveBusiness')
  const rename = { path: { bankAccountId: ids.bankAccount }, body: { notes: 'No' } }
  await waitFor('the news to reach banking', async () => (await api.call('updateBankAccount', rename)).status === 422)
  const before = await stateOf(closed.books)
  for (const [operationId, call] of bankingOperations(() => ids)) {
    const answer = await api.call(operationId, call())
    const reads = api.contract.operation(operationId).method === 'GET'
    // What was decided before may still be delivered.
    const expected = operationId === 'retryPosting' ? 'PostingNotFailed' : 'BusinessArchived'
    expect([operationId, reads || answer.refusal.error_enum]).toEqual([operationId, reads || expected])
    if (reads) expect([operationId, answer.status]).toEqual([operationId, 200])
  }
  for (const operationId of ['applyTags', 'removeTags'] as const)
    for (const [entity_type, id] of [
      ['BANK_ACCOUNT', ids.bankAccount],
      ['BANK_TRANSACTION', ids.transaction],
    ]) {
      const body = { entity_type, entity_ids: [id], key_values: [{ key: 'closed', value: 'closed' }] }
      expect((await api.call(operationId, { body })).refusal).toMatchObject({ error_enum: 'BusinessArchived' })
    }
  expect(await stateOf(closed.books)).toEqual(before)
})

/** One of each kind: something that is not there, a rule of banking, a conflict, and what the ledger is asked. */
test('a refusal names its field, and leaves nothing behind', async () => {
  const banking = new Banking(await client.books())
  const { api } = banking.books
  const account = await banking.account('checking')
  const body = { account_name: 'x', account_type: 'DEPOSITORY', account_subtype: 'CHECKING', account_number: '4711' }
  await api.call('createBankAccount', { body })
  const [waiting] = await banking.imported(account.id, [moneyOut('one', 100)])
  const [early] = await banking.imported(account.id, [moneyOut('early', 100, { date: '2025-12-31T12:00:00Z' })])
  await api.call('updateAccountingConfiguration', { body: { closing_date: '2025-12-31' } })
  const before = await stateOf(banking.books)
  const unknown = await banking.categorize(waiting?.id ?? '', 'NO_SUCH')
  expect(unknown.refusal).toEqual({ status: 404, error_enum: 'AccountNotFound', field: 'category' })
  const empty = { type: 'Category', category: { type: 'StableName', stable_name: '' } }
  expect((await banking.decide(waiting?.id ?? '', empty)).problems).toEqual([
    ['InvalidPayload', 'category.stable_name'],
  ])
  const unbalanced = { type: 'Split', entries: [{ category: 'COGS', amount: 99 }] }
  expect((await banking.decide(waiting?.id ?? '', unbalanced)).refusal).toEqual({
    status: 422,
    error_enum: 'SplitUnbalanced',
    field: 'entries',
  })
  expect((await banking.decideAll([{ transaction_id: waiting?.id, ...unbalanced }])).refusal).toEqual({
    status: 422,
    error_enum: 'SplitUnbalanced',
    field: '0.entries',
  })
  const taken = (await api.call('createBankAccount', { body })).refusal
  expect(taken).toMatchObject({ status: 409, error_enum: 'DuplicateAccountNumber' })
  const closed = (await banking.categorize(early?.id ?? '', 'COGS')).refusal
  expect(closed).toMatchObject({ status: 422, error_enum: 'PeriodClosed' })
  expect(await stateOf(banking.books)).toEqual(before)
})

test('what the journal has no room for is not decided', async () => {
  const banking = new Banking(await client.books())
  const huge = await banking.account('huge')
  const imported = await banking.imported(huge.id, [moneyIn('a', MAX), moneyOut('b', MAX)])
  const [first, second] = imported.map(({ id }) => id) as [string, string]
  expect((await banking.categorize(first, 'SALES')).headers['pacioli-posting']).toBe('posted')
  expect((await banking.categorize(second, 'COGS')).refusal).toMatchObject({
    status: 422,
    error_enum: 'AmountOutOfRange',
  })
  expect((await banking.transaction(second)).categorizationStatus).toBe('READY_FOR_INPUT')
  await banking.uncategorize(first)
  expect((await banking.categorize(second, 'COGS')).headers['pacioli-posting']).toBe('posted')
})

test('a posting that the ledger refused holds up its transaction until it is retried', async () => {
  const banking = new Banking(await client.books())
  const { api } = banking.books
  const account = await banking.account('held up')
  const [second = ''] = (await banking.imported(account.id, [moneyOut('b', 100)])).map(({ id }) => id)
  expect((await banking.categorize(second, 'COGS')).headers['pacioli-posting']).toBe('posted')
  await sayRefused(target().postgresAdminUrl, 'banking', second)
  expect((await banking.categorize(second, 'SALES')).refusal).toMatchObject({
    status: 409,
    error_enum: 'PostingFailed',
  })

  const listed = await api.call('listPostings', { query: { status: 'FAILED' } })
  expect(listed.body.data).toEqual([expect.objectContaining({ source_id: second, error_enum: 'AmountOutOfRange' })])
  const path = { postingId: listed.body.data[0]?.id ?? '' }
  expect((await api.call('retryPosting', { path })).body.data).toMatchObject({ status: 'POSTED', error_enum: null })
  const again = (await api.call('retryPosting', { path })).refusal
  expect(again).toMatchObject({ status: 409, error_enum: 'PostingNotFailed' })
  const misplaced = await api.call('listPostings', { query: { cursor: 'x' } })
  expect(misplaced.refusal).toMatchObject({ error_enum: 'InvalidCursor' })
  expect((await banking.categorize(second, 'SALES')).headers['pacioli-posting']).toBe('posted')
})
