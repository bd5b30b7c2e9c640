// Original file: pacioli/ledger/v1/postings.proto

import type { PostedEntry as _pacioli_ledger_v1_PostedEntry, PostedEntry__Output as _pacioli_ledger_v1_PostedEntry__Output } from '../../../pacioli/ledger/v1/PostedEntry.ts';

export interface PostEntriesResponse {
  'data'?: (_pacioli_ledger_v1_PostedEntry)[];
}

export interface PostEntriesResponse__Output {
  'data': (_pacioli_ledger_v1_PostedEntry__Output)[];
}
