// Original file: pacioli/common/v1/common.proto


/**
 * Either form of naming an account: type AccountId with id, or type StableName with stable_name.
 */
export interface AccountIdentifier {
  'type'?: (string);
  'id'?: (string);
  'stable_name'?: (string);
  '_id'?: "id";
  '_stable_name'?: "stable_name";
}

/**
 * Either form of naming an account: type AccountId with id, or type StableName with stable_name.
 */
export interface AccountIdentifier__Output {
  'type': (string);
  'id'?: (string);
  'stable_name'?: (string);
}
