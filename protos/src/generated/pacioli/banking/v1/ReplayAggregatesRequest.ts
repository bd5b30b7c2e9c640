// Original file: pacioli/banking/v1/replay.proto


export interface ReplayAggregatesRequest {
  'business_id'?: (string);
}

export interface ReplayAggregatesRequest__Output {
  'business_id': (string);
}
