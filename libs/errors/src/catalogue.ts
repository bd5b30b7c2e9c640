/**
 * The catalogue of errors: every `error_enum` of the API, its type and HTTP status. The gateway documents it in
 * OpenAPI, and services refuse with nothing else.
 */

const InvalidParameters = { type: 'InvalidParameters', http: 400 } as const
const Unauthenticated = { type: 'Unauthenticated', http: 401 } as const
const PermissionDenied = { type: 'PermissionDenied', http: 403 } as const
const NotFound = { type: 'NotFound', http: 404 } as const
const Conflict = { type: 'Conflict', http: 409 } as const
const PayloadTooLarge = { type: 'PayloadTooLarge', http: 413 } as const
const UnsupportedMediaType = { type: 'UnsupportedMediaType', http: 415 } as const
const RuleViolation = { type: 'RuleViolation', http: 422 } as const
const RateLimited = { type: 'RateLimited', http: 429 } as const
const InternalError = { type: 'InternalError', http: 500 } as const
const Unavailable = { type: 'Unavailable', http: 503 } as const
const Timeout = { type: 'Timeout', http: 504 } as const

export const catalogue = {
  InvalidPayload: { ...InvalidParameters, meaning: 'A field of the request body is missing or has a wrong value.' },
  InvalidQuery: { ...InvalidParameters, meaning: 'A path, query or header parameter has a wrong value.' },
  InvalidCursor: { ...InvalidParameters, meaning: 'The cursor is malformed, altered, or belongs to another listing.' },
  InvalidRegex: { ...InvalidParameters, meaning: 'The regular expression cannot be compiled.' },
  RegexTooExpensive: {
    ...InvalidParameters,
    meaning: 'The regular expression takes too long on the texts of the business. Make it simpler.',
  },
  MissingTagValues: { ...InvalidParameters, meaning: '`tag_key` and `tag_values` are given together or not at all.' },
  InvalidState: {
    ...InvalidParameters,
    meaning: 'The state of an authorization is unknown, used, expired, or was made for something else.',
  },
  UnreadableStatement: {
    ...InvalidParameters,
    meaning:
      'The file is no bank statement that can be read, was cut off, or tells of several accounts: say which to import.',
  },
  UnknownField: { ...InvalidParameters, meaning: 'The request has a field or query parameter that does not exist.' },

  MissingToken: { ...Unauthenticated, meaning: 'The request carries no bearer token.' },
  InvalidToken: { ...Unauthenticated, meaning: 'The bearer token is not one this service accepts.' },
  ExpiredToken: { ...Unauthenticated, meaning: 'The bearer token has expired or was revoked.' },
  InvalidClient: { ...Unauthenticated, meaning: 'The client id or the client secret is wrong.' },
  InsufficientScope: { ...PermissionDenied, meaning: 'The token does not allow this operation.' },
  InvalidLink: { ...PermissionDenied, meaning: 'The link to a file is altered, or none of ours.' },
  ExpiredLink: { ...PermissionDenied, meaning: 'The link to a file has expired.' },

  RouteNotFound: { ...NotFound, meaning: 'There is no such path.' },
  BusinessNotFound: { ...NotFound, meaning: 'There is no such business among those of the client.' },
  AccountNotFound: { ...NotFound, meaning: 'The business has no such ledger account.' },
  SealNotFound: {
    ...NotFound,
    meaning: 'The log has no such seal, or none over that position yet; what is recorded is sealed within seconds.',
  },
  EntryNotFound: { ...NotFound, meaning: 'The business has no such journal entry.' },
  TagDimensionNotFound: { ...NotFound, meaning: 'The business has no such tag dimension.' },
  TagValueNotFound: { ...NotFound, meaning: 'The business has no such tag value.' },
  EntityNotFound: { ...NotFound, meaning: 'The business has nothing of this entity type with this id.' },
  ClosingNotFound: { ...NotFound, meaning: 'The business has no such closing.' },
  BankAccountNotFound: { ...NotFound, meaning: 'The business has no such bank account.' },
  ExternalAccountNotFound: { ...NotFound, meaning: 'The business has no such external account.' },
  OpeningBalanceNotFound: { ...NotFound, meaning: 'The external account has no opening balance.' },
  BankTransactionNotFound: { ...NotFound, meaning: 'The business has no such bank transaction.' },
  MatchNotFound: { ...NotFound, meaning: 'There is nothing of this id that the transaction could be matched to.' },
  CategorizationRuleNotFound: { ...NotFound, meaning: 'The business has no such categorization rule.' },
  CounterpartyNotFound: { ...NotFound, meaning: 'The business has no such counterparty.' },
  VendorNotFound: { ...NotFound, meaning: 'The business has no such vendor.' },
  CustomerNotFound: { ...NotFound, meaning: 'The business has no such customer.' },
  BillNotFound: { ...NotFound, meaning: 'The business has no such bill.' },
  VendorRefundNotFound: { ...NotFound, meaning: 'The business has no such refund of a vendor.' },
  BillPaymentNotFound: { ...NotFound, meaning: 'The business has no such bill payment.' },
  VendorCreditNotFound: { ...NotFound, meaning: 'The business has no such vendor credit.' },
  AllocationNotFound: { ...NotFound, meaning: 'The business has no such allocation.' },
  InvoiceNotFound: { ...NotFound, meaning: 'The business has no such invoice.' },
  InvoicePaymentNotFound: { ...NotFound, meaning: 'The business has no such invoice payment.' },
  WriteOffNotFound: { ...NotFound, meaning: 'The invoice has no such write-off.' },
  RefundNotFound: { ...NotFound, meaning: 'The business has no such refund.' },
  RefundPaymentNotFound: { ...NotFound, meaning: 'The business has no such refund payment.' },
  PaymentReturnNotFound: { ...NotFound, meaning: 'The business has no such return of a payment.' },
  PayoutNotFound: { ...NotFound, meaning: 'The business has no such payout.' },
  TaskNotFound: { ...NotFound, meaning: 'The business has no such task.' },
  PostingNotFound: { ...NotFound, meaning: 'The business has no such posting.' },
  ProviderNotFound: { ...NotFound, meaning: 'No accounting provider of this name is configured.' },
  ProcessorNotFound: { ...NotFound, meaning: 'There is no such payment processor, or no secret of it is kept.' },
  FileNotFound: { ...NotFound, meaning: 'The file behind the link was removed.' },
  WebhookNotFound: { ...NotFound, meaning: 'The client has no such webhook.' },
  DeliveryNotFound: { ...NotFound, meaning: 'The webhook has no such delivery.' },
  ClientNotFound: { ...NotFound, meaning: 'There is no such client, or the token is of another one.' },

  MethodNotAllowed: { type: 'MethodNotAllowed', http: 405, meaning: 'The path exists, but not with this method.' },
  IdempotencyKeyReused: { ...Conflict, meaning: 'The Idempotency-Key was used before with another request.' },
  AnswerNotKept: {
    ...Conflict,
    meaning: 'The request with this Idempotency-Key was done before, and its answer is not kept any more.',
  },
  IdempotencyInProgress: { ...Conflict, meaning: 'A request with this Idempotency-Key is still running.' },
  VersionConflict: { ...Conflict, meaning: 'The resource kept changing while the request ran. Try again.' },
  DuplicateStableName: { ...Conflict, meaning: 'Another account of the business has this stable name.' },
  DuplicateExternalId: { ...Conflict, meaning: 'Another resource of the kind has this external_id.' },
  ExternalIdReused: {
    ...Conflict,
    meaning: 'This external_id made another resource of the kind, or the same one with other content.',
  },
  DuplicateAccountNumber: { ...Conflict, meaning: 'Another account of the business has this account number.' },

  DuplicateOpeningBalance: { ...Conflict, meaning: 'The external account has an opening balance already.' },
  PostingFailed: {
    ...Conflict,
    meaning: 'An earlier posting of the resource was refused by the ledger. Retry that posting first.',
  },
  PostingNotFailed: { ...Conflict, meaning: 'Only a posting that has failed can be retried.' },

  EventsPurged: { ...Conflict, meaning: 'Events after this position are not kept any more; `oldest_position` is.' },

  DuplicateTagKey: { ...Conflict, meaning: 'Another tag dimension of the business has this key.' },
  DuplicateTagValue: { ...Conflict, meaning: 'The tag dimension has this value already.' },

  PayloadTooLarge: { ...PayloadTooLarge, meaning: 'The request body, or what it holds, is larger than allowed.' },
  UnsupportedMediaType: { ...UnsupportedMediaType, meaning: 'The body must be sent as application/json.' },
  ExpectationFailed: {
    type: 'ExpectationFailed',
    http: 417,
    meaning: 'The header `Expect` takes `100-continue` alone.',
  },

  UnbalancedEntry: { ...RuleViolation, meaning: 'The debits of a journal entry must equal its credits.' },
  AmountNotPositive: { ...RuleViolation, meaning: 'The amount of a line item must be above zero.' },
  AmountOutOfRange: { ...RuleViolation, meaning: 'An amount or a balance would leave the safe range of ±(2^53 - 1).' },
  PeriodClosed: { ...RuleViolation, meaning: 'The books are closed at the time of the entry.' },
  AccountArchived: { ...RuleViolation, meaning: 'The account is archived and takes no postings.' },
  AccountInUse: { ...RuleViolation, meaning: 'The account has lines or a role that forbid this change.' },
  AccountTypeMismatch: { ...RuleViolation, meaning: 'Account type, subtype, normality or parent do not fit together.' },
  BusinessArchived: { ...RuleViolation, meaning: 'The business is archived: its books can be read, not written.' },
  BusinessFieldLocked: { ...RuleViolation, meaning: 'This field of a business cannot change once anything is posted.' },
  BusinessNotEnrolled: {
    ...RuleViolation,
    meaning: 'The business is not enrolled in bookkeeping, so it has no tasks. Set its `bookkeeping_enrolled`.',
  },
  TaskCompleted: {
    ...RuleViolation,
    meaning: 'The task is completed: it takes no response, and what it asks stays. Set its status to TODO first.',
  },
  TaskTransitionNotPossible: { ...RuleViolation, meaning: 'The task cannot go from its status to this one.' },
  DuplicateTagDimension: { ...RuleViolation, meaning: 'A line carries at most one value of a tag dimension.' },
  TagValueArchived: { ...RuleViolation, meaning: 'The tag value is archived and cannot be applied.' },
  BalancingTagViolation: {
    ...RuleViolation,
    meaning: 'Lines tagged with a BALANCING dimension must balance per value.',
  },
  TagInherited: { ...RuleViolation, meaning: 'The line has this tag from its entry: remove it from the entry.' },
  TagDimensionInUse: { ...RuleViolation, meaning: 'Tags of this dimension are applied: it cannot be deleted.' },
  ClosingOverlap: {
    ...RuleViolation,
    meaning: 'The window overlaps a closing without containing all of it, or a closing did not tell the tags apart.',
  },
  NotConnected: { ...RuleViolation, meaning: 'The business is not connected to this provider.' },
  ReauthorizationRequired: { ...RuleViolation, meaning: 'The provider takes the tokens no more: connect it again.' },
  AuthorizationFailed: { ...RuleViolation, meaning: 'The provider did not authorize the connection.' },
  EntryOwned: {
    ...RuleViolation,
    meaning: 'The entry belongs to a document, a closing or an import: change it there.',
  },
  BankAccountArchived: { ...RuleViolation, meaning: 'The bank account or external account is archived.' },
  TransactionPending: { ...RuleViolation, meaning: 'The bank transaction is pending: it waits for the bank.' },
  TransactionMatched: { ...RuleViolation, meaning: 'The bank transaction is matched: uncategorize it first.' },
  SplitUnbalanced: { ...RuleViolation, meaning: 'The parts of a split must sum to the amount of the transaction.' },
  CategoryIsBankAccount: {
    ...RuleViolation,
    meaning: 'The category is the ledger account of the bank account itself: it would post nothing.',
  },
  MatchNotPossible: {
    ...RuleViolation,
    meaning: 'The two cannot be matched: state, direction, account or amounts do not fit.',
  },
  TooManyRules: { ...RuleViolation, meaning: 'A business has at most 1,000 categorization rules.' },
  TooManyWebhooks: { ...RuleViolation, meaning: 'A client has at most 20 webhooks.' },
  WebhookDisabled: { ...RuleViolation, meaning: 'The webhook is disabled: enable it first.' },
  CurrencyMismatch: { ...RuleViolation, meaning: 'The statement is in another currency than the business.' },
  NoReadableRow: {
    ...RuleViolation,
    meaning: 'No row of the statement file can be read: `rows` says of the first ones why. Nothing was imported.',
  },
  NegativeTotal: { ...RuleViolation, meaning: 'The total of a document cannot be below zero.' },
  OverAllocated: {
    ...RuleViolation,
    meaning:
      'More would be allocated than the payment or the credit has, or than is outstanding of the bill or the invoice.',
  },
  HistoryIncomplete: {
    ...RuleViolation,
    meaning: 'What the books were at that moment is not known: their history began later.',
  },
  ReportTooLarge: {
    ...RuleViolation,
    meaning: 'The report would have more rows or columns than are answered at once. Narrow it, or export it.',
  },
  TooManyAllocations: {
    ...RuleViolation,
    meaning: 'At most 1,000 allocations stand of a payment, of a credit, and on a bill.',
  },
  BillHasPayments: {
    ...RuleViolation,
    meaning: 'Payments or credits are allocated to the bill: take them back first.',
  },
  BillVoided: { ...RuleViolation, meaning: 'The bill is voided: it is not paid, changed or credited any more.' },
  DocumentRefunded: {
    ...RuleViolation,
    meaning: 'The vendor paid back some of the payment or the credit: delete its vendor refunds first.',
  },
  DocumentDeleted: { ...RuleViolation, meaning: 'The payment or the credit is deleted.' },
  DocumentMatched: {
    ...RuleViolation,
    meaning: 'The document is matched to a bank transaction: uncategorize that transaction first.',
  },
  InvoiceHasPayments: {
    ...RuleViolation,
    meaning: 'The invoice was paid: it is voided only with `move_payments_to_credit`.',
  },
  PaymentReturned: {
    ...RuleViolation,
    meaning: 'The payment was returned, as a cheque that bounced: undo its return first.',
  },
  NotReturnable: {
    ...RuleViolation,
    meaning: 'No money came with the payment: it was made out of the customer’s credit, or is deleted.',
  },
  PaymentHasRefunds: {
    ...RuleViolation,
    meaning: 'What was paid by the payment is refunded: take the refunds back first.',
  },
  InvoiceVoided: {
    ...RuleViolation,
    meaning: 'The invoice is voided: it is not paid, written off or refunded any more.',
  },
  OverRefunded: { ...RuleViolation, meaning: 'More would be refunded than was paid and is not refunded already.' },
  PayoutUnbalanced: {
    ...RuleViolation,
    meaning: 'What is paid out must be payments less refunds and fees, with the other transactions.',
  },
  NotPaidOut: {
    ...RuleViolation,
    meaning: 'No processor pays this out: it moved no money, was taken back, or is a member of another payout.',
  },
  VendorMismatch: { ...RuleViolation, meaning: 'The documents are of different vendors.' },
  VendorArchived: { ...RuleViolation, meaning: 'The vendor is archived and takes no new documents.' },
  CustomerMismatch: { ...RuleViolation, meaning: 'The documents are of different customers.' },
  CustomerArchived: { ...RuleViolation, meaning: 'The customer is archived and takes no new documents.' },
  AlreadyCredit: {
    ...RuleViolation,
    meaning: 'What is refunded out of a customer’s credit is not paid out as store credit: they have it already.',
  },
  DatedTooEarly: {
    ...RuleViolation,
    meaning: 'The document would be dated before what it follows from, by the days of the business.',
  },
  ControlAccount: {
    ...RuleViolation,
    meaning: 'The account is kept by documents: what posts to it is a payment, a refund, a bill or an invoice.',
  },
  PartyMismatch: {
    ...RuleViolation,
    meaning:
      'A line or category names a customer on ACCOUNTS_RECEIVABLE alone, and a vendor on ACCOUNTS_PAYABLE alone.',
  },
  EntryIsReversal: { ...RuleViolation, meaning: 'A reversal is not reversed. Post a new entry instead.' },

  RateLimitExceeded: { ...RateLimited, meaning: 'Too many requests. Try again after `Retry-After` seconds.' },

  InternalError: { ...InternalError, meaning: 'Something failed on our side. The request id names it.' },
  ProviderUnavailable: { ...Unavailable, meaning: 'The accounting provider cannot be reached. Try again.' },
  ServiceUnavailable: { ...Unavailable, meaning: 'A part of the service cannot be reached. Try again.' },
  OutcomeUnknown: {
    ...Unavailable,
    meaning:
      'It is not known whether this was written. Repeat it with the same `Idempotency-Key` or `external_id`, which writes it once.',
  },
  DeadlineExceeded: { ...Timeout, meaning: 'The request took too long. Try again.' },
} as const satisfies Record<string, { type: string; http: number; meaning: string }>

/** The name of an error of the catalogue, `error_enum` on the wire. */
export type ErrorEnum = keyof typeof catalogue

export const isErrorEnum = (name: string): name is ErrorEnum => Object.hasOwn(catalogue, name)
