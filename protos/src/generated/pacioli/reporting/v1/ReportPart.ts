// Original file: pacioli/reporting/v1/reports.proto

import type { ReportHead as _pacioli_reporting_v1_ReportHead, ReportHead__Output as _pacioli_reporting_v1_ReportHead__Output } from '../../../pacioli/reporting/v1/ReportHead.ts';
import type { FlatRow as _pacioli_reporting_v1_FlatRow, FlatRow__Output as _pacioli_reporting_v1_FlatRow__Output } from '../../../pacioli/reporting/v1/FlatRow.ts';

export interface ReportPart {
  'head'?: (_pacioli_reporting_v1_ReportHead | null);
  'rows'?: (_pacioli_reporting_v1_FlatRow)[];
}

export interface ReportPart__Output {
  'head': (_pacioli_reporting_v1_ReportHead__Output | null);
  'rows': (_pacioli_reporting_v1_FlatRow__Output)[];
}
