// Original file: pacioli/ledger/v1/postings.proto

import type { ChartAccount as _pacioli_common_v1_ChartAccount, ChartAccount__Output as _pacioli_common_v1_ChartAccount__Output } from '../../../pacioli/common/v1/ChartAccount.ts';
import type { AskedTag as _pacioli_ledger_v1_AskedTag, AskedTag__Output as _pacioli_ledger_v1_AskedTag__Output } from '../../../pacioli/ledger/v1/AskedTag.ts';
import type { Long } from '@grpc/proto-loader';

/**
 * Accounts and tags in the order asked; values that nobody has defined are defined by asking. `closed_through` is the
 * last instant of the closed period.
 */
export interface AskBooksResponse {
  'books_epoch'?: (number | string | Long);
  'closed_through'?: (string);
  'accounts'?: (_pacioli_common_v1_ChartAccount)[];
  'tags'?: (_pacioli_ledger_v1_AskedTag)[];
  /**
   * Those of `accounts` that take no postings.
   */
  'archived_account_ids'?: (string)[];
  'business_archived_at'?: (string);
  'match_rounding_threshold'?: (number | string | Long);
  'match_adjustment_threshold'?: (number | string);
  'disable_adjustment_match_suggestions'?: (boolean);
  /**
   * What more may be debited before all that is posted and not reversed leaves the range that can be told exactly, in minor
   * units. Told where it was asked for, and where large amounts were posted; else there is more than 2^52.
   */
  'room'?: (number | string | Long);
  '_closed_through'?: "closed_through";
  '_business_archived_at'?: "business_archived_at";
  '_room'?: "room";
}

/**
 * Accounts and tags in the order asked; values that nobody has defined are defined by asking. `closed_through` is the
 * last instant of the closed period.
 */
export interface AskBooksResponse__Output {
  'books_epoch': (number);
  'closed_through'?: (string);
  'accounts': (_pacioli_common_v1_ChartAccount__Output)[];
  'tags': (_pacioli_ledger_v1_AskedTag__Output)[];
  /**
   * Those of `accounts` that take no postings.
   */
  'archived_account_ids': (string)[];
  'business_archived_at'?: (string);
  'match_rounding_threshold': (number);
  'match_adjustment_threshold': (number);
  'disable_adjustment_match_suggestions': (boolean);
  /**
   * What more may be debited before all that is posted and not reversed leaves the range that can be told exactly, in minor
   * units. Told where it was asked for, and where large amounts were posted; else there is more than 2^52.
   */
  'room'?: (number);
}
