import { Type } from 'typebox'
import { BANK_DIRECTION, CategoryIdentifier, ReportedAmount, TaxOptionsInput } from './banking-parts.ts'
import {
  Always,
  Body,
  DayOrInstant,
  DIRECTIONS,
  instant,
  ListOf,
  Metadata,
  Note,
  Null,
  OneOf,
  Optional,
  Resource,
  TagInputs,
  Text,
  uuid,
} from './parts.ts'

const TransactionInput = Body({
  external_id: Text(255, { description: 'Your own id of it, unique within the external account.' }),
  amount: ReportedAmount({ description: 'Minor units (cents), never negative: the direction says which way.' }),
  direction: OneOf(DIRECTIONS, { description: BANK_DIRECTION }),
  date: DayOrInstant({ description: 'A day is its beginning in the time zone of the business.' }),
  description: Note(4_096),
  merchant_name: Optional(Text(255)),
  counterparty_name: Optional(Text(255)),
  category: Optional(CategoryIdentifier),
  pending: Optional(
    Type.Boolean({ description: 'The bank has not booked it yet; false unless given. Send it again once it has.' }),
  ),
  memo: Optional(Note(4_096)),
  metadata: Optional(Metadata),
  reference_number: Optional(Text(255)),
  tax_code: Optional(Text(64)),
  tax_options: Optional(TaxOptionsInput),
  projected_income_category: Optional(Text(64)),
  tags: Optional(TagInputs),
})

export const MAX_TRANSACTIONS = 5_000

export const ImportTransactionsBody = Body(
  { transactions: Type.Array(TransactionInput, { minItems: 1, maxItems: MAX_TRANSACTIONS }) },
  {
    examples: [
      {
        transactions: [
          {
            external_id: 'tx-1001',
            amount: 12_500,
            direction: 'DEBIT',
            date: '2026-01-14T16:20:00Z',
            description: 'ANALYTICAL PAPERS 0042',
            merchant_name: 'Analytical Papers Ltd',
          },
        ],
      },
    ],
  },
)

export const MAX_STATEMENT_BYTES = 10 * 1024 * 1024
const MAX_BASE64 = 4 * Math.ceil(MAX_STATEMENT_BYTES / 3)

const column = Text(255)
const named = Type.Array(Text(64), { minItems: 1, maxItems: 20 })

const CsvMapping = Body(
  {
    date: column,
    amount: Optional(column),
    credit: Optional(Text(255, { description: 'Money in, where it has a column of its own.' })),
    debit: Optional(Text(255, { description: 'Money out, where it has a column of its own.' })),
    direction: Optional(Text(255, { description: 'With `amount`: the column that says which way.' })),
    credit_values: Optional(named),
    debit_values: Optional(named),
    description: Optional(column),
    external_id: Optional(column),
    counterparty_name: Optional(column),
    reference_number: Optional(column),
    memo: Optional(column),
    balance: Optional(Text(255, { description: 'What stood on the account after each row.' })),
    date_format: Optional(Text(64, { description: 'Such as `dd.MM.yyyy`; ISO 8601 unless given.' })),
    decimal_separator: Optional(OneOf(['.', ','])),
    delimiter: Optional(Text(1, { description: 'Found out unless given.' })),
    encoding: Optional(Text(40, { description: 'Such as `windows-1252`; found out unless given.' })),
    has_header: Optional(Type.Boolean({ description: 'true unless given.' })),
    skip_rows: Optional(Type.Integer({ minimum: 0, maximum: 1_000, description: 'Rows above the header.' })),
    invert_amounts: Optional(Type.Boolean({ description: 'Where money out is positive.' })),
  },
  {
    description:
      'Which column holds what: by header, or as `#3` by position. Either `amount`, signed or with `direction`; or ' +
      '`credit` and `debit`.',
  },
)

export const STATEMENT_FORMATS = ['OFX', 'QFX', 'CAMT053', 'MT940', 'CSV'] as const

export const ImportStatementBody = Body(
  {
    content: Type.String({
      format: 'byte',
      contentEncoding: 'base64',
      minLength: 1,
      maxLength: MAX_BASE64,
      description: 'The file in base64, at most 10 MiB of it.',
    }),
    file_name: Optional(Text(255)),
    format: Optional(OneOf(STATEMENT_FORMATS, { description: 'Found out unless given.' })),
    statement_account_id: Optional(
      Text(255, {
        description: 'The account to import: needed where a file tells of several, though only one may have rows.',
      }),
    ),
    csv_mapping: Optional(CsvMapping),
    dry_run: Optional(Type.Boolean({ description: 'Says what would happen, and imports nothing.' })),
  },
  {
    examples: [
      {
        file_name: 'january.csv',
        content: 'RGF0ZSxEZXNjcmlwdGlvbixBbW91bnQKMjAyNi0wMS0xNCxQYXBlciwtMTI1LjAwCg==',
        csv_mapping: { date: 'Date', description: 'Description', amount: 'Amount' },
      },
    ],
  },
)

const ImportedRow = Resource({
  row: Type.Integer({ description: 'Its place in the request or in the file, from 1.' }),
  outcome: OneOf(['IMPORTED', 'KNOWN', 'REFUSED'], { description: 'KNOWN: imported before.' }),
  reason: Null(Type.String(), {
    description: 'All that it was refused for, or why it is not categorized as was asked.',
  }),
  external_id: Null(Type.String()),
  transaction_id: Null(Type.String(uuid)),
  date: Null(Type.String(instant)),
  amount: Null(Type.Integer()),
  direction: Null(OneOf(DIRECTIONS)),
  description: Null(Type.String()),
  counterparty_name: Null(Type.String()),
  reference_number: Null(Type.String()),
  categorizationStatus: Null(Type.String()),
  rule_id: Null(Type.String(uuid)),
})

const StatementSummary = Resource({
  account_identifier: Null(Type.String()),
  statement_id: Null(Type.String()),
  currency: Null(Type.String()),
  opening_balance: Null(Type.Integer()),
  opening_balance_at: Null(Type.String()),
  closing_balance: Null(Type.Integer()),
  closing_balance_at: Null(Type.String()),
  row_count: Type.Integer(),
  row_sum: Type.Integer({ description: 'Money in counts as positive, money out as negative.' }),
  reconciliation: OneOf(['RECONCILED', 'NOT_RECONCILED', 'UNKNOWN'], {
    description: 'Whether opening balance and rows make the closing balance; UNKNOWN where the file lacks one.',
  }),
  difference: Null(Type.Integer()),
})

const reportFields = {
  external_account_id: Type.String(uuid),
  format: Null(Type.String()),
  dry_run: Type.Boolean(),
  imported_count: Type.Integer(),
  known_count: Type.Integer(),
  refused_count: Type.Integer(),
  categorized_count: Type.Integer(),
  rows: Type.Array(ImportedRow, { default: [], description: 'In the order of the request or of the file.' }),
  statements: ListOf(StatementSummary),
  warnings: ListOf(Type.String()),
}

export const TransactionImport = Resource(
  { type: Always('Transaction_Import'), ...reportFields },
  { $id: 'Transaction_Import', description: 'What became of each transaction.' },
)

export const StatementImport = Resource(
  { type: Always('Statement_Import'), ...reportFields },
  { $id: 'Statement_Import', description: 'What became of each row of a statement file.' },
)
