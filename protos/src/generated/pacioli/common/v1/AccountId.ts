// Original file: pacioli/common/v1/common.proto


export interface AccountId {
  'id'?: (string);
}

export interface AccountId__Output {
  'id': (string);
}
