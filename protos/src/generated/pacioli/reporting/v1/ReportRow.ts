// Original file: pacioli/reporting/v1/reports.proto

import type { ReportCell as _pacioli_reporting_v1_ReportCell, ReportCell__Output as _pacioli_reporting_v1_ReportCell__Output } from '../../../pacioli/reporting/v1/ReportCell.ts';
import type { ReportRow as _pacioli_reporting_v1_ReportRow, ReportRow__Output as _pacioli_reporting_v1_ReportRow__Output } from '../../../pacioli/reporting/v1/ReportRow.ts';

export interface ReportRow {
  'row_key'?: (string);
  'display_name'?: (string);
  'cells'?: ({[key: string]: _pacioli_reporting_v1_ReportCell});
  'rows'?: (_pacioli_reporting_v1_ReportRow)[];
}

export interface ReportRow__Output {
  'row_key': (string);
  'display_name': (string);
  'cells': ({[key: string]: _pacioli_reporting_v1_ReportCell__Output});
  'rows': (_pacioli_reporting_v1_ReportRow__Output)[];
}
