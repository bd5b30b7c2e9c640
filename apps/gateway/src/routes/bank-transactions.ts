import { refused } from '@pacioli/errors'
import { requireTagPair } from '@pacioli/paging'
import type { BankTransaction__Output, CategorizeTransactionRequest } from '@pacioli/protos/banking'
import * as examples from '../schemas/banking-examples.ts'
import {
  BankTransaction,
  BulkCategorizeBody,
  CategorizeBody,
  ListBankTransactionsQuery,
  MatchBody,
  MAX_BULK_PARTS,
  UpdateTransactionMetadataBody,
  type Categorization,
} from '../schemas/bank-transactions.ts'
import { Data, List, Page, refTo } from '../schemas/parts.ts'
import type { Services } from '../services.ts'
import { oneCase } from '../validation/formats.ts'
import { categoryOf } from './category-identifiers.ts'
import { idsOf, valuesOf } from './lists.ts'
import { transactionId, TransactionParams } from './path-ids.ts'
import { tellPosting } from './posting-state.ts'
import { publicTransaction } from './public-transaction.ts'
import { withMetadataText } from './public-entry.ts'
import { limitTags } from './request-limits.ts'
import { BusinessParams, changesOf, MAX_BULK_BYTES, reads, type Routes, writes } from './route.ts'

const tags = ['Bank transactions']
const answer = (description: string) => Data(refTo(BankTransaction), examples.bankTransaction, description)

const listBankTransactions = {
  operationId: 'listBankTransactions',
  summary: 'List bank transactions',
  description:
    'In the order of `date`, unless asked for another one. Filters combine with AND. A page ends early when it gets long.',
  tags,
  params: BusinessParams,
  querystring: ListBankTransactionsQuery,
  response: { 200: Page(refTo(BankTransaction), examples.bankTransaction, 'date', 'A page of transactions.') },
}

const getBankTransaction = {
  operationId: 'getBankTransaction',
  summary: 'Get a bank transaction',
  description: 'One transaction, with what it might be matched to while it waits.',
  tags,
  params: TransactionParams,
  response: { 200: answer('The transaction.') },
}

const categorizeTransaction = {
  operationId: 'categorizeTransaction',
  summary: 'Categorize or split a bank transaction',
  description:
    'Posts it: to one account, or to one for each part of a split. What was decided before is reversed. Tags given ' +
    'replace those of the transaction. Categorizing it as it is changes nothing.',
  tags,
  params: TransactionParams,
  body: CategorizeBody,
  response: { 200: answer('The transaction as it is now.') },
}

const bulkCategorize = {
  operationId: 'bulkCategorizeTransactions',
  summary: 'Categorize or split up to 1,000 bank transactions',
  description:
    'A bare list, decided all or not at all, and answered in its order. Errors name every failing index. All items ' +
    'together have at most 10,000 parts of splits, and at most 10,000 tags.',
  tags,
  params: BusinessParams,
  body: BulkCategorizeBody,
  response: {
    200: List(refTo(BankTransaction), examples.bankTransaction, 'The transactions, in the order of the request.'),
  },
}

const matchTransaction = {
  operationId: 'matchTransaction',
  summary: 'Match a bank transaction',
  description:
    'To what `suggested_matches` offers. A transfer matches the transactions of both accounts with one entry; a manual ' +
    'journal entry is in the books already; a bill payment or an expense is cleared, with the tags that it has. ' +
    'Confirming it again changes nothing.',
  tags,
  params: TransactionParams,
  body: MatchBody,
  response: { 200: answer('The transaction as it is now.') },
}

const uncategorizeTransaction = {
  operationId: 'uncategorizeTransaction',
  summary: 'Take back what was decided',
  description:
    'Reverses what was posted, and the transaction waits again; of a transfer both do. One that waits stays as it is.',
  tags,
  params: TransactionParams,
  response: { 200: answer('The transaction as it is now.') },
}

const updateTransactionMetadata = {
  operationId: 'updateTransactionMetadata',
  summary: 'Describe a bank transaction',
  description: 'Changes the fields given; null clears one. Posts nothing.',
  tags,
  params: TransactionParams,
  body: UpdateTransactionMetadataBody,
  response: { 200: answer('The transaction as it is now.') },
}

const KNOWN = ['BusinessNotFound', 'BankTransactionNotFound'] as const
const DECIDING = [
  ...KNOWN,
  'BusinessArchived',
  'AccountNotFound',
  'AccountArchived',
  'TransactionPending',
  'TransactionMatched',
  'SplitUnbalanced',
  'CategoryIsBankAccount',
  'PeriodClosed',
  'PostingFailed',
  'DuplicateTagDimension',
  'TagValueArchived',
  'VersionConflict',
] as const

/** The bank's words for the words of the filter. */
const DIRECTION = { INFLOW: 'CREDIT', OUTFLOW: 'DEBIT' } as const

/** A decision as the service wants it. Tags that are given replace those that are there. */
function decisionOf(transaction_id: string, given: Categorization): CategorizeTransactionRequest {
  const { type, tax_code, memo } = given
  const decision = {
    transaction_id,
    type,
    tax_code,
    memo,
    ...(given.tags ? { tags: given.tags, replaces_tags: true } : {}),
  }
  return given.type === 'Category'
    ? { ...decision, category: categoryOf(given.category) }
    : { ...decision, entries: given.entries.map((part) => ({ ...part, category: categoryOf(part.category) })) }
}

