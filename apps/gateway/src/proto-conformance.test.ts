/**
 * The public contract and the internal one say the same twice: in the schemas of the routes and in the protos. This
 * holds them against each other, field by field, so that neither can gain or lose one alone.
 */
import { Ajv } from 'ajv'
import protobuf from 'protobufjs'
import type { TSchema } from 'typebox'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import * as accounts from './schemas/accounts.ts'
import * as bankAccounts from './schemas/bank-accounts.ts'
import * as bankTransactions from './schemas/bank-transactions.ts'
import * as billPayments from './schemas/bill-payments.ts'
import * as bills from './schemas/bills.ts'
import { CategoryIdentifier } from './schemas/banking-parts.ts'
import * as businesses from './schemas/businesses.ts'
import * as categories from './schemas/categories.ts'
import * as rules from './schemas/categorization-rules.ts'
import * as closing from './schemas/closing.ts'
import * as configuration from './schemas/configuration.ts'
import * as connections from './schemas/connections.ts'
import * as imports from './schemas/imports.ts'
import * as invoicePayments from './schemas/invoice-payments.ts'
import * as invoices from './schemas/invoices.ts'
import * as journal from './schemas/journal.ts'
import * as events from './schemas/events.ts'
import { BusinessNotifications } from './schemas/notifications.ts'
import { Body, PaginationMeta, TagInput } from './schemas/parts.ts'
import * as payouts from './schemas/payouts.ts'
import * as postings from './schemas/postings.ts'
import * as processors from './schemas/processors.ts'
import * as refundPayments from './schemas/refund-payments.ts'
import * as refunds from './schemas/refunds.ts'
import { PresignedDocument } from './schemas/report-exports.ts'
import * as reports from './schemas/reports.ts'
import { sharedSchemas } from './schemas/shared.ts'
import * as tags from './schemas/tags.ts'
import * as tasks from './schemas/tasks.ts'
import * as customers from './schemas/customers.ts'
import * as vendorCredits from './schemas/vendor-credits.ts'
import * as vendors from './schemas/vendors.ts'
import * as webhooks from './schemas/webhooks.ts'
import * as writeOffs from './schemas/write-offs.ts'

type Node = {
  $ref?: string
  type?: string | string[]
  const?: unknown
  properties?: Record<string, Node>
  required?: string[]
  items?: Node
  oneOf?: Node[]
  anyOf?: Node[]
  additionalProperties?: Node | boolean
}

const protos = fileURLToPath(new URL('..', import.meta.resolve('@pacioli/protos')))
const root = new protobuf.Root()
root.resolvePath = (_from, to) => `${protos}${to}`
root.loadSync(
  [
    'accounting_configuration',
    'businesses',
    'chart_of_accounts',
    'closing',
    'connections',
    'journal',
    'processors',
    'tags',
  ]
    .map((file) => `pacioli/ledger/v1/${file}.proto`)
    .concat(
      ['reports', 'notifications', 'report_exports', 'tasks', 'events', 'webhooks'].map(
        (file) => `pacioli/reporting/v1/${file}.proto`,
      ),
    )
    .concat(
      ['bank_accounts', 'bank_transactions', 'categorization_rules', 'imports'].map(
        (file) => `pacioli/banking/v1/${file}.proto`,
      ),
    )
    .concat(
      ['vendors', 'bills', 'bill_payments', 'vendor_credits', 'customers'].map(
        (file) => `pacioli/billing/v1/${file}.proto`,
      ),
    )
    .concat(['invoices', 'invoice_payments', 'refunds', 'payouts'].map((file) => `pacioli/billing/v1/${file}.proto`))
    .concat('pacioli/postings/v1/postings.proto'),
  { keepCase: true },
)

const LEDGER = 'pacioli.ledger.v1'
const COMMON = 'pacioli.common.v1'
const REPORTING = 'pacioli.reporting.v1'
const BANKING = 'pacioli.banking.v1'
const BILLING = 'pacioli.billing.v1'
const POSTINGS = 'pacioli.postings.v1'

