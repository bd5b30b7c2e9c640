// Original file: pacioli/ledger/v1/postings.proto

import type { ChartAccount as _pacioli_common_v1_ChartAccount, ChartAccount__Output as _pacioli_common_v1_ChartAccount__Output } from '../../../pacioli/common/v1/ChartAccount.ts';
import type { Long } from '@grpc/proto-loader';

/**
 * Accounts in the order asked. `closed_through` is the last instant of the closed period.
 */
export interface AskBooksResponse {
  'books_epoch'?: (number | string | Long);
  'closed_through'?: (string);
  'accounts'?: (_pacioli_common_v1_ChartAccount)[];
  '_closed_through'?: "closed_through";
}

/**
 * Accounts in the order asked. `closed_through` is the last instant of the closed period.
 */
export interface AskBooksResponse__Output {
  'books_epoch': (number);
  'closed_through'?: (string);
  'accounts': (_pacioli_common_v1_ChartAccount__Output)[];
}
