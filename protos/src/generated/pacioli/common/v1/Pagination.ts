// Original file: pacioli/common/v1/common.proto

import type { Long } from '@grpc/proto-loader';

export interface Pagination {
  'sort_by'?: (string);
  'sort_order'?: (string);
  'cursor'?: (string);
  'has_more'?: (boolean);
  'total_count'?: (number | string | Long);
  '_cursor'?: "cursor";
}

export interface Pagination__Output {
  'sort_by': (string);
  'sort_order': (string);
  'cursor'?: (string);
  'has_more': (boolean);
  'total_count': (number);
}