/** Fields of a message that callers do not see or send, and why. */
const internal: Record<string, string[]> = {
  // Orders the events of a business, of an entry.
  [`${LEDGER}.Business`]: ['version'],
  [`${LEDGER}.LedgerEntry`]: ['version'],
  // What reports sum by.
  [`${LEDGER}.LedgerLineItem`]: ['document_id'],
  // Names of the fields that came as null.
  [`${LEDGER}.UpdateBusinessRequest`]: ['cleared'],
  [`${LEDGER}.UpdateAccountingConfigurationRequest`]: ['cleared'],
  // The account stands in the path.
  [`${LEDGER}.UpdateAccountRequest`]: ['cleared', 'account_id'],
  [`${LEDGER}.ListAccountLinesRequest`]: ['account_id'],
  // The processor stands in the path.
  [`${LEDGER}.ConfigureProcessorRequest`]: ['processor'],
  // The dimension or the value stands in the path.
  [`${LEDGER}.UpdateTagDimensionRequest`]: ['cleared', 'dimension_id'],
  [`${LEDGER}.CreateTagValueRequest`]: ['dimension_id'],
  [`${LEDGER}.ListTagValuesRequest`]: ['dimension_id'],
  [`${LEDGER}.UpdateTagValueRequest`]: ['cleared', 'definition_id'],
  // Becomes part of the `type`.
  [`${LEDGER}.Connection`]: ['display_name'],
  [`${LEDGER}.StartAuthorizationResponse`]: ['display_name'],
  // The closing stands in the path.
  [`${LEDGER}.ReverseClosingActionRequest`]: ['closing_id'],
  // The entry stands in the path.
  [`${LEDGER}.ReverseEntryRequest`]: ['entry_id'],
  // What the bank transaction of the line is found by.
  [`${LEDGER}.AccountLine`]: ['source_type', 'source_id'],
  // Orders the events of a transaction.
  [`${BANKING}.BankTransaction`]: ['version'],
  // What is changed stands in the path; a list that is given replaces the one that is there.
  [`${BANKING}.UpdateBankAccountRequest`]: ['cleared', 'bank_account_id'],
  [`${BANKING}.UpdateConnectionRequest`]: ['cleared', 'external_account_id'],
  [`${BANKING}.CreateOpeningBalanceRequest`]: ['external_account_id'],
  [`${BANKING}.ImportTransactionsRequest`]: ['external_account_id'],
  [`${BANKING}.ImportStatementRequest`]: ['external_account_id'],
  [`${BANKING}.CategorizeTransactionRequest`]: ['replaces_tags'],
  [`${BANKING}.MatchTransactionRequest`]: ['transaction_id'],
  [`${BANKING}.UpdateTransactionMetadataRequest`]: ['cleared', 'transaction_id', 'replaces_document_ids'],
  [`${BANKING}.UpdateRuleRequest`]: ['cleared', 'rule_id', 'replaces_tags'],
  [`${BILLING}.UpdateVendorRequest`]: ['cleared', 'vendor_id'],
  [`${BILLING}.UpdateBillRequest`]: ['cleared', 'bill_id'],
  [`${BILLING}.UpdateCustomerRequest`]: ['cleared', 'customer_id'],
  // The invoice, or the refund, stands in the path.
  [`${BILLING}.WriteOffInvoiceRequest`]: ['invoice_id'],
  [`${BILLING}.UpdateRefundRequest`]: ['cleared', 'refund_id'],
  // It comes in one order alone.
  [`${BILLING}.ListRefundPaymentsRequest`]: ['sort_by', 'sort_order'],
  // The task stands in the path.
  [`${REPORTING}.UpdateTaskRequest`]: ['cleared', 'task_id'],
  [`${REPORTING}.RespondToTaskRequest`]: ['task_id'],
  // The webhook stands in the path.
  [`${REPORTING}.UpdateWebhookRequest`]: ['cleared', 'webhook_id'],
  [`${REPORTING}.RotateWebhookSecretRequest`]: ['webhook_id'],
  [`${REPORTING}.ListWebhookDeliveriesRequest`]: ['webhook_id'],
  // The gateway keeps the place and the size of a page that it puts together.
  [`${POSTINGS}.ListPostingsRequest`]: ['after', 'limit', 'sort_order'],
}

/** Fields of a schema that the gateway makes out of others, or of what another service tells. */
const made: Record<string, string[]> = {
  [`${LEDGER}.AccountLine`]: ['transaction', 'invoice'],
  [`${BILLING}.Invoice`]: ['customer_id'],
  [`${LEDGER}.Connection`]: ['type'],
  [`${LEDGER}.StartAuthorizationResponse`]: ['type'],
}

/** Where the line items of a new refund stand, and those of a change, which have ids. */
const NEW_REFUND_ITEMS = `${BILLING}.RefundAllocationInput.line_items`

