// Original file: pacioli/ledger/v1/tags.proto


export interface GetTagDimensionRequest {
  'dimension_id'?: (string);
}

export interface GetTagDimensionRequest__Output {
  'dimension_id': (string);
}
