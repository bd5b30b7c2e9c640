// Original file: pacioli/banking/v1/imports.proto


/**
 * Which column holds what, by header name or, as `#3`, by position from 1. Either `amount` (signed), or `credit` and
 * `debit` (money in and out), or `amount` with `direction`, whose values are then named.
 */
export interface CsvMapping {
  'date'?: (string);
  'amount'?: (string);
  'credit'?: (string);
  'debit'?: (string);
  'direction'?: (string);
  'credit_values'?: (string)[];
  'debit_values'?: (string)[];
  'description'?: (string);
  'external_id'?: (string);
  'counterparty_name'?: (string);
  'reference_number'?: (string);
  'memo'?: (string);
  'balance'?: (string);
  'date_format'?: (string);
  'decimal_separator'?: (string);
  'delimiter'?: (string);
  'encoding'?: (string);
  'has_header'?: (boolean);
  'skip_rows'?: (number);
  'invert_amounts'?: (boolean);
  '_amount'?: "amount";
  '_credit'?: "credit";
  '_debit'?: "debit";
  '_direction'?: "direction";
  '_description'?: "description";
  '_external_id'?: "external_id";
  '_counterparty_name'?: "counterparty_name";
  '_reference_number'?: "reference_number";
  '_memo'?: "memo";
  '_balance'?: "balance";
  '_date_format'?: "date_format";
  '_decimal_separator'?: "decimal_separator";
  '_delimiter'?: "delimiter";
  '_encoding'?: "encoding";
  '_has_header'?: "has_header";
  '_skip_rows'?: "skip_rows";
  '_invert_amounts'?: "invert_amounts";
}

/**
 * Which column holds what, by header name or, as `#3`, by position from 1. Either `amount` (signed), or `credit` and
 * `debit` (money in and out), or `amount` with `direction`, whose values are then named.
 */
export interface CsvMapping__Output {
  'date': (string);
  'amount'?: (string);
  'credit'?: (string);
  'debit'?: (string);
  'direction'?: (string);
  'credit_values': (string)[];
  'debit_values': (string)[];
  'description'?: (string);
  'external_id'?: (string);
  'counterparty_name'?: (string);
  'reference_number'?: (string);
  'memo'?: (string);
  'balance'?: (string);
  'date_format'?: (string);
  'decimal_separator'?: (string);
  'delimiter'?: (string);
  'encoding'?: (string);
  'has_header'?: (boolean);
  'skip_rows'?: (number);
  'invert_amounts'?: (boolean);
}
