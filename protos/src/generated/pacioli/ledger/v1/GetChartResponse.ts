// Original file: pacioli/ledger/v1/chart_of_accounts.proto

import type { ChartNode as _pacioli_ledger_v1_ChartNode, ChartNode__Output as _pacioli_ledger_v1_ChartNode__Output } from '../../../pacioli/ledger/v1/ChartNode.ts';

export interface GetChartResponse {
  'accounts'?: (_pacioli_ledger_v1_ChartNode)[];
}

export interface GetChartResponse__Output {
  'accounts': (_pacioli_ledger_v1_ChartNode__Output)[];
}
