// Original file: pacioli/reporting/v1/reports.proto

import type { Long } from '@grpc/proto-loader';

export interface ReportCell {
  'value'?: (number | string | Long);
  'lines_url'?: (string);
  '_lines_url'?: "lines_url";
}

export interface ReportCell__Output {
  'value': (number);
  'lines_url'?: (string);
}
