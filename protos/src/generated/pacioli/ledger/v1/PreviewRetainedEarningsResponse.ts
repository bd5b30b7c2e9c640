// Original file: pacioli/ledger/v1/closing.proto

import type { ClosingPreview as _pacioli_ledger_v1_ClosingPreview, ClosingPreview__Output as _pacioli_ledger_v1_ClosingPreview__Output } from '../../../pacioli/ledger/v1/ClosingPreview.ts';

export interface PreviewRetainedEarningsResponse {
  'data'?: (_pacioli_ledger_v1_ClosingPreview)[];
}

export interface PreviewRetainedEarningsResponse__Output {
  'data': (_pacioli_ledger_v1_ClosingPreview__Output)[];
}
