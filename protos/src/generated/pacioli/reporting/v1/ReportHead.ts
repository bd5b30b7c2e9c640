// Original file: pacioli/reporting/v1/reports.proto

import type { ReportColumn as _pacioli_reporting_v1_ReportColumn, ReportColumn__Output as _pacioli_reporting_v1_ReportColumn__Output } from '../../../pacioli/reporting/v1/ReportColumn.ts';

export interface ReportHead {
  'business_id'?: (string);
  'columns'?: (_pacioli_reporting_v1_ReportColumn)[];
}

export interface ReportHead__Output {
  'business_id': (string);
  'columns': (_pacioli_reporting_v1_ReportColumn__Output)[];
}
