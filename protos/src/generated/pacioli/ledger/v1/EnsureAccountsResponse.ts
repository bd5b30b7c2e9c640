// Original file: pacioli/ledger/v1/postings.proto

import type { ChartAccount as _pacioli_common_v1_ChartAccount, ChartAccount__Output as _pacioli_common_v1_ChartAccount__Output } from '../../../pacioli/common/v1/ChartAccount.ts';

/**
 * In the order asked. Time zone and currency are those that stay.
 */
export interface EnsureAccountsResponse {
  'accounts'?: (_pacioli_common_v1_ChartAccount)[];
  'time_zone'?: (string);
  'currency'?: (string);
}

/**
 * In the order asked. Time zone and currency are those that stay.
 */
export interface EnsureAccountsResponse__Output {
  'accounts': (_pacioli_common_v1_ChartAccount__Output)[];
  'time_zone': (string);
  'currency': (string);
}
