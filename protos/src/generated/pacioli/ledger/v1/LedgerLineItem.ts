// Original file: pacioli/ledger/v1/journal.proto

import type { ChartAccount as _pacioli_common_v1_ChartAccount, ChartAccount__Output as _pacioli_common_v1_ChartAccount__Output } from '../../../pacioli/common/v1/ChartAccount.ts';
import type { AppliedTag as _pacioli_common_v1_AppliedTag, AppliedTag__Output as _pacioli_common_v1_AppliedTag__Output } from '../../../pacioli/common/v1/AppliedTag.ts';
import type { Long } from '@grpc/proto-loader';

/**
 * `document_id` is the bill, vendor credit or invoice whose debt the line moves: what aging is made of.
 */
export interface LedgerLineItem {
  'id'?: (string);
  'entry_id'?: (string);
  'account'?: (_pacioli_common_v1_ChartAccount | null);
  'amount'?: (number | string | Long);
  'direction'?: (string);
  'entry_at'?: (string);
  'createdAt'?: (string);
  'memo'?: (string);
  'transaction_tags'?: (_pacioli_common_v1_AppliedTag)[];
  'document_id'?: (string);
  '_memo'?: "memo";
  '_document_id'?: "document_id";
}

/**
 * `document_id` is the bill, vendor credit or invoice whose debt the line moves: what aging is made of.
 */
export interface LedgerLineItem__Output {
  'id': (string);
  'entry_id': (string);
  'account': (_pacioli_common_v1_ChartAccount__Output | null);
  'amount': (number);
  'direction': (string);
  'entry_at': (string);
  'createdAt': (string);
  'memo'?: (string);
  'transaction_tags': (_pacioli_common_v1_AppliedTag__Output)[];
  'document_id'?: (string);
}
