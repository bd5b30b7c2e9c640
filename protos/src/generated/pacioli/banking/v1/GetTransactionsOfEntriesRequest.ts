// Original file: pacioli/banking/v1/bank_transactions.proto


/**
 * `source_ids` are the sources of entries that banking posted; `entry_ids` entries that transactions may be matched to.
 */
export interface GetTransactionsOfEntriesRequest {
  'source_ids'?: (string)[];
  'entry_ids'?: (string)[];
}

/**
 * `source_ids` are the sources of entries that banking posted; `entry_ids` entries that transactions may be matched to.
 */
export interface GetTransactionsOfEntriesRequest__Output {
  'source_ids': (string)[];
  'entry_ids': (string)[];
}
