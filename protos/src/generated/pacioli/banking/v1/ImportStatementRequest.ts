// Original file: pacioli/banking/v1/imports.proto

import type { CsvMapping as _pacioli_banking_v1_CsvMapping, CsvMapping__Output as _pacioli_banking_v1_CsvMapping__Output } from '../../../pacioli/banking/v1/CsvMapping.ts';

/**
 * `content` is the file as it came. The format is found out where it is not given. A dry run imports nothing.
 */
export interface ImportStatementRequest {
  'external_account_id'?: (string);
  'content'?: (Buffer | Uint8Array | string);
  'file_name'?: (string);
  'format'?: (string);
  'statement_account_id'?: (string);
  'csv_mapping'?: (_pacioli_banking_v1_CsvMapping | null);
  'dry_run'?: (boolean);
  '_file_name'?: "file_name";
  '_format'?: "format";
  '_statement_account_id'?: "statement_account_id";
  '_csv_mapping'?: "csv_mapping";
  '_dry_run'?: "dry_run";
}

/**
 * `content` is the file as it came. The format is found out where it is not given. A dry run imports nothing.
 */
export interface ImportStatementRequest__Output {
  'external_account_id': (string);
  'content': (Buffer);
  'file_name'?: (string);
  'format'?: (string);
  'statement_account_id'?: (string);
  'csv_mapping'?: (_pacioli_banking_v1_CsvMapping__Output | null);
  'dry_run'?: (boolean);
}
