// Original file: pacioli/ledger/v1/businesses.proto


/**
 * The business of the call's metadata.
 */
export interface GetBusinessRequest {
}

/**
 * The business of the call's metadata.
 */
export interface GetBusinessRequest__Output {
}
