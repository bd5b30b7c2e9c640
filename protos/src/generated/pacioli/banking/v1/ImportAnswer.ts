// Original file: pacioli/banking/v1/imports.proto

import type { ImportReport as _pacioli_banking_v1_ImportReport, ImportReport__Output as _pacioli_banking_v1_ImportReport__Output } from '../../../pacioli/banking/v1/ImportReport.ts';

export interface ImportAnswer {
  'data'?: (_pacioli_banking_v1_ImportReport | null);
  'posting'?: (string);
  '_posting'?: "posting";
}

export interface ImportAnswer__Output {
  'data': (_pacioli_banking_v1_ImportReport__Output | null);
  'posting'?: (string);
}
