// Original file: pacioli/ledger/v1/chart_of_accounts.proto

import type { ChartNode as _pacioli_ledger_v1_ChartNode, ChartNode__Output as _pacioli_ledger_v1_ChartNode__Output } from '../../../pacioli/ledger/v1/ChartNode.ts';

export interface AccountAnswer {
  'data'?: (_pacioli_ledger_v1_ChartNode | null);
  'created'?: (boolean);
}

export interface AccountAnswer__Output {
  'data': (_pacioli_ledger_v1_ChartNode__Output | null);
  'created': (boolean);
}
