// Original file: pacioli/banking/v1/imports.proto

import type { ImportedRow as _pacioli_banking_v1_ImportedRow, ImportedRow__Output as _pacioli_banking_v1_ImportedRow__Output } from '../../../pacioli/banking/v1/ImportedRow.ts';
import type { StatementSummary as _pacioli_banking_v1_StatementSummary, StatementSummary__Output as _pacioli_banking_v1_StatementSummary__Output } from '../../../pacioli/banking/v1/StatementSummary.ts';

export interface ImportReport {
  'external_account_id'?: (string);
  'format'?: (string);
  'dry_run'?: (boolean);
  'imported_count'?: (number);
  'known_count'?: (number);
  'refused_count'?: (number);
  'categorized_count'?: (number);
  'rows'?: (_pacioli_banking_v1_ImportedRow)[];
  'statements'?: (_pacioli_banking_v1_StatementSummary)[];
  'warnings'?: (string)[];
  '_format'?: "format";
}

export interface ImportReport__Output {
  'external_account_id': (string);
  'format'?: (string);
  'dry_run': (boolean);
  'imported_count': (number);
  'known_count': (number);
  'refused_count': (number);
  'categorized_count': (number);
  'rows': (_pacioli_banking_v1_ImportedRow__Output)[];
  'statements': (_pacioli_banking_v1_StatementSummary__Output)[];
  'warnings': (string)[];
}
