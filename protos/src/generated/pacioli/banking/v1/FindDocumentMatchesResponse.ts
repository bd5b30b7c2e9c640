// Original file: pacioli/banking/v1/matches.proto

import type { DocumentMatch as _pacioli_banking_v1_DocumentMatch, DocumentMatch__Output as _pacioli_banking_v1_DocumentMatch__Output } from '../../../pacioli/banking/v1/DocumentMatch.ts';

export interface FindDocumentMatchesResponse {
  'data'?: (_pacioli_banking_v1_DocumentMatch)[];
}

export interface FindDocumentMatchesResponse__Output {
  'data': (_pacioli_banking_v1_DocumentMatch__Output)[];
}