/** Fields of a message that are not said in one place where it stands, and why. */
const leftOut: Record<string, string[]> = {
  // This is one of them.
  [`${BILLING}.BillPaymentAllocation.payment`]: ['allocations'],
  [`${BILLING}.BillVendorCredit.vendor_credit`]: ['allocations'],
  // What is new has no id yet.
  [`${BILLING}.BillInput.line_items`]: ['id'],
  [`${BILLING}.ExpenseInput.line_items`]: ['id'],
  [`${BILLING}.DedicatedRefundInput.line_items`]: ['id'],
  [`${BILLING}.RefundInput.allocations`]: ['id'],
  [`${BILLING}.RefundInput.payments`]: ['id'],
  [NEW_REFUND_ITEMS]: ['id'],
  // This is one of them.
  [`${BILLING}.PaidInvoiceAllocation.payment`]: ['allocations'],
  // It is worth its line items, or all that is left.
  [`${BILLING}.InvoiceInput.dedicated_refunds`]: ['refunded_amount'],
  [`${BILLING}.InvoiceLineItemInput.dedicated_refunds`]: ['refunded_amount'],
  [`${BILLING}.DedicatedPaymentInput.dedicated_refunds`]: ['refunded_amount'],
}

/** Messages of several forms that an answer has in one. */
const oneForm: Record<string, string[]> = {
  [`${BILLING}.BillLineItem.account_identifier`]: ['type', 'id'],
  [`${BILLING}.InvoiceLineItem.account_identifier`]: ['type', 'id'],
  [`${BILLING}.RefundedPaymentFeeInput.account`]: ['type', 'id'],
  // Accounts of refund payments are shown as the chart shows them.
  [`${BILLING}.RefundPayment.payment_clearing_account`]: Object.keys(accounts.ChartAccount.properties),
  [`${BILLING}.RefundedPaymentFee.account`]: Object.keys(accounts.ChartAccount.properties),
}

/** Fields of a body that are other names of a field that the message has. */
const aliases: Record<string, string[]> = {
  [`${BILLING}.CreateVendorRequest`]: ['notes'],
  [`${BILLING}.UpdateVendorRequest`]: ['notes'],
  [`${BILLING}.BillPaymentInput`]: ['at'],
  [`${BILLING}.CreateCustomerRequest`]: ['notes'],
  [`${BILLING}.UpdateCustomerRequest`]: ['notes'],
}

/** Fields of a query that the gateway merges into another one. */
const merged: Record<string, string[]> = {
  [`${LEDGER}.ListEntriesRequest`]: ['reference_number'],
  [`${LEDGER}.ListClosingActionsRequest`]: ['reference_number'],
  [`${BILLING}.ListVendorsRequest`]: ['reference_number'],
  [`${BILLING}.ListBillsRequest`]: ['reference_number', 'status'],
  [`${BILLING}.ListBillPaymentsRequest`]: ['reference_number'],
  [`${BILLING}.ListVendorCreditsRequest`]: ['reference_number'],
  [`${BILLING}.ListCustomersRequest`]: ['reference_number'],
  [`${BILLING}.ListInvoicesRequest`]: ['reference_number', 'status'],
  [`${BILLING}.ListInvoicePaymentsRequest`]: ['reference_number'],
  [`${BILLING}.ListRefundsRequest`]: ['reference_number'],
  [`${BILLING}.ListRefundPaymentsRequest`]: ['reference_number'],
  [`${BILLING}.ListPayoutsRequest`]: ['reference_number'],
  [`${REPORTING}.ListTasksRequest`]: ['reference_number', 'status'],
  [`${POSTINGS}.ListPostingsRequest`]: ['cursor', 'limit', 'sort_by', 'sort_order'],
}

/** Lists separated by commas outside, repeated fields inside. */
const COMMA_LISTS: Record<string, string[]> = {
  [`${LEDGER}.ListEntriesRequest`]: ['reference_numbers'],
  [`${LEDGER}.ListClosingActionsRequest`]: ['reference_numbers'],
  [`${BILLING}.ListVendorsRequest`]: ['reference_numbers'],
  [`${BILLING}.ListBillsRequest`]: ['reference_numbers', 'statuses'],
  [`${BILLING}.ListBillPaymentsRequest`]: ['reference_numbers'],
  [`${BILLING}.ListVendorCreditsRequest`]: ['reference_numbers'],
  [`${BILLING}.ListCustomersRequest`]: ['reference_numbers'],
  [`${BILLING}.ListInvoicesRequest`]: ['reference_numbers', 'statuses'],
  [`${BILLING}.ListInvoicePaymentsRequest`]: ['reference_numbers'],
  [`${BILLING}.ListRefundsRequest`]: ['reference_numbers'],
  [`${BILLING}.ListRefundPaymentsRequest`]: ['reference_numbers'],
  [`${BILLING}.ListPayoutsRequest`]: ['reference_numbers'],
  [`${REPORTING}.ListTasksRequest`]: ['reference_numbers', 'statuses'],
  [`${BANKING}.ListBankTransactionsRequest`]: [
    'reference_numbers',
    'external_account_ids',
    'bank_account_ids',
    'source_account_ids',
    'external_ids',
  ],
}

