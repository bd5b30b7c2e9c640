// Original file: pacioli/banking/v1/matches.proto


/**
 * Ids of bill payments, expenses and whatever else can be matched; those that nobody knows are matched to nothing.
 */
export interface FindDocumentMatchesRequest {
  'document_ids'?: (string)[];
}

/**
 * Ids of bill payments, expenses and whatever else can be matched; those that nobody knows are matched to nothing.
 */
export interface FindDocumentMatchesRequest__Output {
  'document_ids': (string)[];
}
