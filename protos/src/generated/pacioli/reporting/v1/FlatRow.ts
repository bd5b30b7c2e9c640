// Original file: pacioli/reporting/v1/reports.proto

import type { FlatCell as _pacioli_reporting_v1_FlatCell, FlatCell__Output as _pacioli_reporting_v1_FlatCell__Output } from '../../../pacioli/reporting/v1/FlatCell.ts';

/**
 * `depth` says under which of the rows before it a row stands; `cells` are in the order of the columns that have any.
 */
export interface FlatRow {
  'row_key'?: (string);
  'display_name'?: (string);
  'depth'?: (number);
  'cells'?: (_pacioli_reporting_v1_FlatCell)[];
}

/**
 * `depth` says under which of the rows before it a row stands; `cells` are in the order of the columns that have any.
 */
export interface FlatRow__Output {
  'row_key': (string);
  'display_name': (string);
  'depth': (number);
  'cells': (_pacioli_reporting_v1_FlatCell__Output)[];
}