const isCommaList = ({ name, parent }: protobuf.Field): boolean =>
  COMMA_LISTS[parent?.fullName.slice(1) ?? '']?.includes(name) ?? false

/** A list outside, inside a message around it, because there an empty list would be none. */
const WRAPPED_LISTS: Record<string, string> = {
  TaggingStrategy: 'tags',
  BillLineItemInputs: 'items',
  SalesTaxInputs: 'items',
  TagInputs: 'items',
  TaskDocumentIds: 'items',
  RefundAllocationInputs: 'items',
  RefundPaymentInputs: 'items',
  WebhookFilter: 'items',
}

/** A JSON object outside, JSON text inside. */
const JSON_TEXTS = ['metadata', 'data']

const scalars: Record<string, string> = {
  string: 'string',
  bool: 'boolean',
  int32: 'integer',
  int64: 'integer',
  double: 'number',
  // Base64 outside.
  bytes: 'string',
}

function resolve(node: Node): Node {
  if (node.$ref !== undefined) {
    const found = sharedSchemas.find((schema) => `${(schema as { $id?: string }).$id}#` === node.$ref)
    if (!found) throw new Error(`${node.$ref} is not a shared schema`)
    return found
  }
  return node.anyOf?.find(({ type }) => [type].flat().includes('object')) ?? node
}

/** The fields of an object, of all its forms together where it has several. */
function propertiesOf(node: Node): Record<string, Node> {
  const { oneOf, properties = {} } = resolve(node)
  return oneOf ? Object.assign({}, ...oneOf.map((form) => form.properties ?? {})) : properties
}

const typesOf = (node: Node): string[] => [resolve(node).type ?? []].flat()
const isConst = (node: Node): boolean => node.const !== undefined

/** What a list of a body holds. */
const oneOfMany = (list: TSchema): TSchema => (list as Node).items as TSchema

type Side = 'answer' | 'request'

class Comparison {
  readonly differences: string[] = []
  readonly #seen = new Set<string>()
  readonly #side: Side

  constructor(side: Side) {
    this.#side = side
  }

  /** @param place the field that it stands in */
  message(node: Node, name: string, place = name): this {
    const type = root.lookupType(name)
    const except = leftOut[place] ?? []
    const seen = `${name} ${JSON.stringify(node.$ref ?? '')} ${except.join()}`
    if (this.#seen.has(seen)) return this
    this.#seen.add(seen)
    const properties = { ...propertiesOf(node) }
    const alone = [merged, made, aliases].flatMap((table) => table[name] ?? [])
    for (const only of alone) delete properties[only]
    const fields = this.#fieldsOf(type, name)
    for (const field of fields.keys())
      if (!(field in properties) && !except.includes(field))
        this.differences.push(`${name}.${field}: not in the schema`)
    for (const [field, schema] of Object.entries(properties)) {
      const found = fields.get(field)
      if (found && except.includes(field)) this.differences.push(`${place}.${field}: should be left out`)
      else if (found) this.#field(schema, found.resolve(), `${name}.${field}`, node)
      else if (!isConst(schema)) this.differences.push(`${name}.${field}: not in the proto`)
    }
    return this
  }

  /** A page request is spread over the query. */
  #fieldsOf(type: protobuf.Type, name: string): Map<string, protobuf.Field> {
    const fields = type.fieldsArray.flatMap((field) =>
      field.type.endsWith('PageRequest') ? root.lookupType(`${COMMON}.PageRequest`).fieldsArray : [field],
    )
    const hidden = internal[name] ?? []
    return new Map(fields.filter((field) => !hidden.includes(field.name)).map((field) => [field.name, field]))
  }

