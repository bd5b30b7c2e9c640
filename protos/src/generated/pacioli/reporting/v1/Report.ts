// Original file: pacioli/reporting/v1/reports.proto

import type { ReportColumn as _pacioli_reporting_v1_ReportColumn, ReportColumn__Output as _pacioli_reporting_v1_ReportColumn__Output } from '../../../pacioli/reporting/v1/ReportColumn.ts';
import type { ReportRow as _pacioli_reporting_v1_ReportRow, ReportRow__Output as _pacioli_reporting_v1_ReportRow__Output } from '../../../pacioli/reporting/v1/ReportRow.ts';

export interface Report {
  'business_id'?: (string);
  'columns'?: (_pacioli_reporting_v1_ReportColumn)[];
  'rows'?: (_pacioli_reporting_v1_ReportRow)[];
}

export interface Report__Output {
  'business_id': (string);
  'columns': (_pacioli_reporting_v1_ReportColumn__Output)[];
  'rows': (_pacioli_reporting_v1_ReportRow__Output)[];
}
