import { refused } from '@pacioli/errors'
import * as examples from '../schemas/banking-examples.ts'
import {
  ImportStatementBody,
  ImportTransactionsBody,
  MAX_STATEMENT_BYTES,
  StatementImport,
  TransactionImport,
} from '../schemas/imports.ts'
import { Data, refTo } from '../schemas/parts.ts'
import type { Services } from '../services.ts'
import { optionalCategory } from './category-identifiers.ts'
import { externalAccountId, ExternalAccountParams } from './path-ids.ts'
import { tellPosting } from './posting-state.ts'
import { withMetadataText } from './public-entry.ts'
import { limitTags } from './request-limits.ts'
import { MAX_BULK_BYTES, type Routes, writes } from './route.ts'

const tags = ['Bank transactions']

/** The file in base64, and room for all else. */
const MAX_STATEMENT_BODY_BYTES = 15 * 1024 * 1024

/** Thousands of rows are decided and posted. */
const TIMEOUT_MS = 60_000

const importTransactions = {
  operationId: 'importTransactions',
  summary: 'Import up to 5,000 transactions',
  description:
    'No transaction is imported twice: one whose `external_id` the external account has is KNOWN. What cannot be taken ' +
    'is REFUSED and the others are imported; the rows of the answer say so in the order of the request. A `category` is ' +
    'applied at once, else the categorization rules decide; where that cannot be, the transaction waits, with the ' +
    'reason. All rows together carry at most 10,000 tags.',
  tags,
  params: ExternalAccountParams,
  body: ImportTransactionsBody,
  response: { 200: Data(refTo(TransactionImport), examples.transactionImport, 'What became of each transaction.') },
}

const importStatement = {
  operationId: 'importStatement',
  summary: 'Import a statement file',
  description:
    'OFX, QFX, CAMT.053, MT940, or CSV with a mapping. No row is imported twice, whichever files overlap. The answer ' +
    'says what became of each row, and whether the balances of each statement agree with its rows. `dry_run` shows that ' +
    'without importing anything.',
  tags,
  params: ExternalAccountParams,
  body: ImportStatementBody,
  response: { 200: Data(refTo(StatementImport), examples.statementImport, 'What became of each row.') },
}

/** @throws PayloadTooLarge */
export function fileOf(base64: string): Buffer {
  const content = Buffer.from(base64, 'base64')
  if (content.length <= MAX_STATEMENT_BYTES) return content
  const description = `The file has ${content.length} bytes; a statement has at most ${MAX_STATEMENT_BYTES}. Split it.`
  throw refused('PayloadTooLarge', description, { field: 'content' })
}

const IMPORTING = [
  'BusinessNotFound',
  'BusinessArchived',
  'ExternalAccountNotFound',
  'BankAccountArchived',
  'VersionConflict',
] as const

export const importRoutes =
  ({ imports }: Services): Routes =>
  (app, _options, done) => {
    app.post(
      '/businesses/:businessId/custom-accounts/:externalAccountId/transactions',
      {
        schema: importTransactions,
        bodyLimit: MAX_BULK_BYTES,
        config: writes(
          'books:write',
          [...IMPORTING, 'AccountNotFound', 'AmountOutOfRange', 'DuplicateTagDimension', 'TagValueArchived'],
          {
            posts: true,
            timeoutMs: TIMEOUT_MS,
          },
        ),
      },
      async (request, reply) => {
        const external_account_id = externalAccountId(request.params.externalAccountId)
        limitTags('transactions', request.body.transactions)
        const transactions = request.body.transactions.map(({ category, ...fields }) => ({
          ...withMetadataText(fields),
          category: optionalCategory(category),
        }))
        const answered = await request.ask(imports.ImportTransactions, { external_account_id, transactions })
        tellPosting(reply, answered)
        return { data: answered.data }
      },
    )

    app.post(
      '/businesses/:businessId/custom-accounts/:externalAccountId/statement-import',
      {
        schema: importStatement,
        bodyLimit: MAX_STATEMENT_BODY_BYTES,
        config: writes(
          'books:write',
          [...IMPORTING, 'UnreadableStatement', 'CurrencyMismatch', 'NoReadableRow', 'AmountOutOfRange'],
          {
            posts: true,
            timeoutMs: TIMEOUT_MS,
          },
        ),
      },
      async (request, reply) => {
        const external_account_id = externalAccountId(request.params.externalAccountId)
        const input = { ...request.body, content: fileOf(request.body.content), external_account_id }
        const answered = await request.ask(imports.ImportStatement, input)
        tellPosting(reply, answered)
        return { data: answered.data }
      },
    )
    done()
  }