  #field(schema: Node, field: protobuf.Field, at: string, parent: Node): void {
    const types = typesOf(schema)
    const expect = (type: string): void => {
      if (!types.includes(type)) this.differences.push(`${at}: ${type} in the proto, ${types.join()} in the schema`)
    }
    if (field.map) {
      expect('object')
      const values = resolve(schema).additionalProperties
      if (typeof values === 'object' && field.resolvedType) this.message(values, field.resolvedType.fullName.slice(1))
    } else if (field.repeated) {
      expect(isCommaList(field) ? 'string' : 'array')
      const { items } = resolve(schema)
      if (items && field.resolvedType) this.message(items, field.resolvedType.fullName.slice(1), at)
    } else if (field.resolvedType instanceof protobuf.Type && WRAPPED_LISTS[field.resolvedType.name]) {
      const list = field.resolvedType.fields[WRAPPED_LISTS[field.resolvedType.name] ?? '']
      if (list) this.#field(schema, list.resolve(), at, parent)
    } else if (oneForm[at]) {
      if (Object.keys(propertiesOf(schema)).join() !== oneForm[at].join())
        this.differences.push(`${at}: should have ${oneForm[at].join()}`)
    } else if (field.resolvedType) {
      expect('object')
      this.message(schema, field.resolvedType.fullName.slice(1), at)
    } else {
      expect(JSON_TEXTS.includes(field.name) ? 'object' : (scalars[field.type] ?? field.type))
      this.#optional(schema, field, at, parent)
    }
  }

  /** What may be unset inside is null outside, or may be left out of a request. */
  #optional(schema: Node, field: protobuf.Field, at: string, parent: Node): void {
    const isOptional = (field.options?.proto3_optional as boolean | undefined) === true || field.partOf !== null
    const isRequired = resolve(parent).required?.includes(field.name) ?? false
    const mayBeMissing = this.#side === 'answer' ? typesOf(schema).includes('null') : !isRequired
    if (resolve(parent).oneOf || isOptional === mayBeMissing) return
    this.differences.push(`${at}: ${isOptional ? 'optional' : 'required'} in the proto, not so in the schema`)
  }
}

const compare = (side: Side, schema: TSchema, name: string): string[] =>
  new Comparison(side).message(schema, name).differences

describe('an answer has the fields of its message', () => {
  test.each([
    ['Business', businesses.Business, `${LEDGER}.Business`],
    ['a chart account', accounts.ChartAccount, `${COMMON}.ChartAccount`],
    ['the chart', accounts.Chart, `${LEDGER}.GetChartResponse`],
    ['the balances', accounts.Balances, `${LEDGER}.ListAccountsResponse`],
    ['a journal entry', journal.LedgerEntry, `${LEDGER}.LedgerEntry`],
    ['an account line', journal.AccountLine, `${LEDGER}.AccountLine`],
    ['a closing action', closing.ClosingAction, `${LEDGER}.ClosingAction`],
    ['a closing preview', closing.ClosingPreview, `${LEDGER}.ClosingPreview`],
    ['an accounting configuration', configuration.AccountingConfiguration, `${LEDGER}.AccountingConfiguration`],
    ['a tag dimension', tags.TagDimension, `${LEDGER}.TagDimension`],
    ['a tagged entity', tags.TaggedEntity, `${COMMON}.TaggedEntity`],
    ['a connection', connections.ProviderConnection, `${LEDGER}.Connection`],
    ['the start of an authorization', connections.AuthorizationParams, `${LEDGER}.StartAuthorizationResponse`],
    ['pagination', propertiesOf(PaginationMeta as Node)['pagination'] as TSchema, `${COMMON}.Pagination`],
    ['a document', PresignedDocument, `${REPORTING}.PresignedDocument`],
    ['an event', events.FeedEvent, `${REPORTING}.Event`],
    [
      'the place in a feed',
      propertiesOf(events.EventsMeta as Node)['pagination'] as TSchema,
      `${REPORTING}.EventsPagination`,
    ],
    ['a webhook', webhooks.Webhook, `${REPORTING}.Webhook`],
    ['a delivery of a webhook', webhooks.WebhookDelivery, `${REPORTING}.WebhookDelivery`],
    ['notifications', BusinessNotifications, `${REPORTING}.BusinessNotifications`],
    ['a bank account', bankAccounts.BankAccount, `${BANKING}.BankAccount`],
    ['an external account', bankAccounts.ExternalAccount, `${BANKING}.ExternalAccount`],
    ['an opening balance', bankAccounts.OpeningBalance, `${BANKING}.OpeningBalance`],
    ['a bank transaction', bankTransactions.BankTransaction, `${BANKING}.BankTransaction`],
    ['the bank transaction of a line', bankTransactions.TransactionOrNull, `${BANKING}.BankTransaction`],
    ['an import of transactions', imports.TransactionImport, `${BANKING}.ImportReport`],
    ['an import of a statement', imports.StatementImport, `${BANKING}.ImportReport`],
    ['a category', categories.CategoryNode, `${BANKING}.CategoryNode`],
    ['the categories', categories.Categories, `${BANKING}.ListCategoriesResponse`],
    ['a counterparty', categories.Counterparty, `${BANKING}.Counterparty`],
    ['a categorization rule', rules.CategorizationRule, `${BANKING}.CategorizationRule`],
    ['a vendor', vendors.Vendor, `${BILLING}.Vendor`],
    ['a bill', bills.Bill, `${BILLING}.Bill`],
    ['a bill payment', billPayments.BillPayment, `${BILLING}.BillPayment`],
    ['a vendor credit', vendorCredits.VendorCredit, `${BILLING}.VendorCredit`],
    ['a customer', customers.Customer, `${BILLING}.Customer`],
    ['an invoice', invoices.Invoice, `${BILLING}.Invoice`],
    ['the invoice of a line', invoices.InvoiceOrNull, `${BILLING}.Invoice`],
    ['an invoice payment', invoicePayments.InvoicePayment, `${BILLING}.InvoicePayment`],
    ['a write-off', writeOffs.WriteOff, `${BILLING}.WriteOff`],
    ['a refund', refunds.Refund, `${BILLING}.Refund`],
    ['a refund payment', refundPayments.RefundPayment, `${BILLING}.RefundPayment`],
    ['a payout', payouts.Payout, `${BILLING}.Payout`],
    ['a task', tasks.Task, `${REPORTING}.Task`],
    ['a posting', postings.Posting, `${POSTINGS}.StagedPosting`],
  ])('%s', (_what, schema, message) => {
    expect(compare('answer', schema, message)).toEqual([])
  })
})

