// Original file: pacioli/ledger/v1/postings.proto

import type { ChartAccount as _pacioli_common_v1_ChartAccount, ChartAccount__Output as _pacioli_common_v1_ChartAccount__Output } from '../../../pacioli/common/v1/ChartAccount.ts';

export interface EnsureAccountsResponse {
  'accounts'?: (_pacioli_common_v1_ChartAccount)[];
}

export interface EnsureAccountsResponse__Output {
  'accounts': (_pacioli_common_v1_ChartAccount__Output)[];
}
