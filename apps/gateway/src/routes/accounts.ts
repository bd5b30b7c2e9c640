import { refused } from '@pacioli/errors'
import { requireTagPair } from '@pacioli/paging'
import type { AccountIdentifier } from '@pacioli/protos/common'
import {
  Balances,
  BalancesQuery,
  Chart,
  ChartNode,
  ChartQuery,
  CreateAccountBody,
  UpdateAccountBody,
} from '../schemas/accounts.ts'
import * as examples from '../schemas/examples.ts'
import { AccountLine, AccountLinesQuery } from '../schemas/journal.ts'
import { Data, Page, refTo, type AccountIdentifierInput } from '../schemas/parts.ts'
import type { Services } from '../services.ts'
import { isStorable } from '../validation/json-body.ts'
import { invoiceQuestionFor, withInvoices } from './line-invoices.ts'
import { questionFor, withTransactions } from './line-transactions.ts'
import { AccountParams, BusinessParams, changesOf, reads, type Routes, sendCreated, writes } from './route.ts'

const tags = ['Ledger accounts']
const account = (description: string) => Data(refTo(ChartNode), examples.chartNode, description)

const getChart = {
  operationId: 'getChartOfAccounts',
  summary: 'Get the chart of accounts',
  description: 'All accounts as a tree.',
  tags,
  params: BusinessParams,
  querystring: ChartQuery,
  response: { 200: Data(refTo(Chart), examples.chart, 'The chart of accounts.') },
}

const getBalances = {
  operationId: 'listAccountBalances',
  summary: 'Get the balances of all accounts',
  description:
    'The chart as a tree, with what stands on each account, alone and with the accounts under it; ' +
    'of all lines, or of those with one of some tag values.',
  tags,
  params: BusinessParams,
  querystring: BalancesQuery,
  response: { 200: Data(refTo(Balances), examples.balances, 'The balances.') },
}

const createAccount = {
  operationId: 'createAccount',
  summary: 'Create an account',
  description: 'Adds an account to the chart. Repeating a create with the same `stable_name` is refused with 409.',
  tags,
  params: BusinessParams,
  body: CreateAccountBody,
  response: { 201: account('The new account.'), 200: account('The account, which exists already.') },
}

const updateAccount = {
  operationId: 'updateAccount',
  summary: 'Update or archive an account',
  description: 'Changes the fields given; null clears one. An account is archived, never deleted.',
  tags,
  params: AccountParams,
  body: UpdateAccountBody,
  response: { 200: account('The account as it is now.') },
}

const listLines = {
  operationId: 'listAccountLines',
  summary: 'List the lines of an account',
  description:
    'The lines of one account in the order of `entry_at`, each with the running balance after it, and with the bank ' +
    'transaction that it stems from or, on the account of a bank account, is matched to, and with the invoice that it ' +
    'stems from, be it by a payment, a write-off or a refund.',
  tags,
  params: AccountParams,
  querystring: AccountLinesQuery,
  response: { 200: Page(refTo(AccountLine), examples.accountLine, 'date', 'A page of lines.') },
}

const PLACEMENT = ['AccountNotFound', 'AccountTypeMismatch', 'AccountArchived', 'BusinessArchived'] as const
const NAMES = ['DuplicateStableName', 'DuplicateAccountNumber'] as const

/** A plain id says the same as an account identifier of the kind AccountId. */
const identifierOf = (given: string | AccountIdentifierInput | null | undefined): AccountIdentifier | undefined =>
  typeof given === 'string' ? { type: 'AccountId', id: given } : (given ?? undefined)

/** An id or a stable name; anything that can be neither names no account. */
function accountRef(given: string): string {
  if (given.length > 0 && given.length <= 128 && isStorable(given)) return given
  throw refused('AccountNotFound', 'The business has no such ledger account.', { field: 'accountId' })
}

export const accountRoutes =
  ({ chart, journal, bankTransactions, invoices }: Services): Routes =>
  (app, _options, done) => {
    app.get(
      '/businesses/:businessId/ledger/chart',
      { schema: getChart, config: reads('books:read', ['BusinessNotFound']) },
      async (request) => ({ data: await request.ask(chart.GetChart, request.query) }),
    )

    app.get(
      '/businesses/:businessId/ledger/accounts',
      {
        schema: getBalances,
        config: reads('books:read', ['BusinessNotFound', 'MissingTagValues', 'AmountOutOfRange']),
      },
      async (request) => {
        requireTagPair(request.query.tag_key, request.query.tag_values)
        return { data: await request.ask(chart.ListAccounts, request.query) }
      },
    )

    app.post(
      '/businesses/:businessId/ledger/accounts',
      { schema: createAccount, config: writes('books:write', ['BusinessNotFound', ...PLACEMENT, ...NAMES]) },
      async (request, reply) => {
        const { parent_id, ...fields } = request.body
        const input = { ...fields, parent_id: identifierOf(parent_id) }
        const { created, data } = await request.ask(chart.CreateAccount, input)
        return sendCreated(reply, created, data)
      },
    )

    app.put(
      '/businesses/:businessId/ledger/accounts/:accountId',
      {
        schema: updateAccount,
        config: writes('books:write', ['BusinessNotFound', ...PLACEMENT, 'AccountInUse', ...NAMES, 'VersionConflict']),
      },
      async (request) => {
        const { parent_id, ...changes } = changesOf(request.body)
        const account_id = accountRef(request.params.accountId)
        const input = { ...changes, account_id, parent_id: identifierOf(parent_id) }
        return { data: (await request.ask(chart.UpdateAccount, input)).data }
      },
    )

    app.get(
      '/businesses/:businessId/ledger/accounts/:accountId/lines',
      {
        schema: listLines,
        config: reads('books:read', [
          'BusinessNotFound',
          'AccountNotFound',
          'InvalidCursor',
          'MissingTagValues',
          'AmountOutOfRange',
        ]),
      },
      async (request) => {
        const { cursor, limit, sort_by, sort_order, ...filters } = request.query
        requireTagPair(filters.tag_key, filters.tag_values)
        const account_id = accountRef(request.params.accountId)
        const read = async (limit: number | undefined): Promise<{ data: unknown[]; meta: object }> => {
          const page = { cursor, limit, sort_by, sort_order }
          const { data, pagination } = await request.ask(journal.ListAccountLines, { ...filters, page, account_id })
          const [question, invoiceQuestion] = [questionFor(data), invoiceQuestionFor(data)]
          const [transactions, found] = await Promise.all([
            question && request.ask(bankTransactions.GetTransactionsOfEntries, question),
            invoiceQuestion && request.ask(invoices.FindInvoicesOfSources, invoiceQuestion),
          ])
          const told = transactions ? withTransactions(data, transactions) : data
          const shown = found ? withInvoices(told, found, data.length === 1) : told
          // Long transactions and invoices make a shorter page; where it ends, the ledger says.
          return shown.length < data.length ? read(Math.max(1, shown.length)) : { data: shown, meta: { pagination } }
        }
        return read(limit)
      },
    )
    done()
  }
