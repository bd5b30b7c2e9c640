// Original file: pacioli/ledger/v1/closing.proto

import type { ClosingAction as _pacioli_ledger_v1_ClosingAction, ClosingAction__Output as _pacioli_ledger_v1_ClosingAction__Output } from '../../../pacioli/ledger/v1/ClosingAction.ts';

export interface ClosingActionAnswer {
  'data'?: (_pacioli_ledger_v1_ClosingAction | null);
  'created'?: (boolean);
}

export interface ClosingActionAnswer__Output {
  'data': (_pacioli_ledger_v1_ClosingAction__Output | null);
  'created': (boolean);
}
