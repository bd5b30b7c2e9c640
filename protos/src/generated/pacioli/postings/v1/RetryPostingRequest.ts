// Original file: pacioli/postings/v1/postings.proto


export interface RetryPostingRequest {
  'posting_id'?: (string);
}

export interface RetryPostingRequest__Output {
  'posting_id': (string);
}
