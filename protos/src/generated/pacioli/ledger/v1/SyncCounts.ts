// Original file: pacioli/ledger/v1/connections.proto

import type { Long } from '@grpc/proto-loader';

export interface SyncCounts {
  'created'?: (number | string | Long);
  'updated'?: (number | string | Long);
  'unchanged'?: (number | string | Long);
  'refused'?: (number | string | Long);
}

export interface SyncCounts__Output {
  'created': (number);
  'updated': (number);
  'unchanged': (number);
  'refused': (number);
}
