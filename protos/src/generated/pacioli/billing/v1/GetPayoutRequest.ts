// Original file: pacioli/billing/v1/payouts.proto


export interface GetPayoutRequest {
  'payout_id'?: (string);
}

export interface GetPayoutRequest__Output {
  'payout_id': (string);
}
