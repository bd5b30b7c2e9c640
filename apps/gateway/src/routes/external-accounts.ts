import * as examples from '../schemas/banking-examples.ts'
import {
  CreateCustomAccountBody,
  CreateOpeningBalanceBody,
  ExternalAccount,
  ListExternalAccountsQuery,
  OpeningBalance,
  UpdateConnectionBody,
} from '../schemas/bank-accounts.ts'
import { Data, List, refTo } from '../schemas/parts.ts'
import type { Services } from '../services.ts'
import { oneCase } from '../validation/formats.ts'
import { externalAccountId, ExternalAccountParams } from './path-ids.ts'
import { tellPosting } from './posting-state.ts'
import { BusinessParams, changesOf, creates, reads, type Routes, sendCreated, writes } from './route.ts'

const tags = ['Bank accounts']
const answer = (description: string) => Data(refTo(ExternalAccount), examples.externalAccount, description)
const opening = (description: string) => Data(refTo(OpeningBalance), examples.openingBalance, description)

const createCustomAccount = {
  operationId: 'createCustomAccount',
  summary: 'Create an external account that you feed',
  description:
    'Transactions are sent to it, or come in statement files. Without `bank_account_id` it gets a bank account.',
  tags,
  params: BusinessParams,
  body: CreateCustomAccountBody,
  response: {
    201: answer('The new external account.'),
    200: answer('The external account that this `external_id` made before.'),
  },
}

const listExternalAccounts = {
  operationId: 'listExternalAccounts',
  summary: 'List external accounts',
  description: 'In the order in which they were made.',
  tags,
  params: BusinessParams,
  querystring: ListExternalAccountsQuery,
  response: { 200: List(refTo(ExternalAccount), examples.externalAccount, 'The external accounts.') },
}

const archiveExternalAccount = {
  operationId: 'archiveExternalAccount',
  summary: 'Archive an external account',
  description: 'It takes no more transactions; its bank account stays. Archiving twice changes nothing.',
  tags,
  params: ExternalAccountParams,
  response: { 200: answer('The archived external account.') },
}

const updateConnection = {
  operationId: 'updateConnection',
  summary: 'Report how the connection of an external account is',
  description:
    'For the feed: what needs a person, whether it is importing, and what the bank says stands on the account. Changes ' +
    'the fields given; null clears one. A token for one business cannot do this.',
  tags,
  params: ExternalAccountParams,
  body: UpdateConnectionBody,
  response: { 200: answer('The external account as it is now.') },
}

const createOpeningBalance = {
  operationId: 'createOpeningBalance',
  summary: 'Enter an opening balance',
  description: 'Posts what stood on the account before its first transaction against opening balance equity.',
  tags,
  params: ExternalAccountParams,
  body: CreateOpeningBalanceBody,
  response: { 201: opening('The opening balance.') },
}

const getOpeningBalance = {
  operationId: 'getOpeningBalance',
  summary: 'Get the opening balance',
  description: 'Of an external account.',
  tags,
  params: ExternalAccountParams,
  response: { 200: opening('The opening balance.') },
}

const deleteOpeningBalance = {
  operationId: 'deleteOpeningBalance',
  summary: 'Delete the opening balance',
  description: 'Reverses its entry, at the first open instant where its period is closed. Another one can be entered.',
  tags,
  params: ExternalAccountParams,
  response: { 200: opening('The deleted opening balance.') },
}

const KNOWN = ['BusinessNotFound', 'ExternalAccountNotFound'] as const
const CHANGING = [...KNOWN, 'BusinessArchived'] as const

export const externalAccountRoutes =
  ({ bankAccounts }: Services): Routes =>
  (app, _options, done) => {
    app.post(
      '/businesses/:businessId/custom-accounts',
      {
        schema: createCustomAccount,
        config: creates('books:write', [
          'BusinessNotFound',
          'BusinessArchived',
          'BankAccountNotFound',
          'BankAccountArchived',
          'AmountOutOfRange',
          'VersionConflict',
          'AccountTypeMismatch',
        ]),
      },
      async (request, reply) => {
        const { bank_account_id, ...fields } = request.body
        const input = { ...fields, bank_account_id: bank_account_id && oneCase(bank_account_id) }
        const { created, data } = await request.ask(bankAccounts.CreateCustomAccount, input)
        return sendCreated(reply, created, data)
      },
    )

    app.get(
      '/businesses/:businessId/external-accounts',
      { schema: listExternalAccounts, config: reads('books:read', ['BusinessNotFound', 'AmountOutOfRange']) },
      async (request) => {
        const { bank_account_id, ...filters } = request.query
        const query = { ...filters, bank_account_id: bank_account_id && oneCase(bank_account_id) }
        return { data: (await request.ask(bankAccounts.ListExternalAccounts, query)).data }
      },
    )

    app.post(
      '/businesses/:businessId/external-accounts/:externalAccountId/archive',
      {
        schema: archiveExternalAccount,
        config: writes('books:write', [...CHANGING, 'AmountOutOfRange', 'VersionConflict']),
      },
      async (request) => {
        const external_account_id = externalAccountId(request.params.externalAccountId)
        return { data: (await request.ask(bankAccounts.ArchiveExternalAccount, { external_account_id })).data }
      },
    )

    app.patch(
      '/businesses/:businessId/external-accounts/:externalAccountId/connection',
      {
        schema: updateConnection,
        config: writes('books:write', [...CHANGING, 'BankAccountArchived', 'AmountOutOfRange', 'VersionConflict'], {
          platformOnly: true,
        }),
      },
      async (request) => {
        const external_account_id = externalAccountId(request.params.externalAccountId)
        const changes = { ...changesOf(request.body), external_account_id }
        return { data: (await request.ask(bankAccounts.UpdateConnection, changes)).data }
      },
    )

    app.post(
      '/businesses/:businessId/external-accounts/:externalAccountId/opening-balance',
      {
        schema: createOpeningBalance,
        config: writes(
          'books:write',
          [...CHANGING, 'BankAccountArchived', 'DuplicateOpeningBalance', 'PeriodClosed', 'AccountArchived'],
          {
            posts: true,
          },
        ),
      },
      async (request, reply) => {
        const external_account_id = externalAccountId(request.params.externalAccountId)
        const answered = await request.ask(bankAccounts.CreateOpeningBalance, { ...request.body, external_account_id })
        tellPosting(reply, answered)
        return sendCreated(reply, true, answered.data)
      },
    )

    app.get(
      '/businesses/:businessId/external-accounts/:externalAccountId/opening-balance',
      { schema: getOpeningBalance, config: reads('books:read', [...KNOWN, 'OpeningBalanceNotFound']) },
      async (request) => {
        const external_account_id = externalAccountId(request.params.externalAccountId)
        return { data: (await request.ask(bankAccounts.GetOpeningBalance, { external_account_id })).data }
      },
    )

    app.delete(
      '/businesses/:businessId/external-accounts/:externalAccountId/opening-balance',
      {
        schema: deleteOpeningBalance,
        config: writes('books:write', [...CHANGING, 'OpeningBalanceNotFound'], { posts: true }),
      },
      async (request, reply) => {
        const external_account_id = externalAccountId(request.params.externalAccountId)
        const answered = await request.ask(bankAccounts.DeleteOpeningBalance, { external_account_id })
        tellPosting(reply, answered)
        return { data: answered.data }
      },
    )
    done()
  }
