// Original file: pacioli/ledger/v1/postings.proto

import type { Long } from '@grpc/proto-loader';

export interface AccountBalance {
  'account_id'?: (string);
  'balance'?: (number | string | Long);
}

export interface AccountBalance__Output {
  'account_id': (string);
  'balance': (number);
}