describe('a request has the fields of its message', () => {
  test.each([
    ['creating a business', businesses.CreateBusinessBody, `${LEDGER}.BusinessInput`],
    ['updating a business', businesses.UpdateBusinessBody, `${LEDGER}.UpdateBusinessRequest`],
    ['creating an account', accounts.CreateAccountBody, `${LEDGER}.CreateAccountRequest`],
    ['updating an account', accounts.UpdateAccountBody, `${LEDGER}.UpdateAccountRequest`],
    [
      'updating a configuration',
      configuration.UpdateConfigurationBody,
      `${LEDGER}.UpdateAccountingConfigurationRequest`,
    ],
    ['posting an entry', journal.EntryInput, `${LEDGER}.JournalEntryInput`],
    ['a tag', TagInput, `${COMMON}.TagKeyValue`],
    ['creating a tag dimension', tags.CreateTagDimensionBody, `${LEDGER}.CreateTagDimensionRequest`],
    ['updating a tag dimension', tags.UpdateTagDimensionBody, `${LEDGER}.UpdateTagDimensionRequest`],
    ['creating a tag value', tags.CreateTagValueBody, `${LEDGER}.CreateTagValueRequest`],
    ['updating a tag value', tags.UpdateTagValueBody, `${LEDGER}.UpdateTagValueRequest`],
    ['applying tags', tags.applyTagsBody(['LINE_ITEM']), `${COMMON}.ApplyTagsRequest`],
    ['removing tags', tags.removeTagsBody(['LINE_ITEM']), `${COMMON}.RemoveTagsRequest`],
    ['closing', closing.ClosingBody, `${LEDGER}.ClosingInput`],
    ['reversing a closing', journal.ReverseBody, `${LEDGER}.ReverseClosingActionRequest`],
    ['reversing an entry', journal.ReverseBody, `${LEDGER}.ReverseEntryRequest`],
    ['configuring a processor', processors.ConfigureProcessorBody, `${LEDGER}.ConfigureProcessorRequest`],
    ['creating a webhook', webhooks.CreateWebhookBody, `${REPORTING}.CreateWebhookRequest`],
    ['updating a webhook', webhooks.UpdateWebhookBody, `${REPORTING}.UpdateWebhookRequest`],
    ['rotating a secret', webhooks.RotateSecretBody, `${REPORTING}.RotateWebhookSecretRequest`],
    ['creating a bank account', bankAccounts.CreateBankAccountBody, `${BANKING}.CreateBankAccountRequest`],
    ['updating a bank account', bankAccounts.UpdateBankAccountBody, `${BANKING}.UpdateBankAccountRequest`],
    ['creating an external account', bankAccounts.CreateCustomAccountBody, `${BANKING}.CreateCustomAccountRequest`],
    ['reporting a connection', bankAccounts.UpdateConnectionBody, `${BANKING}.UpdateConnectionRequest`],
    ['an opening balance', bankAccounts.CreateOpeningBalanceBody, `${BANKING}.CreateOpeningBalanceRequest`],
    ['importing transactions', imports.ImportTransactionsBody, `${BANKING}.ImportTransactionsRequest`],
    ['importing a statement', imports.ImportStatementBody, `${BANKING}.ImportStatementRequest`],
    ['categorizing', oneOfMany(bankTransactions.BulkCategorizeBody), `${BANKING}.CategorizeTransactionRequest`],
    ['matching', bankTransactions.MatchBody, `${BANKING}.MatchTransactionRequest`],
    [
      'describing a transaction',
      bankTransactions.UpdateTransactionMetadataBody,
      `${BANKING}.UpdateTransactionMetadataRequest`,
    ],
    ['a category', CategoryIdentifier, `${COMMON}.CategoryIdentifier`],
    ['creating a rule', rules.CreateRuleBody, `${BANKING}.CreateRuleRequest`],
    ['updating a rule', rules.UpdateRuleBody, `${BANKING}.UpdateRuleRequest`],
    ['creating a vendor', vendors.CreateVendorBody, `${BILLING}.CreateVendorRequest`],
    ['updating a vendor', vendors.UpdateVendorBody, `${BILLING}.UpdateVendorRequest`],
    ['creating a bill', bills.CreateBillBody, `${BILLING}.BillInput`],
    ['one of many bills', oneOfMany(bills.CreateBillsBody), `${BILLING}.BillInput`],
    ['recording an expense', bills.CreateExpenseBody, `${BILLING}.ExpenseInput`],
    ['updating a bill', bills.UpdateBillBody, `${BILLING}.UpdateBillRequest`],
    ['paying', billPayments.CreateBillPaymentBody, `${BILLING}.BillPaymentInput`],
    ['receiving a credit', vendorCredits.CreateVendorCreditBody, `${BILLING}.VendorCreditInput`],
    ['allocating a credit', vendorCredits.AllocateVendorCreditBody, `${BILLING}.VendorCreditAllocationInput`],
    ['creating a customer', customers.CreateCustomerBody, `${BILLING}.CreateCustomerRequest`],
    ['updating a customer', customers.UpdateCustomerBody, `${BILLING}.UpdateCustomerRequest`],
    ['sending an invoice', invoices.CreateInvoiceBody, `${BILLING}.InvoiceInput`],
    ['one of many invoices', oneOfMany(invoices.CreateInvoicesBody), `${BILLING}.InvoiceInput`],
    ['writing off', writeOffs.WriteOffInvoiceBody, `${BILLING}.WriteOffInvoiceRequest`],
    ['being paid', invoicePayments.CreateInvoicePaymentBody, `${BILLING}.InvoicePaymentInput`],
    ['a payment of one invoice', invoicePayments.PayInvoiceBody, `${BILLING}.DedicatedPaymentInput`],
    ['a refund of one invoice', refunds.RefundInvoiceBody, `${BILLING}.DedicatedRefundInput`],
    ['refunding', refunds.CreateRefundBody, `${BILLING}.RefundInput`],
    ['being paid out', payouts.CreatePayoutBody, `${BILLING}.PayoutInput`],
    ['creating a task', tasks.CreateTaskBody, `${REPORTING}.CreateTaskRequest`],
    ['updating a task', tasks.UpdateTaskBody, `${REPORTING}.UpdateTaskRequest`],
    ['responding to a task', tasks.RespondToTaskBody, `${REPORTING}.RespondToTaskRequest`],
  ])('%s', (_what, schema, message) => {
    expect(compare('request', schema, message)).toEqual([])
  })

  test('updating a refund, where line items have ids, too', () => {
    expect(compare('request', refunds.UpdateRefundBody, `${BILLING}.UpdateRefundRequest`)).toEqual([
      `${NEW_REFUND_ITEMS}.id: should be left out`,
    ])
  })

  test('voiding an invoice, of which the body may be left out', () => {
    expect(Object.keys(propertiesOf(invoices.VoidInvoiceBody as Node))).toEqual(
      Object.keys(root.lookupType(`${BILLING}.VoidInvoiceRequest`).fields).filter((field) => field !== 'invoice_id'),
    )
  })

  test('allocating a payment: the allocation, and when', () => {
    const { allocated_at, ...allocation } = billPayments.AllocateBillPaymentBody.properties
    const { payment_id: _inPath, ...fields } = root.lookupType(`${BILLING}.AllocateBillPaymentRequest`).fields
    expect(Object.keys(fields)).toEqual(['allocation', 'allocated_at'])
    expect(allocated_at).toBeDefined()
    expect(compare('request', Body(allocation), `${BILLING}.PaymentAllocationInput`)).toEqual([])
  })

  test.each([
    ['businesses', businesses.ListBusinessesQuery, `${LEDGER}.ListBusinessesRequest`],
    ['the chart', accounts.ChartQuery, `${LEDGER}.GetChartRequest`],
    ['balances', accounts.BalancesQuery, `${LEDGER}.ListAccountsRequest`],
    ['account lines', journal.AccountLinesQuery, `${LEDGER}.ListAccountLinesRequest`],
    ['tag dimensions', tags.ListTagDimensionsQuery, `${LEDGER}.ListTagDimensionsRequest`],
    ['tag values', tags.ListTagValuesQuery, `${LEDGER}.ListTagValuesRequest`],
    ['closings', closing.ListClosingsQuery, `${LEDGER}.ListClosingActionsRequest`],
    ['entries', journal.ListEntriesQuery, `${LEDGER}.ListEntriesRequest`],
    ['bank accounts', bankAccounts.ListBankAccountsQuery, `${BANKING}.ListBankAccountsRequest`],
    ['external accounts', bankAccounts.ListExternalAccountsQuery, `${BANKING}.ListExternalAccountsRequest`],
    ['bank transactions', bankTransactions.ListBankTransactionsQuery, `${BANKING}.ListBankTransactionsRequest`],
    ['counterparties', categories.ListCounterpartiesQuery, `${BANKING}.ListCounterpartiesRequest`],
    ['rules', rules.ListRulesQuery, `${BANKING}.ListRulesRequest`],
    ['events', events.ListEventsQuery, `${REPORTING}.ListEventsRequest`],
    ['deliveries of a webhook', webhooks.ListDeliveriesQuery, `${REPORTING}.ListWebhookDeliveriesRequest`],
    ['vendors', vendors.ListVendorsQuery, `${BILLING}.ListVendorsRequest`],
    ['bills', bills.ListBillsQuery, `${BILLING}.ListBillsRequest`],
    ['bill payments', billPayments.ListBillPaymentsQuery, `${BILLING}.ListBillPaymentsRequest`],
    ['vendor credits', vendorCredits.ListVendorCreditsQuery, `${BILLING}.ListVendorCreditsRequest`],
    ['customers', customers.ListCustomersQuery, `${BILLING}.ListCustomersRequest`],
    ['invoices', invoices.ListInvoicesQuery, `${BILLING}.ListInvoicesRequest`],
    ['invoice payments', invoicePayments.ListInvoicePaymentsQuery, `${BILLING}.ListInvoicePaymentsRequest`],
    ['refunds', refunds.ListRefundsQuery, `${BILLING}.ListRefundsRequest`],
    ['refund payments', refundPayments.ListRefundPaymentsQuery, `${BILLING}.ListRefundPaymentsRequest`],
    ['payouts', payouts.ListPayoutsQuery, `${BILLING}.ListPayoutsRequest`],
    ['postings', postings.ListPostingsQuery, `${POSTINGS}.ListPostingsRequest`],
    ['tasks', tasks.ListTasksQuery, `${REPORTING}.ListTasksRequest`],
  ])('the query of %s', (_what, schema, message) => {
    expect(compare('request', schema, message)).toEqual([])
  })
})

