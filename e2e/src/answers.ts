/** The successful answers of operations, and names for their parts, as the client has them. */
import type { components, operations } from '@pacioli/client'

type Schemas = components['schemas']

type BodyOf<Response> = Response extends { content: { 'application/json': infer Body } } ? Body : never

type SuccessOf<Responses> = {
  [Status in keyof Responses]: Status extends number
    ? `${Status}` extends `2${string}`
      ? BodyOf<Responses[Status]>
      : never
    : never
}[keyof Responses]

export type OperationId = keyof operations

/** A bare list has another form for its preview. */
type OnlyPreviewed = { meta: { preview: object } }

export type Answers = { [Name in OperationId]: Exclude<SuccessOf<operations[Name]['responses']>, OnlyPreviewed> }

/** A list that comes in pages. */
export interface Page<Row> {
  data: Row[]
  meta: Schemas['Pagination_Meta']
}

/** The lists that come in pages. */
export type PagedId = { [Name in OperationId]: Answers[Name] extends Page<unknown> ? Name : never }[OperationId]

export type RowOf<Name extends PagedId> = Answers[Name] extends Page<infer Row> ? Row : never

/** The operations that answer with one such resource. */
export type OperationFor<Resource> = {
  [Name in OperationId]: Answers[Name] extends { data: Resource } ? Name : never
}[OperationId]

export type AccountLine = Schemas['Ledger_Account_Line_Item']
export type AppliedTag = Schemas['Applied_Tag']
export type BalanceNode = Schemas['Ledger_Account_Balance']
export type BankAccount = Schemas['Bank_Account']
export type BankTransaction = Schemas['Bank_Transaction']
export type Bill = Schemas['Bill']
export type BillPayment = Schemas['Bill_Payment']
export type Business = Schemas['Business']
export type Cell = Schemas['Report_Cell']
export type ChartNode = Schemas['Chart_Account']
export type ClosingAction = Schemas['Retained_Earnings_Closing_Action']
export type Customer = Schemas['Customer']
export type Direction = Schemas['Direction']
export type Entry = Schemas['Ledger_Entry']
export type ErrorBody = Schemas['Error']
export type ExternalAccount = Schemas['External_Account']
export type FeedEvent = Schemas['Event']
export type Invoice = Schemas['Invoice']
export type InvoicePayment = Schemas['Invoice_Payment']
export type InvoiceStatus = Schemas['Invoice_Status']
export type Payout = Schemas['Payout']
export type ProviderConnection = Schemas['Provider_Connection']
export type Refund = Schemas['Refund']
export type RefundPayment = Schemas['Refund_Payment']
export type Report = Schemas['Unified_Report']
export type ReportColumn = Schemas['Report_Column']
export type ReportRow = Schemas['Report_Row']
export type TagDimension = Schemas['Tag_Dimension']
export type Task = Schemas['Human_Task']
export type Vendor = Schemas['Vendor']
export type VendorCredit = Schemas['Vendor_Credit']
export type VendorRefund = Schemas['Vendor_Refund']
export type Webhook = Schemas['Webhook']