const partsOf = (given: Categorization) => (given.type === 'Split' ? given.entries : [])

/** @throws PayloadTooLarge for more than one transaction should hold */
export function limitBulk(items: readonly Categorization[]): void {
  const parts = items.flatMap(partsOf)
  limitTags('entries', items, parts)
  if (parts.length <= MAX_BULK_PARTS) return
  const description = `The splits have ${parts.length} parts together; one request takes at most ${MAX_BULK_PARTS}. Send several.`
  throw refused('PayloadTooLarge', description, { field: 'entries' })
}

const single = ({ data }: { data: BankTransaction__Output | null }) => ({ data: data && publicTransaction(data) })

export const bankTransactionRoutes =
  ({ bankTransactions }: Services): Routes =>
  (app, _options, done) => {
    app.get(
      '/businesses/:businessId/bank-transactions',
      {
        schema: listBankTransactions,
        config: reads('books:read', [
          'BusinessNotFound',
          'InvalidCursor',
          'MissingTagValues',
          'InvalidRegex',
          'RegexTooExpensive',
        ]),
      },
      async (request) => {
        const { cursor, limit, sort_by, sort_order, direction, ...filters } = request.query
        requireTagPair(filters.tag_key, filters.tag_values)
        const { data, pagination } = await request.ask(bankTransactions.ListBankTransactions, {
          ...filters,
          page: { cursor, limit, sort_by, sort_order },
          ...(direction === undefined ? {} : { direction: DIRECTION[direction] }),
          reference_numbers: valuesOf('reference_numbers', filters.reference_numbers),
          source_account_ids: valuesOf('source_account_ids', filters.source_account_ids),
          external_ids: valuesOf('external_ids', filters.external_ids),
          external_account_ids: idsOf('external_account_ids', filters.external_account_ids),
          bank_account_ids: idsOf('bank_account_ids', filters.bank_account_ids),
        })
        return { data: data.map(publicTransaction), meta: { pagination } }
      },
    )

    app.get(
      '/businesses/:businessId/bank-transactions/:transactionId',
      { schema: getBankTransaction, config: reads('books:read', KNOWN) },
      async (request) => {
        const transaction_id = transactionId(request.params.transactionId)
        return single(await request.ask(bankTransactions.GetBankTransaction, { transaction_id }))
      },
    )

    app.put(
      '/businesses/:businessId/bank-transactions/:transactionId/categorize',
      {
        schema: categorizeTransaction,
        config: writes('books:write', [...DECIDING, 'AmountOutOfRange'], { posts: true }),
      },
      async (request, reply) => {
        const transaction_id = transactionId(request.params.transactionId)
        const decision = decisionOf(transaction_id, request.body)
        const answered = await request.ask(bankTransactions.CategorizeTransaction, decision)
        tellPosting(reply, answered)
        return single(answered)
      },
    )

    app.post(
      '/businesses/:businessId/bank-transactions/bulk-categorize',
      {
        schema: bulkCategorize,
        bodyLimit: MAX_BULK_BYTES,
        config: writes('books:write', DECIDING, { posts: true, timeoutMs: 60_000 }),
      },
      async (request, reply) => {
        limitBulk(request.body)
        const decisions = request.body.map(({ transaction_id, ...given }) => decisionOf(oneCase(transaction_id), given))
        const answered = await request.ask(bankTransactions.BulkCategorize, { data: decisions })
        tellPosting(reply, answered)
        return { data: answered.data.map(publicTransaction) }
      },
    )

    app.put(
      '/businesses/:businessId/bank-transactions/:transactionId/match',
      {
        schema: matchTransaction,
        config: writes(
          'books:write',
          [
            ...KNOWN,
            'BusinessArchived',
            'MatchNotFound',
            'MatchNotPossible',
            'TransactionPending',
            'TransactionMatched',
            'PeriodClosed',
            'AccountArchived',
            'TagValueArchived',
            'PostingFailed',
            'VersionConflict',
          ],
          { posts: true },
        ),
      },
      async (request, reply) => {
        const transaction_id = transactionId(request.params.transactionId)
        const match_id = oneCase(request.body.match_id)
        const answered = await request.ask(bankTransactions.MatchTransaction, { transaction_id, match_id })
        tellPosting(reply, answered)
        return single(answered)
      },
    )

    app.put(
      '/businesses/:businessId/bank-transactions/:transactionId/uncategorize',
      {
        schema: uncategorizeTransaction,
        config: writes('books:write', [...KNOWN, 'BusinessArchived', 'VersionConflict'], { posts: true }),
      },
      async (request, reply) => {
        const transaction_id = transactionId(request.params.transactionId)
        const answered = await request.ask(bankTransactions.UncategorizeTransaction, { transaction_id })
        tellPosting(reply, answered)
        return single(answered)
      },
    )

    app.patch(
      '/businesses/:businessId/bank-transactions/:transactionId/metadata',
      {
        schema: updateTransactionMetadata,
        config: writes('books:write', [...KNOWN, 'BusinessArchived']),
      },
      async (request) => {
        const transaction_id = transactionId(request.params.transactionId)
        const { document_ids, ...changes } = request.body
        return single(
          await request.ask(bankTransactions.UpdateTransactionMetadata, {
            ...withMetadataText(changesOf(changes)),
            transaction_id,
            document_ids: document_ids?.map(oneCase),
            replaces_document_ids: document_ids !== undefined,
          }),
        )
      },
    )
    done()
  }
