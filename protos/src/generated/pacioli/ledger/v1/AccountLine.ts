// Original file: pacioli/ledger/v1/journal.proto

import type { ChartAccount as _pacioli_common_v1_ChartAccount, ChartAccount__Output as _pacioli_common_v1_ChartAccount__Output } from '../../../pacioli/common/v1/ChartAccount.ts';
import type { LineSource as _pacioli_ledger_v1_LineSource, LineSource__Output as _pacioli_ledger_v1_LineSource__Output } from '../../../pacioli/ledger/v1/LineSource.ts';
import type { AppliedTag as _pacioli_common_v1_AppliedTag, AppliedTag__Output as _pacioli_common_v1_AppliedTag__Output } from '../../../pacioli/common/v1/AppliedTag.ts';
import type { Long } from '@grpc/proto-loader';

/**
 * `source_type` and `source_id` are those of the entry: what it was posted for.
 */
export interface AccountLine {
  'id'?: (string);
  'entry_id'?: (string);
  'account'?: (_pacioli_common_v1_ChartAccount | null);
  'amount'?: (number | string | Long);
  'direction'?: (string);
  'date'?: (string);
  'source'?: (_pacioli_ledger_v1_LineSource | null);
  'running_balance'?: (number | string | Long);
  'memo'?: (string);
  'transaction_tags'?: (_pacioli_common_v1_AppliedTag)[];
  'source_type'?: (string);
  'source_id'?: (string);
  '_memo'?: "memo";
  '_source_type'?: "source_type";
  '_source_id'?: "source_id";
}

/**
 * `source_type` and `source_id` are those of the entry: what it was posted for.
 */
export interface AccountLine__Output {
  'id': (string);
  'entry_id': (string);
  'account': (_pacioli_common_v1_ChartAccount__Output | null);
  'amount': (number);
  'direction': (string);
  'date': (string);
  'source': (_pacioli_ledger_v1_LineSource__Output | null);
  'running_balance': (number);
  'memo'?: (string);
  'transaction_tags': (_pacioli_common_v1_AppliedTag__Output)[];
  'source_type'?: (string);
  'source_id'?: (string);
}
