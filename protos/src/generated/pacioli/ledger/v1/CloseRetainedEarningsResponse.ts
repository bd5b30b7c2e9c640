// Original file: pacioli/ledger/v1/closing.proto

import type { ClosingAction as _pacioli_ledger_v1_ClosingAction, ClosingAction__Output as _pacioli_ledger_v1_ClosingAction__Output } from '../../../pacioli/ledger/v1/ClosingAction.ts';

export interface CloseRetainedEarningsResponse {
  'data'?: (_pacioli_ledger_v1_ClosingAction)[];
}

export interface CloseRetainedEarningsResponse__Output {
  'data': (_pacioli_ledger_v1_ClosingAction__Output)[];
}
