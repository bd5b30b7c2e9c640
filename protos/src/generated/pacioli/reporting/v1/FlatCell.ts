// Original file: pacioli/reporting/v1/reports.proto

import type { Long } from '@grpc/proto-loader';

/**
 * An amount, or a text; neither if there is nothing to show.
 */
export interface FlatCell {
  'amount'?: (number | string | Long);
  'text'?: (string);
  'lines_url'?: (string);
  '_amount'?: "amount";
  '_text'?: "text";
  '_lines_url'?: "lines_url";
}

/**
 * An amount, or a text; neither if there is nothing to show.
 */
export interface FlatCell__Output {
  'amount'?: (number);
  'text'?: (string);
  'lines_url'?: (string);
}
