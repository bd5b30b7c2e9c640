// Original file: pacioli/reporting/v1/report_exports.proto

import type { PresignedDocument as _pacioli_reporting_v1_PresignedDocument, PresignedDocument__Output as _pacioli_reporting_v1_PresignedDocument__Output } from '../../../pacioli/reporting/v1/PresignedDocument.ts';

export interface PresignedDocumentAnswer {
  'data'?: (_pacioli_reporting_v1_PresignedDocument | null);
}

export interface PresignedDocumentAnswer__Output {
  'data': (_pacioli_reporting_v1_PresignedDocument__Output | null);
}
