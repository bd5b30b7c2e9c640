// Original file: pacioli/billing/v1/payouts.proto


/**
 * By `id` or by `external_id`.
 */
export interface PayoutMemberInput {
  'id'?: (string);
  'external_id'?: (string);
  '_id'?: "id";
  '_external_id'?: "external_id";
}

/**
 * By `id` or by `external_id`.
 */
export interface PayoutMemberInput__Output {
  'id'?: (string);
  'external_id'?: (string);
}
