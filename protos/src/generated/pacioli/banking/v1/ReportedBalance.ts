// Original file: pacioli/banking/v1/bank_accounts.proto

import type { Long } from '@grpc/proto-loader';

export interface ReportedBalance {
  'balance'?: (number | string | Long);
  'at'?: (string);
}

export interface ReportedBalance__Output {
  'balance': (number);
  'at': (string);
}
