import * as examples from '../schemas/banking-examples.ts'
import {
  BankAccount,
  CreateBankAccountBody,
  ListBankAccountsQuery,
  UpdateBankAccountBody,
} from '../schemas/bank-accounts.ts'
import { Data, List, refTo } from '../schemas/parts.ts'
import type { Services } from '../services.ts'
import { bankAccountId, BankAccountParams } from './path-ids.ts'
import { withMetadata, withMetadataText } from './public-entry.ts'
import { BusinessParams, changesOf, creates, reads, type Routes, sendCreated, writes } from './route.ts'

const tags = ['Bank accounts']
const answer = (description: string) => Data(refTo(BankAccount), examples.bankAccount, description)

const createBankAccount = {
  operationId: 'createBankAccount',
  summary: 'Create a bank account',
  description:
    'Makes its account of the chart, too: a DEPOSITORY one is an asset, a CREDIT one a liability. Transactions come in ' +
    'through external accounts that feed it. From then on currency and time zone of the business are fixed.',
  tags,
  params: BusinessParams,
  body: CreateBankAccountBody,
  response: {
    201: answer('The new bank account.'),
    200: answer('The bank account that this `external_id` made before.'),
  },
}

const listBankAccounts = {
  operationId: 'listBankAccounts',
  summary: 'List bank accounts',
  description: 'All bank accounts with the external accounts that feed them, in the order in which they were made.',
  tags,
  params: BusinessParams,
  querystring: ListBankAccountsQuery,
  response: { 200: List(refTo(BankAccount), examples.bankAccount, 'The bank accounts.') },
}

const getBankAccount = {
  operationId: 'getBankAccount',
  summary: 'Get a bank account',
  description: 'One bank account, archived or not.',
  tags,
  params: BankAccountParams,
  response: { 200: answer('The bank account.') },
}

const updateBankAccount = {
  operationId: 'updateBankAccount',
  summary: 'Update a bank account',
  description: 'Changes the fields given; null clears one.',
  tags,
  params: BankAccountParams,
  body: UpdateBankAccountBody,
  response: { 200: answer('The bank account as it is now.') },
}

const archiveBankAccount = {
  operationId: 'archiveBankAccount',
  summary: 'Archive a bank account',
  description: 'With the external accounts that feed it. What is there stays. Archiving twice changes nothing.',
  tags,
  params: BankAccountParams,
  response: { 200: answer('The archived bank account.') },
}

/** A sum of what waits may be more than an answer can tell. */
const CHANGING = [
  'BusinessNotFound',
  'BusinessArchived',
  'BankAccountNotFound',
  'AmountOutOfRange',
  'VersionConflict',
] as const

export const bankAccountRoutes =
  ({ bankAccounts }: Services): Routes =>
  (app, _options, done) => {
    app.post(
      '/businesses/:businessId/bank-accounts',
      {
        schema: createBankAccount,
        config: creates('books:write', [
          'BusinessNotFound',
          'BusinessArchived',
          'AmountOutOfRange',
          'VersionConflict',
          'AccountTypeMismatch',
          'DuplicateAccountNumber',
          'DuplicateTagDimension',
          'TagValueArchived',
        ]),
      },
      async (request, reply) => {
        const answered = await request.ask(bankAccounts.CreateBankAccount, withMetadataText(request.body))
        return sendCreated(reply, answered.created, answered.data && withMetadata(answered.data))
      },
    )

    app.get(
      '/businesses/:businessId/bank-accounts',
      { schema: listBankAccounts, config: reads('books:read', ['BusinessNotFound', 'AmountOutOfRange']) },
      async (request) => {
        const { data } = await request.ask(bankAccounts.ListBankAccounts, request.query)
        return { data: data.map(withMetadata) }
      },
    )

    app.get(
      '/businesses/:businessId/bank-accounts/:bankAccountId',
      {
        schema: getBankAccount,
        config: reads('books:read', ['BusinessNotFound', 'BankAccountNotFound', 'AmountOutOfRange']),
      },
      async (request) => {
        const bank_account_id = bankAccountId(request.params.bankAccountId)
        const { data } = await request.ask(bankAccounts.GetBankAccount, { bank_account_id })
        return { data: data && withMetadata(data) }
      },
    )

    app.patch(
      '/businesses/:businessId/bank-accounts/:bankAccountId',
      {
        schema: updateBankAccount,
        config: writes('books:write', CHANGING),
      },
      async (request) => {
        const bank_account_id = bankAccountId(request.params.bankAccountId)
        const changes = { ...withMetadataText(changesOf(request.body)), bank_account_id }
        const { data } = await request.ask(bankAccounts.UpdateBankAccount, changes)
        return { data: data && withMetadata(data) }
      },
    )

    app.post(
      '/businesses/:businessId/bank-accounts/:bankAccountId/archive',
      {
        schema: archiveBankAccount,
        config: writes('books:write', CHANGING),
      },
      async (request) => {
        const bank_account_id = bankAccountId(request.params.bankAccountId)
        const { data } = await request.ask(bankAccounts.ArchiveBankAccount, { bank_account_id })
        return { data: data && withMetadata(data) }
      },
    )
    done()
  }