test('the queries of the reports have the fields of the request, each of them somewhere', () => {
  const { report: _name, ...fields } = root.lookupType(`${REPORTING}.ReportRequest`).fields
  const queries = [reports.MomentQuery, reports.RangeQuery, reports.GeneralLedgerQuery, reports.AgingQuery]
  const asked = new Set(queries.flatMap((query) => Object.keys(query.properties)))
  expect([...asked].sort()).toEqual(Object.keys(fields).sort())
})

// Its fields are named for the processor, so there is nothing to compare by name.
test('the configuration of a processor tells what its message does, but for the time', () => {
  const fields = root.lookupType(`${LEDGER}.ProcessorConfiguration`).fieldsArray.map(({ name }) => name)
  expect(fields).toEqual(['processor', 'display_name', 'secret_last_4', 'updated_at'])
  const message = { processor: 'pay_co', display_name: 'Pay_Co', secret_last_4: 'b7Qe', updated_at: '' }
  const answer = processors.toProcessorConfiguration(message)
  expect(answer).toEqual({ type: 'Pay_Co_Configuration', pay_co_secret_last_4: 'b7Qe' })
  const fits = new Ajv({ strict: false }).compile(processors.ProcessorConfigurationSchema)
  expect(fits(answer)).toBe(true)
  expect(fits({ ...answer, secret: 'x' })).toBe(false)
})

test('a field that one side lacks is found', () => {
  const { memo: _memo, ...rest } = propertiesOf(journal.LedgerEntry)
  const broken = { ...journal.LedgerEntry, properties: { ...rest, mood: { type: 'string' } } } as unknown as TSchema
  expect(compare('answer', broken, `${LEDGER}.LedgerEntry`)).toEqual([
    `${LEDGER}.LedgerEntry.memo: not in the schema`,
    `${LEDGER}.LedgerEntry.mood: not in the proto`,
  ])
})
