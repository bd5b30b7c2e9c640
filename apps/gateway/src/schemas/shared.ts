import { Balances, BalanceNode, Chart, ChartAccount, ChartNode } from './accounts.ts'
import { BankAccount, ExternalAccount, OpeningBalance } from './bank-accounts.ts'
import { BankTransaction } from './bank-transactions.ts'
import { BillPayment } from './bill-payments.ts'
import { Bill, BillLineItem } from './bills.ts'
import { Business } from './businesses.ts'
import { Categories, CategoryNode, Counterparty } from './categories.ts'
import { CategorizationRule } from './categorization-rules.ts'
import { ClosingAction, ClosingPreview, ClosingShape } from './closing.ts'
import { AccountingConfiguration } from './configuration.ts'
import { ProviderConnection } from './connections.ts'
import { Customer } from './customers.ts'
import { InvoicePayment } from './invoice-payments.ts'
import { Invoice, InvoiceLineItem } from './invoices.ts'
import { EventsMeta, FeedEvent } from './events.ts'
import { StatementImport, TransactionImport } from './imports.ts'
import { AppliedTag } from './applied-tag.ts'
import { AccountLine, LedgerEntry, LedgerLineItem } from './journal.ts'
import { BusinessNotifications } from './notifications.ts'
import { PaginationMeta } from './parts.ts'
import { AccountSummary, DocumentTag, SalesTaxEntry } from './document-parts.ts'
import { Payout } from './payouts.ts'
import { Posting } from './postings.ts'
import { ProcessorConfigurationSchema } from './processors.ts'
import { RefundPayment } from './refund-payments.ts'
import { Refund, RefundAllocation } from './refunds.ts'
import { PresignedDocument } from './report-exports.ts'
import { Report, ReportCell, ReportColumn, ReportRow } from './reports.ts'
import { TagDimension, TaggedEntity, TagValue } from './tags.ts'
import { Task } from './tasks.ts'
import { VendorCredit } from './vendor-credits.ts'
import { Vendor } from './vendors.ts'
import { Webhook, WebhookAttempt, WebhookDelivery } from './webhooks.ts'
import { WriteOff } from './write-offs.ts'

/** The named schemas: components of the OpenAPI document, referred to by their `$id`. */
export const sharedSchemas = [
  PaginationMeta,
  Business,
  ChartAccount,
  ChartNode,
  Chart,
  BalanceNode,
  Balances,
  AppliedTag,
  LedgerLineItem,
  LedgerEntry,
  AccountLine,
  ClosingShape,
  ClosingPreview,
  ClosingAction,
  TagValue,
  TagDimension,
  TaggedEntity,
  AccountingConfiguration,
  ProcessorConfigurationSchema,
  ProviderConnection,
  ReportColumn,
  ReportCell,
  ReportRow,
  Report,
  PresignedDocument,
  ExternalAccount,
  BankAccount,
  OpeningBalance,
  BankTransaction,
  TransactionImport,
  StatementImport,
  CategoryNode,
  Categories,
  Counterparty,
  CategorizationRule,
  AccountSummary,
  DocumentTag,
  SalesTaxEntry,
  Vendor,
  BillLineItem,
  Bill,
  BillPayment,
  VendorCredit,
  Customer,
  RefundAllocation,
  RefundPayment,
  Refund,
  InvoicePayment,
  WriteOff,
  InvoiceLineItem,
  Invoice,
  Payout,
  Posting,
  BusinessNotifications,
  Task,
  FeedEvent,
  EventsMeta,
  Webhook,
  WebhookAttempt,
  WebhookDelivery,
]
